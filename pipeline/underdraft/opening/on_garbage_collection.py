"""Gives back what an object holds that is dropped without being closed."""

from __future__ import annotations

import _thread
import threading
import weakref
from collections.abc import Callable
from typing import Any


def when_dropped(owner: object, release: Callable[..., object], *held: Any) -> weakref.finalize[Any, Any]:
    """Call ``release(*held)`` once nobody has the owner any more; not at the program's end. ``held`` must not lead to it.

    It is called in a thread of its own: garbage is found in any thread at any moment, whatever locks that holds.
    """
    # Python's own way to start a thread takes a lock, which the thread that finds the garbage may hold.
    found = weakref.finalize(owner, _thread.start_new_thread, _begin, (release, held))
    found.atexit = False
    return found


def _begin(release: Callable[..., object], held: tuple[Any, ...]) -> None:
    threading.Thread(target=release, args=held, name="underdraft-dropped", daemon=True).start()
