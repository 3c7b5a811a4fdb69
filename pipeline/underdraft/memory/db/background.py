"""The thread of everything that is done in the background: jobs, vectors, episodes."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod

from underdraft.memory import log

AGAIN = 0.0
"""The result of :meth:`BackgroundThread.work` when there is more to do."""

RETRY_SECONDS = 10.0
"""Pause after a fault that nobody expected."""


class BackgroundThread(ABC):
    """A daemon thread that starts when it is first woken, works when it is woken, and can be stopped.

    A subclass keeps its queue (a list of its own, a table, or whatever the store lacks), writes
    :meth:`work`, and calls :meth:`wake` when something comes in. What it shares with the thread it guards with
    ``self.condition``, which may be held while calling :meth:`wake`. To stop it writes a method ``close`` on
    :meth:`stop` and, where it makes a difference, :meth:`wait_idle`.

    Attributes:
        condition: Guards the state; notified when the thread has something to do, and when it is idle again.
        closing: Set once :meth:`stop` was called; a long :meth:`work` looks at it between its steps, and a
            pause inside it is ``self.closing.wait(seconds)``.
        passes: How often :meth:`work` was begun.
        linger_seconds: How long the thread waits after it was woken, so that what comes in a series is done in
            one go. A wake with ``hurry``, :meth:`wait_idle` and closing cut it short.
    """

    finishes = False
    """Whether :meth:`work` is called once more when closing (and again while it returns :data:`AGAIN`)."""

    def __init__(self, name: str, *, linger_seconds: float = 0.0) -> None:
        self.name = name
        self.linger_seconds = linger_seconds
        self.condition = threading.Condition()
        self.closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._woken = False
        self._hurry = False
        self._waiters = 0
        self._busy = False
        self.passes = 0

    @abstractmethod
    def work(self) -> float | None:
        """Do what is due, in the thread; gives the seconds until a new look (:data:`AGAIN`, or ``None`` for never)."""

    def on_fault(self, error: BaseException) -> float | None:  # noqa: ARG002 - for subclasses
        """Return as :meth:`work` after an error that it let through, which has been logged."""
        return RETRY_SECONDS

    def may_linger(self) -> bool:
        """Whether what is due can wait for :attr:`linger_seconds`; asked again at every wake, with ``condition``."""
        return True

    @property
    def started(self) -> bool:
        """Whether the thread was started."""
        return self._thread is not None

    def wake(self, *, hurry: bool = False) -> None:
        """Say that there is something to do; returns at once. ``hurry``: somebody waits for it, do not linger.

        After :meth:`stop` it does nothing.
        """
        with self.condition:
            if self.closing.is_set():
                return
            self._woken = True
            self._hurry = self._hurry or hurry
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=f"underdraft-{self.name}", daemon=True)
                self._thread.start()
            self.condition.notify_all()

    def wait_idle(self, timeout_seconds: float) -> bool:
        """Wait until nothing is being done and nothing was said to be due; whether it came to that."""
        with self.condition:
            self._waiters += 1
            self.condition.notify_all()
            try:
                return self.condition.wait_for(lambda: not (self._woken or self._busy), timeout_seconds)
            finally:
                self._waiters -= 1

    def stop(self, timeout_seconds: float) -> bool:
        """Begin to close, and wait for the thread; whether it has ended. Calling it again is fine."""
        with self.condition:
            self.closing.set()
            thread = self._thread
            self._woken = self.finishes and thread is not None and thread.is_alive()
            self.condition.notify_all()
        if thread is None or thread is threading.current_thread():
            return True
        thread.join(timeout_seconds)
        return not thread.is_alive()

    def _run(self) -> None:
        pause: float | None = None
        while self._next(pause):
            try:
                pause = self.work()
            except BaseException as error:  # a thread that has died would never work again
                log.exception("the thread %s met an unexpected fault", self.name)
                pause = self.on_fault(error)

    def _next(self, pause: float | None) -> bool:
        """Wait until there is something to do; ``False`` when the thread is to end."""
        with self.condition:
            self._busy = False
            self._woken = self._woken or pause == AGAIN
            self.condition.notify_all()
            self.condition.wait_for(lambda: self._woken or self.closing.is_set(), pause)
            self.condition.wait_for(self._may_begin, self.linger_seconds)
            if self.closing.is_set() and not (self.finishes and self._woken):
                self._woken = False
                self.condition.notify_all()
                return False
            self._woken = self._hurry = False
            self._busy = True
            self.passes += 1
        return True

    def _may_begin(self) -> bool:
        return self._hurry or self._waiters > 0 or self.closing.is_set() or not self.may_linger()
