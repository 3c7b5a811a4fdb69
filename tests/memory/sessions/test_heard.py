"""What became of each candidate, beside its run."""

from __future__ import annotations

import pytest

from memory.sessions.session_samples import data, opened, project, say, settle
from underdraft import CandidateMemory, hookimpl
from underdraft.memory.sessions.heard import CONTENT_MAXIMUM, note_heard, read_heard
from underdraft.types.memory import Heard

pytestmark = pytest.mark.both_stores


def test_all_that_was_found_is_noted_once(ws):
    """In order, cut to a line, and not again when a batch is read twice; a run that is gone has nothing."""
    run = say(ws, "好")
    found = [
        Heard(content="灯塔有九层", outcome="taken", memory_id="m1"),
        Heard(content="猫\n会飞", outcome="refused", reason="not_said"),
        Heard(content="长" * 300, outcome="offered", reason="unsure", memory_id="m2"),
    ]
    with ws.store.database.write() as connection:
        for heard in (
            found[:2],
            found,
            [Heard(content="灯塔有九层。", outcome="refused", reason="duplicate")],
        ):
            note_heard(connection, run.id, heard)
        note_heard(connection, "no-such-run", found)
        kept = read_heard(connection, run.id)
    assert kept[:2] == (found[0], Heard(content="猫 会飞", outcome="refused", reason="not_said"))
    assert [one.outcome for one in kept] == ["taken", "refused", "offered"]
    assert len(kept[2].content) == CONTENT_MAXIMUM


def test_each_candidate_ends_in_the_record_of_its_run(tmp_path):
    """Taken, offered, or refused with its reason; a purge takes the words along."""

    class Finds:
        """Finds one that is said, one that is not, and one that may not be meant for good."""

        @hookimpl
        def underdraft_extract_memories(self, turn):
            yield CandidateMemory(content="灯塔一共有九层", kind="fact", evidence="灯塔一共有九层")
            yield CandidateMemory(content="猫在天上飞", kind="fact", evidence="猫在天上飞")
            yield CandidateMemory(
                content="今天想写慢一点", kind="fact", evidence="今天想写慢一点", sure=False
            )

    with opened(project(tmp_path), plugins=[Finds()]) as ws:
        run = say(ws, "灯塔一共有九层。今天想写慢一点。")
        settle(ws)
        heard = data(ws, "ai:run:get", {"runId": run.id})["heard"]
        said = [(one["outcome"], one.get("reason"), one["content"]) for one in heard]
        assert sorted(said, key=str) == [
            ("offered", "unsure", "今天想写慢一点"),
            ("refused", "not_said", "猫在天上飞"),
            ("taken", None, "灯塔一共有九层"),
        ]
        taken = next(one["memoryId"] for one in heard if one["outcome"] == "taken")
        data(ws, "memory:purge", {"id": taken, "confirm": True})
        left = data(ws, "ai:run:get", {"runId": run.id})["heard"]
        assert "灯塔" not in str(left)
        assert "今天想写慢一点" in str(left)


def test_an_offer_says_what_it_would_replace(tmp_path):
    """Before it is taken, and after."""

    class Finds:
        """Finds that the inn has moved, and is not sure of it."""

        @hookimpl
        def underdraft_extract_memories(self, turn, known):
            for old in known:
                if "十字路口" in old and "河边" in turn.user:
                    yield CandidateMemory(
                        content="客栈在河边", kind="fact", evidence="客栈在河边", replaces=old, sure=False
                    )

    with opened(project(tmp_path), plugins=[Finds()]) as ws:
        old = "客栈在十字路口"
        data(ws, "memory:create", {"type": "fact", "content": old, "scope": "project"})
        run = say(ws, "客栈在河边。")
        settle(ws)
        [offer] = data(ws, "ai:run:get", {"runId": run.id})["heard"]
        assert (offer["outcome"], offer["replaced"]) == ("offered", [old])
        data(ws, "memory:preferences:settle", {"id": offer["memoryId"], "action": "confirm"})
        [taken] = data(ws, "ai:run:get", {"runId": run.id})["heard"]
        assert taken["replaced"] == [old]
