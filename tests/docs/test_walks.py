"""Four newcomers walk from the built wheel in an environment of their own, following the pages and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from docs.code_blocks import Reader
from docs.pages import ROOT, read
from docs.test_code_blocks import BRING_THE_SAMPLE, HAVE_A_MODEL, english, with_model
from environments import Environment

WALKS = {
    "a novelist": ("en", ["docs/tutorials/writer.md", "docs/tutorials/story.md"]),
    "a novelist who writes Chinese": (
        "zh",
        ["docs/tutorials/writer.zh-CN.md", "docs/tutorials/story.zh-CN.md"],
    ),
    "a developer": ("en", ["docs/web-application.md", "docs/tutorials/application.md"]),
    "a plugin's author": ("en", ["docs/tutorials/plugin.md", "docs/own-parts.md"]),
    "a migrant": ("en", ["docs/import.md"]),
}
"""Who comes, their language, and the pages that they follow."""

TYPED = {"docs/tutorials/application.md"}
"""Pages whose Python is typed at a prompt."""


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """A virtual environment with the wheel, built from this checkout."""
    folder = tmp_path_factory.mktemp("walk")
    command = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run([sys.executable, *command], check=True, capture_output=True)
    (wheel,) = folder.glob("underdraft-*.whl")
    made = Environment(folder / "environment")
    made.install(wheel)
    assert made("-c", "import underdraft; print(underdraft.__file__)").startswith(str(made.site))
    return made


@pytest.mark.long
@pytest.mark.parametrize("who", WALKS)
def test_a_newcomer_gets_there(who, environment, tmp_path, monkeypatch):
    """Every command and block of the pages works with the installed wheel, and prints what the pages show."""
    language, pages = WALKS[who]
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", language)
    for number, page in enumerate(pages):
        folder, home = tmp_path / str(number) / "reader", tmp_path / str(number) / "home"
        folder.mkdir(parents=True)
        home.mkdir()
        variables = {"UNDERDRAFT_LANGUAGE": language, "UNDERDRAFT_HOME": str(home)}
        if english(page) in HAVE_A_MODEL:
            variables |= with_model(home, tmp_path / "site")
        reader = Reader(folder, variables, python=str(environment.python))
        try:
            if english(page) not in BRING_THE_SAMPLE:
                reader.shell("underdraft demo --keep novel", page)
            follow(reader, page)
        finally:
            reader.close()


def follow(reader, page):
    """Follow a page; Python that the page asks to type is typed in the environment."""
    if page not in TYPED:
        assert reader.follow(read(page), page) > 0
        return
    reader.follow(re.sub(r"(?ms)^```(python|text)\n.*?^```\n", "", read(page)), page)
    reader.type(read(page), page)
