"""All chapters as one text, in which every offset still knows its paragraph; and what is found written in it."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib import resources
from typing import Annotated

import attrs

from underdraft.knowledge.checks.prose import Chapter, Paragraph, paragraphs


@cache
def words(section: str) -> Mapping[str, str]:
    """The texts of a section of ``words.toml``; a list is joined as alternatives."""
    text = resources.files("underdraft.knowledge.proposing").joinpath("words.toml").read_text("utf-8")
    found = tomllib.loads(text)[section].items()
    return {name: value if isinstance(value, str) else "|".join(value) for name, value in found}


@cache
def listed(section: str, name: str) -> frozenset[str]:
    """The words of a line of ``words.toml``, parted by spaces."""
    return frozenset(words(section)[name].split())


@attrs.frozen(eq=False, slots=False)
class StoryText:
    """The paragraphs of all chapters, one a line; offsets are code points of :attr:`text`."""

    paragraphs: tuple[Paragraph, ...]

    @classmethod
    def of(cls, chapters: Sequence[Chapter]) -> StoryText:
        """The chapters' paragraphs in order, headings and breaks left out."""
        return cls(tuple(p for chapter in chapters for p in paragraphs(chapter)))

    @cached_property
    def text(self) -> str:
        """Every paragraph, one a line."""
        return "".join(f"{p.text}\n" for p in self.paragraphs)

    @cached_property
    def narration(self) -> str:
        """The same with what people say masked, offsets kept."""
        return "".join(f"{p.narration}\n" for p in self.paragraphs)

    @cached_property
    def _begins(self) -> Sequence[int]:
        begins, at = [], 0
        for paragraph in self.paragraphs:
            begins.append(at)
            at += len(paragraph.text) + 1
        return begins

    def place(self, offset: int) -> tuple[Paragraph, int]:
        """The paragraph at an offset, and the offset in it."""
        at = bisect_right(self._begins, offset) - 1
        return self.paragraphs[at], offset - self._begins[at]


@attrs.frozen(kw_only=True)
class Written:
    """One writing of a name, and where it stands."""

    text: str
    at: Annotated[tuple[int, ...], "Offsets in the story text."]
    kind: Annotated[str, "`character`, `place`, `thing` or `organisation`."] = "character"
    title: Annotated[str, "The form of address in it, `Mrs` or `掌柜`."] = ""
    core: Annotated[str, "The name without it."] = ""
    evidence: Annotated[float, "How much speaks for a name of this kind, 0 to 1."] = 0.5

    @property
    def count(self) -> int:
        """How often it stands there."""
        return len(self.at)
