"""Learned preferences for channels and commands: the writer sees them and decides about them."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from underdraft.learning.rules.decisions import Choice, clear, settle
from underdraft.learning.rules.listing import read_ledger
from underdraft.memory.db.database import Database
from underdraft.memory.notes.record import MemoryItem
from underdraft.types.preferences import Ledger


@attrs.frozen
class Preferences:
    """The learned rules of one store; safe between threads. ``written`` is called after records were changed.

    One that belongs to another project than ``project_id`` is ``NotFound``.
    """

    database: Database
    written: Callable[[], None] = lambda: None

    def ledger(self, project_id: str | None) -> Ledger:
        """Everything that was learned or may be, for a project and for all; see :class:`Ledger`."""
        with self.database.read() as connection:
            return read_ledger(connection, project_id)

    def settle(
        self, id_: str, choice: Choice, project_id: str | None, *, content: str | None = None
    ) -> MemoryItem | None:
        """Confirm or refuse a preference or a rule for a kind of scene; see :func:`.decisions.settle`."""
        now = self.database.clock()
        with self.database.write() as connection:
            settled = settle(connection, id_, choice, project_id, now, content=content)
        self.written()
        return settled

    def clear(self, project_id: str | None) -> int:
        """Forget what was learned for a project (``None``: for all projects), and its signals.

        Manual memories, refusals and the log of events stay. Returns how many memories went.
        """
        with self.database.write() as connection:
            count = clear(connection, project_id, self.database.clock())
        self.written()
        return count
