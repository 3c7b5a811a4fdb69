"""Every field of every channel with what it cannot hold: refused by name, never a fault, never slow."""

from __future__ import annotations

import json
import os
import time

import pytest

from fuzzing import fuzz_calls, portions
from payloads import Known, in_order, payload_for
from underdraft import Workspace

LONG = "长" * 2_000_000
SLOWEST_S = 20.0
CALLS = int(os.environ.get("UNDERDRAFT_FUZZ_CALLS", "6000"))
SEED = 20_261_123
CONFIG = 'embedder = "none"\nmodel = "offline"\n[project]\nid = "p"\nname = "甲"\n'

BAD = [
    *(
        None,
        True,
        False,
        0,
        -1,
        1.5,
        2**31,
        2**63 - 1,
        2**63,
        -(2**63) - 1,
        10**400,
        float("nan"),
        float("inf"),
    ),
    *(
        "",
        " ",
        "\0",
        "a\0b",
        "\ud800",
        "\ufeff",
        "\u202e",
        "../../x",
        "/etc/passwd",
        "a" * 201,
        "0",
        "-1",
        "null",
    ),
    *(
        [],
        [None],
        ["\ud800"],
        [[]],
        {},
        {"": 1},
        {"a": {"b": {}}},
        {"\ud800": 1},
        {"content": 1},
        {"projectId": 5},
    ),
    *({"version": 2**63}, {"evidence": [2**63]}, {"metadata": {"a": 10**400}}, {"tags": ["a" * 5_000] * 50}),
]
LONG_ONES = [LONG, {"content": LONG}, [LONG]]
MEGABYTES = 10_000_000
HUGE = {
    "one": "长" * (MEGABYTES // 3),
    "words": "light and fog " * (MEGABYTES // 14),
    "sentences": "他说：“雾散了。”\n\n" * (MEGABYTES // 26),
    "lines": "- a\n" * (MEGABYTES // 4),
    "list": ["a word"] * (MEGABYTES // 10),
    "object": {f"key-{number}": "a" for number in range(MEGABYTES // 20)},
    "patch": {"content": "长" * (MEGABYTES // 3)},
}
"""Fields of 10 MB."""


@pytest.fixture
def ws(tmp_path):
    """A workspace with one of everything that payloads can name."""
    (tmp_path / ".underdraft").mkdir()
    (tmp_path / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
    with Workspace.open(tmp_path, store=tmp_path / "home" / "u.db") as workspace:
        yield workspace


def good_payloads(ws):
    """A payload of every channel that is mostly taken, by channel; what they make is there."""
    known, found = Known(), {}
    for name in in_order(ws.channels):
        payload = payload_for(ws.channels[name], "夜色", known)
        if name not in {"memory:purge", "memory:settings:update"}:
            known.learn(name, ws.invoke_sync(name, payload).get("data"))
        found[name] = payload
    return found


def mutations(ws, name, payload, values, every):
    """The payload with each field replaced by each value, or by one of so many: by which follows from the field's place."""
    for place, field in enumerate(ws.channels[name].signature.fields, start=len(name)):
        for value in values[place % every :: every]:
            yield field.key, {**payload, field.key: value}


def told(ws, name, payload):
    """The envelope, and the processor's time that it took, which others on the machine do not change much."""
    begin = time.process_time()
    envelope = ws.invoke_sync(name, payload)
    return envelope, time.process_time() - begin


@pytest.mark.seed("003.2.1")
@pytest.mark.parametrize(
    ("values", "every"),
    [
        pytest.param(BAD, 6, id="some"),
        pytest.param(BAD, 1, id="bad", marks=pytest.mark.long),
        pytest.param(LONG_ONES, 1, id="long"),
        *(pytest.param([value], 1, id=name, marks=pytest.mark.long) for name, value in HUGE.items()),
    ],
)
def test_no_field_makes_a_fault(ws, values, every):
    """Whatever stands in a field, the answer is an envelope in JSON without INTERNAL or a broken store, and soon."""
    wrong, slow = [], []
    for name, payload in good_payloads(ws).items():
        for key, changed in mutations(ws, name, payload, values, every):
            if name == "memory:purge" and changed.get("confirm") is True:
                continue
            envelope, took = told(ws, name, changed)
            json.dumps(envelope, ensure_ascii=False).encode("utf-8")
            if not envelope["ok"] and envelope["error"]["code"] in {"INTERNAL", "DB_ERROR"}:
                wrong.append((name, key, repr(changed[key])[:60], envelope["error"]))
            if took > SLOWEST_S:
                slow.append((name, key, repr(changed[key])[:60], round(took, 1)))
    assert not wrong, "\n".join(map(str, wrong))
    assert slow == []
    assert ws.invoke_sync("memory:list", {})["ok"]


@pytest.mark.long
@pytest.mark.parametrize(
    "text", [*(HUGE[name] for name in ("one", "words", "sentences", "lines")), "a" * MEGABYTES]
)
def test_a_manuscript_of_10_mb(ws, text):
    """As a document, and all of it selected: a prompt, or one refusal that it does not fit, and soon."""
    session = ws.invoke_sync("session:start", {})["data"]["sessionId"]
    whole = {"document": text, "selection": {"start": 0, "end": len(text)}}
    for name, more in (
        ("ai:skill:preview", {"skillId": "continue", "document": text, "sessionId": session}),
        ("ai:skill:preview", {"skillId": "polish", **whole}),
        ("ai:skill:run", {"skillId": "consistency-check", **whole, "instruction": text[:100_000]}),
        ("knowledge:check", {"document": text}),
    ):
        envelope, took = told(ws, name, more)
        assert envelope["ok"] or envelope["error"]["code"] in {"CONTEXT_OVERFLOW", "INVALID_ARGUMENT"}, (
            envelope
        )
        assert took < SLOWEST_S, name


@pytest.mark.parametrize(("seed", "calls"), portions(SEED, CALLS, a_portion=6_000, few=400))
def test_no_rubbish_makes_a_fault(ws, seed, calls, record_property):
    """Fields at random with rubbish at random: envelopes in JSON, no fault, no broken store, none over 8 s."""
    seen = fuzz_calls(ws, good_payloads(ws), seed=seed, calls=calls)
    record_property("seen", (seen.codes.total(), dict(seen.codes), seen.slowest))
    assert seen.wrong == []
    assert seen.codes.total() == calls
    assert seen.codes["ok"] > calls / 50
    assert ws.invoke_sync("memory:list", {})["ok"]
