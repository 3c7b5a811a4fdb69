"""Asks a model about chapters passage by passage, up to a limit; a question that fails ends the asking."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Generic, TypeVar

import attrs

from underdraft.errors import MODEL_NOT_ASKED, ModelError, Timeout
from underdraft.knowledge.checks.prose import Chapter
from underdraft.text.clean import fenced
from underdraft.types.model_call import AskModel

_T = TypeVar("_T")

PASSAGE = 3_000
"""Code points of text in one question."""

MAX_QUESTIONS = 100
"""Maximum questions at once: some 300,000 code points of text."""

SHORTEST = 4
"""Code points of a quote below which it could stand anywhere."""


@attrs.frozen(kw_only=True)
class Passage:
    """A part of a chapter that is asked about at once."""

    chapter: Chapter
    first_line: int
    text: str

    @property
    def at(self) -> tuple[int, int]:
        """Chapter and line, comparable."""
        return (self.chapter.number, self.first_line)


@attrs.frozen(kw_only=True)
class Asked(Generic[_T]):
    """The result of asking."""

    items: tuple[_T, ...] = ()
    warnings: tuple[str, ...] = ()
    questions: Annotated[int, "How often the model was asked."] = 0


@attrs.define(kw_only=True)
class Questions:
    """One kind of question, how often it was asked, and from where on it was not."""

    ask: AskModel
    order: str
    schema: Mapping[str, object]
    count: int = 0
    warnings: Annotated[tuple[str, ...], "`MODEL_NOT_ASKED`, where the asking ended early."] = ()

    def answers(
        self, chapters: Sequence[Chapter], known: Callable[[Passage], Sequence[str]]
    ) -> Iterator[tuple[Passage, Mapping[str, object]]]:
        """Ask about each passage with the lines that ``known`` gives for it; where it gives ``()``, it is passed over."""
        for passage in (part for chapter in chapters for part in passages(chapter)):
            lines = known(passage)
            if not lines:
                continue
            if self.count == MAX_QUESTIONS:
                self.warnings = (_left_from(passage, "limit"),)
                return
            self.count += 1
            text = f"{fenced(chr(10).join(lines))}\n\n{fenced(passage.text)}"
            try:
                answer = self.ask(system=self.order, text=text, schema=self.schema)
            except (ModelError, Timeout) as error:
                self.warnings = (_left_from(passage, error.code),)
                return
            yield passage, answer


def objects_in(answer: Mapping[str, object], name: str) -> list[Mapping[str, Any]]:
    """The objects of a list in an answer; what else it holds is passed over."""
    items = answer.get(name)
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _left_from(passage: Passage, why: str) -> str:
    return f"{MODEL_NOT_ASKED}: from {passage.chapter.path}, line {passage.first_line} on ({why})"


def passages(chapter: Chapter) -> Iterator[Passage]:
    """A chapter's lines in parts of at most :data:`PASSAGE` code points, unless one line is longer."""
    lines: list[str] = []
    begin, size = 1, 0
    for number, line in enumerate(chapter.text.split("\n"), start=1):
        if lines and size + len(line) > PASSAGE:
            yield Passage(chapter=chapter, first_line=begin, text="\n".join(lines))
            lines, begin, size = [], number, 0
        lines.append(line)
        size += len(line) + 1
    if any(line.strip() for line in lines):
        yield Passage(chapter=chapter, first_line=begin, text="\n".join(lines))
