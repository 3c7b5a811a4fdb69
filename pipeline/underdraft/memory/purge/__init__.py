"""Remove for good: memories with their past, and their texts wherever they stand; free pages and old copies, too."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

from underdraft.errors import InvalidArgument, NotFound, StoreError
from underdraft.memory import log
from underdraft.memory.areas.area import Area, check_declared
from underdraft.memory.areas.scope import PurgeScope
from underdraft.memory.areas.steps import LeftBehind, PurgeCount, PurgeStep, count_steps, take_step
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.settings import AUDIT
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from sqlalchemy import Connection


@frozen(kw_only=True)
class Purged:
    """The result of a purge, or of a rehearsal."""

    purged: Annotated[int, "How many memories, facts and lines of the profile are gone."]
    counts: Annotated[
        tuple[PurgeCount, ...], "What is gone, or has lost a purged text, by kind and project."
    ] = ()
    left: Annotated[
        tuple[LeftBehind, ...],
        "What was learned there and stays, because it holds for all projects; `memory:purge` with the id removes it.",
    ] = ()
    complete: Annotated[
        bool,
        "No trace is left on free pages or in the file's log either; `False` when another process still reads an older state or the disk is full: the next purge finishes it, and so does the database when the last process closes the store.",
    ]


def purge(
    database: Database,
    areas: Sequence[Area],
    *,
    item_id: str | None = None,
    project_id: str | None = None,
    everything: bool = False,
    only_count: bool = False,
    forget: Callable[[PurgeScope], object] = lambda _: None,
) -> Purged:
    """Remove a memory, or a project's memories and runs, or all of them: one of the three.

    What else holds a purged text loses it and keeps the rest: see docs/contract.md, section 4. Copies that were made
    before migrations are removed, since they hold it too. The write lock is held for a moment at a time.

    Args:
        database: The store.
        areas: All areas of the store, the memories last: a purge that is broken off can be asked for again.
        item_id: A memory, a fact, or a line of the profile that an earlier purge has left.
        project_id: A project.
        everything: All.
        only_count: Say what would be done, and do nothing.
        forget: Removes the same from what the process holds and may write later.
    """
    if (item_id is not None) + (project_id is not None) + everything != 1:
        raise InvalidArgument("expected exactly one of id, projectId and all")
    check_declared(areas)
    with database.read() as connection:
        scope = PurgeScope(project_id=project_id, everything=everything, at=database.clock())
        for area in () if everything else areas:
            scope = area.find(connection, scope, item_id)
        if item_id is not None and not scope.texts:
            raise NotFound("id: there is no such memory", details={"field": "id"})
        steps = plan(connection, areas, scope)
        left = tuple(one for area in areas for one in area.left(connection, scope))
    counts = count_steps(steps)
    gone = sum(len(step.rows) for step in steps if step.memories)
    if only_count:
        return Purged(purged=gone, counts=counts, left=left, complete=False)
    forget(scope)
    for last in (False, True):  # while a memory is there, a purge that was broken off can be asked for again
        take_steps(database, areas, [step for step in steps if step.memories is last])
    if everything:
        with (
            database.ending_generation() as connection
        ):  # what other processes have written meanwhile goes, too
            for step in plan(connection, areas, scope):
                step.take(connection)
            for step in (step for area in areas for step in area.orphans(connection)):
                step.take(connection)
    what = "memory" if item_id is not None else "project" if project_id is not None else "all"
    details = json.dumps({"what": what, "purged": gone})
    with database.write() as connection:
        row = {"at": database.clock(), "actor": "user", "action": "purge", "details": details}
        connection.execute(AUDIT.insert().values(row))
    return Purged(purged=gone, counts=counts, left=left, complete=sweep(database, shrink=everything))


def take_steps(database: Database, areas: Sequence[Area], steps: Sequence[PurgeStep]) -> None:
    """Do some steps, and remove what belongs to nothing any more after them."""
    for step in steps:
        take_step(database, step)
    with database.read() as connection:
        orphans = [step for area in areas for step in area.orphans(connection)]
    for step in orphans:
        take_step(database, step)


def plan(connection: Connection, areas: Sequence[Area], scope: PurgeScope) -> list[PurgeStep]:
    """Everything that is to be done, in order."""
    steps: list[PurgeStep] = []
    for area in areas:
        for kept in area.tables:
            steps += kept.plan(connection, scope)
        steps += area.plan(connection, scope)
    return [step for step in steps if step.rows]


def sweep(database: Database, *, shrink: bool) -> bool:
    """Clear the log and old copies; whether all of it could be done. Free pages are empty: they are written over."""
    try:
        if shrink:  # a moment, since nothing is left
            database.place.compact()
        complete = database.place.checkpoint()
    except StoreError as error:
        log.warning("the purge is not complete: %s", error.message)
        complete = False
    return database.place.remove_copies() and complete
