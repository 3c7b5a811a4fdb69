"""A third language by files alone: a copy of the package with a folder of German words, in processes of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import underdraft
from cli.test_serve_command import serving
from underdraft.project.shipped import builtin

GERMAN = {
    "prompt": """
[injection]
header = "[Was die Autorin bevorzugt: aus dem Gedächtnis]"
line = "- {content} (Quelle: {origin})"

[origins]
manual = "von Hand"
""",
    "template": """
placeholder = "(nichts)"

[headings]
PROFILE = "# [2] Die Autorin"
""",
    "page": '"language.name" = "Deutsch"\n"view.write" = "Schreiben"\n',
    "commands": '"Options" = "Optionen"\n"Run a skill" = "Eine Fertigkeit anwenden"\n',
    "messages": """
"no template {name} for this locale" = "keine Vorlage {name} für diese Sprache"
"known are {names}" = "bekannt sind {names}"
"{}; {}" = "{} – {}"
""",
}
SCRIPT = Path(__file__).parents[2] / "docs/missing_words.py"
PROJECT = 'locale = "de"\nembedder = "none"\n[project]\nid = "moor"\n'


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The folder of a copy of the package that has these files besides, and nothing else."""
    folder = tmp_path_factory.mktemp("copy")
    source = Path(underdraft.__file__).parent
    shutil.copytree(source, folder / "underdraft", ignore=shutil.ignore_patterns("__pycache__"))
    for kind in ("templates", "skills", "examples"):
        shutil.copytree(Path(str(builtin(kind))), folder / "underdraft" / kind, dirs_exist_ok=True)
    german = folder / "underdraft" / "locales" / "de"
    german.mkdir()
    for part, words in GERMAN.items():
        (german / f"{part}.toml").write_text(words, "utf-8")
    return folder


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A project in German."""
    folder = tmp_path_factory.mktemp("book")
    (folder / ".underdraft").mkdir()
    (folder / ".underdraft" / "config.toml").write_text(PROJECT, "utf-8")
    return folder


def run(package, home, *command, program=("-m", "underdraft")):
    """A command of the copy, with German as its user's language."""
    environ = {"PYTHONPATH": str(package), "UNDERDRAFT_HOME": str(home), "UNDERDRAFT_LANGUAGE": "de_DE.UTF-8"}
    return subprocess.run(
        [sys.executable, *program, *command],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long
def test_commands_speak_german_as_far_as_they_can(package, tmp_path):
    """Help and errors have the German words and joints that there are, and English for the rest."""
    shown = run(package, tmp_path, "--help").stdout
    assert "Optionen" in shown
    assert "Eine Fertigkeit anwenden" in shown
    assert "Make a folder a project" in shown
    refused = run(package, tmp_path, "init", str(tmp_path / "x"), "--locale", "fr")
    assert refused.returncode == 2
    assert (
        "locale: keine Vorlage stable_prefix.md.j2 für diese Sprache – bekannt sind de, en, zh"
        in " ".join(refused.stderr.split())
    )


@pytest.mark.long
def test_a_prompt_has_german_words(package, book, tmp_path):
    """Header, origin and template words are German where the folder has them, else English; nothing is Chinese."""
    added = run(package, tmp_path, "-C", str(book), "memory", "add", "Kurze Sätze.")
    assert added.returncode == 0, added.stderr
    (tmp_path / "a.md").write_text("Die Glocke schlug.", "utf-8")
    asked = ("preview", "polish", "--json", "--document", str(tmp_path / "a.md"))
    shown = run(package, tmp_path, "-C", str(book), *asked)
    assert shown.returncode == 0, shown.stderr
    sent = "\n".join(message["content"] for message in json.loads(shown.stdout)["messages"])
    assert "# [2] Die Autorin\n" in sent
    assert "[Was die Autorin bevorzugt: aus dem Gedächtnis]\n- Kurze Sätze. (Quelle: von Hand)\n" in sent
    assert "# [3] The setting\n\n(nichts)\n" in sent
    assert not any("\u4e00" <= character <= "\u9fff" for character in sent)


@pytest.mark.long
def test_the_page_is_german(package, book, tmp_path):
    """A browser that asks for German gets it, with links to the other languages."""
    environ = {"PYTHONPATH": str(package), "UNDERDRAFT_TOKEN": "mine"}
    with serving(book, home=tmp_path, **environ) as process:
        url = process.stderr.readline().strip()
        headers = {"authorization": "Bearer mine", "accept-language": "de-AT,en;q=0.5"}
        page = httpx.get(f"{url}/p/moor/write", headers=headers).text
    assert '<html lang="de">' in page
    assert ">Schreiben</a>" in page
    assert ">Memory</a>" in page
    assert 'hreflang="zh-Hans" lang="zh-Hans">中文</a>' in page
    assert '<a href="?lang=de"' not in page


@pytest.mark.long
def test_what_german_lacks_is_listed(package, tmp_path):
    """Each word of each part that it lacks is on a line of its own; those that it has are not."""
    done = run(package, tmp_path, "de", program=(str(SCRIPT),))
    assert (done.returncode, done.stderr) == (0, "")
    listed = done.stdout.splitlines()
    for line in (
        "de/prompt.toml: origins.learned",
        "de/template.toml: headings.PROJECT",
        "de/page.toml: view.memory",
        'de/commands.toml: init: "Make a folder a project"',
    ):
        assert line in listed
    assert not any(word in done.stdout for word in ("origins.manual", '"Run a skill"', "view.write"))
