"""The built-in channels by name: one function a channel, in the module of the area."""

from __future__ import annotations

from underdraft.boundary.channel import Channel
from underdraft.hookspecs import hookimpl

CHANNELS = {
    "cache": """
        ai:run:blame ai:cache:report ai:prompt:lock
    """,
    "conversation": """
        conversation:append conversation:list conversation:window conversation:collect
        conversation:delete
    """,
    "episodes": """
        memory:episode:record memory:episode:query memory:episode:list memory:episode:settle
    """,
    "estimates": """
        ai:model:estimate
    """,
    "facts": """
        atomic:create atomic:list atomic:update atomic:delete
    """,
    "files": """
        file:put file:list
    """,
    "memory": """
        memory:create memory:list memory:update memory:delete memory:restore memory:history memory:purge
        memory:injection:preview memory:export memory:import memory:search memory:show
    """,
    "profile": """
        profile:get profile:update profile:history
    """,
    "rules": """
        ai:skill:feedback memory:preferences:ingest memory:preferences:clear memory:preferences:list
        memory:preferences:settle memory:offers:list
    """,
    "runs": """
        ai:skill:run ai:skill:preview ai:skill:record ai:skill:cancel ai:run:get ai:run:replay
        ai:run:list compact:list
    """,
    "sessions": """
        session:start session:end session:list summary:list summary:update
    """,
    "settings": """
        memory:settings:get memory:settings:update
    """,
    "skills": """
        skill:list skill:get skill:validate
    """,
    "story": """
        knowledge:query knowledge:check knowledge:draw knowledge:add
        knowledge:propose knowledge:list knowledge:ledger knowledge:settle
    """,
    "upkeep": """
        memory:pending memory:maintenance:run
    """,
    "working": """
        working:put working:list
    """,
    "workspace": """
        workspace:info
    """,
}
"""The channels of each module; a module is imported when one of the channels in it is first called."""


@hookimpl
def underdraft_channels() -> list[Channel]:
    """The built-in channels come in by the same door as a plugin's."""
    return [
        Channel(name, f"{__name__}.{module}") for module, names in CHANNELS.items() for name in names.split()
    ]
