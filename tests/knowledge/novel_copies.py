"""Copies of the sample novel, as it is and with contradictions planted."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

from underdraft import Workspace
from underdraft.channels.story import Comparison
from underdraft.knowledge.checks.check_project import check

NOVEL = Path(__file__).parents[2] / "examples" / "novel"
CASES = tomllib.loads((Path(__file__).parent / "checks" / "contradictions.toml").read_text(encoding="utf-8"))[
    "case"
]


def copy_of_the_novel(target: Path, edits=()) -> Path:
    """A copy in a new folder, with edits."""
    shutil.copytree(NOVEL, target)
    plant(target, edits)
    return target


def plant(folder: Path, edits) -> None:
    """Edit a copy; each edit must find its words exactly once."""
    for edit in edits:
        path = folder / edit["file"]
        text = path.read_text(encoding="utf-8")
        assert text.count(edit["find"]) == 1, (edit["file"], edit["find"], text.count(edit["find"]))
        path.write_text(text.replace(edit["find"], edit["replace"]), encoding="utf-8")


def findings_in(workspace: Workspace):
    """What the check finds in a project as it is now."""
    service = workspace.knowledge
    known, chapters = service.graph(), service.chapters()
    assert known.warnings == ()
    compare = Comparison.of(workspace.plugins)
    return check(known.graph, chapters.items, workspace.files, locale="zh", compare=compare).findings
