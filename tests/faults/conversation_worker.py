"""A process that talks and is killed: one reply, then its background work never ends."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from memory.sessions.session_samples import opened, say
from underdraft import hookimpl


class Stuck:
    """An extractor that hangs."""

    @hookimpl
    def underdraft_extract_memories(self, turn):
        time.sleep(600)


if __name__ == "__main__":
    with opened(Path(sys.argv[1]), plugins=[Stuck()]) as workspace:
        say(workspace, "记住：主角叫林远。")
        print("replied", flush=True)  # noqa: T201
        time.sleep(600)
