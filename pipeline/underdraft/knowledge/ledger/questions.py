"""The two questions to the reader model: which claims a chapter makes, and which pairs of claims contradict each other."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from underdraft.knowledge.graph.fields import MAX_NAME
from underdraft.knowledge.graph.model import CATEGORIES, FRAMES
from underdraft.text.clean import fenced, sha256
from underdraft.types.question import Example, list_schema, object_schema, text_schema, with_examples
from underdraft.types.values import frozen

PART = 8_000
"""Code points of a chapter in one question, unless the chapter has more than :data:`PARTS` times as many."""

PARTS = 3
"""Maximum questions to read one chapter."""

QUOTE = 300
"""Maximum code points of a quote."""

PAIRS = 20
"""Maximum pairs in one question to the judge, without those that test it."""

AT_FIRST = 2
"""Maximum questions about the pairs of one chapter in a check of the whole book, the nearest first; then one a check."""

KNOWN = 7
"""Maximum pairs besides, of which the answer is known."""

_TEXTS = tomllib.loads((files("underdraft.knowledge.ledger") / "questions.toml").read_text(encoding="utf-8"))
_READ = _TEXTS["read"]

KINDS = ("character", "place", "organisation", "thing")
VERDICTS = ("contradiction", "change", "unreal", "same", "unrelated")
"""Verdicts on a pair: it cannot be; story time has changed it; a lie, dream, memory or guess; the same; nothing in common."""


@frozen(kw_only=True)
class Task:
    """A kind of question: the name that it is recorded under, the system message, and the answer's schema."""

    name: str
    instruction: str
    schema: Mapping[str, object]

    def about(self, text: str) -> dict[str, Any]:
        """The question about some material, as arguments of whoever is asked."""
        return {"system": self.instruction, "text": text, "schema": self.schema}


_NAME, _WORDS, _QUOTE = text_schema(MAX_NAME), text_schema(60), text_schema(QUOTE)
_NAMES = object_schema(
    name=_NAME, kind={"type": "string", "enum": list(KINDS)}, aliases=list_schema(_NAME, 8), quote=_QUOTE
)
_CLAIM = object_schema(
    subject=_NAME,
    category={"type": "string", "enum": list(CATEGORIES)},
    attribute=text_schema(40),
    value=text_schema(80),
    frame={"type": "string", "enum": list(FRAMES)},
    quote=_QUOTE,
)
READ = Task(
    name="read-story",
    instruction=with_examples(
        _READ["instruction"], [Example(material=_READ["material"], answer=_READ["answer"])]
    ),
    schema=object_schema(names=list_schema(_NAMES, 12), claims=list_schema(_CLAIM, 40)),
)
JUDGE = Task(
    name="judge-story",
    instruction=_TEXTS["judge"]["instruction"],
    schema=object_schema(
        verdicts=list_schema(
            object_schema(
                pair={"type": "integer"},
                verdict={"type": "string", "enum": list(VERDICTS)},
                first=_WORDS,
                second=_WORDS,
                why=text_schema(100),
                sure={"type": "integer"},
            ),
            PAIRS + KNOWN,
        )
    ),
)


def parts_of(text: str) -> list[str]:
    """The material of each question about a chapter: whole lines in a fence, at most :data:`PARTS` times."""
    return [fenced(part) for part in _cut(text) if part.strip()]


def _cut(text: str) -> Iterator[str]:
    """Cut a long chapter near even places, each time before the line whose hash is least: an edit changes one part alone."""
    count = min(PARTS, 1 + len(text) // PART)
    begin = 0
    for number in range(1, count):
        low, high = (len(text) * (8 * number + side) // (8 * count) for side in (-1, 1))
        starts = [found.end() for found in re.finditer("\n", text[low:high])]
        near = {low + start: text[low + start :].partition("\n")[0] for start in starts}
        cut = min(near, key=lambda start: (sha256(near[start]), start), default=text.find("\n", high) + 1)
        if cut > begin:
            yield text[begin : cut - 1]
            begin = cut
    yield text[begin:]
