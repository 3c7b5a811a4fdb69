"""When turns are read: at once without a model, a few together with one."""

from __future__ import annotations

import json
import threading
import time

import pytest
from sqlalchemy import select

from memory.sessions.fact_samples import items
from memory.sessions.session_samples import Ticking, data, opened, project, say, settle
from underdraft import CandidateMemory, ModelError, hookimpl
from underdraft.errors import BudgetSpent
from underdraft.memory.db.schema.conversations import BACKGROUND_JOB
from underdraft.memory.sessions.reading import AGAIN_JOB, GATHERED, TOGETHER


class Reader:
    """Keeps what it was called with, and says that all of it was said."""

    def __init__(self):
        self.calls = []

    @hookimpl
    def underdraft_extract_memories(self, turns, ask):
        self.calls.append(([turn.user for turn in turns], ask is not None))
        return [CandidateMemory(content=turn.user, evidence=turn.user) for turn in turns]


@pytest.mark.parametrize("model", ["fake", "offline"])
def test_a_model_reads_four_turns_at_once(tmp_path, model):
    """With a model one call for four turns and one for the rest when it is due; without one, one a turn."""
    reader = Reader()
    said = [f"灯塔{n}层" for n in range(TOGETHER + 2)]
    with opened(project(tmp_path), '{"memories": []}', plugins=[reader], model=model) as ws:
        for text in said:
            say(ws, text)
        settle(ws)
        assert sorted(text for turns, _ in reader.calls for text in turns) == said
        assert {asked for _, asked in reader.calls} == {model == "fake"}
        assert len(reader.calls) == len(said) if model == "offline" else len(reader.calls) <= 2
        assert set(items(ws)) == set(said)


class Broken(Reader):
    """Fails the first time that it may ask a model."""

    error = ModelError("down")

    @hookimpl
    def underdraft_extract_memories(self, turns, ask):
        found = super().underdraft_extract_memories(turns, ask)
        if ask is not None and [asked for _, asked in self.calls].count(True) == 1:
            raise self.error
        return found


@pytest.mark.both_stores
def test_a_failed_batch_is_read_without_the_model_and_asked_again(tmp_path):
    """What it says outright is there meanwhile, and nothing is in the store twice."""
    reader = Broken()
    with opened(project(tmp_path), '{"memories": []}', plugins=[reader]) as ws:
        say(ws, "灯塔一层")
        settle(ws)
        assert reader.calls == [(["灯塔一层"], True), (["灯塔一层"], False), (["灯塔一层"], True)]
        assert list(items(ws)) == ["灯塔一层"]


class Knowing:
    """Keeps what was known when it was called without a model, and fails with one."""

    def __init__(self):
        self.known = []

    @hookimpl
    def underdraft_extract_memories(self, turns, ask, known):
        if ask is not None:
            raise ModelError("down")
        self.known.append(list(known))
        return [CandidateMemory(content=turn.user, evidence=turn.user) for turn in turns]


def test_a_turn_of_a_failed_batch_knows_what_the_one_before_said(tmp_path):
    """Without the model each is read by itself, so that a later one can correct an earlier one."""
    reader = Knowing()
    with opened(project(tmp_path), "no answer", plugins=[reader]) as ws:
        say(ws, "灯塔一层")
        say(ws, "灯塔两层")
        settle(ws)
    assert reader.known[:2] == [[], ["灯塔一层"]]


class Stumbling(Knowing):
    """Fails at one turn without a model, too."""

    @hookimpl
    def underdraft_extract_memories(self, turns, ask, known):
        if any("一层" in turn.user for turn in turns):
            raise ModelError("down")
        return super().underdraft_extract_memories(turns, ask, known)


def test_a_turn_that_cannot_be_read_keeps_no_other_of_its_batch_back(tmp_path):
    """The others are read without the model."""
    with opened(project(tmp_path), "no answer", plugins=[Stumbling()]) as ws:
        say(ws, "灯塔一层")
        say(ws, "灯塔两层")
        settle(ws)
        assert list(items(ws)) == ["灯塔两层"]


def test_after_a_spent_budget_the_batch_waits_for_the_next_day(tmp_path):
    """It is read without a model meanwhile."""
    reader = Broken()
    reader.error = BudgetSpent("spent")
    with opened(project(tmp_path), '{"memories": []}', plugins=[reader]) as ws:
        run = say(ws, "灯塔一层")
        ws.store.conversation.worker.wait_idle(20)
        ws.store.conversation.reading.read_waiting("harbour")
        with ws.store.database.read() as connection:
            jobs = connection.execute(select(BACKGROUND_JOB).where(BACKGROUND_JOB.c.kind == AGAIN_JOB)).all()
        assert [(json.loads(job.subject), job.not_before) for job in jobs] == [
            (["harbour", run.id], "2026-01-02")
        ]
        assert ws.store.conversation.worker.drain() == 0
        assert list(items(ws)) == ["灯塔一层"]


def test_what_is_said_outright_holds_at_once_beside_a_model(tmp_path):
    """Although the model finds nothing; it may say it again in its own words, which adds nothing."""
    again = {
        "content": "The writer wants answers in rhyme",
        "kind": "preference",
        "about": "writer",
        "evidence": "always answer in rhyme",
        "replaces": 0,
    }
    answer = json.dumps({"memories": [again]})
    with opened(project(tmp_path), answer) as ws:
        say(ws, "From now on, always answer in rhyme.")
        ws.store.conversation.worker.wait_idle(20)
        assert "always answer in rhyme" in data(ws, "profile:get")["markdown"]
        settle(ws)
        assert data(ws, "memory:list", {"state": "proposed"})["items"] == []


def test_sessions_of_one_turn_are_gathered_into_one_question(tmp_path):
    """Twenty calls of an application, each in a session of its own, are three questions or four."""
    reader = Reader()
    with opened(project(tmp_path), '{"memories": []}', plugins=[reader]) as ws:
        with ws.store.conversation.worker._draining:
            for n in range(20):
                say(ws, f"灯塔{n}层", session=f"s{n}")
        settle(ws)
        assert [len(turns) for turns, asked in reader.calls if asked] == [
            GATHERED,
            GATHERED,
            20 - 2 * GATHERED,
        ]


def test_the_next_session_reads_what_the_last_one_left(tmp_path):
    """Before it answers; closing takes no longer than a second, whatever a reader does."""
    reader, slow, goes_on = Reader(), Reader(), threading.Event()
    slow.calls = Waiting(goes_on)
    folder, clock = project(tmp_path), Ticking()
    with opened(folder, plugins=[slow], model="offline", clock=clock) as ws:
        say(ws, "灯塔一层")
        say(ws, "灯塔二层")
        begin = time.monotonic()
    goes_on.set()
    assert time.monotonic() - begin < 2  # a second, and what a busy machine takes
    with opened(folder, '{"memories": []}', plugins=[reader], clock=clock) as ws:
        ws.preview_sync("talk", instruction="几层？", session_id="s2")
        assert {text for turns, _ in reader.calls for text in turns} == {"灯塔一层", "灯塔二层"}
        for text in ("灯塔三层", "灯塔四层"):
            say(ws, text, session="s2")
        assert not any(asked for _, asked in reader.calls)
        ws.preview_sync("talk", instruction="几层？", session_id="s3")
        assert reader.calls[-1] == (["灯塔三层", "灯塔四层"], True)


class Waiting(list):
    """Takes a call only when it may go on."""

    def __init__(self, goes_on):
        super().__init__()
        self.goes_on = goes_on

    def append(self, call):
        self.goes_on.wait(20)
        super().append(call)
