from __future__ import annotations

import asyncio
import enum
import json

import attrs
import pytest

from underdraft import Channel, InvalidArgument, Layer, NotFound
from underdraft.boundary.envelope import Nothing, answer, failure, gather_channels, read_payload, to_json
from underdraft.types.request import OWN_PROJECT, Own


@attrs.frozen(kw_only=True)
class Inner:
    start: int
    end: int = 0


@attrs.frozen(kw_only=True)
class Payload:
    project_id: str | Own | None = OWN_PROJECT
    skill_id: str
    max_items: int = 5
    wide: bool = False
    score: float = 0.5
    inner: Inner | None = None
    tags: tuple[str, ...] = ()
    patch: dict[str, object] | None = None


# --- in ---------------------------------------------------------------------------------------


def test_a_good_payload():
    """Keys in camelCase become fields, what is missing takes its default, missing and null stay apart."""
    got = read_payload(
        Payload,
        {"skillId": "a", "projectId": None, "maxItems": 2, "inner": {"start": 1}, "tags": ["x"], "score": 1},
    )
    assert got == Payload(
        skill_id="a", project_id=None, max_items=2, inner=Inner(start=1), tags=("x",), score=1.0
    )
    assert read_payload(Payload, {"skillId": "a"}).project_id is OWN_PROJECT


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        (None, "payload: expected an object"),
        ([], "payload: expected an object"),
        ("x", "payload: expected an object"),
        ({}, "skillId: required field is missing"),
        ({"skillId": "a", "skil": 1}, "skil: unknown field; known are: projectId, skillId"),
        ({"skill_id": "a"}, "skill"),
        ({"skillId": "a", "/etc/passwd": 1}, "a field: unknown field"),
        ({"skillId": 5}, "skillId: expected a string"),
        ({"skillId": None}, "skillId: expected a string"),
        ({"skillId": "a", "maxItems": True}, "maxItems: expected a whole number"),
        ({"skillId": "a", "maxItems": 1.0}, "maxItems: expected a whole number"),
        ({"skillId": "a", "maxItems": "1"}, "maxItems: expected a whole number"),
        ({"skillId": "a", "wide": 1}, "wide: expected true or false"),
        ({"skillId": "a", "score": "high"}, "score: expected a finite number"),
        ({"skillId": "a", "score": float("nan")}, "score: expected a finite number"),
        ({"skillId": "a", "projectId": 5}, "projectId: expected a string or null"),
        ({"skillId": "a", "inner": {"end": 1}}, "inner.start: required field is missing"),
        ({"skillId": "a", "inner": {"start": "1"}}, "inner.start: expected a whole number"),
        ({"skillId": "a", "inner": {"start": 1, "mid": 2}}, "inner.mid: unknown field"),
        ({"skillId": "a", "inner": 5}, "inner"),
        ({"skillId": "a", "tags": ["x", 5]}, "tags"),
        ({"skillId": "a", "tags": 5}, "tags"),
        ({"skillId": "\ud800secret"}, "skillId: expected a string without lone surrogates"),
    ],
)
def test_bad_payloads(payload, said):
    """Each fault is one sentence that names the field and what is expected, never the value."""
    with pytest.raises(InvalidArgument) as caught:
        read_payload(Payload, payload)
    assert said in caught.value.message
    assert "secret" not in caught.value.message
    assert "\n" not in caught.value.message


def test_nothing_takes_nothing():
    """A channel without payload refuses fields."""
    assert read_payload(Nothing, {}) == Nothing()
    with pytest.raises(InvalidArgument, match="known are: none"):
        read_payload(Nothing, {"a": 1})


# --- out --------------------------------------------------------------------------------------


class Colour(enum.StrEnum):
    RED = "red"


class Number(float):
    """As numpy's are."""


def test_to_json():
    """Values become JSON's types: camelCase fields, enums by name or value, tuples as lists."""
    given = {
        Layer.PROJECT: Layer.RECENT,
        "own_key": (Inner(start=1), Colour.RED),
        5: Number(0.5),
        "none": None,
        "flag": True,
    }
    assert to_json(given) == {
        "PROJECT": "RECENT",
        "own_key": [{"start": 1, "end": 0}, "red"],
        "5": 0.5,
        "none": None,
        "flag": True,
    }
    assert type(to_json(Number(0.5))) is float
    assert json.dumps(to_json(given))


@pytest.mark.parametrize("value", [object(), b"x", {1, 2}, {object(): 1}, lambda: 0])
def test_what_has_no_form_in_json(value):
    """An object whose text could hold an address or a path is a fault and not a string."""
    with pytest.raises(TypeError):
        to_json({"a": value} if not isinstance(value, dict) else value)


def call(handle, payload=None, kind=Nothing, **options):
    """The envelope of one call."""
    channel = Channel(name="a:b", payload=kind, handle=handle, **options)
    return asyncio.run(answer(channel, "workspace", {} if payload is None else payload))


async def works(workspace, _):
    """Answer with what it got."""
    return {"workspace": workspace}


def test_success():
    """Async and sync handlers answer with their data."""
    assert call(works) == {"ok": True, "data": {"workspace": "workspace"}}
    assert call(lambda ws, _: [ws]) == {"ok": True, "data": ["workspace"]}


def fails(error):
    """A handler that raises."""

    def handle(*_):
        raise error

    return handle


@pytest.mark.parametrize(
    "error",
    [ValueError("/home/me/secret"), KeyError("secret"), SystemExit("secret"), RecursionError("secret")],
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
    got = call(lambda *_: object())
    assert got["error"]["code"] == "INTERNAL"
    assert "0x" not in json.dumps(got)


def test_cancelling_is_passed_on():
    """A cancelled call is cancelled, and no envelope hides it."""

    async def hangs(*_):
        await asyncio.sleep(30)

    async def go():
        task = asyncio.ensure_future(answer(Channel(name="a:b", payload=Nothing, handle=hangs), "w", {}))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(go())


def test_failure_of_an_error():
    """The envelope has nothing but code, message and, where there are any, details."""
    assert failure(InvalidArgument("x")) == {
        "ok": False,
        "error": {"code": "INVALID_ARGUMENT", "message": "x"},
    }


# --- channels from plugins --------------------------------------------------------------------


def channel(name):
    """A channel."""
    return Channel(name=name, payload=Nothing, handle=works)


def test_channels_of_a_bad_plugin():
    """A plugin that raises, gives rubbish or takes a name costs only its own channels."""

    def rubbish():
        return ["x"]

    got = gather_channels(
        [
            ("core", lambda: [channel("b:b"), channel("a:a")]),
            ("raises", fails(ValueError())),
            ("exits", fails(SystemExit())),
            ("rubbish", rubbish),
            ("nothing", lambda: None),
            ("payload", lambda: [Channel(name="d:d", payload=dict, handle=works)]),
            ("thief", lambda: [channel("a:a"), channel("z:z")]),
            ("good", lambda: (c for c in [channel("c:c")])),
        ]
    )
    assert list(got) == ["a:a", "b:b", "c:c"]
