"""The workspace's own model, asked behind the replies: the real litellm against a server on loopback."""

from __future__ import annotations

import json

import pytest

from loopback import Loopback, Scripted
from memory.sessions.session_samples import Ticking, data, project, say, settings, settle
from underdraft import ModelError, Workspace, hookimpl
from underdraft.memory.db import jobs
from underdraft.run.ask_model import ModelAsker, can_answer, json_object
from underdraft.testing import FakeModel

PROJECT = {"projectId": "harbour"}
FOUND = {"memories": [{"content": "灯塔有九层", "kind": "fact", "evidence": "灯塔九层高", "tags": []}]}


@pytest.fixture
def talk_to(tmp_path, monkeypatch):
    """Opens a workspace whose model stands behind a server."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    opened = []

    def make(server):
        config = f'model = "openai/gpt-4.1"\n[project]\nid = "harbour"\n[model_options]\napi_base = "{server.base_url}"\n'
        root = project(tmp_path, config=config)
        opened.append(Workspace.open(root, store=tmp_path / "s.db", embedder="none", clock=Ticking()))
        return opened[-1]

    yield make
    for workspace in opened:
        workspace.close()


def test_the_model_is_asked_with_a_schema_and_its_answer_checked(talk_to):
    """Off by default; once allowed, a request with the JSON schema follows each reply, and only what was said is kept."""
    invented = {"content": "猫会飞", "kind": "fact", "evidence": "猫会飞", "tags": []}
    answer = json.dumps({"memories": [*FOUND["memories"], invented]}, ensure_ascii=False)
    with Loopback(
        Scripted(pieces=("好。",)), Scripted(pieces=("好。",)), Scripted(pieces=(answer,))
    ) as server:
        ws = talk_to(server)
        say(ws, "灯塔九层高。")
        settle(ws)
        assert len(server.requests) == 1
        settings(ws, memory__enable_model_extraction=True)
        say(ws, "灯塔九层高。")
        settle(ws)
        assert [i["content"] for i in data(ws, "atomic:list", PROJECT)["items"]] == ["灯塔有九层"]
        *_, asked = server.requests
        form = asked.body["response_format"]
        assert form["type"] == "json_schema"
        assert form["json_schema"]["schema"]["required"] == ["memories"]
        assert "灯塔九层高" in asked.body["messages"][-1]["content"]


def test_a_provider_that_fails_behind_the_reply_is_tried_again(talk_to, monkeypatch):
    """The reply stands, the explicit statements are kept, and the next try brings the rest."""
    monkeypatch.setattr(jobs, "FIRST_PAUSE_SECONDS", 0.0)
    good = Scripted(pieces=(json.dumps(FOUND, ensure_ascii=False),))
    with Loopback(Scripted(pieces=("好。",)), Scripted(kind="error"), good) as server:
        ws = talk_to(server)
        settings(ws, memory__enable_model_extraction=True)
        assert say(ws, "灯塔九层高。主角叫林远。").text == "好。"
        settle(ws)
        assert {i["content"] for i in data(ws, "atomic:list", PROJECT)["items"]} == {
            "灯塔有九层",
            "主角叫林远",
        }


def test_the_stand_in_is_never_asked(tmp_path):
    """Without a model nothing is asked, whatever the settings say."""
    with Workspace.open(project(tmp_path), store=tmp_path / "s.db", embedder="none") as ws:
        assert not can_answer(ws.config)
        settings(ws, memory__enable_model_extraction=True, memory__enable_model_summaries=True)
        say(ws, "记住：主角叫林远。")
        settle(ws)
        assert len(data(ws, "atomic:list", PROJECT)["items"]) == 1
        with pytest.raises(ModelError):
            ModelAsker(config=ws.config, plugins=ws.plugins, new_id=ws.new_id)(
                system="x", text="y", schema={}
            )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('好的：\n```json\n{"a": {"b": "}"}}\n```', {"a": {"b": "}"}}),
        ('{broken {"a": 2}', {"a": 2}),
    ],
)
def test_the_object_is_found_in_whatever_stands_around_it(text, value):
    """A fence, an introduction or a false start do not matter."""
    assert json_object(text) == value


def test_thinking_is_no_answer(tmp_path):
    """An object that the model thought of before it answered is not taken for the answer."""
    model = FakeModel('<think>{"a": 1}?</think>{"a": 2}')
    with Workspace.open(tmp_path, store=tmp_path / "s.db", plugins=[model], model=model.name) as ws:
        asker = ModelAsker(config=ws.config, plugins=ws.plugins, new_id=ws.new_id)
        assert asker(system="s", text="t", schema={}) == {"a": 2}


@pytest.mark.parametrize("text", ["", "[1]", "没有", "{", "{" * 5_000])
def test_an_answer_without_an_object_is_an_error(text):
    """Nothing is guessed."""
    with pytest.raises(ModelError):
        json_object(text)


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
