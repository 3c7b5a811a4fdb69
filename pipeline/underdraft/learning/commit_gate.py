"""Feedback as values: what the writer did with a result, what listeners learn from it, what came of it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Literal, Protocol

from underdraft.errors import Canceled
from underdraft.types.feedback import Feedback, FeedbackEvent, FeedbackResult, PreferenceSignal, RunSituation


class CommitGate:
    """Decides between a cancellation and a commit that race: whoever comes first wins, for good."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: Literal["open", "committing", "canceled"] = "open"

    def commit(self) -> None:
        """Called inside the transaction, right before its end.

        Raises:
            Canceled: The caller has given up; the transaction must be undone.
        """
        with self._lock:
            if self._state == "canceled":
                raise Canceled("the feedback was canceled")
            self._state = "committing"

    def cancel(self) -> bool:
        """Bar the commit; ``False`` when it is already under way."""
        with self._lock:
            if self._state == "committing":
                return False
            self._state = "canceled"
            return True


class FeedbackStore(Protocol):
    """What the feedback stage needs from the store; methods block, call them off the loop."""

    def situation(self, feedback: Feedback) -> RunSituation:
        """What is known of the run.

        Raises:
            NotFound: There is no such run, or it is another project's.
            StoreError: The store cannot be read.
        """
        ...

    def settled(self, event: FeedbackEvent) -> FeedbackResult | None:
        """The answer to feedback that is in the store already, so that nothing is to be done.

        Raises:
            Conflict: There is no accept to undo, or it is too long ago.
        """
        ...

    def book(
        self, event: FeedbackEvent, signals: Sequence[PreferenceSignal], gate: CommitGate
    ) -> FeedbackResult:
        """Store event and signals and learn from them, in one transaction.

        Raises:
            Conflict: There is no accept to undo, or it is too long ago; nothing was written.
            Canceled: The gate was shut; nothing was written.
            StoreError: Nothing was written.
        """
        ...
