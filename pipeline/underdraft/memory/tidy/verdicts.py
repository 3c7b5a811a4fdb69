"""What a model judged about two statements, kept as ids, hashes and places: no words of theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import attrs
from sqlalchemy import Connection, or_, select

from underdraft.memory.db.schema.tidy import MEMORY_TIDY_VERDICT
from underdraft.memory.tidy.compare import Pair

VerdictKind = Literal["duplicate", "contradiction", "different", "unsaid"]
Span = tuple[int, int]


@attrs.frozen(kw_only=True)
class Verdict:
    """What a model says of two statements.

    Attributes:
        kind: ``unsaid`` where its answer says nothing that could be believed.
        holds: Content hash of the one that holds, or ``None``.
        words: By content hash the place, in code points, of the words that show it.
    """

    kind: VerdictKind
    holds: str | None = None
    words: Mapping[str, Span] = attrs.field(factory=dict)


Verdicts = Mapping[frozenset[str], Verdict]
"""By the content hashes of two statements."""

_SIDES = ("first", "second")


def read_verdicts(connection: Connection, project_id: str | None) -> Verdicts:
    """What was judged for a project, and for all projects."""
    c = MEMORY_TIDY_VERDICT.c
    mine = select(MEMORY_TIDY_VERDICT).where(or_(c.project_id.is_(None), c.project_id == project_id))
    return {
        frozenset({row.first_hash, row.second_hash}): Verdict(
            kind=row.kind,
            holds=row.holds_hash,
            words={
                row.first_hash: (row.first_begin, row.first_end),
                row.second_hash: (row.second_begin, row.second_end),
            },
        )
        for row in connection.execute(mine.order_by(c.seq))
    }


def add_verdicts(
    connection: Connection, judged: Iterable[tuple[Pair, Verdict]], project_id: str | None, at: str
) -> None:
    """Keep what was judged, so that nothing is asked twice."""
    rows: list[dict[str, Any]] = []
    for pair, verdict in judged:
        row: dict[str, Any] = {
            "project_id": project_id,
            "kind": verdict.kind,
            "holds_hash": verdict.holds,
            "at": at,
        }
        for side, one in zip(_SIDES, sorted(pair, key=lambda one: one.content_hash), strict=True):
            begin, end = verdict.words.get(one.content_hash, (0, 0))
            row |= {side: one.ref, f"{side}_hash": one.content_hash}
            row |= {f"{side}_begin": begin, f"{side}_end": end}
        rows.append(row)
    if rows:
        connection.execute(MEMORY_TIDY_VERDICT.insert(), rows)
