"""Channels over HTTP: envelopes, events, callers that go away."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time

import pytest
from sse_starlette.sse import AppStatus

from service.served import caller_of, served
from underdraft import Reply, TextDelta, Workspace, hookimpl

RUN = {"skillId": "polish", "document": "夜里很冷。她走了。", "selection": {"start": 0, "end": 5}}


def events_of(response):
    """The events of a stream, as pairs of name and data."""
    pairs = []
    for block in response.text.replace("\r\n", "\n").strip().split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.split("\n") if not line.startswith(":"))
        if lines:
            pairs.append((lines["event"], json.loads(lines["data"])))
    return pairs


def test_every_channel_answers_as_in_python(workspace, caller):
    """The same payload gives the same envelope over HTTP and in Python, faults included."""
    calls = [
        ("workspace:info", {}),
        ("memory:list", {}),
        ("skill:list", {}),
        ("skill:get", {"skillId": "no"}),
    ]
    calls += [("memory:list", {"limt": 3}), ("no:such", {}), ("memory:list", [])]
    for channel, payload in calls:
        got = caller.http.post(f"/ipc/{channel}", json=payload)
        assert got.json() == workspace.invoke_sync(channel, payload), channel
        assert (got.status_code == 200) is got.json()["ok"], channel


def test_a_fault_has_a_status_and_an_envelope(caller):
    """The HTTP status follows from the error's code; a body that is no JSON is the caller's fault."""
    assert caller.ask("memory:update", {"id": "no", "patch": {}}).status_code in {400, 404}
    assert caller.ask("ai:run:get", {"runId": "no"}).status_code == 404
    bad = caller.http.post("/ipc/memory:list", content="{", headers={"content-type": "application/json"})
    assert (bad.status_code, bad.json()["error"]["message"]) == (400, "body: expected JSON in UTF-8")
    deep = caller.http.post(
        "/ipc/memory:list", content="[" * 100_000, headers={"content-type": "application/json"}
    )
    assert deep.status_code == 400
    nan = caller.http.post("/ipc/memory:list", content="NaN", headers={"content-type": "application/json"})
    assert nan.status_code == 400
    plain = caller.http.post("/ipc/memory:list", content="{}", headers={"content-type": "text/plain"})
    assert plain.json()["error"]["message"] == "content-type: expected application/json"


def test_an_empty_body_is_an_empty_payload(caller):
    """A channel that needs nothing can be called with nothing."""
    assert caller.http.post("/ipc/workspace:info").json()["ok"]


def test_a_run_streams_its_events(caller):
    """A run that is asked for as events gives its start, its text in pieces, and its envelope at the end."""
    accepts = {"accept": "text/event-stream"}
    found = events_of(caller.ask("ai:skill:run", {**RUN, "stream": True}, headers=accepts))
    names = [name for name, _ in found]
    assert names == ["started", *["delta"] * (len(names) - 2), "result"]
    assert len(names) > 3
    result = found[-1][1]
    assert result["data"]["runId"] == found[0][1]["runId"]
    assert result["data"]["text"] == "".join(data["text"] for name, data in found if name == "delta")
    assert caller.data("ai:run:get", {"runId": found[0][1]["runId"]})["status"] == "done"


def test_a_fault_of_a_stream_is_its_result(caller):
    """What goes wrong in a stream comes as its last event."""
    accepts = {"accept": "text/event-stream"}
    found = events_of(caller.ask("ai:skill:run", {**RUN, "skillId": "no", "stream": True}, headers=accepts))
    assert [name for name, _ in found] == ["result"]
    assert found[0][1]["error"]["code"] == "NOT_FOUND"


class Pausing:
    """A model that pauses for longer than a server takes to notice that it is to stop."""

    @hookimpl
    def underdraft_model(self, name):
        return self if name == "pausing" else None

    async def answer(self, call):
        yield TextDelta(text="夜")
        await asyncio.sleep(0.8)
        yield Reply(texts=("夜",))


def test_a_server_that_stops_lets_a_stream_end(folder, tmp_path, monkeypatch):
    """A run that is being streamed when the server is told to stop comes to its result."""
    with (
        Workspace.open(
            folder, store=tmp_path / "store.db", plugins=[Pausing()], model="pausing"
        ) as workspace,
        served(workspace, stop_timeout_s=8) as url,
        caller_of(url) as caller,
    ):
        accepts = {"accept": "text/event-stream"}
        monkeypatch.setattr(AppStatus, "should_exit", True)
        found = events_of(caller.ask("ai:skill:run", {**RUN, "stream": True}, headers=accepts))
    assert found[-1][0] == "result"
    assert found[-1][1]["ok"]


class Slow:
    """A model that writes one word, and then waits until it is stopped."""

    def __init__(self):
        self.writing = threading.Event()
        self.stopped = threading.Event()

    @hookimpl
    def underdraft_model(self, name):
        return self if name == "slow" else None

    async def answer(self, call):
        yield TextDelta(text="夜")
        self.writing.set()
        try:
            await asyncio.sleep(60)
        finally:
            self.stopped.set()
        yield Reply(texts=("夜",))


CHAT = {"model": "underdraft", "messages": [{"role": "user", "content": "接下来写什么？"}]}


@pytest.mark.parametrize(
    ("path", "payload", "accept"),
    [
        ("/ipc/ai:skill:run", {**RUN, "stream": True}, "text/event-stream"),
        ("/ipc/ai:skill:run", {**RUN, "stream": True}, "application/json"),
        ("/v1/chat/completions", {**CHAT, "stream": True}, "*/*"),
        ("/v1/chat/completions", CHAT, "*/*"),
    ],
)
def test_a_caller_that_goes_away_cancels_its_run(folder, tmp_path, path, payload, accept, caplog):
    """Closing the connection stops the model, and the run is recorded as canceled; the log calls it no fault."""
    slow = Slow()
    with (
        Workspace.open(folder, store=tmp_path / "store.db", plugins=[slow], model="slow") as workspace,
        served(workspace) as url,
        caller_of(url) as caller,
    ):
        host, port = url.removeprefix("http://").split(":")
        body = json.dumps(payload).encode()
        head = {
            "Host": host,
            "Authorization": caller.http.headers["authorization"],
            "Accept": accept,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        with socket.create_connection((host, int(port)), timeout=20) as connection:
            connection.sendall(f"POST {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)
            assert slow.writing.wait(20)
        assert slow.stopped.wait(20)
        for _ in range(400):
            items = caller.data("ai:run:list", {})["items"]
            if items:
                break
            time.sleep(0.05)
        assert caller.data("ai:run:get", {"runId": items[0]["id"]})["status"] == "canceled"
    assert not [record for record in caplog.records if record.exc_info]


def test_several_projects_are_told_apart(folder, tmp_path):
    """A header, the query or the payload's projectId says which project is meant; the first, if none does."""
    other = tmp_path / "other"
    (other / ".underdraft").mkdir(parents=True)
    (other / ".underdraft" / "config.toml").write_text(
        '[project]\nid = "moor"\nname = "荒原"\n', encoding="utf-8"
    )
    with (
        Workspace.open(folder, store=tmp_path / "a.db") as first,
        Workspace.open(other, store=tmp_path / "b.db") as second,
        served(first, second) as url,
        caller_of(url) as caller,
    ):
        assert caller.http.get("/projects").json()["data"]["items"] == [
            {"id": "harbour", "name": "港口"},
            {"id": "moor", "name": "荒原"},
        ]

        def asked(payload=None, **options):
            return caller.data("workspace:info", payload, **options)["project"]["id"]

        assert asked() == "harbour"
        assert asked(headers={"x-underdraft-project": "moor"}) == "moor"
        assert asked(params={"project": "moor"}) == "moor"
        run = caller.data("ai:skill:preview", {**RUN, "projectId": "moor"})
        assert run["projectId"] == "moor"
        missing = caller.ask("workspace:info", headers={"x-underdraft-project": "sea"})
        assert (missing.status_code, missing.json()["error"]["code"]) == (404, "NOT_FOUND")
