"""A purge in steps that hold the write lock for a moment only."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import batches
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from sqlalchemy import Connection

FIRST_BATCH = 20
"""Rows of the first transaction; the next ones follow from how long it took."""

AIM_S = 0.05
"""How long a transaction is to take; at most a quarter of what another writer should have to wait."""

PAUSE_S = 0.002
"""Pause between two transactions, in which others get the lock."""


@frozen(kw_only=True)
class PurgeStep:
    """Rows of one kind that a purge removes or takes words out of."""

    kind: Annotated[str, "What they are, for the counts."]
    rows: Annotated[Sequence[tuple[Any, str | None]], "The key and the project of each."]
    write: Annotated[Callable[[Connection, Sequence[Any]], object], "Does it for some keys."]
    memories: Annotated[bool, "These are memories or facts that are gone then."] = False

    def take(self, connection: Connection) -> None:
        """Do all of it in the caller's transaction."""
        for batch in batches([key for key, _ in self.rows]):
            self.write(connection, batch)


@frozen(kw_only=True)
class PurgeCount:
    """How many things of one kind and project a purge reaches."""

    kind: Annotated[str, "`memory`, `fact`, `run`, `message`, `episode`, `compact`, `summary` ..."]
    project_id: Annotated[str | None, "Their project, or null for none."]
    count: int


@frozen(kw_only=True)
class LeftBehind:
    """Something for all projects that a purge does not reach although it was learned there."""

    kind: Annotated[str, "`profile` (a line of it), `fact` or `memory`."]
    id: Annotated[str, "`memory:purge {id}` removes it, too; so does `underdraft memory purge ID`."]
    content: Annotated[str, "What it says."]


def count_steps(steps: Iterable[PurgeStep]) -> tuple[PurgeCount, ...]:
    """Return how much the steps reach, by kind and project."""
    found = Counter((step.kind, project) for step in steps for _, project in step.rows)
    ordered = sorted(found.items(), key=lambda entry: (entry[0][0], entry[0][1] or ""))
    return tuple(PurgeCount(kind=kind, project_id=project, count=n) for (kind, project), n in ordered)


def take_step(database: Database, step: PurgeStep) -> None:
    """Do one step, as many rows at a time as :data:`AIM_S` allows."""
    keys, size = [key for key, _ in step.rows], FIRST_BATCH
    while keys:
        batch, keys = keys[:size], keys[size:]
        begin = time.monotonic()
        with database.write() as connection:
            locked = time.monotonic()
            step.write(connection, batch)
        took = max(time.monotonic() - locked, 1e-4)
        size = max(1, min(4 * size, int(len(batch) * AIM_S / took)))
        if keys:
            time.sleep(PAUSE_S if locked - begin < PAUSE_S else 0)
