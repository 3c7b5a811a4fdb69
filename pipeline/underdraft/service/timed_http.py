"""HTTP for callers that may be slow on purpose: a request's head comes in time, or the connection ends."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class TimedHTTP(H11Protocol):
    """One connection; what is behind it bounds bodies and answers, and this what comes before them."""

    head_timeout_s: ClassVar[float] = 30.0
    """How long a caller may take to send the first line and the headers, in seconds."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request; wait no longer once its head is there."""
        self._await_head()
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is waited for any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(self.head_timeout_s, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
