"""What an application may ask for by name, one function a channel; imported at the first call of any."""

from __future__ import annotations

from importlib import import_module

from underdraft.boundary.channel import Channel
from underdraft.hookspecs import hookimpl

MODULES = ("episodes", "facts", "feedback", "knowledge", "memory", "runs", "sessions", "skills", "workspace")
"""The modules that have channels."""


@hookimpl
def underdraft_channels() -> list[Channel]:
    """The built-in channels come in by the same door as a plugin's."""
    modules = [import_module(f"{__name__}.{name}") for name in MODULES]
    return [found for module in modules for found in vars(module).values() if isinstance(found, Channel)]
