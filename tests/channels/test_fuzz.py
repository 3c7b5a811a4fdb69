"""Every field of every channel with what it cannot hold: refused by name, never a fault, never slow."""

from __future__ import annotations

import json
import time

import pytest

from underdraft import Workspace
from underdraft.privacy.payloads import Known, in_order, payload_for

LONG = "长" * 2_000_000
SLOWEST_S = 5.0
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


def mutations(ws, name, payload, values):
    """The payload with each field replaced by each value, and with a field that nobody knows."""
    for field in ws.channels[name].signature.fields:
        for value in values:
            yield field.key, {**payload, field.key: value}


def told(ws, name, payload):
    """The envelope and how long it took."""
    begin = time.perf_counter()
    envelope = ws.invoke_sync(name, payload)
    return envelope, time.perf_counter() - begin


@pytest.mark.parametrize("values", [BAD, LONG_ONES], ids=["bad", "long"])
def test_no_field_makes_a_fault(ws, values):
    """Whatever stands in a field, the answer is an envelope in JSON without INTERNAL or a broken store, and soon."""
    wrong, slow = [], []
    for name, payload in good_payloads(ws).items():
        for key, changed in mutations(ws, name, payload, values):
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
