"""Work that ended processes left undone, done by the running server for writers who do not return soon."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from underdraft.boundary.private_logging import logger_of
from underdraft.errors import StoreError, UnderdraftError
from underdraft.memory.copies.writers import writers_with_work
from underdraft.memory.db.background import BackgroundThread
from underdraft.memory.db.jobs import later
from underdraft.workspace import Workspace

log = logger_of("underdraft.service")

LOOK_SECONDS = 60.0
"""Pause between two looks."""

PATIENCE_SECONDS = 120.0
"""How long a job waits for the process that serves its writer."""

EMBED_SECONDS = 10.0
"""Longest time for vectors of what one writer's jobs have written."""

CLOSE_SECONDS = 3.0
"""How long closing waits for the writer at hand."""


class LeftWork(BackgroundThread):
    """Does the jobs of all writers of a store that have been due for long, writer by writer.

    Each writer's workspace is opened for it with the settings of the one that is given and no folder, and closed again.
    """

    def __init__(self, workspace: Workspace) -> None:
        super().__init__("left-work")
        self._workspace = workspace

    def work(self) -> float:
        """See :class:`BackgroundThread`."""
        database = self._workspace.store.database
        try:
            found = writers_with_work(database, due_by=later(database.clock(), -PATIENCE_SECONDS))
        except StoreError as error:
            log.info("left work waits: %s", error.message)
            return LOOK_SECONDS
        for writer in found:
            if self.closing.is_set():
                break
            self._work_for(writer)
        return LOOK_SECONDS

    def _work_for(self, writer: str) -> None:
        own = self._workspace
        same = {name: getattr(own, name) for name in ("clock", "new_id")}
        same |= {name: getattr(own.config, name) for name in ("model", "embedder")}
        try:
            where = own.store.database.where
            with own.beside(store=where, writer=writer, files={}, **same) as workspace:
                done = workspace.store.do_left_work(EMBED_SECONDS)
        except UnderdraftError as error:
            log.info("left work waits: %s", error.message)
        else:
            log.info("%d left job(s) of a writer were done", done)


@contextmanager
def doing_left_work(workspace: Workspace) -> Iterator[None]:
    """Look for left work as long as the block lasts, from now on; nothing over a store of one writer."""
    if not workspace.store.database.shared:
        yield
        return
    thread = LeftWork(workspace)
    thread.wake()
    try:
        yield
    finally:
        thread.stop(CLOSE_SECONDS)
