"""A workspace with a chat skill, a scripted model and a clock that moves, for tests of sessions."""

from __future__ import annotations

import itertools
from contextlib import contextmanager

from job_waits import all_done
from underdraft import Workspace
from underdraft.testing import FakeModel

CONFIG = '[project]\nid = "harbour"\nname = "灯港"\n'
SKILL = """---
name: {name}
description: Talk.
context_rules:
{rules}
---
Answer.
"""
CHAT = ("conversation: true", "memories: true", "session_summaries: true")


class Ticking:
    """A clock that moves a second a reading."""

    def __init__(self):
        self.seconds = itertools.count()

    def __call__(self):
        minutes, seconds = divmod(next(self.seconds), 60)
        hours, minutes = divmod(minutes, 60)
        days, hours = divmod(hours, 24)
        return f"2026-01-{days + 1:02d}T{hours:02d}:{minutes:02d}:{seconds:02d}.000Z"


def project(root, *, chat=CHAT, config=CONFIG, **skills):
    """A project's folder with the skills ``talk`` and those given as ``name=(rules)``."""
    folder = root / ".underdraft"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.toml").write_text(config, encoding="utf-8")
    for name, rules in {"talk": chat, **skills}.items():
        place = folder / "skills" / name
        place.mkdir(parents=True, exist_ok=True)
        lines = "\n".join(f"  {rule}" for rule in rules)
        (place / "SKILL.md").write_text(SKILL.format(name=name, rules=lines), encoding="utf-8")
    return root


@contextmanager
def opened(root, *replies, plugins=(), **options):
    """The workspace on a folder made by :func:`project`, answered by ``replies``."""
    model = FakeModel(*(replies or ("好的。",)))
    settings = {"store": root / "store.db", "embedder": "none", "model": model.name, "clock": Ticking()}
    with Workspace.open(
        root, plugins=[model, *plugins], **{"trusted": True, **settings, **options}
    ) as workspace:
        yield workspace


def data(workspace, channel, payload=None):
    """What a channel answers with."""
    envelope = workspace.invoke_sync(channel, payload or {})
    assert envelope["ok"], envelope
    return envelope["data"]


def code(workspace, channel, payload=None):
    """The code of a channel's error."""
    envelope = workspace.invoke_sync(channel, payload or {})
    assert not envelope["ok"], envelope
    return envelope["error"]["code"]


def settle(workspace):
    """Wait until nothing is left to do behind the replies."""
    assert all_done(workspace.store.conversation.worker, 20)


def say(workspace, text, session="s1", skill="talk", **options):
    """One turn; gives the run."""
    return workspace.run_sync(skill, instruction=text, session_id=session, **options)


def settings(workspace, **patch):
    """Change settings; ``__`` stands for a dot."""
    return data(
        workspace, "memory:settings:update", {"patch": {k.replace("__", "."): v for k, v in patch.items()}}
    )
