"""What was learned, for the writer to see and to decide about: what channels and commands use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import attrs

from underdraft.learning.preferences.attribution import attribute_run
from underdraft.learning.preferences.decisions import clear, find_preference, keep, promote, refuse
from underdraft.learning.preferences.learned_rules import read_learned_offers
from underdraft.learning.preferences.ledger import read_ledger
from underdraft.learning.preferences.topics import Preference, TopicState
from underdraft.memory.db.database import Database
from underdraft.memory.notes.record import CONTENT_MAXIMUM, MemoryItem
from underdraft.memory.runs.store import RunStore
from underdraft.types.checks import check_text
from underdraft.types.preferences import LearnedOffer, Ledger, RunAttribution

if TYPE_CHECKING:
    from sqlalchemy import Connection


@attrs.frozen
class Preferences:
    """The preferences of one store; safe between threads. ``written`` is called after memories were changed."""

    database: Database
    runs: RunStore
    written: Callable[[], None] = lambda: None

    def ledger(self, project_id: str | None) -> Ledger:
        """Everything that was learned or may be, for a project and for all; see :class:`Ledger`."""
        with self.database.read() as connection:
            return read_ledger(connection, project_id)

    def learned_offers(self, project_id: str | None) -> tuple[LearnedOffer, ...]:
        """Worded tastes and distilled rules; see :func:`read_learned_offers`."""
        with self.database.read() as connection:
            return read_learned_offers(connection, project_id)

    def confirm(self, preference_id: str, *, project_id: str | None = None) -> MemoryItem:
        """Make a preference the writer's own: it is injected, and learning leaves it alone.

        One that belongs to another project than ``project_id`` is ``NotFound``.
        """
        with self._decision(preference_id, project_id) as chosen:
            return keep(*chosen)

    def edit(self, preference_id: str, content: str, *, project_id: str | None = None) -> MemoryItem:
        """Put a preference into the writer's words, which also confirms it. Raises as :meth:`confirm`."""
        check_text("content", content, CONTENT_MAXIMUM)
        with self._decision(preference_id, project_id) as chosen:
            return keep(*chosen, content)

    def refuse(self, preference_id: str, *, project_id: str | None = None) -> str:
        """Say no: the preference is removed and never learned again. Raises as :meth:`confirm`."""
        with self._decision(preference_id, project_id) as chosen:
            refuse(*chosen)
        return preference_id

    def promote(self, preference_id: str, *, project_id: str | None = None) -> MemoryItem:
        """Make a project's preference that is in use one for all projects. Raises as :meth:`confirm`, and ``Conflict``."""
        with self._decision(preference_id, project_id) as chosen:
            return promote(*chosen)

    def clear(self, project_id: str | None) -> int:
        """Forget what was learned for a project (``None``: for all projects), and its signals.

        Manual memories, refusals and the log of events stay. Returns how many memories went.
        """
        with self.database.write() as connection:
            count = clear(connection, project_id, self.database.clock())
        self.written()
        return count

    def why(self, run_id: str, *, project_id: str | None = None) -> RunAttribution:
        """What was in a run's prompt from memory, and how runs with and without each of it fared."""
        stored = self.runs.get(run_id)
        with self.database.read() as connection:
            return attribute_run(connection, stored.record, project_id)

    @contextmanager
    def _decision(
        self, preference_id: str, project_id: str | None
    ) -> Iterator[tuple[Connection, TopicState, Preference, str]]:
        """The transaction of one decision, the preference with its topic, and the time."""
        now = self.database.clock()
        with self.database.write() as connection:
            yield connection, *find_preference(connection, preference_id, project_id), now
        self.written()
