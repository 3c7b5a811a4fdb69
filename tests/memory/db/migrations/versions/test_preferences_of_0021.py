"""Learned preferences of version 0.1 become records alone, in the states that they had: nothing is lost."""

from __future__ import annotations

import hashlib
import json
from contextlib import closing

import pytest

from memory.db.migrations.versions import test_v0026_one_record as v0026
from memory.sessions.session_samples import data, opened
from underdraft.memory.db.sqlite import driver

pytestmark = [pytest.mark.migrates, pytest.mark.file_only("the file of an early version")]

old_file = v0026.old_file
LEARNED = "learned-5e4cf9cd54fd707c6dcac7f25e2f9227"
AT = "2026-01-01T00:02:00.000Z"


def add(link, key, *, axis="evidence", poles=("accept",), **marks):
    """A topic of early versions with its poles; ``marks`` are of the accept pole, whose id is given."""
    topic = hashlib.sha256(json.dumps(["kind", "harbour", axis, key]).encode()).hexdigest()[:32]
    link.execute(
        "INSERT INTO preference_kind VALUES (?, 'project', 'harbour', ?, ?, 0, ?)", (topic, axis, key, AT)
    )
    ids = [f"learned-{hashlib.sha256(json.dumps([topic, pole]).encode()).hexdigest()[:32]}" for pole in poles]
    for pole, preference in zip(poles, ids, strict=True):
        link.execute(
            "INSERT INTO preference (id, kind_id, pole, statement, refused_at, retired_at, retired_reason)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (preference, topic, pole, key.rpartition("\n")[2] if pole == "accept" else f"避免：{key}",
             *(marks.get(name) if pole == "accept" else None for name in ("refused_at", "retired_at", "retired_reason"))),
        )  # fmt: skip
    return ids[0]


def remember(link, preference, content, *, actor, deleted_at=AT):
    """A memory that a preference became, with its last revision."""
    link.execute(
        "INSERT INTO memory_item (id, type, scope, project_id, origin, content, content_hash, confidence, evidence,"
        " metadata, version, created_at, updated_at, deleted_at, user_confirmed, faded)"
        " VALUES (?, 'preference', 'project', 'harbour', 'learned', ?, ?, 0.8, '[]', '{}', 2, ?, ?, ?, 0, 0)",
        (preference, content, hashlib.sha256(content.encode()).hexdigest(), AT, AT, deleted_at),
    )
    after = {"id": preference, "type": "preference", "scope": "project", "content": content, "deleted_at": AT}
    link.execute(
        "INSERT INTO memory_revision (memory_id, version, action, actor, at, after) VALUES (?, 2, 'delete', ?, ?, ?)",
        (preference, actor, AT, json.dumps(after)),
    )


@pytest.fixture
def states(old_file):
    """The old store with a preference in each state, and their ids by state."""
    with closing(driver().connect(old_file)) as link:
        said = {
            "worded": add(link, "dialogue\n不说谢谢", axis="worded"),
            "refused before it was learned": add(link, "少用比喻", refused_at=AT),
            "deleted by the writer": add(link, "多写雨"),
            "retired": add(link, "多写雾", retired_at=AT, retired_reason="contradicted"),
            "cleared": add(link, "少写海"),
        }
        for name, actor in (
            ("deleted by the writer", "user"),
            ("retired", "learning"),
            ("cleared", "learning:clear"),
        ):
            remember(link, said[name], name, actor=actor)
        seq = link.execute("SELECT seq FROM feedback_event LIMIT 1").fetchone()[0]
        for n in range(2):
            link.execute(
                "INSERT INTO preference_signal (source, event_seq, kind_id, run_id, stance, before, after, at)"
                " SELECT ?, ?, kind_id, ?, 'accept', '谢谢', '递伞', ? FROM preference WHERE id = ?",
                (f"run:r{n}", seq, f"r{n}", AT, said["worded"]),
            )
        link.commit()
    return old_file.parent, said


def test_each_preference_is_a_record_in_its_state(states):
    """What waits is proposed with its evidence, what the writer refused stays refused, and what was retired says why."""
    folder, said = states
    with opened(folder) as ws:
        v0026.compare(ws, beside=("memories", "histories", "export", "search"))
        ledger = {one["id"]: one for one in data(ws, "memory:preferences:list", v0026.PROJECT)["items"]}
        assert {name: ledger[id_]["state"] for name, id_ in said.items() if id_ in ledger} == {
            "worded": "proposed",
            "refused before it was learned": "refused",
            "deleted by the writer": "refused",
            "retired": "retired",
        }
        assert ledger[said["retired"]]["reason"] == "contradicted by later feedback (rejects)"
        assert ledger[LEARNED]["state"] == "learned"
        every = {"includeDeleted": True, **v0026.PROJECT}
        items = {one["id"]: one for one in data(ws, "memory:list", every)["items"]}
        assert {name: items[id_]["state"] for name, id_ in said.items() if id_ in items} == {
            "refused before it was learned": "refused",
            "deleted by the writer": "refused",
            "retired": "retired",
            "cleared": "deleted",
        }
        kept = [one for one in v0026.SAID["memories"] if one["id"] not in items]
        assert kept == []
        (waiting,) = data(ws, "memory:list", {"state": "proposed", **v0026.PROJECT})["items"]
        assert (waiting["content"], waiting["source"], waiting["scene"]) == ("不说谢谢", "worded", "dialogue")
        assert [one["runId"] for one in waiting["evidence"]] == ["r0", "r1"]
        assert "不说谢谢" not in data(ws, "memory:injection:preview", v0026.PROJECT)["items"].__repr__()


def test_learning_goes_on_from_there(states):
    """A topic has its signals and statements; what is decided now follows from the records."""
    folder, said = states
    with opened(folder) as ws:
        settled = data(
            ws, "memory:preferences:settle", {"id": said["worded"], "action": "confirm", **v0026.PROJECT}
        )["item"]
        assert (settled["state"], settled["version"]) == ("active", 2)
        past = data(ws, "memory:history", {"id": said["worded"], **v0026.PROJECT})["revisions"]
        assert [one["actor"] for one in past] == ["migration", "user"]
        for _ in range(3):
            signal = {"action": "accept", "evidenceRef": "少写海", **v0026.PROJECT}
            answer = data(ws, "memory:preferences:ingest", signal)
        assert answer["learned"]["id"] == said["cleared"]
        for _ in range(4):
            answer = data(ws, "memory:preferences:ingest", {**signal, "evidenceRef": "少用比喻"})
        assert "learned" not in answer
        with ws.store.database.read() as connection:
            tables = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE name = 'preference'")
            assert tables.first() is None


def test_what_was_noted_in_the_profile_is_a_record_each(old_file):
    """The document keeps the writer's own text, the view shows both, and each note says when it came, and from whom."""
    with closing(driver().connect(old_file)) as link:
        before = link.execute("SELECT id, markdown, version, updated_at FROM user_profile").fetchall()
    with opened(old_file.parent) as ws:
        v0026.compare(ws)
        with ws.store.database.read() as connection:
            assert [tuple(row) for row in connection.exec_driver_sql("SELECT * FROM user_profile")] == before
            own = connection.exec_driver_sql("SELECT markdown FROM profile_document").scalar()
        noted = data(ws, "memory:list", {"source": "said", "type": "preference", **v0026.PROJECT})["items"]
        assert noted
        for note in noted:
            assert f"- {note['content']}" in before[0][1].split("\n")
            assert note["content"] not in own
            (first,) = data(ws, "memory:history", {"id": note["id"], **v0026.PROJECT})["revisions"]
            assert (first["actor"], first["at"]) == ("migration", note["createdAt"])
