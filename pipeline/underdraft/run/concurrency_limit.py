"""How many prompts an event loop assembles at a time: load makes runs wait, it never makes a prompt poorer."""

from __future__ import annotations

import asyncio

ASSEMBLIES = 8
"""Maximum number of assemblies at a time, of all workspaces on a loop. Python runs one thread at a time, so more would
only make each of them late."""

_places: dict[asyncio.AbstractEventLoop, asyncio.Semaphore] = {}


def places() -> asyncio.Semaphore:
    """The running loop's places; who waits gets one in the order in which they came."""
    loop = asyncio.get_running_loop()
    if loop not in _places:
        for ended in [one for one in tuple(_places) if one.is_closed()]:
            _places.pop(ended, None)
        _places[loop] = asyncio.Semaphore(ASSEMBLIES)
    return _places[loop]
