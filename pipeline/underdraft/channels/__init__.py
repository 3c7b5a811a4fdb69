"""What an application may ask for by name: one function a channel, in the module of its area."""

from __future__ import annotations

from underdraft.boundary.channel import Channel
from underdraft.hookspecs import hookimpl

CHANNELS = {
    "cache": """
        ai:run:blame ai:cache:report
    """,
    "lock": """
        ai:prompt:lock
    """,
    "episodes": """
        memory:episode:record memory:episode:query memory:episode:list memory:episode:confirm
        memory:episode:forget memory:maintenance:run
    """,
    "facts": """
        atomic:create atomic:get atomic:list atomic:update atomic:delete atomic:restore profile:get
        profile:update profile:delete profile:history memory:search memory:show compact:list compact:run
        memory:pending memory:pending:run
    """,
    "feedback": """
        ai:skill:feedback memory:preferences:ingest memory:preferences:clear memory:preferences:list
        memory:preferences:confirm memory:preferences:edit memory:preferences:refuse
        memory:preferences:promote ai:run:why
    """,
    "knowledge": """
        knowledge:query knowledge:timeline knowledge:check knowledge:health knowledge:draw knowledge:scene
        knowledge:freeze knowledge:thaw knowledge:add knowledge:propose knowledge:list knowledge:confirm
        knowledge:reject knowledge:delete
    """,
    "memory": """
        memory:create memory:list memory:update memory:delete memory:restore memory:history memory:undo
        memory:purge memory:settings:get memory:settings:update memory:injection:preview memory:export
        memory:import memory:reindex
    """,
    "offers": """
        memory:offers:list
    """,
    "runs": """
        ai:skill:run ai:skill:preview ai:skill:record ai:skill:cancel ai:run:get ai:run:replay ai:run:list
    """,
    "semantic": """
        memory:semantic:list memory:semantic:confirm memory:semantic:refuse memory:semantic:distil
    """,
    "sessions": """
        session:start session:end session:list working:put working:list working:update working:remove conversation:append
        conversation:list conversation:window conversation:get conversation:collect conversation:delete
        summary:list summary:get summary:create summary:update summary:delete
    """,
    "skills": """
        skill:list skill:get skill:validate
    """,
    "tidy": """
        memory:tidy:list memory:tidy:judge memory:tidy:settle memory:tidy:undo memory:tidy:word
    """,
    "workspace": """
        workspace:info
    """,
}
"""The channels of each module; a module is imported when one of its channels is first called."""


@hookimpl
def underdraft_channels() -> list[Channel]:
    """The built-in channels come in by the same door as a plugin's."""
    return [
        Channel(name, f"{__name__}.{module}") for module, names in CHANNELS.items() for name in names.split()
    ]
