"""The two questions to the reader model: which claims a chapter makes, and which pairs of claims contradict each other."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files

import attrs

from underdraft.knowledge.graph.fields import MAX_NAME
from underdraft.knowledge.graph.model import CATEGORIES, FRAMES
from underdraft.text.clean import fenced
from underdraft.types.question import Example, list_schema, object_schema, text_schema, with_examples

PART = 8_000
"""Code points of a chapter in one question, unless the chapter has more than :data:`PARTS` times as many."""

PARTS = 3
"""Maximum questions to read one chapter."""

QUOTE = 300
"""Maximum code points of a quote."""

PAIRS = 20
"""Maximum pairs in one question to the judge, without those that test it."""

KNOWN = 7
"""Maximum pairs besides, of which the answer is known."""

_TEXTS = tomllib.loads((files("underdraft.knowledge.ledger") / "questions.toml").read_text(encoding="utf-8"))
_READ = _TEXTS["read"]

KINDS = ("character", "place", "organisation", "thing")
VERDICTS = ("contradiction", "change", "unreal", "same", "unrelated")
"""Verdicts on a pair: it cannot be; story time has changed it; a lie, dream, memory or guess; the same; nothing in common."""


@attrs.frozen(kw_only=True)
class Task:
    """A kind of question: the name that it is recorded under, the system message, and the answer's schema."""

    name: str
    instruction: str
    schema: Mapping[str, object]


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
    count = min(PARTS, 1 + len(text) // PART)
    size = len(text) // count + max(map(len, text.split("\n"))) + 1
    return [fenced(part) for part in _cut(text, size) if part.strip()]


def _cut(text: str, size: int) -> Iterator[str]:
    """Whole lines of at most ``size`` code points together, unless one is longer."""
    lines: list[str] = []
    for line in text.split("\n"):
        if lines and sum(map(len, lines)) + len(lines) + len(line) > size:
            yield "\n".join(lines)
            lines = []
        lines.append(line)
    yield "\n".join(lines)
