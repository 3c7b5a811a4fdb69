"""What an earlier version had under another name; each is refused for one release by a word on what to use instead."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from importlib import import_module

CHANNELS: Mapping[str, str] = {
    "atomic:get": "memory:show with ref atomic:<id>",
    "atomic:restore": "memory:restore",
    "compact:run": "memory:maintenance:run with trigger compactRuns",
    "conversation:get": "conversation:list",
    "knowledge:confirm": "knowledge:settle with action confirm",
    "knowledge:delete": "knowledge:settle with action delete",
    "knowledge:freeze": "knowledge:scene with freeze true",
    "knowledge:reject": "knowledge:settle with action reject",
    "knowledge:thaw": "knowledge:scene with freeze false",
    "knowledge:timeline": "knowledge:query with entity, whose events are in order of story time",
    "memory:episode:confirm": "memory:episode:settle with action keep or release",
    "memory:episode:forget": "memory:episode:settle with action forget",
    "memory:pending:run": "memory:maintenance:run with trigger pendingWork",
    "memory:preferences:confirm": "memory:preferences:settle with action confirm",
    "memory:preferences:edit": "memory:preferences:settle with action confirm and content",
    "memory:preferences:promote": "memory:preferences:settle with action promote",
    "memory:preferences:refuse": "memory:preferences:settle with action refuse",
    "memory:reindex": "memory:maintenance:run with trigger rebuildIndex",
    "memory:semantic:confirm": "memory:preferences:settle with action confirm",
    "memory:semantic:distil": "memory:maintenance:run with trigger distilRules",
    "memory:semantic:list": "memory:offers:list",
    "memory:semantic:refuse": "memory:preferences:settle with action refuse",
    "memory:tidy:list": "memory:offers:list",
    "memory:tidy:undo": "memory:restore with toVersion",
    "memory:tidy:word": "memory:tidy:settle with action merge and content",
    "memory:undo": "memory:restore with toVersion",
    "profile:delete": "profile:update with an empty markdown",
    "summary:create": "summary:update with title and snippet",
    "summary:delete": "summary:update with delete true",
    "summary:get": "memory:show with ref session:<id>",
    "working:remove": "session:end with sessionId, which empties it",
    "working:update": "working:put",
}
"""A channel of 0.1 that is gone: the channel that does it now, and how."""

CONFIG_KEYS: Mapping[str, str] = {
    "model_statements": "memory:preferences:settle with content, for each preference",
}
"""A key of ``config.toml`` of 0.1 that is gone: what to use now."""

NAMES: Mapping[str, str] = {
    "underdraft.types.preferences.Conflicting": "underdraft.types.preferences.LedgerEntry",
    "underdraft.types.preferences.RunStats": "underdraft.types.preferences.KeptShare",
    "underdraft.types.preferences.Trial": "underdraft.types.preferences.Survival",
}
"""A public name of 0.1, with its module: where it is now. `underdraft` looks here by itself; another module that has lost
a name defines ``__getattr__`` with :func:`moved`."""


def moved(module: str, name: str) -> object:
    """The value that a module had under this name in 0.1, with a ``DeprecationWarning``; else an ``AttributeError``.

    For a module's ``__getattr__``, out of sight of type checkers.
    """
    now = NAMES.get(f"{module}.{name}")
    if now is None:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    warnings.warn(f"{module}.{name} is gone in 0.3: use {now}", DeprecationWarning, stacklevel=3)
    home, _, called = now.rpartition(".")
    value: object = getattr(import_module(home), called)
    return value
