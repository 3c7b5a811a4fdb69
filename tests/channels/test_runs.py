from __future__ import annotations

import json

import pytest

from channels.envelopes import data, error
from underdraft import ModelError
from underdraft.testing import FakeModel

RUN_FIELDS = {
    "runId",
    "text",
    "stablePrefixHash",
    "promptHash",
    "layerHashes",
    "stablePrefixUnchanged",
    "usage",
    "tokenCounter",
    "injected",
    "excluded",
    "warnings",
    "timings",
}
PREVIEW_FIELDS = (RUN_FIELDS - {"text", "usage"}) | {
    "messages",
    "stablePrefix",
    "tokens",
    "capacityPercent",
    "trims",
}


@pytest.fixture
def ws(underdraft_workspace):
    """A workspace with a rule and a model that costs nothing."""
    return underdraft_workspace(
        {".underdraft/rules/a.md": "No rain."}, plugins=[FakeModel(("He rang.", "He knocked."))], model="fake"
    )


def test_a_run(ws):
    """A run answers with every field of the contract, hashes by layer name and usage in camelCase."""
    run = data(
        ws, "ai:skill:run", {"skillId": "polish", "document": "他敲钟。", "selection": {"start": 0, "end": 4}}
    )
    assert run.keys() >= RUN_FIELDS
    assert run["text"] == "He rang."
    assert run["usage"].keys() == {
        "promptTokens",
        "completionTokens",
        "cachedTokens",
        "cacheWriteTokens",
    }
    assert list(run["layerHashes"]) == ["SYSTEM", "SESSION", "PROFILE", "PROJECT", "RECENT", "CURRENT"]
    rule = next(i for i in run["injected"] if i["source"] == "file:.underdraft/rules/a.md")
    assert rule.items() >= {"layer": "SYSTEM", "plugin": "rules", "reason": "rule file"}.items()
    assert rule["tokens"] > 0


def test_candidates(ws):
    """Several candidates come as a list."""
    run = data(ws, "ai:skill:run", {"skillId": "polish", "document": "a", "candidates": 2})
    assert run["candidates"] == ["He rang.", "He knocked."]


def test_a_preview(ws):
    """A preview has the prompt instead of a reply, and the run's hashes."""
    payload = {"skillId": "polish", "document": "他敲钟。"}
    preview = data(ws, "ai:skill:preview", payload)
    assert preview.keys() >= PREVIEW_FIELDS
    assert not preview.keys() & {"text", "usage"}
    assert [m["role"] for m in preview["messages"]] == ["system", "user"]
    assert preview["messages"][0]["content"].startswith(preview["stablePrefix"])
    assert data(ws, "ai:skill:run", payload)["promptHash"] == preview["promptHash"]


def test_the_record(ws):
    """A run can be read again, and is in the list, newest first; one that never was is NOT_FOUND."""
    first = data(ws, "ai:skill:run", {"skillId": "polish", "document": "a"})
    data(ws, "ai:skill:run", {"skillId": "expand", "document": "a"})
    again = data(ws, "ai:run:get", {"runId": first["runId"]})
    assert {k: again[k] for k in ("text", "promptHash", "layerHashes", "injected", "warnings")} == {
        k: first[k] for k in ("text", "promptHash", "layerHashes", "injected", "warnings")
    }
    assert [m["role"] for m in again["messages"]] == ["system", "user"]
    assert len(data(ws, "ai:run:list")["items"]) == 2
    page = data(ws, "ai:run:list", {"limit": 1})
    assert len(page["items"]) == 1
    assert len(data(ws, "ai:run:list", {"limit": 1, "cursor": page["nextCursor"]})["items"]) == 1
    assert error(ws, "ai:run:get", {"runId": "nothing"})["code"] == "NOT_FOUND"
    for limit in (0, 501, -1):
        assert "limit" in error(ws, "ai:run:list", {"limit": limit})["message"]


def test_streaming(ws):
    """With stream the listener gets start, deltas and end; without it, nothing."""
    import asyncio

    seen = {True: [], False: []}
    for stream, events in seen.items():
        payload = {"skillId": "polish", "document": "a", "stream": stream}
        answer = asyncio.run(ws.invoke("ai:skill:run", payload, on_event=events.append))
        assert answer["data"]["text"] == "He rang."
    assert type(seen[True][0]).__name__ == "RunStarted"
    assert type(seen[True][-1]).__name__ == "RunFinished"
    assert (
        "".join(e.text for e in seen[True] if type(e).__name__ == "TextDelta" and e.index == 0) == "He rang."
    )
    assert seen[False] == []


def test_a_listener_that_fails(ws):
    """A listener that raises ends the call with an envelope and leaves no record."""
    import asyncio

    def fails(_):
        raise ValueError("secret")

    answer = asyncio.run(
        ws.invoke("ai:skill:run", {"skillId": "polish", "document": "a", "stream": True}, on_event=fails)
    )
    assert answer["error"]["code"] == "INTERNAL"
    assert "secret" not in json.dumps(answer)


@pytest.mark.parametrize(
    ("channel", "payload", "code", "said"),
    [
        ("nothing:here", {}, "NOT_FOUND", "channel"),
        (None, {}, "NOT_FOUND", "channel"),
        (["ai:skill:run"], {}, "NOT_FOUND", "channel"),
        ("ai:skill:run", "polish", "INVALID_ARGUMENT", "payload"),
        ("ai:skill:run", {}, "INVALID_ARGUMENT", "skillId"),
        ("ai:skill:run", {"skillId": "nothing"}, "NOT_FOUND", "skillId"),
        ("ai:skill:run", {"skillId": "../polish"}, "NOT_FOUND", "skillId"),
        ("ai:skill:run", {"skillId": "polish", "documnt": "x"}, "INVALID_ARGUMENT", "documnt"),
        (
            "ai:skill:run",
            {"skillId": "polish", "selection": {"start": 0, "end": 1}},
            "INVALID_ARGUMENT",
            "selection",
        ),
        (
            "ai:skill:run",
            {"skillId": "polish", "document": "abc", "selection": {"start": 0}},
            "INVALID_ARGUMENT",
            "selection.end",
        ),
        (
            "ai:skill:run",
            {"skillId": "polish", "document": "abc", "selection": {"start": 0, "end": 4}},
            "INVALID_ARGUMENT",
            "selection",
        ),
        (
            "ai:skill:run",
            {"skillId": "polish", "document": "abc", "selection": [0, 1]},
            "INVALID_ARGUMENT",
            "selection",
        ),
        ("ai:skill:run", {"skillId": "polish", "timeoutMs": "5"}, "INVALID_ARGUMENT", "timeoutMs"),
        ("ai:skill:run", {"skillId": "polish", "candidates": 9}, "INVALID_ARGUMENT", "candidates"),
        ("ai:skill:cancel", {}, "INVALID_ARGUMENT", "runId"),
        ("skill:list", {"x": 1}, "INVALID_ARGUMENT", "x"),
    ],
)
def test_bad_calls(ws, channel, payload, code, said):
    """Each wrong call is an envelope with its code that names the field; nothing is recorded."""
    fault = error(ws, channel, payload)
    assert fault["code"] == code
    assert said in fault["message"]
    assert data(ws, "ai:run:list")["items"] == []


def test_cancelling_nothing(ws):
    """A run that is not under way is not cancelled, and that is no error."""
    assert data(ws, "ai:skill:cancel", {"runId": "nothing"}) == {"canceled": False}


def test_a_failing_model(underdraft_workspace):
    """A provider's fault comes through as MODEL_ERROR."""
    ws = underdraft_workspace(plugins=[FakeModel(ModelError("the provider is down"))], model="fake")
    assert error(ws, "ai:skill:run", {"skillId": "polish", "document": "a"}) == {
        "code": "MODEL_ERROR",
        "message": "the provider is down",
    }


def test_what_waits_and_what_was_said(ws):
    """A finished reply outside a session waits until it is judged; the list and the record say what was said of it."""
    first, second = (data(ws, "ai:skill:run", {"skillId": "chat", "instruction": "Go on."}) for _ in range(2))
    session = data(ws, "session:start")["sessionId"]
    data(ws, "ai:skill:run", {"skillId": "chat", "instruction": "Go on.", "sessionId": session})
    waiting = data(ws, "ai:run:list", {"waiting": True})["items"]
    assert [one["id"] for one in waiting] == [second["runId"], first["runId"]]
    data(ws, "ai:skill:feedback", {"runId": first["runId"], "action": "accept"})
    assert [one["id"] for one in data(ws, "ai:run:list", {"waiting": True})["items"]] == [second["runId"]]
    said = {one["id"]: one["verdict"] for one in data(ws, "ai:run:list")["items"]}
    assert said[first["runId"]] == data(ws, "ai:run:get", {"runId": first["runId"]})["verdict"] == "accept"
    assert said[second["runId"]] is data(ws, "ai:run:get", {"runId": second["runId"]})["verdict"] is None
