"""Every prompt of the sample novel, byte for byte, as readable text under snapshots/.

A changed byte fails here and shows a diff. When the change is wanted: ``pytest -n0
tests/run/test_prompt_snapshots.py --snapshot-update``, and look at what git says.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from snapshot_files import SNAPSHOTS, PromptFile
from underdraft import Workspace
from underdraft.testing import FROZEN_NOW, counted_ids, prompt_text

SKILLS = ("polish", "condense", "expand", "continue", "dialogue", "rewrite", "consistency-check", "chat")


@pytest.fixture
def prompts(snapshot):
    """Compares prompts with their files."""
    return snapshot.use_extension(PromptFile)


@pytest.fixture
def changed_novel(tmp_path, novel):
    """Opens a copy of the novel with something replaced in its configuration and some files left out."""
    opened = []

    def make(old="", new="", *, append="", without=()):
        folder = tmp_path / "novel"
        shutil.copytree(novel, folder, ignore=shutil.ignore_patterns("*.db*"), dirs_exist_ok=True)
        config = folder / ".underdraft" / "config.toml"
        text = config.read_text(encoding="utf-8")
        assert old in text
        config.write_text(text.replace(old, new) + append, encoding="utf-8")
        for name in without:
            shutil.rmtree(folder / ".underdraft" / name)
        settings = {"clock": lambda: FROZEN_NOW, "new_id": counted_ids(), "embedder": "none"}
        opened.append(Workspace.open(folder, store=tmp_path / "s.db", **settings))
        return opened[-1]

    yield make
    for workspace in opened:
        workspace.close()


def passage(document):
    """A selection: the first long paragraph after the beginning."""
    paragraph = next(p for p in document.split("\n")[8:] if len(p) > 40)
    start = document.index(paragraph)
    return start, start + len(paragraph)


def on_chapter(workspace, document, skill="polish", **options):
    """The prompt of a skill on a passage of a chapter, as text."""
    settings = {"document": document, "selection": passage(document), **options}
    return prompt_text(workspace.preview_sync(skill, **settings))


@pytest.mark.parametrize("skill", SKILLS)
def test_skill(open_novel, first_chapter, prompts, skill):
    """Each shipped skill on a passage of the first chapter."""
    assert on_chapter(open_novel(embedder="none"), first_chapter, skill) == prompts


@pytest.mark.parametrize("skill", ["polish", "consistency-check"])
def test_in_english(changed_novel, novel, prompts, skill):
    """The English templates on the English chapter."""
    ws = changed_novel('locale = "zh"', 'locale = "en"')
    chapter = (novel / "chapters" / "en-01-a-chronometer-by-post.md").read_text(encoding="utf-8")
    assert on_chapter(ws, chapter, skill) == prompts


def test_without_project(open_novel, first_chapter, prompts):
    """A run without a project: placeholders, and the capability lines say so."""
    assert on_chapter(open_novel(embedder="none"), first_chapter, project_id=None) == prompts


def test_without_selection(open_novel, first_chapter, prompts):
    """No selection: the cursor stands at the end of the chapter."""
    assert on_chapter(open_novel(embedder="none"), first_chapter, "continue", selection=None) == prompts


def test_without_anything(underdraft_workspace, prompts):
    """No project, no document, no instruction: all headings stand."""
    preview = underdraft_workspace(config=None, embedder="none").preview_sync("polish")
    assert prompt_text(preview) == prompts


def test_no_rule_files(changed_novel, first_chapter, prompts):
    """A project without rule files keeps the template's own constraints."""
    assert on_chapter(changed_novel(without=["rules"]), first_chapter) == prompts


def test_empty_context_rules(underdraft_workspace, prompts):
    """A skill that asks for nothing gets nothing but its task."""
    skill = "---\nname: bare\ndescription: d\ncontext_rules:\n  user_preferences: false\n---\nDo it.\n"
    files = {".underdraft/skills/bare/SKILL.md": skill, ".underdraft/style-guide.md": "Never to be read.\n"}
    preview = underdraft_workspace(files, embedder="none").preview_sync(
        "bare", document="雾。", selection=(0, 1)
    )
    assert prompt_text(preview) == prompts


def test_over_the_caps(changed_novel, first_chapter, prompts):
    """Caps so small that layers 3 and 5 are cut, with the evidence."""
    ws = changed_novel(append="\n[caps]\nproject = 300\ncurrent = 200\n")
    text = on_chapter(ws, first_chapter)
    assert "layer_cap" in text
    assert text == prompts


def test_over_the_budget(changed_novel, first_chapter, prompts):
    """A window so small that the manuscript is trimmed to 95 % of it."""
    options = {"document": first_chapter, "selection": passage(first_chapter)}
    window = 'model = "offline"\noutput_reserve_tokens = 500\nwindow_tokens = '
    small = changed_novel('model = "offline"', f"{window}12000")  # the same caps
    tokens = small.preview_sync("polish", **options).tokens
    text = on_chapter(changed_novel('model = "offline"', f"{window}{tokens + 400}"), first_chapter)
    assert "CONTEXT_CAPACITY_FORCE_TRIM" in text
    assert "(capacity)" in text
    assert text == prompts


def test_with_memories(open_novel, first_chapter, prompts):
    """Preferences stand in layer 2 in their fixed order."""
    ws = open_novel(embedder="none")
    for kind, content in (
        ("preference", "动作场景：偏好短句，节奏紧凑"),
        ("preference", "叙事视角：严格第一人称"),
    ):
        created = ws.invoke_sync("memory:create", {"type": kind, "scope": "global", "content": content})
        assert created["ok"], created
    text = on_chapter(ws, first_chapter)
    assert "- 叙事视角：严格第一人称（来源：手动添加）" in text
    assert text == prompts


def test_every_file_is_used():
    """No snapshot is left of a test that is gone."""
    here = Path(__file__).read_text(encoding="utf-8")
    for file in (SNAPSHOTS / "run" / "test_prompt_snapshots").iterdir():
        assert f"def {file.stem.split('[')[0]}(" in here, file.name


CHANGED = """
from snapshot_files import PromptFile

def test_changed(snapshot):
    assert "# [0]\\n\\n{text}\\n" == snapshot.use_extension(PromptFile)
"""


@pytest.mark.long
def test_a_changed_byte_fails_and_is_shown(tmp_path):
    """One changed character fails the comparison, and the report shows the line before and after."""
    test = tmp_path / "test_made_up.py"

    def run(text, *options):
        test.write_text(CHANGED.format(text=text), encoding="utf-8")
        return subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-p",
                "syrupy",
                "-p",
                "no:cacheprovider",
                *options,
                str(test),
            ],
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
                "PYTHONPATH": str(Path(__file__).parents[1]),
                "PYTHONIOENCODING": "utf-8",
            },
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    made = run("灯塔守夜人", "--snapshot-update")
    assert made.returncode == 0, made.stdout + made.stderr
    assert (
        tmp_path / "snapshots" / "test_made_up" / "test_changed.txt"
    ).read_bytes().decode() == "# [0]\n\n灯塔守夜人\n"
    assert run("灯塔守夜人").returncode == 0
    changed = run("灯塔守夜入")
    assert changed.returncode == 1
    assert "灯塔守夜人" in changed.stdout
    assert "灯塔守夜入" in changed.stdout
