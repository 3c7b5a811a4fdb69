"""What goes on in the background, as events."""

from __future__ import annotations

import json

from service.served import caller_of, served
from underdraft.service import background


def test_what_waits_is_told_now_and_when_it_changes(workspace, monkeypatch):
    """A front end hears of each change without asking, and of nothing where nothing changes."""
    monkeypatch.setattr(background, "LOOK_EVERY_S", 0.01)
    answers = iter([{"ok": True, "data": {"waiting": n}} for n in (1, 1, 0)])
    last = {"ok": True, "data": {"waiting": 2}}
    invoke = workspace.invoke

    async def scripted(channel, payload=None, **options):
        return (
            next(answers, last) if channel == "memory:pending" else await invoke(channel, payload, **options)
        )

    monkeypatch.setattr(type(workspace), "invoke", lambda _, *args, **options: scripted(*args, **options))
    told = []
    with served(workspace) as url, caller_of(url) as caller, caller.http.stream("GET", "/events") as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                told.append(json.loads(line[6:])["data"]["waiting"])
            if len(told) == 3:
                break
    assert told == [1, 0, 2]


def test_a_project_that_is_not_open_has_no_events(caller):
    """A wrong project is an error, not a silent stream."""
    assert caller.http.get("/events", params={"project": "sea"}).status_code == 404
