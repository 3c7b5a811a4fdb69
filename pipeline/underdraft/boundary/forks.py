"""Cleaning up in a forked process: threads are gone, locks may be held, connections are the parent's.

::

    before          connections are closed as soon as nobody uses them, so that the child inherits none
    in the child    each owner starts anew; what cannot be shared is neither used nor closed
"""

from __future__ import annotations

import ctypes
import os
import threading
from contextlib import suppress
from typing import Any
from weakref import WeakSet

_owners: WeakSet[Any] = WeakSet()
_locks: WeakSet[Any] = WeakSet()

opening = threading.RLock()
"""Held while a file is opened, and while a process forks: none is opened between the last look and the fork."""

PATIENCE_S = 0.25
"""How long a fork waits for a file that is being opened, and for each store that is in use."""


def start_anew(owner: object) -> None:
    """Call the owner's ``after_fork()`` in each forked child.

    Before it, if it has them, ``before_fork()``, and when all are done ``at_fork()``: nothing is opened any more.
    """
    _owners.add(owner)


def free_lock() -> threading.Lock:
    """A lock that is free in a forked child, held or not."""
    lock = threading.Lock()
    _locks.add(lock)
    return lock


def leave_alone(inherited: object) -> None:
    """Never free what the parent goes on using: closing it here would end or damage it there."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(inherited))


def _before() -> None:
    for step in ("before_fork", "at_fork"):
        for owner in list(_owners):
            if hasattr(owner, step):
                getattr(owner, step)()
        if step == "before_fork":
            opening.acquire(timeout=PATIENCE_S)


def _in_parent() -> None:
    with suppress(RuntimeError):  # another thread had it, and for too long
        opening.release()


def _in_child() -> None:
    for lock in [opening, *_locks]:
        lock._at_fork_reinit()  # noqa: SLF001 - as the standard library does for its own
    for owner in list(_owners):
        owner.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_in_parent, after_in_child=_in_child)
