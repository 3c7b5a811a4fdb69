"""Records that a purge leaves: they hold for all projects, and were said in the purged project or with purged words."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Annotated, Any

import attrs

from underdraft.text.clean import plain_words

LEAST = 4
"""Fewest characters of a message, without marks, that may be all that a remembered statement rests on."""

MOSTLY = 0.6
"""Share of a statement's pairs of characters that a message has where it says the same in other words."""


@attrs.frozen(kw_only=True)
class LeftBehind:
    """Something for all projects that a purge does not reach although it was said there."""

    kind: Annotated[str, "`profile` (a line of it), `fact` or `memory`."]
    id: Annotated[str, "`memory:purge {id}` removes it, too; so does `underdraft memory purge ID`."]
    content: Annotated[str, "What it says."]


@attrs.frozen(kw_only=True)
class Origin:
    """Where what is purged was said: the ids of sessions and runs, and the words."""

    sessions: frozenset[str] = frozenset()
    runs: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()

    def __or__(self, other: Origin) -> Origin:
        return Origin(
            sessions=self.sessions | other.sessions,
            runs=self.runs | other.runs,
            words=self.words + other.words,
        )

    def says(self, text: str) -> bool:
        """Whether a statement is among the words, or mostly so."""
        wanted = plain_words(text)
        if not wanted:
            return False
        if any(wanted in said or (len(said) >= LEAST and said in wanted) for said in self.words):
            return True
        pairs = set(pairwise(wanted))
        return any(len(pairs.intersection(pairwise(said))) > MOSTLY * len(pairs) for said in self.words)

    def taught(self, row: Any, *, unknown: bool = False) -> bool:
        """Whether a record rests on one of the runs or sessions, or on the words.

        With ``unknown`` it may be from before that was written down: then the words tell.
        """
        evidence = json.loads(row.evidence)
        ran = any(one.get("runId") in self.runs for one in evidence if isinstance(one, dict))
        if row.session_id in self.sessions or ran:
            return True
        if self.runs and not (unknown and not evidence and row.session_id is None):
            return False
        return any(self.says(text) for text in (row.content, *quotes(evidence)))


def quotes(evidence: list[Any]) -> list[str]:
    """The writer's words in a fact's evidence."""
    return [one["quote"] for one in evidence if isinstance(one, dict) and isinstance(one.get("quote"), str)]
