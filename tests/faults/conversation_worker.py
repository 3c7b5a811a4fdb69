"""A process that talks and is killed: one reply, then its background work never ends."""

from __future__ import annotations

import time

from memory.sessions.session_samples import opened, say
from underdraft import hookimpl


class Stuck:
    """An extractor that hangs."""

    @hookimpl
    def underdraft_extract_memories(self, turn):
        time.sleep(600)


def talk(folder, replied):
    """Say one thing, tell that the reply is there, and stay."""
    with opened(folder, plugins=[Stuck()]) as workspace:
        say(workspace, "记住：主角叫林远。")
        replied.set()
        time.sleep(600)
