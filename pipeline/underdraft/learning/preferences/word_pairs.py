"""Pairs of words: occasions that the writer left alone, and pairs that are only a part of another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underdraft.learning.preferences.topics import Kind, load_signals
from underdraft.types.feedback import FeedbackEvent, PreferenceSignal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from underdraft.learning.preferences.scores import Pole


WORD_AXIS = "word"
"""The axis of replaced words; a key is two words in code point order with ``|`` between."""

KINDS_MAXIMUM = 500
"""How many pairs of a project are looked for in one edit, the latest first."""


def kept_words(connection: Connection, event: FeedbackEvent) -> Iterator[tuple[PreferenceSignal, Kind]]:
    """Occasions on known pairs: the unwanted word stands in the model's text and still in the writer's."""
    if not event.model_text or not event.final_text or event.model_text == event.final_text:
        return
    old, new = event.model_text.casefold(), event.final_text.casefold()
    for kind in word_kinds(connection, event.project_id):
        if not any(word in old and word in new for word in kind.key.split("|")):
            continue
        unwanted = unwanted_word(connection, kind)
        if unwanted and unwanted in old and unwanted in new:
            signal = PreferenceSignal(axis=WORD_AXIS, key=kind.key, stance="kept", statement=kind.key)
            yield signal, kind


def unwanted_word(connection: Connection, kind: Kind) -> str | None:
    """The word of a pair that its last signal replaced."""
    first, _, second = kind.key.partition("|")
    leanings = [s.stance for s in load_signals(connection, kind) if s.stance != "kept"]
    if not leanings:
        return None
    return second if leanings[-1] == "accept" else first


def outdone(connection: Connection, kind: Kind, support: int, pole: Pole) -> bool:
    """Whether another pair explains the same exchange of characters as often or more often.

    砚突 -> 砚忽 is only 突然 -> 忽然 after a name: the pair that comes back with every neighbour wins.
    """
    if kind.axis != WORD_AXIS:
        return False
    exchanged = core(kind.key)
    return any(
        support <= sum(signal.stance == pole for signal in load_signals(connection, other))
        for other in word_kinds(connection, kind.project_id)
        if other.id != kind.id and core(other.key) == exchanged
    )


def core(key: str) -> tuple[str, str]:
    """What two words of a pair do not share at their ends."""
    first, _, second = key.partition("|")
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    end = 0
    while end < min(len(first), len(second)) - start and first[-1 - end] == second[-1 - end]:
        end += 1
    return first[start : len(first) - end], second[start : len(second) - end]


def word_kinds(connection: Connection, project_id: str | None) -> list[Kind]:
    """The pairs of a project, the latest first."""
    from sqlalchemy import select

    from underdraft.memory.db.schema.feedback import PREFERENCE_KIND as TABLE

    query = select(TABLE).where(TABLE.c.project_id.is_not_distinct_from(project_id))
    query = query.where(TABLE.c.axis == WORD_AXIS).order_by(TABLE.c.created_at.desc()).limit(KINDS_MAXIMUM)
    return [Kind(**row) for row in connection.execute(query).mappings()]
