"""Kinds of signals and their two preferences as rows; ids follow from content, so processes agree on them."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import attrs

from underdraft.learning.preferences.scores import POLES, Pole, Tally, tally
from underdraft.text.clean import normalised

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection, RowMapping

    from underdraft.types.feedback import PreferenceSignal, Stance


@attrs.frozen(kw_only=True)
class Kind:
    """What signals are counted for."""

    id: str
    scope: str
    project_id: str | None
    axis: str
    key: str
    counted_after: int
    created_at: str


@attrs.frozen(kw_only=True)
class Preference:
    """One pole of a kind, and what became of it beside its memory."""

    id: str
    kind_id: str
    pole: Pole
    statement: str
    refused_at: str | None = None
    retired_at: str | None = None
    retired_reason: str | None = None
    promoted_to: str | None = None


@attrs.frozen(kw_only=True)
class SignalRow:
    """One signal as it is stored."""

    seq: int
    source: str
    kind_id: str
    run_id: str | None
    stance: Stance
    before: str
    after: str
    at: str


def kind_id_of(project_id: str | None, axis: str, key: str) -> str:
    """The id of a kind; ``key`` is normalised."""
    return hashlib.sha256(json.dumps(["kind", project_id, axis, key]).encode()).hexdigest()[:32]


def preference_id_of(kind_id: str, pole: Pole) -> str:
    """The id of a pole, and of the memory that it becomes."""
    return f"learned-{hashlib.sha256(json.dumps([kind_id, pole]).encode()).hexdigest()[:32]}"


def ensure_kind(connection: Connection, signal: PreferenceSignal, project_id: str | None, at: str) -> Kind:
    """The signal's kind, made with its two preferences when it is new; statements stay as they first were."""
    from underdraft.memory.db.schema.feedback import PREFERENCE, PREFERENCE_KIND

    key = normalised(signal.key)
    kind_id = kind_id_of(project_id, signal.axis, key)
    found = load_kind(connection, kind_id)
    if found is not None:
        return found
    kind = Kind(
        id=kind_id,
        scope="global" if project_id is None else "project",
        project_id=project_id,
        axis=signal.axis,
        key=key,
        counted_after=0,
        created_at=at,
    )
    connection.execute(PREFERENCE_KIND.insert().values(attrs.asdict(kind)))
    for pole, statement in zip(POLES, (signal.statement, signal.opposite), strict=True):
        if statement.strip():
            made = Preference(
                id=preference_id_of(kind_id, pole),
                kind_id=kind_id,
                pole=pole,
                statement=" ".join(statement.split()),
            )
            connection.execute(PREFERENCE.insert().values(attrs.asdict(made)))
    return kind


def load_kind(connection: Connection, kind_id: str) -> Kind | None:
    """The kind of this id."""
    from sqlalchemy import select

    from underdraft.memory.db.schema.feedback import PREFERENCE_KIND as TABLE

    row = connection.execute(select(TABLE).where(TABLE.c.id == kind_id)).mappings().first()
    return None if row is None else Kind(**row)


def load_preferences(connection: Connection, kind_id: str) -> list[Preference]:
    """A kind's poles, ``accept`` first."""
    from sqlalchemy import select

    from underdraft.memory.db.schema.feedback import PREFERENCE as TABLE

    rows = connection.execute(select(TABLE).where(TABLE.c.kind_id == kind_id).order_by(TABLE.c.pole))
    return [Preference(**row) for row in rows.mappings()]


def load_preference(connection: Connection, preference_id: str) -> Preference | None:
    """The preference of this id."""
    from sqlalchemy import select

    from underdraft.memory.db.schema.feedback import PREFERENCE as TABLE

    row = connection.execute(select(TABLE).where(TABLE.c.id == preference_id)).mappings().first()
    return None if row is None else Preference(**row)


def load_signals(connection: Connection, kind: Kind) -> list[SignalRow]:
    """A kind's signals that count, oldest first."""
    from sqlalchemy import select

    from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL as TABLE

    columns = [TABLE.c[a.name] for a in attrs.fields(SignalRow)]
    query = select(*columns).where(TABLE.c.kind_id == kind.id, TABLE.c.seq > kind.counted_after)
    return signal_rows(connection.execute(query.order_by(TABLE.c.seq)).mappings())


def signal_rows(rows: Iterable[RowMapping]) -> list[SignalRow]:
    """Rows as values."""
    return [SignalRow(**row) for row in rows]


def judged(kind: Kind, signals: Sequence[SignalRow], threshold: int) -> dict[Pole, Tally]:
    """Both poles of a kind."""
    stances: list[Stance] = [signal.stance for signal in signals]
    return {pole: tally(stances, pole=pole, threshold=threshold, axis=kind.axis) for pole in POLES}
