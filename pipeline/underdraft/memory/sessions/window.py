"""Which messages of a transcript go with the next request: pure functions of messages and limits.

A round is a user message with what follows it up to the next user message; only whole rounds go.
Both policies only ever drop from the front, so a message that was sent is never sent with other bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from underdraft.types.sessions import StoredMessage
from underdraft.types.values import frozen


@frozen(kw_only=True)
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

    def hold(self, messages: Sequence[StoredMessage], *, less: int = 0) -> bool:
        """Whether these messages fit, also where so many less than the limit are to be left."""
        most = max(0, self.messages - less)
        room = self.room_tokens * most // self.messages
        return len(messages) <= most and (
            not self.room_tokens or sum(m.tokens for m in messages) <= max(room, 1)
        )


def rounds(messages: Sequence[StoredMessage]) -> list[int]:
    """Return where each round begins; messages before the first user message are a round of their own."""
    return [place for place, message in enumerate(messages) if place == 0 or message.role == "user"]


def first_in_window(messages: Sequence[StoredMessage], limits: Limits) -> int:
    """The place of the first message that goes with the next request; ``len(messages)`` for none.

    Messages are oldest first. Under the policy ``block`` they must begin where an earlier window began: what had
    to go since then is worked out turn by turn, as it happened.
    """
    ends = [*rounds(messages)[1:], len(messages)]
    start = 0
    if not limits.block:
        starts = iter([*rounds(messages), len(messages)])
        return next(place for place in starts if limits.hold(messages[place:]))
    for end in ends:
        if not limits.hold(messages[start:end]):
            starts = iter([place for place in (0, *ends) if start <= place <= end])
            start = next(place for place in starts if limits.hold(messages[place:end], less=limits.block))
    return start
