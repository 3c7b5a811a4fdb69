"""A proposal: what it says, and the sentences that say it, by their words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from underdraft.knowledge.checks.prose import Paragraph
from underdraft.knowledge.checks.told import sentence_at
from underdraft.knowledge.graph.anchors import anchor
from underdraft.knowledge.graph.model import Evidence
from underdraft.types.knowledge import CandidateFact

QUOTES = 3
"""Maximum quotes of one proposal."""


def proposed(kind: str, fact: Mapping[str, Any], refs: Sequence[Evidence]) -> CandidateFact:
    """A fact with its evidence."""
    return CandidateFact(kind=kind, fact={**fact, "ref": [_ref(r) for r in refs[:QUOTES]]})


def quote_at(paragraph: Paragraph, offset: int) -> Evidence:
    """The sentence of a paragraph around an offset."""
    start, end = sentence_at(paragraph.text, offset)
    return anchor(paragraph.chapter.path, paragraph.text, start, end)


def _ref(evidence: Evidence) -> dict[str, str]:
    """Evidence by its words, as a fact gives it."""
    said = {name: getattr(evidence, name) for name in ("path", "quote", "before", "after")}
    return {name: value for name, value in said.items() if value}
