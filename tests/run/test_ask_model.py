"""The workspace's own model, asked behind the replies: the real litellm against a server on loopback."""

from __future__ import annotations

import json

import pytest

from loopback import Loopback, Scripted
from memory.sessions.session_samples import Ticking, data, project, say, settings, settle
from underdraft import ModelError, Workspace, hookimpl
from underdraft.reading import client
from underdraft.run.ask_model import ModelAskers
from underdraft.testing import FakeModel

PROJECT = {"projectId": "harbour"}
FOUND = {
    "memories": [
        {"content": "灯塔有九层", "kind": "fact", "about": "work", "evidence": "灯塔九层高", "replaces": 0}
    ]
}


@pytest.fixture(autouse=True)
def no_waits(monkeypatch):
    """A busy server is asked again at once."""
    monkeypatch.setattr(client, "FIRST_WAIT_S", 0.0)


@pytest.fixture
def talk_to(tmp_path, monkeypatch):
    """Opens a workspace whose model stands behind a server."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    opened = []

    def make(server):
        config = f'model = "openai/gpt-4.1"\n[project]\nid = "harbour"\n[model_options]\napi_base = "{server.base_url}"\n'
        root = project(tmp_path, config=config)
        opened.append(
            Workspace.open(root, store=tmp_path / "s.db", embedder="none", clock=Ticking(), trusted=True)
        )
        return opened[-1]

    yield make
    for workspace in opened:
        workspace.close()


def replies(*texts):
    """What a server answers with, in order."""
    return [Scripted(pieces=(text,)) for text in texts]


def test_four_turns_are_read_in_one_call(talk_to):
    """Asked by default with a schema, once for four turns; only what was said is kept, and what was pasted is not sent."""
    wrong = {"content": "猫会飞", "kind": "fact", "about": "work", "evidence": "猫会飞", "replaces": 0}
    pasted = {**wrong, "content": "她恨海", "evidence": "我最恨海"}
    answer = json.dumps({"memories": [*FOUND["memories"], wrong, pasted]}, ensure_ascii=False)
    with Loopback(*replies(*["好。"] * 4, answer)) as server:
        ws = talk_to(server)
        said = ("灯塔九层高。", "改短：\n> 我最恨海", "再冷一点", "好了")
        for text in said:
            say(ws, text)
        settle(ws)
        assert [i["content"] for i in data(ws, "atomic:list", PROJECT)["items"]] == ["灯塔有九层"]
        assert len(server.requests) == len(said) + 1
        asked = server.requests[-1].body
        assert asked["response_format"]["type"] == "json_schema"
        assert asked["response_format"]["json_schema"]["schema"]["required"] == ["memories"]
        question = asked["messages"][-1]["content"]
        assert all(text in question for text in ("灯塔九层高", "再冷一点"))
        assert "我最恨海" not in question


def test_a_correction_of_the_model_replaces_what_it_names(talk_to):
    """The number that the model gives is that of a known statement; an edit of the newer one keeps that, deleting it brings it back."""
    newer = {
        "content": "灯塔有七层",
        "kind": "fact",
        "about": "work",
        "evidence": "灯塔七层高",
        "replaces": 1,
    }
    answers = [json.dumps(a, ensure_ascii=False) for a in (FOUND, {"memories": [newer]})]
    with Loopback(*replies("好。", answers[0], "好。", answers[1])) as server:
        ws = talk_to(server)
        for text in ("灯塔九层高。", "灯塔七层高。"):
            say(ws, text)
            settle(ws)
        items = {i["content"]: i for i in data(ws, "atomic:list", PROJECT)["items"]}
        assert items["灯塔有九层"]["contradictedBy"] == items["灯塔有七层"]["id"]
        newer_id = items["灯塔有七层"]["id"]
        data(ws, "atomic:update", {"id": newer_id, "patch": {"tags": ["灯塔"]}})
        kept = {i["content"]: i for i in data(ws, "atomic:list", PROJECT)["items"]}
        assert kept["灯塔有九层"]["contradictedBy"] == newer_id
        data(ws, "atomic:delete", {"id": newer_id})
        [left] = data(ws, "atomic:list", PROJECT)["items"]
        assert left["contradictedBy"] is None


def test_the_model_of_the_run_is_the_one_that_is_asked(talk_to):
    """A run with its own model has its turn read by that."""
    with Loopback(*replies("好。", json.dumps(FOUND, ensure_ascii=False))) as server:
        ws = talk_to(server)
        say(ws, "灯塔九层高。", model="openai/gpt-4.1-mini")
        settle(ws)
        assert [r.body["model"] for r in server.requests] == ["gpt-4.1-mini", "gpt-4.1-mini"]


def test_where_the_provider_fails_the_classifier_reads(talk_to):
    """The reply stands, nothing is lost, and the model is asked again only about new turns."""
    with Loopback(*replies("好。"), Scripted(kind="error")) as server:
        ws = talk_to(server)
        assert say(ws, "灯塔九层高。主角叫林远。").text == "好。"
        settle(ws)
        assert "主角叫林远" in {i["content"] for i in data(ws, "atomic:list", PROJECT)["items"]}


def test_what_was_asked_stands_in_the_cache_report(talk_to):
    """By task and model, with its tokens and price; a day's budget that is spent leaves the reading to the classifier."""
    with Loopback(*replies("好。", json.dumps(FOUND, ensure_ascii=False), "好。")) as server:
        ws = talk_to(server)
        say(ws, "灯塔九层高。")
        settle(ws)
        run, asked = data(ws, "ai:cache:report", PROJECT)["questions"]
        assert (run["task"], run["calls"], run["failed"]) == ("skill:talk", 1, 0)
        assert (asked["task"], asked["model"], asked["questions"]) == ("extract", "openai/gpt-4.1", 1)
        assert asked["promptTokens"] > 0
        assert asked["usd"] > 0
        assert server.requests[-1].body["temperature"] == 0
        assert "max_tokens" in server.requests[-1].body
        settings(ws, questions__tokens_per_day=1)
        say(ws, "记住：主角叫林远。")
        settle(ws)
        assert len(server.requests) == 3
        assert "主角叫林远" in {item["content"] for item in data(ws, "atomic:list", PROJECT)["items"]}


def test_the_setting_keeps_it_to_the_classifier(talk_to):
    """Where the writer does not allow it the model is not asked."""
    with Loopback(*replies("好。")) as server:
        ws = talk_to(server)
        settings(ws, memory__enable_model_extraction=False)
        say(ws, "记住：灯塔九层高。")
        settle(ws)
        assert len(server.requests) == 1
        assert [i["content"] for i in data(ws, "atomic:list", PROJECT)["items"]] == ["灯塔九层高"]


def test_the_stand_in_is_never_asked(tmp_path):
    """Without a model nothing is asked, whatever the settings say."""
    with Workspace.open(project(tmp_path), store=tmp_path / "s.db", embedder="none") as ws:
        settings(ws, memory__enable_model_extraction=True)
        say(ws, "记住：主角叫林远。")
        settle(ws)
        assert len(data(ws, "atomic:list", PROJECT)["items"]) == 1
        with pytest.raises(ModelError):
            ModelAskers(gate=ws.gate, new_id=ws.new_id).by_name("offline")(system="x", text="y", schema={})


def test_thinking_is_no_answer(tmp_path):
    """An object that the model thought of before it answered is not taken for the answer."""
    model = FakeModel('<think>{"a": 1}?</think>{"a": 2}')
    with Workspace.open(tmp_path, store=tmp_path / "s.db", plugins=[model], model=model.name) as ws:
        asker = ModelAskers(gate=ws.gate, new_id=ws.new_id).by_name(model.name)
        assert asker(system="s", text="t", schema={}) == {"a": 2}


@pytest.mark.parametrize("given", [object(), type("Odd", (), {"answer": 5})()])
def test_a_model_without_answer(underdraft_workspace, given):
    """A plugin whose model cannot be asked is a MODEL_ERROR that says what is missing."""

    class Plugin:
        @hookimpl
        def underdraft_model(self, name):
            return given if name == "odd" else None

    ws = underdraft_workspace(plugins=[Plugin()], model="odd")
    error = ws.invoke_sync("ai:skill:run", {"skillId": "polish", "document": "a"})["error"]
    assert error["code"] == "MODEL_ERROR"
    assert "has no answer()" in error["message"]
