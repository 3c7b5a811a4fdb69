"""What the proxy's hooks do, called as the proxy calls them; the project's own tests have the proxy itself."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from underdraft import Workspace
from underdraft_litellm_proxy.hooks import ProxyHooks

CONFIG = '[project]\nid = "harbour"\nname = "港口"\n'


@pytest.fixture
def hooks(tmp_path, monkeypatch):
    """The hooks over one project, as a proxy that was started in its folder has them."""
    (tmp_path / ".underdraft").mkdir()
    (tmp_path / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERDRAFT_WRITERS", '{"*": {}}')
    hooks = ProxyHooks()
    yield hooks
    hooks.close()


@pytest.fixture
def recorded(hooks, tmp_path):
    """The texts of the recorded runs, the newest first."""

    def texts():
        with Workspace.open(tmp_path) as workspace:
            runs = workspace.invoke_sync("ai:run:list", {})["data"]["items"]
            return [workspace.invoke_sync("ai:run:get", {"runId": run["id"]})["data"]["text"] for run in runs]

    return texts


def request(*contents, number="1", **more):
    """What the proxy hands in; the messages are the user's and the assistant's in turn."""
    roles = ["user", "assistant"] * len(contents)
    said = [{"role": role, "content": text} for role, text in zip(roles, contents, strict=False)]
    return {"model": "gpt-4.1", "messages": said, "litellm_call_id": number, **more}


async def before(hooks, data, kind="acompletion"):
    """The request as it goes on."""
    return await hooks.async_pre_call_hook(None, None, data, kind) or data


def chunk(text=None, finish=None):
    """A piece of a stream."""
    from litellm.types.utils import Delta, ModelResponseStream, StreamingChoices

    return ModelResponseStream(choices=[StreamingChoices(delta=Delta(content=text), finish_reason=finish)])


async def streamed(hooks, data, *chunks):
    """What the client gets of a stream."""

    async def coming():
        for one in chunks:
            yield one

    return [one async for one in hooks.async_post_call_streaming_iterator_hook(None, coming(), data)]


def test_a_whole_answer(hooks, recorded):
    """The prompt goes out, other keys stay, the answer names its run, and the headers say the same once."""
    from litellm.types.utils import ModelResponse

    async def talk():
        data = await before(hooks, request("写一句。", temperature=0.2))
        answer = ModelResponse(
            choices=[{"message": {"role": "assistant", "content": "<think>想</think>风停了。"}}]
        )
        answer = await hooks.async_post_call_success_hook(data, None, answer)
        headers = [await hooks.async_post_call_response_headers_hook(data, None, answer) for _ in range(2)]
        return data, answer, headers

    data, answer, headers = asyncio.run(talk())
    assert [message["role"] for message in data["messages"]] == ["system", "user"]
    assert data["temperature"] == 0.2
    assert headers == [
        {
            "x-underdraft-run": answer.underdraft["runId"],
            "x-underdraft-session": answer.underdraft["sessionId"],
        },
        None,
    ]
    assert recorded() == ["风停了。"]


def test_a_clients_instructions_and_transcript_arrive(hooks):
    """They stand in the system message and between it and the last message, as over the service."""
    said = [("system", "Answer like a keeper."), ("assistant", "你好。"), ("user", "一"), ("user", "二")]
    asked = request("三")
    asked["messages"] = [{"role": role, "content": content} for role, content in said] + asked["messages"]
    system, *rest = asyncio.run(before(hooks, asked))["messages"]
    assert "Answer like a keeper." in str(system["content"])
    assert [m["content"] for m in rest[:-1]] == ["你好。", "一", "二"]


def test_a_stream_counts_once_it_is_whole(hooks, recorded):
    """Pieces are passed on as they are; what broke off is not recorded, and its talk can be tried again."""

    async def talk():
        first = await before(hooks, request("一"))
        pieces = [chunk("二"), chunk("。"), chunk(None, "stop")]
        assert await streamed(hooks, first, *pieces) == pieces
        cut = await before(hooks, request("一", "二。", "三", number="2"))
        await streamed(hooks, cut, chunk("四"))
        again = await before(hooks, request("一", "二。", "三", number="3"))
        return first, cut, again

    first, cut, again = asyncio.run(talk())
    assert cut["messages"][0] == first["messages"][0]
    assert [m["content"] for m in cut["messages"][1:3]] == ["一", "二。"]
    assert again["messages"] == cut["messages"]
    assert recorded() == ["二。"]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (request("一"), "aembedding"),
        (request("一", metadata={"requester_metadata": {"skill": "none"}}), "acompletion"),
        (request("一", metadata={"requester_metadata": {"skill": "not-there"}}), "acompletion"),
        (request("一", metadata={"requester_metadata": {"project": "not-there"}}), "acompletion"),
        (request(), "acompletion"),
    ],
)
def test_what_goes_through_as_it_came(hooks, data, kind):
    """What is no chat, does not want to be taken, or cannot be assembled is left alone."""
    assert asyncio.run(hooks.async_pre_call_hook(None, None, data, kind)) is None


def key(alias=None, user=None, team=None):
    """What the proxy knows of a caller."""
    return SimpleNamespace(key_alias=alias, user_id=user, team_id=team)


@pytest.mark.parametrize(
    "writers", ["", '{"user:anna": {}}', '{"key:anna": {"project": "elsewhere"}}', "no.json"]
)
def test_a_key_without_a_writer_gets_no_memory(hooks, recorded, monkeypatch, caplog, writers):
    """Its request goes through as it came, with a warning; so does one for a project that is not there."""
    monkeypatch.setenv("UNDERDRAFT_WRITERS", writers)
    data = request("写一句。")
    with caplog.at_level("WARNING"):
        assert asyncio.run(hooks.async_pre_call_hook(key("anna", "ben"), None, data, "acompletion")) is None
    assert "a request goes through as it came" in caplog.text
    assert recorded() == []


def test_a_key_of_a_file_names_no_writer(hooks, monkeypatch, recorded):
    """A store in a file has one: nobody else's name stands for that one."""
    monkeypatch.setenv("UNDERDRAFT_WRITERS", '{"key:anna": {"writer": "anna"}}')
    assert asyncio.run(hooks.async_pre_call_hook(key("anna"), None, request("x"), "acompletion")) is None
