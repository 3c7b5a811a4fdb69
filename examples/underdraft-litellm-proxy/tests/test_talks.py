"""What a request of the proxy becomes."""

from __future__ import annotations

import json
import sys
from types import ModuleType, SimpleNamespace

import pytest

from underdraft import Unauthorized, Workspace
from underdraft.service.chat_request import read_request
from underdraft_litellm_proxy.talks import THINKING, KeyPlace, deployed, place_of, sent

DEPLOYMENTS = {
    "writer": [{"litellm_params": {"model": "anthropic/claude-sonnet-4-5", "api_base": "http://127.0.0.1:1"}}]
}


@pytest.fixture
def proxy(monkeypatch):
    """A proxy's module with a router that knows one name."""
    stand_in = ModuleType("litellm.proxy.proxy_server")
    stand_in.llm_router = type(
        "Router", (), {"get_model_list": lambda _, model_name: DEPLOYMENTS.get(model_name)}
    )()
    monkeypatch.setitem(sys.modules, stand_in.__name__, stand_in)


def test_the_model_behind_a_name(proxy):
    """The prompt is made for the model that answers; a name that the router does not know is a model's own."""
    assert deployed("writer") == ("anthropic/claude-sonnet-4-5", "http://127.0.0.1:1")
    assert deployed("gpt-4.1") == ("gpt-4.1", None)


def test_what_is_sent(tmp_path):
    """The prompt with the provider's marks, then what tools have said; nothing else of the request is touched."""
    call = {"id": "c", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    said = [
        {"role": "user", "content": "天气？"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "雨"},
    ]
    asked = read_request({"messages": said}, {})
    (tmp_path / ".underdraft" / "rules").mkdir(parents=True)
    (tmp_path / ".underdraft" / "rules" / "a.md").write_text("不写天气。" * 900, encoding="utf-8")
    with Workspace.open(tmp_path, store=tmp_path / "store.db") as workspace:
        preview = workspace.preview_sync(
            "chat", instruction=asked.message, model="anthropic/claude-sonnet-4-5"
        )
    request = sent(preview, asked, None)
    assert request.keys() <= {"messages", "prompt_cache_key"}
    assert "cache_control" in request["messages"][0]["content"][0]
    assert request["messages"][-2:] == said[1:]


def key(alias=None, user=None, team=None):
    """What the proxy knows of a caller."""
    return SimpleNamespace(key_alias=alias, user_id=user, team_id=team)


def test_the_narrowest_name_counts(monkeypatch, tmp_path):
    """A key's alias before its user, that before its team, each before all; from the variable or a file."""
    known = {
        "key:a": {"writer": "anna"},
        "user:u": {"writer": "ben", "project": "p"},
        "team:t": {"writer": "desk"},
    }
    (tmp_path / "writers.json").write_text(json.dumps(known), encoding="utf-8")
    for value in (json.dumps(known), str(tmp_path / "writers.json")):
        monkeypatch.setenv("UNDERDRAFT_WRITERS", value)
        assert place_of(key("a", "u", "t")) == KeyPlace(writer="anna")
        assert place_of(key("b", "u", "t")) == KeyPlace(writer="ben", project="p")
        assert place_of(key("b", None, "t")) == KeyPlace(writer="desk")
        for other in (key("b", "v"), None):
            with pytest.raises(Unauthorized):
                place_of(other)
    monkeypatch.setenv("UNDERDRAFT_WRITERS", '{"*": {}}')
    assert place_of(key()) == KeyPlace()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (" <think>想</think>\n风停了。", "风停了。"),
        ("<think>想", ""),
        ("风停了。<think>想</think>", "风停了。<think>想</think>"),
        ("\n风停了。", "\n风停了。"),
    ],
)
def test_thinking_aloud_is_not_recorded(text, said):
    """A block at the very beginning is left out, also one that was never closed; further on it is the writer's."""
    assert THINKING.sub("", text) == said
