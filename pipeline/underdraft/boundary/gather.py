"""Gathers the channels of all plugins, so that a bad one costs only its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from underdraft.boundary.channel import Channel
from underdraft.boundary.plugin_calls import guarded, name_of
from underdraft.boundary.private_logging import logger_of

log = logger_of("underdraft")


def gather_channels(given: Iterable[tuple[str, Callable[[], Any]]]) -> dict[str, Channel]:
    """All channels of ``(plugin, function)`` by name; of a plugin that fails or takes a name, none."""
    found: dict[str, Channel] = {}
    for plugin, function in given:
        try:
            channels = guarded(lambda given=function: {c.name: c for c in given()})
            taken = sorted(found.keys() & channels.keys())
            # Of a channel in a module that is not imported yet, it shows later whether its signature can be read.
            usable = all(
                isinstance(c, Channel) and (isinstance(c.source, str) or c.signature)
                for c in channels.values()
            )
        except Exception as error:  # noqa: BLE001 - what a stranger registers may raise anything
            log.warning("the channels of plugin %s are left out (%s)", plugin, name_of(error))
            continue
        if taken or not usable:
            log.warning("the channels of plugin %s are left out (%s)", plugin, taken or "not channels")
            continue
        found |= channels
    return dict(sorted(found.items()))
