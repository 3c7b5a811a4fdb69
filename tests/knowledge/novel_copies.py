"""Copies of the sample novel, as it is and with contradictions planted."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

from underdraft import Workspace
from underdraft.knowledge.checks.run import check

NOVEL = Path(__file__).parents[2] / "examples" / "novel"
CASES = tomllib.loads((Path(__file__).parent / "checks" / "contradictions.toml").read_text(encoding="utf-8"))[
    "case"
]


def copy_of_the_novel(target: Path, edits=()) -> Path:
    """A copy in a new folder, with edits; each must find its words exactly once."""
    shutil.copytree(NOVEL, target)
    for edit in edits:
        path = target / edit["file"]
        text = path.read_text(encoding="utf-8")
        assert text.count(edit["find"]) == 1, (edit["file"], edit["find"], text.count(edit["find"]))
        path.write_text(text.replace(edit["find"], edit["replace"]), encoding="utf-8")
    return target


def findings_of(folder: Path, store: Path):
    """What the check finds in a folder."""
    with Workspace.open(folder, store=store) as workspace:
        service = workspace.knowledge
        known, chapters = service.graph(), service.chapters()
        assert known.warnings == ()
        return check(known.graph, chapters.items, workspace.files, locale="zh")
