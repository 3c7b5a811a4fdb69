"""Cleaning up in a forked process: threads are gone, locks may be held, connections are the parent's.

::

    before          connections that nobody uses are closed, so that the child inherits none
    in the child    each owner starts anew; what cannot be shared is neither used nor closed
"""

from __future__ import annotations

import ctypes
import os
import threading
from typing import Any
from weakref import WeakSet

_owners: WeakSet[Any] = WeakSet()
_locks: WeakSet[Any] = WeakSet()


def start_anew(owner: object) -> None:
    """Call the owner's ``after_fork()`` in each forked child and, if it has one, ``before_fork()`` before it."""
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
    for owner in list(_owners):
        if hasattr(owner, "before_fork"):
            owner.before_fork()


def _in_child() -> None:
    for lock in list(_locks):
        lock._at_fork_reinit()  # noqa: SLF001 - as the standard library does for its own
    for owner in list(_owners):
        owner.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_child=_in_child)
