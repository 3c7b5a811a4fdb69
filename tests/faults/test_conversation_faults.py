"""What happens to sessions when the world goes wrong, for real: death, locks, bad plugins, privacy."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from faults.conversation_worker import talk
from job_waits import all_done
from memory.sessions.session_samples import data, opened, project, say, settings, settle
from processes import CONTEXT, start
from underdraft import CandidateMemory, hookimpl
from underdraft.memory.db import jobs
from underdraft.memory.db.database import Database
from underdraft.memory.sessions import reading

PROJECT = {"projectId": "harbour"}


def facts(ws):
    """The contents of all atomic memories."""
    return [item["content"] for item in data(ws, "atomic:list", PROJECT)["items"]]


def test_kill_9_between_reply_and_background_work_loses_neither(tmp_path):
    """A process is killed right after its reply: the messages are there, and the next one does the work."""
    project(tmp_path)
    replied = CONTEXT.Event()
    child = start(talk, tmp_path, replied)
    assert replied.wait(60)
    child.kill()
    child.join()
    assert child.exitcode == -signal.SIGKILL
    with opened(tmp_path) as ws:
        messages = ws.store.conversation.transcript.list("s1", "harbour").items
        assert [(m.role, m.answered) for m in messages] == [("user", True), ("assistant", True)]
        assert ws.store.conversation.worker.pending().waiting >= 1
        settle(ws)
        assert facts(ws) == ["主角叫林远"]
        assert len(data(ws, "summary:list")["items"]) == 1


@pytest.mark.long
def test_what_was_recalled_in_an_earlier_turn_is_still_an_echo(tmp_path):
    """A memory that stood in an earlier prompt and is said back in other words is not learned anew."""
    with opened(project(tmp_path)) as ws:
        data(ws, "atomic:create", {"content": "灯塔守人老薛夜里爱喝黄酒，白天睡在灯室里", **PROJECT})
        assert "老薛" in say(ws, "灯塔守人是谁？").preview.prompt.dynamic
        settings(ws, memory__rag_top_n=0)
        run = say(ws, "记住：灯塔守人老薛夜里很爱喝黄酒，白天睡在灯室里。")
        assert "老薛夜里爱" not in run.preview.prompt.dynamic
        settle(ws)
        assert facts(ws) == ["灯塔守人老薛夜里爱喝黄酒，白天睡在灯室里"]
        say(ws, "记住：灯塔守人老薛夜里很爱喝黄酒，白天睡在灯室里。", session="s2")
        settle(ws)
        assert len(facts(ws)) == 2


def test_work_that_was_done_twice_changes_nothing(tmp_path):
    """Two processes that take the same job up leave one fact, one line, one summary."""
    with opened(project(tmp_path)) as ws:
        run = say(ws, "记住：主角叫林远。以后都请用短句。")
        settle(ws)
        for _ in range(2):
            heard = ws.store.conversation.reading.read_run(run.id)
            assert {(one.outcome, one.reason) for one in heard} == {("refused", "duplicate")}
        assert facts(ws) == ["主角叫林远"]
        assert data(ws, "profile:get")["version"] == 1


class Failing:
    """An extractor that always fails."""

    @hookimpl
    def underdraft_extract_memories(self, turn):
        raise RuntimeError("secret sk-123")


class FailingUntilMended:
    """An extractor that fails, with a model and without one, until it is mended."""

    def __init__(self):
        self.failed, self.mended = set(), threading.Event()

    @hookimpl
    def underdraft_extract_memories(self, turn, ask):
        if not self.mended.is_set():
            self.failed.add(ask is None)
            raise RuntimeError("secret sk-123")
        return [CandidateMemory(content="灯塔有九层", evidence="灯塔有九层")]


@pytest.mark.both_stores
@pytest.mark.long
def test_a_failing_extractor_costs_nothing_but_its_own(tmp_path, monkeypatch, caplog):
    """What others found is kept at once, the batch is tried again later, and no secret is logged."""
    monkeypatch.setattr(reading, "FIRST_PAUSE_SECONDS", 0.0)
    plugin = FailingUntilMended()
    with opened(project(tmp_path), plugins=[plugin]) as ws:
        run = say(ws, "记住：主角叫林远。灯塔有九层。")
        assert run.warnings == ()
        worker = ws.store.conversation.worker
        assert all_done(worker, 20)
        assert plugin.failed == {True, False}
        assert facts(ws) == ["主角叫林远"]
        plugin.mended.set()
        deadline = time.monotonic() + 20
        while len(facts(ws)) < 2 and time.monotonic() < deadline:
            worker.drain(whole=True)
            time.sleep(0.01)
        assert sorted(facts(ws)) == ["主角叫林远", "灯塔有九层"]
    assert "sk-123" not in caplog.text


def test_a_job_that_always_fails_is_given_up_and_kept(tmp_path, monkeypatch):
    """After its last try a job is marked, counted as failed, and in nobody's way."""
    monkeypatch.setattr(jobs, "FIRST_PAUSE_SECONDS", 0.0)
    with opened(project(tmp_path), plugins=[Failing()]) as ws:
        say(ws, "记住：主角叫林远。")
        settle(ws)
        pending = ws.store.conversation.worker.pending()
        assert (pending.waiting, pending.failed) == (0, 1)
        say(ws, "第二句", session="s2")
        settle(ws)
        assert len(data(ws, "summary:list")["items"]) == 2


class Rubbish:
    """An extractor that gives what nobody asked for, and far too much."""

    @hookimpl
    def underdraft_extract_memories(self, turn, ask):
        assert ask is None
        return [
            None,
            "text",
            CandidateMemory(content=""),
            CandidateMemory(content="你没说过这句话"),
            *[CandidateMemory(content=turn.user)] * 500,
        ]


def test_rubbish_from_an_extractor_is_left_out(tmp_path):
    """Other types, empty and invented statements are refused; what was said is taken once."""
    with opened(project(tmp_path), plugins=[Rubbish()]) as ws:
        say(ws, "灯塔有九层")
        settle(ws)
        assert facts(ws) == ["灯塔有九层"]


@pytest.mark.long
@pytest.mark.file_only("a lock of the file; the server's waits are in test_server_faults.py")
def test_a_locked_store_costs_the_record_and_not_the_reply(tmp_path):
    """Another process holds the lock: the reply comes with a warning, and afterwards all is well."""
    with opened(project(tmp_path)) as ws:
        ws.store.database.place.busy_timeout_ms = 100  # before the first connection is made
        say(ws, "第一句")
        settle(ws)
        other = Database(tmp_path / "store.db", clock=ws.clock, new_id=ws.new_id)
        with other.write():
            run = say(ws, "第二句")
        other.close()
        assert run.text == "好的。"
        assert any(w.startswith("RUN_NOT_RECORDED") for w in run.warnings)
        say(ws, "第三句")
        window = ws.store.conversation.transcript.window("s1", "harbour")
        assert [m.instruction for m in window] == ["第一句", None, "第三句", None]


def test_privacy_mode_writes_nothing_of_what_was_said(tmp_path):
    """The session goes on within the process, nothing of it is on disk, nothing is learned, then it is gone."""
    with opened(project(tmp_path), "金丝雀说好") as ws:
        settings(ws, privacyModeEnabled=True)
        say(ws, "记住：金丝雀叫小黄。我喜欢金丝雀。")
        second = say(ws, "金丝雀呢？")
        assert [m.role for m in second.preview.prompt.history] == ["user", "assistant"]
        assert "金丝雀叫小黄" in second.preview.prompt.history[0].content
        message = data(
            ws, "conversation:append", {"sessionId": "s1", "role": "user", "content": "金丝雀飞了"}
        )
        assert message["persisted"] is False
        assert ws.store.conversation.worker.pending().waiting == 0
        assert facts(ws) == []
        assert data(ws, "profile:get")["markdown"] == ""
        assert data(ws, "summary:list")["items"] == []
    for file in tmp_path.glob("store.db*"):
        assert "金丝雀".encode() not in file.read_bytes()
    with opened(tmp_path) as ws:
        assert data(ws, "conversation:window", {"sessionId": "s1"})["messages"] == []


class Slow:
    """An extractor that waits until it is let go."""

    def __init__(self):
        self.release = threading.Event()

    @hookimpl
    def underdraft_extract_memories(self, turn):
        self.release.wait(60)
        return [CandidateMemory(content="灯塔有九层", evidence="灯塔有九层")]


def test_turning_privacy_on_stops_what_was_waiting(tmp_path):
    """Work that waits when privacy mode is turned on learns nothing any more."""
    plugin = Slow()
    with opened(project(tmp_path), plugins=[plugin]) as ws:
        say(ws, "灯塔有九层")
        settings(ws, privacyModeEnabled=True)
        plugin.release.set()
        settle(ws)
        assert facts(ws) == []


def test_a_slow_extractor_slows_no_reply_and_no_exit(tmp_path, monkeypatch):
    """Replies do not wait for the work behind them; closing waits a moment and leaves the rest for later."""
    monkeypatch.setattr(jobs, "CLOSE_SECONDS", 0.2)
    plugin = Slow()
    begin = time.monotonic()
    with opened(project(tmp_path), plugins=[plugin]) as ws:
        for n in range(3):
            say(ws, f"第{n}句")
    assert time.monotonic() - begin < 20
    plugin.release.set()
    with opened(tmp_path) as ws:
        assert ws.store.conversation.worker.pending().waiting >= 1
        settle(ws)


def test_turns_of_one_session_at_the_same_time_stay_whole(tmp_path):
    """Eight runs at once in one session: every question stands right before its own reply."""
    with opened(project(tmp_path)) as ws:
        threads = [threading.Thread(target=say, args=(ws, f"第{n}句")) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        items = ws.store.conversation.transcript.list("s1", "harbour").items
        assert [m.role for m in items] == ["user", "assistant"] * 8
        assert all(a.run_id == b.run_id for a, b in zip(items[::2], items[1::2], strict=True))
