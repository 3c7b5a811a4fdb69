"""A chapter as prose: its paragraphs, and what of them is narrated and what is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

from underdraft.knowledge.graph.model import Entity
from underdraft.knowledge.scene.chapters import SCENE_BREAK
from underdraft.text.language import HAN
from underdraft.types.files import ProjectFiles, read_or_none
from underdraft.types.values import frozen

_QUOTED = re.compile(
    r"“[^”]*(?:”|$)|「[^」]*(?:」|$)|『[^』]*(?:』|$)|«[^»]*(?:»|$)|\"[^\"]*(?:\"|$)|\*[^*]{25,}\*"
    r"|‘(?:[^’]|’(?=\w))*(?:’|$)|(?<!\w)'(?=\S)(?:[^']|(?<=\w)'(?=\w))*'(?!\w)"
)
_SCRIPT = re.compile(
    rf"(?:[{HAN}·]{{2,6}}|[A-Z][A-Za-z' ]{{1,24}})(?:[（(][^）)]{{0,30}}[）)])?[：:](?=[^\x00])"
)
"""The beginning of a script's line: its speaker."""

_ENDS = "。！？；!?;"
_MASK = "\x00"


@frozen(kw_only=True)
class Chapter:
    """The text of a chapter or card."""

    path: str
    number: Annotated[int, "0 for a card."]
    text: str
    about: Annotated[str, "The full name of whom a card is about."] = ""


def card_texts(entity: Entity, files: ProjectFiles) -> Iterator[Chapter]:
    """The cards about an entity, as texts from before the book."""
    for path in (ref.path for ref in entity.refs if ref.path.endswith(".md") and not ref.first_line):
        if (file := read_or_none(files, path)) is not None:
            yield Chapter(path=path, number=0, text=file.text, about=entity.name)


@frozen(kw_only=True)
class Paragraph:
    """One line of a chapter that holds text."""

    chapter: Chapter
    line: Annotated[int, "From 1."]
    text: str
    narration: Annotated[str, "The same with everything that is said or quoted masked, offsets kept."]
    scene: Annotated[int, "The chapter's scene, from 1."] = 1

    @property
    def at(self) -> tuple[int, int]:
        """Chapter and line, comparable."""
        return (self.chapter.number, self.line)


def paragraphs(chapter: Chapter) -> Iterator[Paragraph]:
    """The paragraphs of a chapter, headings and breaks left out."""
    scene = 1
    for number, line in enumerate(chapter.text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if SCENE_BREAK.fullmatch(line):
            scene += 1
            continue
        narration = _QUOTED.sub(_masked, line)
        script = _SCRIPT.match(narration)
        if script:
            narration = script[0] + _MASK * (len(line) - script.end())
        yield Paragraph(chapter=chapter, line=number, text=line, narration=narration, scene=scene)


def _masked(found: re.Match[str]) -> str:
    """As long as what is quoted; a sentence that ends inside the quotation ends the narrator's too."""
    length = len(found[0])
    return _MASK * (length - 1) + "。" if found[0][-2:-1] in _ENDS else _MASK * length
