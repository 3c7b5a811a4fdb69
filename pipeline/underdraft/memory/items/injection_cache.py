"""Previews that are kept until a memory is written, here or by another process."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from underdraft.memory.db.schema.settings import AUDIT
from underdraft.memory.db.schema.user_memory import MEMORY_REVISION

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from underdraft.types.memory import InjectionPreview


REMEMBERED_PREVIEWS = 8


class Remembered:
    """The last few previews in the fixed order: a run asks twice, and memories change seldom."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], InjectionPreview] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, state: tuple[object, ...], make: Callable[[], InjectionPreview]) -> InjectionPreview:
        """The preview of a state of the store, made when it is not at hand."""
        with self._lock:
            if state in self._kept:
                self._kept.move_to_end(state)
                return self._kept[state]
        preview = make()
        with self._lock:
            self._kept[state] = preview
            while len(self._kept) > REMEMBERED_PREVIEWS:
                self._kept.popitem(last=False)
        return preview


def state_of(connection: Connection) -> tuple[object, ...]:
    """What changes with every write to a memory: the last revision and, for purges, the last audit."""
    c = MEMORY_REVISION.c
    last = connection.execute(select(c.seq, c.memory_id, c.at).order_by(c.seq.desc()).limit(1)).first()
    return (*(last or ()), connection.scalar(select(func.max(AUDIT.c.seq))))
