"""The scenes that a lock makes prompts for: the project's own fixtures, else one for each name and each chapter."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated

from underdraft.knowledge.service import KnowledgeService
from underdraft.types.files import ProjectFiles
from underdraft.types.values import frozen

SCENES_FOLDER = ".underdraft/scenes"
"""Where a project keeps scenes of its own: Markdown files, each a passage of a scene."""

SCENES_MAXIMUM = 32
"""Maximum number of scenes of one kind: names, chapters, files."""


@frozen(kw_only=True)
class LockScene:
    """A fixture that decides who is named and which chapter it is."""

    name: Annotated[str, "Its name in the lock; empty for no scene."] = ""
    text: str = ""
    path: Annotated[str | None, "The chapter's file."] = None


def scenes_of(files: ProjectFiles, knowledge: KnowledgeService) -> list[LockScene]:
    """Return the project's own scenes, or one for each name and one for each chapter, in which everybody is named."""
    own = [
        LockScene(name=path.rpartition("/")[2].removesuffix(".md"), text=file.text)
        for path in files.list(SCENES_FOLDER)[:SCENES_MAXIMUM]
        if (file := files.read(path)) is not None
    ]
    return own or [*_by_default(knowledge)]


def _by_default(knowledge: KnowledgeService) -> Iterator[LockScene]:
    names = knowledge.names()
    for name in names[:SCENES_MAXIMUM]:
        yield LockScene(name=name, text=f"{name}\n")
    numbered = (chapter for chapter in knowledge.chapters().items if chapter.number is not None)
    for chapter in islice(numbered, SCENES_MAXIMUM):
        yield LockScene(name=chapter.path, text="\n".join((*names, "")), path=chapter.path)
