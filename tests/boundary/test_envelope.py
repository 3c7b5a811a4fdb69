"""The envelope around every call."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from contextlib import suppress

import pytest

from underdraft import Channel, InvalidArgument, Layer, NotFound
from underdraft.boundary import envelope as envelope_module
from underdraft.boundary.envelope import answer, enveloped, failure


def call(handle, payload=None, **options):
    """The envelope of one call."""
    return asyncio.run(enveloped(answer(Channel("a:b", handle), "workspace", payload or {}, **options)))


async def works(workspace):
    """Answer with what it got."""
    return {"workspace": workspace}


def test_success():
    """Async and sync handlers answer with their data."""
    assert call(works) == {"ok": True, "data": {"workspace": "workspace"}}
    assert call(lambda ws: [ws]) == {"ok": True, "data": ["workspace"]}


def fails(error):
    """A handler that raises."""

    def handle(workspace):
        raise error

    return handle


@pytest.mark.seed("003.2.1")
@pytest.mark.parametrize(
    "error",
    [
        *(ValueError("/home/me/secret"), KeyError("secret"), SystemExit("secret"), RecursionError("secret")),
        NotFound("secret", details={"of": object()}),
    ],
)
def test_the_unexpected_is_internal(error):
    """Anything unforeseen is INTERNAL without its text, also when it would end the process."""
    got = call(fails(error))
    assert got["ok"] is False
    assert got["error"]["code"] == "INTERNAL"
    assert "secret" not in json.dumps(got)
    assert set(got["error"]) == {"code", "message"}


def test_expected_errors_keep_their_code():
    """A typed error comes with code, message and details; a wrong payload never reaches the handler."""
    got = call(fails(NotFound("skillId: none", details={"near": ("a", Layer.PROJECT)})))
    assert got == {
        "ok": False,
        "error": {"code": "NOT_FOUND", "message": "skillId: none", "details": {"near": ["a", "PROJECT"]}},
    }
    assert call(fails(AssertionError()), {"x": 1})["error"]["code"] == "INVALID_ARGUMENT"


def test_a_result_without_form_is_internal():
    """A handler that gives an object does not leak its text."""
    got = call(lambda ws: object())
    assert got["error"]["code"] == "INTERNAL"
    assert "0x" not in json.dumps(got)


def test_cancelling_is_passed_on():
    """A cancelled call is cancelled, and no envelope hides it."""

    async def hangs(workspace):
        await asyncio.sleep(30)

    async def go():
        task = asyncio.ensure_future(enveloped(answer(Channel("a:b", hangs), "w", {})))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(go())


@pytest.mark.seed("003.2.1")
def test_failure_of_an_error():
    """The envelope has nothing but code, message and, where there are any, details."""
    assert failure(InvalidArgument("x")) == {
        "ok": False,
        "error": {"code": "INVALID_ARGUMENT", "message": "x"},
    }


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), StopIteration(), BaseException("x")])
def test_what_would_end_the_program_ends_the_call(error):
    """In a thread and on the loop, of the engine's channels and of a plugin's."""

    async def handle(workspace):
        raise error

    for channel in (Channel("a:b", fails(error)), Channel("a:b", handle)):
        envelope = asyncio.run(asyncio.wait_for(enveloped(answer(channel, "workspace", {})), 5))
        assert envelope["error"]["code"] == "INTERNAL"


def test_a_plugins_channel_has_a_limit(monkeypatch):
    """One that hangs is TIMEOUT, and holds up nothing."""
    monkeypatch.setattr(envelope_module, "PLUGIN_LIMIT_S", 0.05)
    release = threading.Event()

    async def hangs(workspace):
        await asyncio.sleep(60)

    async def swallows(workspace):
        for _ in range(3):
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(60)

    for handle in (hangs, swallows, lambda ws: release.wait(60)):
        begin = time.monotonic()
        assert call(handle)["error"]["code"] == "TIMEOUT"
        assert time.monotonic() - begin < 30
    release.set()
