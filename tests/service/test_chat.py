"""The interface of chat clients, driven by the official client over HTTP."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import contextmanager

import httpx
import openai
import pytest
from sse_starlette.sse import AppStatus

from service.served import TOKEN, caller_of, served
from underdraft import ModelError, NamedTool, Reply, TextDelta, Usage, Workspace, hookimpl
from underdraft.text.strings import strings
from underdraft.types.model_call import ToolCall

USAGE = Usage(prompt_tokens=900, completion_tokens=12, cached_tokens=640)
TOOL = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather of a place.",
        "parameters": {"type": "object", "properties": {"place": {"type": "string"}}},
    },
}


class Scripted:
    """A model that says its lines in order, and remembers what it was asked."""

    def __init__(self, *lines, sees=False):
        self.lines = list(lines)
        if sees:
            self.refused = lambda _, settings: [one for one in settings if one == "seed"]
        self.calls = []

    @hookimpl
    def underdraft_model(self, name):
        return self if name.startswith("scripted") else None

    async def answer(self, call):
        if "# [0]" not in call.messages[0].content:
            raise ModelError("questions behind the talk are not answered")
        self.calls.append(call)
        line = self.lines.pop(0) if self.lines else f"第{len(self.calls)}句。"
        if isinstance(line, Exception):
            raise line
        if isinstance(line, ToolCall):
            yield Reply(texts=("",), usage=USAGE, tool_calls=(line,), finish_reason="tool_calls")
            return
        said = []
        for piece in line:
            if isinstance(piece, Exception):
                raise piece
            if isinstance(piece, threading.Event):
                await asyncio.to_thread(piece.wait, 20)
            elif isinstance(piece, ToolCall):
                yield Reply(texts=("".join(said),), usage=USAGE, tool_calls=(piece,))
                return
            else:
                said.append(piece)
                yield TextDelta(text=piece)
        yield Reply(texts=("".join(said),), usage=USAGE)


class Slow:
    """A model that says one word and then nothing."""

    closed = False

    @hookimpl
    def underdraft_model(self, name):
        return self if name == "slow" else None

    async def answer(self, _):
        try:
            yield TextDelta(text="夜")
            await asyncio.sleep(60)
        finally:
            self.closed = True


@contextmanager
def talking(folder, store, *lines, **options):
    """The official client, the model and the workspace behind it."""
    model = Scripted(*lines, **options)
    with (
        Workspace.open(folder, store=store, plugins=[model], model="scripted") as workspace,
        served(workspace) as url,
        openai.OpenAI(base_url=f"{url}/v1", api_key=TOKEN, max_retries=0) as client,
    ):
        yield client, model, workspace


@pytest.fixture
def talk(folder, tmp_path):
    """Opens a talk with a model that says these lines."""
    return lambda *lines, **options: talking(folder, tmp_path / "store.db", *lines, **options)


def user(text):
    """What the writer says."""
    return {"role": "user", "content": text}


def picture(url="data:image/png;base64,QUFB"):
    """An image."""
    return {"type": "image_url", "image_url": {"url": url, "detail": "low"}}


def assistant(text):
    """What was answered."""
    return {"role": "assistant", "content": text}


def test_a_client_gets_layers_and_memory(talk):
    """A client that only changed its base URL has the writer's memories in its prompt, and sees the cache."""
    with talk("风停了。") as (client, model, workspace):
        workspace.invoke_sync(
            "memory:create", {"type": "preference", "scope": "global", "content": "结尾不要比喻"}
        )
        found = client.chat.completions.create(model="underdraft", messages=[user("写一句收尾。")])
        assert found.choices[0].message.content == "风停了。"
        assert found.choices[0].finish_reason == "stop"
        assert found.usage.prompt_tokens_details.cached_tokens == 640
        assert "结尾不要比喻" in model.calls[0].messages[0].content
        record = workspace.invoke_sync("ai:run:get", {"runId": found.model_extra["underdraft"]["runId"]})
        assert record["data"]["text"] == "风停了。"


def test_a_stream_comes_in_pieces(talk):
    """A streamed reply comes piece by piece, ends with its reason, and with its usage where that is asked for."""
    with talk("风停了。") as (client, _, _):
        chunks = list(
            client.chat.completions.create(
                model="underdraft/chat",
                messages=[user("写一句收尾。")],
                stream=True,
                stream_options={"include_usage": True},
            )
        )
        pieces = [c.choices[0].delta.content for c in chunks if c.choices and c.choices[0].delta.content]
        assert "".join(pieces) == "风停了。"
        assert len(pieces) > 1
        assert [c.choices[0].finish_reason for c in chunks if c.choices][-1] == "stop"
        assert chunks[-1].usage.total_tokens == 912
        assert len({chunk.id for chunk in chunks}) == 1


def test_a_talk_goes_on_in_its_session(talk):
    """A client that sends the whole talk again goes on in the same session, and the prefix stays the same."""
    with talk("一。", "二。", "三。") as (client, model, workspace):
        said = [user("第一问")]
        for _ in range(3):
            found = client.chat.completions.create(model="underdraft", messages=said)
            said += [assistant(found.choices[0].message.content), user(f"第{len(said)}问")]
        assert len(workspace.invoke_sync("session:list", {})["data"]["items"]) == 1
        sent = [[(m.role, m.content) for m in call.messages] for call in model.calls]
        assert sent[0][0] == sent[1][0] == sent[2][0]
        assert sent[1][1:-1] == [("user", "第一问"), ("assistant", "一。")]
        assert sent[2][: len(sent[1]) - 1] == sent[1][:-1]


def test_an_edited_talk_gets_a_session_of_its_own(talk):
    """A question that is asked anew with another past does not change the talk that went before."""
    with talk("一。", "二。", "三。") as (client, model, workspace):
        client.chat.completions.create(model="underdraft", messages=[user("第一问")])
        client.chat.completions.create(
            model="underdraft", messages=[user("第一问"), assistant("一。"), user("第二问")]
        )
        client.chat.completions.create(
            model="underdraft", messages=[user("改过的问"), assistant("改过的答"), user("第二问")]
        )
        assert len(workspace.invoke_sync("session:list", {})["data"]["items"]) == 2
        sent = [message.content for message in model.calls[2].messages]
        assert sent[1:-1] == ["改过的问", "改过的答"]


def test_a_session_can_be_named(talk):
    """Metadata or a header name the session: then its own transcript is what was said."""
    with talk("一。", "二。") as (client, model, workspace):
        session = workspace.invoke_sync("session:start", {})["data"]["sessionId"]
        client.chat.completions.create(
            model="underdraft", messages=[user("第一问")], metadata={"session": session}
        )
        client.chat.completions.create(
            model="underdraft", messages=[user("第二问")], extra_headers={"X-Underdraft-Session": session}
        )
        assert [m.role for m in model.calls[1].messages] == ["system", "user", "assistant", "user"]


def test_nothing_of_a_talk_without_a_session_enters_another_prompt(talk):
    """What a chat program asks once is in no later prompt and teaches nothing; once it goes on, it counts as a talk."""
    with talk("好。", "灯塔夜谈", "记住了。", "好。") as (client, model, workspace):

        def ask(*said):
            client.chat.completions.create(model="underdraft/continue", messages=[*said])
            return model.calls[-1].messages[0].content + model.calls[-1].messages[-1].content

        def learned():
            workspace.store.conversation.worker.wait_idle(20)
            return str(workspace.invoke_sync("memory:search", {"keyword": "猫头鹰"})["data"])

        ask(user("记住：主角养了一只猫头鹰。"))
        ask(user("给这段对话起个标题：灯塔里的猫头鹰"))
        assert "猫头鹰" not in ask(user("写一句。"))
        assert "猫头鹰" not in learned()
        assert workspace.invoke_sync("summary:list", {})["data"]["items"] == []
        ask(user("记住：主角养了一只猫头鹰。"), assistant("好。"), user("好"))
        assert "猫头鹰" in learned()
        assert "猫头鹰" in ask(user("猫头鹰叫什么？写一句。"))


def test_a_clients_instructions_are_instructions(talk):
    """A client's system message stands behind the skill, outside what is material, and is not learned."""
    with talk("一。", "二。") as (client, model, workspace):
        system = {"role": "system", "content": "Answer like a lighthouse keeper."}
        said = [system, user("第一问")]
        client.chat.completions.create(model="underdraft", messages=said)
        client.chat.completions.create(
            model="underdraft", messages=[*said, assistant("一。"), user("第二问")]
        )
        words = strings("client", "zh")
        for call in model.calls:
            block = call.messages[0].content.partition(words["heading"])[2]
            assert words["binding"] in block.partition("```")[0]
            assert "Answer like a lighthouse keeper." in block
            assert "lighthouse" not in call.messages[-1].content
        assert model.calls[0].messages[0] == model.calls[1].messages[0]
        assert workspace.invoke_sync("memory:search", {"keyword": "lighthouse"})["data"]["items"] == []


def test_long_instructions_arrive_whole(talk):
    """The window alone bounds them."""
    card = "The keeper speaks slowly. " * 1_600
    with talk("好。") as (client, model, _):
        client.chat.completions.create(
            model="underdraft", messages=[{"role": "system", "content": card}, user("一")]
        )
        assert card in model.calls[0].messages[0].content


def test_only_the_instructions_of_this_request_hold(talk):
    """Changed ones stand after the history; what a client no longer sends is in no later prompt; the prefix stays."""
    with talk("一。", "二。", "三。") as (client, model, workspace):
        said = [user("第一问")]
        for n, rule in enumerate(("Rule one.", "Rule two.", "")):
            system = [{"role": "developer", "content": rule}] if rule else []
            client.chat.completions.create(model="underdraft", messages=[*system, *said])
            said += [assistant("一二三"[n] + "。"), user(f"第{n}问")]
        first, second, third = (call.messages for call in model.calls)
        assert "Rule one." in first[0].content
        assert "Rule two." in second[-1].content.partition("# [4]")[0]
        assert "Rule" not in second[0].content + "".join(m.content for m in third)
        runs = workspace.invoke_sync("ai:run:list", {})["data"]["items"]
        assert len({run["stablePrefixHash"] for run in runs}) == 1
        blamed = workspace.invoke_sync("ai:run:blame", {"runId": runs[1]["id"], "beforeId": runs[2]["id"]})
        assert blamed["data"]["cause"]["code"] == "client_instructions"
        assert workspace.invoke_sync("ai:run:replay", {"runId": runs[1]["id"]})["data"]["same"]


def test_the_transcript_is_the_clients(talk):
    """A greeting, messages in a row, calls of tools and their results arrive as they were sent, in their order."""
    wanted = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    said = [
        assistant("你好，写到哪儿了？"),
        user("先看天气。"),
        {"role": "assistant", "content": None, "tool_calls": [wanted]},
        {"role": "tool", "tool_call_id": "c1", "content": "雨"},
        assistant("下雨。"),
        user("一"),
        user("二"),
    ]
    with talk("好。") as (client, model, workspace):
        client.chat.completions.create(model="underdraft", messages=said)
        history = model.calls[0].messages[1:-1]
        assert [m.role for m in history] == ["assistant", "user", "assistant", "tool", "assistant", "user"]
        assert [m.content for m in history] == ["你好，写到哪儿了？", "先看天气。", "", "雨", "下雨。", "一"]
        assert json.loads(history[2].extra) == {"tool_calls": [wanted]}
        assert json.loads(history[3].extra) == {"tool_call_id": "c1"}
        [run] = workspace.invoke_sync("ai:run:list", {})["data"]["items"]
        assert workspace.invoke_sync("ai:run:replay", {"runId": run["id"]})["data"]["same"]


def test_a_long_transcript_is_cut_by_tokens(talk):
    """Sixty short turns arrive whole, whatever the window of our own conversations; what does not fit is said."""
    with talk("好。", "好。") as (client, model, _):
        for size, kept in ((1, True), (8_000, False)):
            said = [turn for n in range(60) for turn in (user(f"第{n}问" * size), assistant("嗯。"))]
            found = client.chat.completions.create(model="underdraft", messages=[*said, user("接着写")])
            assert (len(model.calls[-1].messages) == 122) is kept
            warnings = found.model_extra["underdraft"]["warnings"]
            assert any("messages were left out" in warning for warning in warnings) is not kept


@pytest.mark.parametrize(
    ("sent", "passed"),
    [
        ({"stop": ["\n\n", "完"]}, {"stop": '["\\n\\n", "完"]'}),
        (
            {"frequency_penalty": 0.5, "presence_penalty": 1},
            {"frequency_penalty": "0.5", "presence_penalty": "1"},
        ),
        ({"parallel_tool_calls": False}, {"parallel_tool_calls": "false"}),
        ({"seed": 7}, {"seed": "7"}),
    ],
)
def test_settings_are_passed_on(talk, sent, passed):
    """What a model understands reaches it."""
    with talk("好。") as (client, model, _):
        client.chat.completions.create(model="underdraft", messages=[user("一")], **sent)
        assert model.calls[0].options == passed


def test_a_form_and_a_tool_are_passed_on(talk):
    """A schema for the reply, and the one tool that is to be called."""
    schema = {"type": "object", "properties": {"title": {"type": "string"}}}
    form = {"type": "json_schema", "json_schema": {"name": "t", "schema": schema}}
    named = {"type": "function", "function": {"name": "weather"}}
    with talk('{"title": "港"}', ToolCall(id="c", name="weather", arguments="{}")) as (client, model, _):
        client.chat.completions.create(model="underdraft", messages=[user("一")], response_format=form)
        client.chat.completions.create(
            model="underdraft", messages=[user("二")], tools=[TOOL], tool_choice=named
        )
        assert model.calls[0].reply_schema == schema
        assert (model.calls[1].tool_choice, type(model.calls[1].tool_choice)) == ("weather", NamedTool)


@pytest.mark.parametrize(
    ("status", "error"), [(401, openai.AuthenticationError), (429, openai.RateLimitError)]
)
def test_a_providers_status_is_the_answers(talk, status, error):
    """A client that asks again does so when the provider says."""
    away = ModelError("the provider answered", details={"status": status, "retryAfterMs": 1_500})
    with talk(away) as (client, _, _), pytest.raises(error) as raised:
        client.chat.completions.create(model="underdraft", messages=[user("一")])
    assert raised.value.response.headers["retry-after"] == "2"


def test_a_model_is_shown_by_its_name(talk):
    """As the official clients ask for it."""
    with talk() as (client, _, _):
        assert client.models.retrieve("underdraft/chat").id == "underdraft/chat"
        with pytest.raises(openai.NotFoundError):
            client.models.retrieve("underdraft/nothing")


def test_tools_pass_through(talk):
    """The client's tools reach the model, its calls reach the client, and the results go back; then it is recorded."""
    call = ToolCall(id="c1", name="weather", arguments='{"place": "灯港"}')
    with talk(call, "那就下雨。") as (client, model, workspace):
        said = [user("灯港今天什么天气？写进开头。")]
        first = client.chat.completions.create(
            model="underdraft", messages=said, tools=[TOOL], temperature=0.2, max_tokens=64
        )
        assert first.choices[0].finish_reason == "tool_calls"
        wanted = first.choices[0].message.tool_calls[0]
        assert (wanted.function.name, json.loads(wanted.function.arguments)) == ("weather", {"place": "灯港"})
        assert workspace.invoke_sync("ai:run:list", {})["data"]["items"] == []
        said += [first.choices[0].message.model_dump(exclude_none=True)]
        said += [{"role": "tool", "tool_call_id": wanted.id, "content": "雨"}]
        second = client.chat.completions.create(model="underdraft", messages=said, tools=[TOOL])
        assert second.choices[0].message.content == "那就下雨。"
        assert model.calls[0].options == {"temperature": "0.2"}
        assert model.calls[0].max_output_tokens == 64
        assert model.calls[1].messages == model.calls[0].messages
        assert [m["role"] for m in model.calls[1].exchange] == ["assistant", "tool"]
        assert len(workspace.invoke_sync("ai:run:list", {})["data"]["items"]) == 1
        assert len(workspace.invoke_sync("session:list", {})["data"]["items"]) == 1


def test_tools_pass_through_a_stream(talk):
    """A streamed call of a tool is read by the client as one."""
    call = ToolCall(id="c1", name="weather", arguments='{"place": "灯港"}')
    with talk(call) as (client, _, _):
        chunks = list(
            client.chat.completions.create(
                model="underdraft", messages=[user("天气？")], tools=[TOOL], stream=True
            )
        )
        [wanted] = [c.choices[0].delta.tool_calls for c in chunks if c.choices[0].delta.tool_calls]
        assert wanted[0].function.name == "weather"
        assert chunks[-1].choices[0].finish_reason == "tool_calls"


def test_agentic_search_holds_no_stream_back(talk):
    """The first word comes while the model is still writing, and a talk with an announcement goes on in its session."""
    call = ToolCall(id="c1", name="memory_search", arguments='{"keyword": "灯"}')
    waiting = threading.Event()
    with talk(["我查", waiting, "一下。", call], "红灯。", "好。") as (client, _, workspace):
        workspace.invoke_sync("memory:settings:update", {"patch": {"memory.enable_agentic_search": True}})
        said = [user("灯是什么颜色？")]
        stream = client.chat.completions.create(model="underdraft", messages=said, stream=True)
        pieces = [next(stream).choices[0].delta.content for _ in range(2)]
        assert (pieces, waiting.is_set()) == (["", "我查"], False)
        waiting.set()
        pieces += [chunk.choices[0].delta.content or "" for chunk in stream]
        assert "".join(pieces) == "我查一下。\n\n红灯。"
        [run] = workspace.invoke_sync("ai:run:list", {})["data"]["items"]
        assert workspace.invoke_sync("ai:run:get", {"runId": run["id"]})["data"]["text"] == "红灯。"
        said += [assistant("".join(pieces)), user("好")]
        client.chat.completions.create(model="underdraft", messages=said)
        assert len(workspace.invoke_sync("session:list", {})["data"]["items"]) == 1


def test_a_model_that_is_named_is_asked(talk):
    """A client that goes on naming its model gets that model, with the skill for talks."""
    with talk("一。") as (client, model, workspace):
        found = client.chat.completions.create(model="scripted-2", messages=[user("第一问")])
        assert model.calls[0].model == found.model == "scripted-2"
        [run] = workspace.invoke_sync("ai:run:list", {})["data"]["items"]
        assert run["skillId"] == "chat"


def test_skills_are_models(talk):
    """Each skill is listed as a model and can be asked for by that name."""
    with talk("一。") as (client, _, workspace):
        names = [model.id for model in client.models.list()]
        assert names == ["underdraft", *(f"underdraft/{skill.id}" for skill in workspace.skills.list())]
        client.chat.completions.create(model="underdraft/rewrite", messages=[user("第一问")])
        [run] = workspace.invoke_sync("ai:run:list", {})["data"]["items"]
        assert run["skillId"] == "rewrite"


@pytest.mark.parametrize(
    ("request_", "error", "word"),
    [
        ({"model": "underdraft/none"}, openai.NotFoundError, "skill"),
        ({"model": "underdraft/chat@sea"}, openai.NotFoundError, "project"),
        ({"messages": []}, openai.BadRequestError, "messages"),
        ({"messages": [assistant("一")]}, openai.BadRequestError, "user"),
        ({"messages": [{"role": "robot", "content": "x"}]}, openai.BadRequestError, "role"),
        ({"n": 99}, openai.BadRequestError, "n"),
        ({"response_format": {"type": "xml"}}, openai.BadRequestError, "response_format"),
        ({"logprobs": True}, openai.BadRequestError, "logprobs"),
        ({"stop": [1]}, openai.BadRequestError, "stop"),
        ({"tool_choice": {"function": {"name": "no"}}}, openai.BadRequestError, "tool_choice"),
        ({"messages": [user([picture("data:,")])]}, openai.BadRequestError, "image_url: expected"),
        ({"messages": [user([picture()])]}, openai.BadRequestError, "image_url: the model"),
        ({"messages": [assistant([picture()]), user("一")]}, openai.BadRequestError, "image_url: cannot"),
        ({"messages": [user([{"type": "input_audio"}])]}, openai.BadRequestError, "input_audio"),
        ({"n": 2, "tools": [TOOL]}, openai.BadRequestError, "n: more than one"),
    ],
)
def test_what_cannot_be_done_is_said(talk, request_, error, word):
    """A wrong request is an error of the class that the client has for it, with a message that names the fault."""
    with talk() as (client, _, _), pytest.raises(error, match=word) as raised:
        client.chat.completions.create(**{"model": "underdraft", "messages": [user("第一问")], **request_})
    assert raised.value.body["code"]


def test_a_model_that_fails_is_an_error_and_the_talk_goes_on(talk):
    """The provider's failure reaches the client; what is said next goes on in the same session."""
    with talk("一。", ModelError("the provider is away"), "二。") as (client, _, workspace):
        said = [user("第一问"), assistant("一。"), user("第二问")]
        client.chat.completions.create(model="underdraft", messages=said[:1])
        with pytest.raises(openai.InternalServerError, match="the provider is away"):
            client.chat.completions.create(model="underdraft", messages=said)
        client.chat.completions.create(model="underdraft", messages=said)
        assert len(workspace.invoke_sync("session:list", {})["data"]["items"]) == 1


def test_a_fault_in_a_stream_is_an_error(talk):
    """A fault after the stream has begun is an error for the client, too."""
    with talk(["风停了", ModelError("the provider is away")]) as (client, _, _):
        stream = client.chat.completions.create(model="underdraft", messages=[user("第一问")], stream=True)
        with pytest.raises(openai.APIError, match="the provider is away"):
            list(stream)


def test_a_fault_before_the_first_word_has_its_status(talk):
    """A stream that the provider refuses to begin is no stream: the client knows when to ask again."""
    away = ModelError("too many requests", details={"status": 429, "retryAfterMs": 3_000})
    with talk(away) as (client, _, _), pytest.raises(openai.RateLimitError) as raised:
        client.chat.completions.create(model="underdraft", messages=[user("第一问")], stream=True)
    assert raised.value.response.headers["retry-after"] == "3"


@pytest.mark.long
def test_a_stream_of_a_server_that_stops_ends_with_an_error(folder, tmp_path, monkeypatch):
    """What was written arrives, then an error in OpenAI's form, and never a body that breaks off."""
    slow = Slow()
    with (
        Workspace.open(folder, store=tmp_path / "s.db", plugins=[slow], model="slow") as workspace,
        served(workspace) as url,
        openai.OpenAI(base_url=f"{url}/v1", api_key=TOKEN, max_retries=0) as client,
    ):
        stream = client.chat.completions.create(model="underdraft", messages=[user("一")], stream=True)
        chunks = [next(stream), next(stream)]
        monkeypatch.setattr(AppStatus, "should_exit", True)
        with pytest.raises(openai.APIError, match="the server stops") as raised:
            list(stream)
        assert chunks[1].choices[0].delta.content == "夜"
        assert raised.value.body["code"] == "CANCELED"
    assert slow.closed


def test_images_reach_a_model_that_takes_them(talk):
    """Images keep their place in earlier messages and stand behind the task in the last one; no record holds them."""
    said = [
        user([{"type": "text", "text": "第一张："}, picture(), {"type": "text", "text": "好看吗？"}]),
        assistant("好看。"),
        user([{"type": "text", "text": "那这张呢？"}, picture("data:image/png;base64,QkJC")]),
    ]
    with talk("也好看。", sees=True) as (client, model, workspace):
        client.chat.completions.create(model="underdraft", messages=said)
        call = model.calls[0]
        first, last = (call.messages[n].plain()["content"] for n in (1, -1))
        assert [part["type"] for part in first] == ["text", "image_url", "text"]
        assert call.images[first[1]["image_url"]["url"]] == "data:image/png;base64,QUFB"
        assert "那这张呢？" in last[0]["text"]
        assert call.images[last[1]["image_url"]["url"]] == "data:image/png;base64,QkJC"
        [run] = workspace.invoke_sync("ai:run:list", {})["data"]["items"]
        assert "QkJC" not in json.dumps(workspace.invoke_sync("ai:run:get", {"runId": run["id"]}))
        assert workspace.invoke_sync("ai:run:replay", {"runId": run["id"]})["data"]["same"]


def test_a_setting_that_the_model_does_not_take_is_refused(talk):
    """A setting that would be dropped is a 400 with its name, in a stream, too; one that asks for nothing is not."""
    with talk("好。", sees=True) as (client, model, _):
        for more in ({}, {"stream": True}):
            with pytest.raises(openai.BadRequestError, match="seed: the model scripted"):
                client.chat.completions.create(model="underdraft", messages=[user("一")], seed=7, **more)
        assert model.calls == []
        client.chat.completions.create(model="underdraft", messages=[user("一")], presence_penalty=0)


@pytest.mark.parametrize(
    ("method", "path", "token", "status"),
    [
        ("GET", "models", "wrong", 401),
        ("GET", "nothing", TOKEN, 404),
        ("GET", "chat/completions", TOKEN, 405),
        ("POST", "embeddings", TOKEN, 404),
    ],
)
def test_every_error_has_openais_form(url, method, path, token, status):
    """Also of the paths that there are not, and of callers who are not let in."""
    got = httpx.request(method, f"{url}/v1/{path}", headers={"authorization": f"Bearer {token}"})
    assert got.status_code == status
    assert set(got.json()) == {"error"}
    assert set(got.json()["error"]) == {"message", "type", "code", "param"}


def test_several_projects_are_named_with_the_model(folder, tmp_path):
    """With several projects open a model's name may say which is meant."""
    other = tmp_path / "other"
    (other / ".underdraft").mkdir(parents=True)
    (other / ".underdraft" / "config.toml").write_text('[project]\nid = "moor"\n', encoding="utf-8")
    with (
        Workspace.open(folder, store=tmp_path / "a.db") as first,
        Workspace.open(other, store=tmp_path / "b.db") as second,
        served(first, second) as url,
        caller_of(url) as caller,
    ):
        names = [model["id"] for model in caller.http.get("/v1/models").json()["data"]]
        assert names[0] == "underdraft"
        assert "underdraft/chat@harbour" in names
        body = {"model": "underdraft/chat@moor", "messages": [user("第一问")]}
        assert caller.http.post("/v1/chat/completions", json=body).status_code == 200
        assert len(second.invoke_sync("ai:run:list", {})["data"]["items"]) == 1
        assert first.invoke_sync("ai:run:list", {})["data"]["items"] == []


def test_a_body_that_is_nested_too_deeply_is_refused(caller):
    """What other code could not walk is an invalid argument, not a fault."""
    for depth in (60, 900, 100_000):
        body = b'{"tools":' + b"[" * depth + b"]" * depth + b"}"
        got = caller.http.post(
            "/v1/chat/completions", content=body, headers={"content-type": "application/json"}
        )
        assert (got.status_code, got.json()["error"]["code"]) == (400, "INVALID_ARGUMENT")
