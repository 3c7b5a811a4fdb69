"""Which messages of a transcript go with the next request: pure functions of sizes and limits.

A round is a user message with what follows it up to the next user message; only whole rounds go.
Both policies only ever drop from the front, so a message that was sent is never sent with other bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs


@attrs.frozen
class Size:
    """A message as far as the window cares: who spoke, and estimated tokens."""

    role: str
    tokens: int = 0


@attrs.frozen(kw_only=True)
class Limits:
    """How large the window may be.

    Attributes:
        messages: Most earlier messages: the setting ``context_limit``. With the system message and the
            new one a request has at most two more.
        room_tokens: Most tokens that they may take together; 0 for no limit.
        block: Messages that go at once when the window is full; 0 is the policy ``round``, under which
            the earliest round goes, and only as many as must.
    """

    messages: int
    room_tokens: int = 0
    block: int = 0

    def hold(self, sizes: Sequence[Size]) -> bool:
        """Whether these messages fit."""
        return self._fits(sizes, self.messages, self.room_tokens)

    def hold_after_block(self, sizes: Sequence[Size]) -> bool:
        """Whether these messages fit into what is left once a block has gone."""
        kept = max(0, self.messages - self.block)
        return self._fits(sizes, kept, self.room_tokens * kept // self.messages or int(self.room_tokens > 0))

    @staticmethod
    def _fits(sizes: Sequence[Size], messages: int, room_tokens: int) -> bool:
        return len(sizes) <= messages and (not room_tokens or sum(s.tokens for s in sizes) <= room_tokens)


def rounds(sizes: Sequence[Size]) -> list[int]:
    """Return where each round begins; messages before the first user message are a round of their own."""
    return [place for place, size in enumerate(sizes) if place == 0 or size.role == "user"]


def first_in_window(sizes: Sequence[Size], limits: Limits) -> int:
    """The place of the first message that goes with the next request; ``len(sizes)`` for none.

    Sizes are oldest first. Under the policy ``block`` they must begin where an earlier window began: what had
    to go since then is worked out turn by turn, as it happened.
    """
    ends = [*rounds(sizes)[1:], len(sizes)]
    start = 0
    if not limits.block:
        starts = iter([*rounds(sizes), len(sizes)])
        return next(place for place in starts if limits.hold(sizes[place:]))
    for end in ends:
        if not limits.hold(sizes[start:end]):
            starts = iter([place for place in (0, *ends) if start <= place <= end])
            start = next(place for place in starts if limits.hold_after_block(sizes[place:end]))
    return start
