"""What comes back from a model is told as it is: whole, cut off, blank, thought aloud, or from no model at all."""

from __future__ import annotations

import json

import pytest

from job_waits import all_done
from underdraft import ModelError, Reply, TextDelta, hookimpl
from underdraft.testing import FakeModel
from underdraft.types.memory import CandidateMemory

TEXT = "雨停了。他慢慢地抬起头，看着远处的灯塔，心里忽然很安静，什么也不想说。"
KEPT = "雨停了。他慢慢地抬起头。看着远处的灯塔。心里忽然很安静。什么也不想说。"
CHAT = "---\nname: talk\ndescription: Talk.\ncontext_rules:\n  conversation: true\n---\nTalk."
SKILLS = {".underdraft/skills/talk/SKILL.md": CHAT}
STAND_IN_WORDS = ("替身", "offline", "stand-in")


def ask(workspace, channel, **payload):
    """A channel's data."""
    answer = workspace.invoke_sync(channel, payload)
    assert answer["ok"], answer
    return json.loads(json.dumps(answer["data"]))


def opened(make, *replies, **options):
    """A workspace with a model that gives these replies."""
    model = FakeModel(*replies)
    return make(files=SKILLS, plugins=[model], model=model.name, embedder="none", **options)


def cut_off(text=TEXT, reason="length"):
    """A reply that is not whole."""
    return Reply(texts=(text,), finish_reason=reason)


@pytest.mark.parametrize("reason", ["length", "content_filter"])
def test_a_reply_that_is_cut_off(underdraft_workspace, reason):
    """The run's answer, the stored record and a warning all say why the model stopped."""
    ws = opened(underdraft_workspace, cut_off(reason=reason))
    run = ask(ws, "ai:skill:run", skillId="polish", document="雨。")
    kept = ask(ws, "ai:run:get", runId=run["runId"])
    for told in (run, kept):
        assert told["finishReason"] == reason
        assert f"REPLY_TRUNCATED: {reason}" in told["warnings"]
    assert run["text"] == TEXT


@pytest.mark.parametrize("reply", ["", " \n", "\u200b\u2060 \n", "<think>想了很久</think>\n", ("雨。", "")])
def test_an_empty_reply(underdraft_workspace, reply):
    """A blank reply, or a blank candidate, is a warning."""
    ws = opened(underdraft_workspace, reply)
    payload = {"candidates": 2} if isinstance(reply, tuple) else {}
    run = ask(ws, "ai:skill:run", skillId="polish", document="雨。", **payload)
    assert "REPLY_EMPTY" in run["warnings"]


def test_a_strange_finish_reason_is_not_repeated(underdraft_workspace):
    """What is no plain word is told as "other": it may be a sentence of the provider's."""
    run = ask(
        opened(underdraft_workspace, cut_off(reason="see http://x/?key=1")), "ai:skill:run", skillId="polish"
    )
    assert run["finishReason"] == "other"


def test_privacy_mode_keeps_the_reason(underdraft_workspace):
    """Why the model stopped is no text of the writer's."""
    ws = opened(underdraft_workspace, cut_off())
    ask(ws, "memory:settings:update", patch={"privacyModeEnabled": True})
    run = ask(ws, "ai:skill:run", skillId="polish", document="雨。")
    assert ask(ws, "ai:run:get", runId=run["runId"])["finishReason"] == "length"


def test_thinking_stands_nowhere(underdraft_workspace):
    """What a model thinks aloud is not in the text, the stream, the transcript or the record."""
    ws = opened(underdraft_workspace, f"<think>灯笼的颜色？</think>\n\n{TEXT}")
    session = ask(ws, "session:start")["sessionId"]
    run = ask(ws, "ai:skill:run", skillId="talk", sessionId=session, instruction="写。")
    assert run["text"] == TEXT
    everything = [run, ask(ws, "ai:run:get", runId=run["runId"])]
    everything.append(ask(ws, "conversation:list", sessionId=session))
    assert "灯笼的颜色" not in json.dumps(everything, ensure_ascii=False)


def test_an_empty_reply_makes_no_turn(underdraft_workspace):
    """A blank reply is no turn of the conversation: providers refuse blank messages."""
    ws = opened(underdraft_workspace, "", TEXT)
    session = ask(ws, "session:start")["sessionId"]
    for _ in range(2):
        ask(ws, "ai:skill:run", skillId="talk", sessionId=session, instruction="写。")
    window = ask(ws, "conversation:window", sessionId=session)["messages"]
    assert [m["content"] for m in window if m["role"] == "assistant"] == [TEXT]


# --- what ends too early ----------------------------------------------------------------------


class Breaks(FakeModel):
    """Writes half of a reply, then fails; from the second call on it answers."""

    async def answer(self, call):
        """Answer one call."""
        self.calls.append(call)
        yield TextDelta(text="雨停了，")
        if len(self.calls) == 1:
            raise ModelError("the connection to the provider broke before the reply was finished")
        yield TextDelta(text="灯亮了。")
        yield Reply(texts=("雨停了，灯亮了。",))


def test_a_run_that_failed_is_kept_and_teaches_nothing(underdraft_workspace):
    """Its prompt, partial text and error are there; it is no turn, no episode, no compact and no preference."""
    model, extractor = Breaks(), Extractor()
    ws = underdraft_workspace(files=SKILLS, plugins=[model, extractor], model=model.name, embedder="none")
    ask(ws, "memory:settings:update", patch={"preferenceLearningThreshold": 1})
    session = ask(ws, "session:start")["sessionId"]
    payload = {"skillId": "talk", "sessionId": session, "instruction": "写雨。"}
    assert ws.invoke_sync("ai:skill:run", payload)["error"]["code"] == "MODEL_ERROR"
    (listed,) = ask(ws, "ai:run:list")["items"]
    run = ask(ws, "ai:run:get", runId=listed["id"])
    assert listed["status"] == run["status"] == "failed"
    assert run["error"]["code"] == "MODEL_ERROR"
    assert run["error"]["message"].startswith("the connection to the provider broke")
    assert run["text"] == "雨停了，"
    assert run["finishReason"] == "other"
    assert run["messages"]
    assert ask(ws, "ai:run:replay", runId=listed["id"])["same"]
    told = ask(
        ws, "ai:skill:feedback", runId=listed["id"], action="accept", evidenceRef="偏好短句", finalText="x"
    )
    assert (told["ignored"], told["ignoredReason"]) == (True, "failed")
    assert all_done(ws.store.conversation.worker, 20)
    assert ws.store.episodes.flush()
    project = {"projectId": "test-project"}
    assert extractor.turns == []
    assert ask(ws, "conversation:window", sessionId=session)["messages"] == []
    for channel, more in (
        ("memory:preferences:list", project),
        ("memory:list", project),
        ("atomic:list", project),
        ("memory:episode:list", {}),
        ("summary:list", {}),
        ("compact:list", {}),
    ):
        assert ask(ws, channel, **more)["items"] == [], channel
    ask(ws, "ai:skill:run", **payload)
    assert "写雨" not in str(model.calls[1].messages[:-1])


# --- what is learned --------------------------------------------------------------------------


class Extractor:
    """Proposes whatever stands in the reply, and keeps what it was shown."""

    def __init__(self):
        self.turns = []

    @hookimpl
    def underdraft_extract_memories(self, turn, ask):
        """Called behind the reply."""
        self.turns.append(turn)
        return [CandidateMemory(content=turn.user, evidence=turn.user)]


@pytest.mark.parametrize("reply", [cut_off(), TEXT], ids=["cut off", "whole"])
def test_a_cut_off_reply_teaches_nothing(underdraft_workspace, reply):
    """Its edit says nothing about the writer: no habit, no label, no episode; and the answer says why."""
    ws = opened(underdraft_workspace, reply)
    ask(ws, "memory:settings:update", patch={"preferenceLearningThreshold": 1})
    whole = reply == TEXT
    for given in ({"evidenceRef": "偏好短句"}, {"evidenceRef": "偏好短句", "finalText": KEPT}):
        run = ask(ws, "ai:skill:run", skillId="polish", document="雨。")
        told = ask(ws, "ai:skill:feedback", runId=run["runId"], action="accept", **given)
        assert told.get("ignoredReason") == (None if whole else "truncated")
        assert whole or "observations" not in told
    assert (told["signal"] == "LIGHT_EDIT") is whole
    assert bool(ask(ws, "memory:preferences:list", projectId="test-project")["items"]) is whole
    assert bool(ask(ws, "memory:list", projectId="test-project")["items"]) is whole
    assert bool(ask(ws, "memory:episode:list")["items"]) is whole


@pytest.mark.parametrize("model", ["fake", "offline"])
def test_extraction_does_not_see_such_a_reply(underdraft_workspace, model):
    """Facts are taken from the writer's own words; a reply that is cut off, or no model's, is left out."""
    extractor, fake = Extractor(), FakeModel(cut_off())
    ws = underdraft_workspace(files=SKILLS, plugins=[extractor, fake], model=model, embedder="none")
    session = ask(ws, "session:start")["sessionId"]
    ask(ws, "ai:skill:run", skillId="talk", sessionId=session, instruction="我叫林素。")
    ws.store.conversation.worker.drain(whole=True)
    assert {(turn.user, turn.assistant) for turn in extractor.turns} == {("我叫林素。", "")}


def test_the_stand_in_never_teaches(underdraft_workspace):
    """E.5: no preference, summary, fact, compact or episode holds a word of the stand-in's."""
    ws = underdraft_workspace(files=SKILLS, embedder="none")
    ask(ws, "memory:settings:update", patch={"preferenceLearningThreshold": 1, "memory.compaction_runs": 1})
    session = ask(ws, "session:start")["sessionId"]
    for _ in range(3):
        run = ask(ws, "ai:skill:run", skillId="talk", sessionId=session, instruction="写雨。")
        kept = run["text"].replace("。", "！")
        for given in ({}, {"finalText": kept}, {"finalText": run["text"]}):
            told = ask(ws, "ai:skill:feedback", runId=run["runId"], action="accept", **given)
            assert told["ignored"]
            assert told["ignoredReason"] == "stand_in"
    assert all_done(ws.store.conversation.worker, 20)
    assert ws.store.episodes.flush()
    learned = [
        ask(ws, "memory:preferences:list", projectId="test-project")["items"],
        ask(ws, "memory:list", projectId="test-project")["items"],
        ask(ws, "atomic:list", projectId="test-project")["items"],
        ask(ws, "summary:list")["items"],
        ask(ws, "compact:list")["items"],
        ask(ws, "memory:episode:list")["items"],
    ]
    assert learned[:3] == [[], [], []]
    shown = json.dumps(learned, ensure_ascii=False)
    assert not [word for word in STAND_IN_WORDS if word in shown]
    assert "写雨" in shown


def test_what_the_writer_says_of_the_stand_in_counts(underdraft_workspace):
    """A label is the writer's own; it teaches as ever."""
    ws = underdraft_workspace(embedder="none")
    ask(ws, "memory:settings:update", patch={"preferenceLearningThreshold": 1})
    run = ask(ws, "ai:skill:run", skillId="polish", document="雨。")
    told = ask(ws, "ai:skill:feedback", runId=run["runId"], action="accept", evidenceRef="偏好短句")
    assert told["learned"]["content"] == "偏好短句"
