"""Working memory: what is at hand in a session. It lives in RAM alone and never touches the disk."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence

import attrs

from underdraft.errors import CapacityExceeded, Conflict
from underdraft.memory.areas.scope import PurgeScope
from underdraft.text.tokens import TokenCounter
from underdraft.types.checks import check_fraction, check_text, check_whole
from underdraft.types.episodes import WorkingItem, WorkingView
from underdraft.types.values import frozen

BUDGET_TOKENS = 8_000
"""Maximum tokens of a session; docs/contract.md, section 6."""

FOCUS_DEFAULT = 0.5
"""Nearness to what is being edited, when the caller does not say."""

ARCHIVE_THRESHOLD = 0.6
"""Summed importance (0 to 1 each) from which on a preference outlives its session: one clear sign, or
several faint ones."""

PREFERENCE_KINDS = frozenset({"preference", "preference_signal"})
"""Kinds of items that are preference signals, and may be archived when their session ends; others are dropped with it."""

CONTENT_MAXIMUM = 100_000
NAME_MAXIMUM = 200
ENDED_REMEMBERED = 1_000


@frozen(kw_only=True)
class Put:
    """The result of putting an item: its id and tokens, and the ids that went to make room, in that order."""

    id: str
    token_count: int
    evicted: tuple[str, ...] = ()


def eviction_order(items: Iterable[WorkingItem]) -> list[WorkingItem]:
    """Sort items in the order in which they go: the less important, then the less near, then the older."""
    return sorted(items, key=lambda item: (item.importance, item.focus))  # stable: the older stays first


def plan_put(items: Sequence[WorkingItem], incoming_tokens: int) -> tuple[str, ...] | None:
    """Ids that must go so that an item of so many tokens fits, in this order; ``None`` when it never can."""
    if incoming_tokens > BUDGET_TOKENS:
        return None
    excess = sum(item.token_count for item in items) + incoming_tokens - BUDGET_TOKENS
    gone: list[str] = []
    for item in eviction_order(items):
        if excess <= 0:
            break
        gone.append(item.id)
        excess -= item.token_count
    return tuple(gone)


@attrs.define(eq=False, kw_only=True)
class WorkingMemory:
    """The working memories of all sessions of this process; safe between threads."""

    clock: Callable[[], str]
    new_id: Callable[[], str]
    counter: Callable[[], TokenCounter]
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)
    _sessions: dict[str, list[WorkingItem]] = attrs.field(factory=dict, init=False)
    _ended: dict[str, None] = attrs.field(factory=dict, init=False)

    def put(
        self,
        session_id: str,
        *,
        project_id: str | None,
        kind: str,
        content: str,
        importance: float,
        focus: float = FOCUS_DEFAULT,
        token_count: int | None = None,
    ) -> Put:
        """Take an item at hand; what is least worth keeping makes room for it.

        Importance and focus, the nearness to what is being edited, are 0 to 1; ``token_count`` is counted
        unless given.

        Raises:
            InvalidArgument: A field is out of range.
            Conflict: The session has ended, or belongs to another project.
            CapacityExceeded: It alone is larger than the budget. Nothing has changed in all these cases.
        """
        check_text("sessionId", session_id, NAME_MAXIMUM)
        check_text("kind", kind, NAME_MAXIMUM)
        check_text("content", content, CONTENT_MAXIMUM)
        check_fraction("importance", importance)
        check_fraction("focus", focus)
        if token_count is not None:
            check_whole("tokenCount", token_count, 0)
        tokens = self.counter().count(content) if token_count is None else token_count
        now = self.clock()
        item = WorkingItem(
            id=self.new_id(),
            project_id=project_id,
            session_id=session_id,
            kind=kind,
            content=content,
            token_count=tokens,
            importance=float(importance),
            focus=float(focus),
            created_at=now,
            updated_at=now,
        )
        with self._lock:
            if session_id in self._ended:
                raise Conflict("sessionId: the session has ended")
            items = self._sessions.get(session_id, [])
            if any(other.project_id != project_id for other in items):
                raise Conflict("projectId: the session belongs to another project; end it first")
            evicted = plan_put(items, tokens)
            if evicted is None:
                raise CapacityExceeded(
                    f"the item alone is larger than the working memory of {BUDGET_TOKENS} tokens",
                    details={"limit": BUDGET_TOKENS, "tokens": tokens},
                )
            self._sessions[session_id] = [*(i for i in items if i.id not in evicted), item]
        return Put(id=item.id, token_count=tokens, evicted=evicted)

    def list(self, session_id: str) -> WorkingView:
        """Return a session's items, which are all of one project, in the order in which they were put."""
        with self._lock:
            items = tuple(self._sessions.get(session_id, ()))
        return WorkingView(items=items, tokens=sum(item.token_count for item in items))

    def sessions(self) -> tuple[str, ...]:
        """Sessions that have something at hand."""
        with self._lock:
            return tuple(self._sessions)

    def purge(self, scope: PurgeScope) -> None:
        """Remove items that belong to a purged project or hold purged words, which a prompt would bring back."""

        def stays(item: WorkingItem) -> bool:
            if scope.everything or (scope.project_id is not None and item.project_id == scope.project_id):
                return False
            return item.content not in scope.texts and not scope.words.in_text(item.content)

        with self._lock:
            left = {name: [*filter(stays, items)] for name, items in self._sessions.items()}
            self._sessions = {name: items for name, items in left.items() if items}

    def end(self, session_id: str, *, final: bool = True) -> tuple[WorkingItem, ...]:
        """Empty a session and give what was in it; with ``final`` nothing can be put any more."""
        with self._lock:
            items = tuple(self._sessions.pop(session_id, ()))
            if final:
                self._ended[session_id] = None
                while len(self._ended) > ENDED_REMEMBERED:
                    del self._ended[next(iter(self._ended))]
        return items
