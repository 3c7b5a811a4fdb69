"""Preference learning over one store: what the feedback stage, channels and commands use."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import attrs

from underdraft.learning.commit_gate import CommitGate
from underdraft.memory.settings import read_settings
from underdraft.types.feedback import Feedback, FeedbackEvent, FeedbackResult, PreferenceSignal, RunSituation

if TYPE_CHECKING:
    from underdraft.learning.preferences.attribution import RunCredit
    from underdraft.learning.preferences.ledger import Ledger
    from underdraft.memory.db.database import Database
    from underdraft.memory.items.item import MemoryItem
    from underdraft.memory.runs.store import RunStore


log = logging.getLogger("underdraft")

Chosen = TypeVar("Chosen")


@attrs.frozen
class Preferences:
    """Learns from feedback; a :class:`underdraft.learning.commit_gate.FeedbackStore`, safe to use from any thread.

    Attributes:
        database: The store.
        runs: The run records.
        written: Called after a write that changed memories.
        heard: Called with each new event once it is stored, as it was stored.
    """

    database: Database
    runs: RunStore
    written: Callable[[], None] = lambda: None
    heard: Callable[[FeedbackEvent], object] = lambda _: None

    # --- feedback -----------------------------------------------------------------------------

    def situation(self, feedback: Feedback) -> RunSituation:
        """See :class:`underdraft.learning.commit_gate.FeedbackStore`."""
        from underdraft.learning.preferences.events import earlier_runs, run_row

        with self.database.read() as connection:
            settings = read_settings(connection)
            learning = bool(settings["preferenceLearningEnabled"])
            privacy = bool(settings["privacyModeEnabled"])
            if feedback.run_id is None:
                project = feedback.project_id if isinstance(feedback.project_id, str) else None
                return RunSituation(
                    project_id=project, skill_id=feedback.skill_id, learning=learning, privacy=privacy
                )
            run = run_row(connection, feedback)
            earlier = earlier_runs(connection, run)
        texts: tuple[str, ...] = ()
        candidates = 1
        if feedback.final_text is not None or feedback.selected_index is not None:
            record = self.runs.get(run.id).record
            candidates = len(record.texts)
            texts = record.texts if any(record.texts) else ()
        return RunSituation(
            project_id=run.project_id,
            skill_id=run.skill_id,
            scene_type=run.scene_type,
            texts=texts,
            candidates=candidates,
            earlier_runs=earlier,
            learning=learning,
            privacy=privacy,
        )

    def settled(self, event: FeedbackEvent) -> FeedbackResult | None:
        """See :class:`underdraft.learning.commit_gate.FeedbackStore`."""
        from underdraft.learning.preferences.store_event import settled

        with self.database.read() as connection:
            return settled(connection, event)

    def book(
        self, event: FeedbackEvent, signals: Sequence[PreferenceSignal], gate: CommitGate
    ) -> FeedbackResult:
        """See :class:`underdraft.learning.commit_gate.FeedbackStore`."""
        from underdraft.learning.preferences.store_event import book

        with self.database.write() as connection:
            booked, stored = book(connection, event, signals)
            gate.commit()
        self.written()
        if stored is not None:
            self._told(stored)
        return booked

    def _told(self, event: FeedbackEvent) -> None:
        """Pass a stored event on; what goes wrong there does not undo it."""
        try:
            self.heard(event)
        except Exception as error:  # noqa: BLE001 - the feedback itself is safe in the store
            log.warning("a stored feedback could not be passed on (%s)", type(error).__name__)

    # --- the ledger ---------------------------------------------------------------------------

    def ledger(self, project_id: str | None) -> Ledger:
        """Everything that was learned or may be, for a project and for all; see :class:`Ledger`."""
        from underdraft.learning.preferences.ledger import ledger

        with self.database.read() as connection:
            return ledger(connection, project_id)

    def confirm(self, preference_id: str, *, project_id: str | None = None) -> MemoryItem:
        """Make a preference the writer's own: it is injected, and learning leaves it alone.

        Args:
            preference_id: A candidate, learned, retired or refused one.
            project_id: Refuse one that belongs to another project.

        Raises:
            NotFound: There is no such preference.
            StoreError: Nothing was written.
        """
        from underdraft.learning.preferences.decisions import confirm

        return self._choose(confirm, preference_id, project_id)

    def edit(self, preference_id: str, content: str, *, project_id: str | None = None) -> MemoryItem:
        """Put a preference into the writer's words, which also confirms it. Raises as :meth:`confirm`."""
        from underdraft.learning.preferences.decisions import edit

        return self._choose(edit, preference_id, project_id, content)

    def refuse(self, preference_id: str, *, project_id: str | None = None) -> str:
        """Say no: the preference is removed and never learned again. Raises as :meth:`confirm`."""
        from underdraft.learning.preferences.decisions import refuse

        return self._choose(refuse, preference_id, project_id)

    def promote(self, preference_id: str, *, project_id: str | None = None) -> MemoryItem:
        """Make a project's preference one for all projects. Raises as :meth:`confirm`.

        Raises:
            Conflict: It holds for all projects already.
        """
        from underdraft.learning.preferences.decisions import promote

        return self._choose(promote, preference_id, project_id)

    def clear(self, project_id: str | None) -> int:
        """Forget what was learned for a project (``None``: for all projects), and its signals.

        Manual memories, refusals and the log of events stay. Returns how many memories went.
        """
        from underdraft.learning.preferences.decisions import clear

        with self.database.write() as connection:
            count = clear(connection, project_id, self.database.clock())
        self.written()
        return count

    def why(self, run_id: str, *, project_id: str | None = None) -> RunCredit:
        """What stood in a run's prompt from memory, and how runs with and without each fared.

        Raises:
            NotFound: There is no such run.
        """
        from underdraft.learning.preferences.attribution import why

        stored = self.runs.get(run_id)
        with self.database.read() as connection:
            return why(connection, stored.record, project_id)

    def _choose(
        self, choice: Callable[..., Chosen], preference_id: str, project_id: str | None, *more: str
    ) -> Chosen:
        now = self.database.clock()
        with self.database.write() as connection:
            made = choice(connection, preference_id, project_id, now, *more)
        self.written()
        return made
