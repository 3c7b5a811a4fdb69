"""What was learned, for the writer to see and to decide about: what channels and commands use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import attrs

from underdraft.learning.ledger.kept_share import attribute_run
from underdraft.learning.rules.decisions import clear, find_preference, keep, promote, refuse, settle_rule
from underdraft.learning.rules.listing import read_learned_offers, read_ledger
from underdraft.memory.db.database import Database
from underdraft.memory.episodes.semantic import rule_of
from underdraft.memory.notes.record import CONTENT_MAXIMUM, MemoryItem
from underdraft.memory.runs.store import RunStore
from underdraft.types.checks import check_text
from underdraft.types.episodes import SemanticRule
from underdraft.types.preferences import LearnedOffer, Ledger, RunAttribution

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from underdraft.learning.ledger.scores import Pole
    from underdraft.learning.ledger.topics import TopicState


@attrs.frozen
class Preferences:
    """The learned rules of one store; safe between threads. ``written`` is called after records were changed.

    One that belongs to another project than ``project_id`` is ``NotFound``.
    """

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

    def confirm(
        self, preference_id: str, *, project_id: str | None = None, content: str | None = None
    ) -> MemoryItem:
        """Make a preference the writer's own, in other words if given: it is injected, and learning leaves it alone."""
        if content is not None:
            check_text("content", content, CONTENT_MAXIMUM)
        with self._decision(preference_id, project_id) as chosen:
            return keep(*chosen, content)

    def refuse(self, preference_id: str, *, project_id: str | None = None) -> str:
        """Say no: the preference is removed and never learned again."""
        with self._decision(preference_id, project_id) as chosen:
            refuse(*chosen)
        return preference_id

    def promote(self, preference_id: str, *, project_id: str | None = None) -> MemoryItem:
        """Make a project's preference that is in use one for all projects; else ``Conflict``."""
        with self._decision(preference_id, project_id) as chosen:
            return promote(*chosen)

    def settle_rule(
        self, rule_id: str, project_id: str | None, *, keep: bool = True, content: str | None = None
    ) -> SemanticRule:
        """Confirm or refuse a distilled rule; see :func:`.decisions.settle_rule`."""
        now = self.database.clock()
        with self.database.write() as connection:
            return rule_of(settle_rule(connection, rule_id, project_id, now, keep=keep, content=content))

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
    ) -> Iterator[tuple[Connection, TopicState, Pole, str]]:
        """The transaction of one decision, the pole with its topic, and the time."""
        now = self.database.clock()
        with self.database.write() as connection:
            yield connection, *find_preference(connection, preference_id, project_id), now
        self.written()
