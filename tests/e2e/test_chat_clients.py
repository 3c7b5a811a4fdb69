"""Chat clients as people have them, against a provider on loopback that records what reaches it.

The official clients for Python and JavaScript (in Node and in Chromium), LangChain, and requests in the shapes
of a role-play front end and of a chat web interface; tests/e2e/test_mcp.py has the client of MCP.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import openai
import pytest

from loopback import Loopback, Scripted
from service.served import TOKEN, served
from underdraft import Workspace

pytestmark = pytest.mark.long

HERE = Path(__file__).parent
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
TOOL = {
    "type": "function",
    "function": {"name": "weather", "parameters": {"type": "object", "properties": {}}},
}
CALL = Scripted(pieces=(), tool_calls=[("c1", "weather", '{"place":"灯港"}')])
AWAY = Scripted(kind="error", status=429, body='{"error": {"message": "slow down"}}')
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,QUFB"}}


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """Opens a server over a provider with this script; gives its address, the provider and the workspace."""
    opened = []

    def start(*script, **settings):
        provider = Loopback(*script)
        (tmp_path / "n" / ".underdraft").mkdir(parents=True)
        config = f'[project]\nid = "n"\n[model_options]\napi_base = "{provider.base_url}"\n'
        (tmp_path / "n" / ".underdraft" / "config.toml").write_text(config, encoding="utf-8")
        monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
        options = {"store": tmp_path / "s.db", "model": "openai/gpt-4.1", "embedder": "none"}
        workspace = Workspace.open(tmp_path / "n", trusted=True, **options)
        parts = (provider, workspace, served(workspace, **settings))
        found = [part.__enter__() for part in parts]
        opened.extend(parts)
        if script:  # no question of the background may take a line of it
            off = {"patch": {"memory.enable_extraction": False}}
            assert workspace.invoke_sync("memory:settings:update", off)["ok"]
        return found[2], provider, workspace

    yield start
    for part in reversed(opened):
        part.__exit__(None, None, None)


def chats(provider):
    """The bodies of the requests that are no questions of the background."""
    bodies = [request.body for request in provider.requests]
    return [body for body in bodies if "# [0]" in str(body["messages"][0]["content"])]


def talk_of(provider, number=-1):
    """The client's own messages among those that reached the provider: roles and texts, between system and task."""
    return [(m["role"], m.get("content")) for m in chats(provider)[number]["messages"][1:-1]]


def test_openai_for_python(desk):
    """A talk, a stream, a tool, a form, an image and a refusal arrive as the official client sends them."""
    form = {"type": "json_schema", "json_schema": {"name": "t", "schema": {"type": "object"}}}
    named = {"type": "function", "function": {"name": "weather"}}
    url, provider, _ = desk(Scripted(), Scripted(), CALL, Scripted(pieces=("{}",)), Scripted(), AWAY)
    with openai.OpenAI(base_url=f"{url}/v1", api_key=TOKEN, max_retries=0) as client:
        create = client.chat.completions.create
        said = [{"role": "user", "content": "第一问"}]
        first = create(model="underdraft", messages=said, stop=["完"], seed=7, frequency_penalty=0.5)
        sent = chats(provider)[-1]
        assert (sent["stop"], sent["seed"], sent["frequency_penalty"]) == (["完"], 7, 0.5)
        said += [
            first.choices[0].message.model_dump(exclude_none=True),
            {"role": "user", "content": "第二问"},
        ]
        chunks = list(create(model="underdraft", messages=said, stream=True))
        assert "".join(c.choices[0].delta.content or "" for c in chunks) == "灯笼在风里晃了晃。"
        assert talk_of(provider) == [("user", "第一问"), ("assistant", "灯笼在风里晃了晃。")]
        called = create(
            model="underdraft", messages=said, tools=[TOOL], tool_choice=named, parallel_tool_calls=False
        )
        assert called.choices[0].message.tool_calls[0].function.name == "weather"
        sent = chats(provider)[-1]
        assert (sent["tool_choice"], sent["parallel_tool_calls"]) == (named, False)
        assert (
            create(model="underdraft", messages=said, response_format=form).choices[0].message.content == "{}"
        )
        assert chats(provider)[-1]["response_format"]["json_schema"]["schema"] == {"type": "object"}
        create(model="underdraft", messages=[{"role": "user", "content": [PICTURE]}])
        assert PICTURE in chats(provider)[-1]["messages"][-1]["content"]
        with pytest.raises(openai.RateLimitError):
            create(model="underdraft", messages=said, stream=True)
        with pytest.raises(openai.BadRequestError, match="reasoning_effort"):
            create(model="underdraft", messages=said, reasoning_effort="high")


JAVASCRIPT = """
export async function talk(OpenAI, baseURL, apiKey) {
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 0, dangerouslyAllowBrowser: true });
  const said = [{ role: "user", content: "第一问" }];
  const { data, response } = await client.chat.completions.create({ model: "underdraft", messages: said }).withResponse();
  said.push(data.choices[0].message, { role: "user", content: "第二问" });
  const stream = await client.chat.completions.create({ model: "underdraft", messages: said, stream: true });
  let text = "";
  for await (const chunk of stream) text += chunk.choices[0]?.delta?.content ?? "";
  const tools = [{ type: "function", function: { name: "weather", parameters: { type: "object", properties: {} } } }];
  const called = await client.chat.completions.create({ model: "underdraft", messages: said, tools });
  const refused = await client.chat.completions.create({ model: "underdraft", messages: said }).catch((e) => e);
  const denied = await new OpenAI({ baseURL, apiKey: "wrong", maxRetries: 0, dangerouslyAllowBrowser: true })
    .models.list().catch((e) => e);
  return {
    text,
    tool: called.choices[0].message.tool_calls[0].function.name,
    session: Boolean(response.headers.get("x-underdraft-session")),
    refused: refused.status,
    denied: denied.status,
  };
}
"""
TOLD = {
    "text": "灯笼在风里晃了晃。",
    "tool": "weather",
    "session": True,
    "refused": 429,
    "denied": 401,
}


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A folder with OpenAI's package for JavaScript and a script that talks through it."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("the client for JavaScript is tested with Node and npm; install them")
    folder = tmp_path_factory.mktemp("javascript")
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    (folder / "talk.mjs").write_text(JAVASCRIPT, encoding="utf-8")
    install(["npm", "install", "--no-audit", "--no-fund", "openai@6"], folder)
    return folder


def install(command, folder):
    """Fetch packages; a machine that cannot has nothing to test."""
    try:
        subprocess.run(command, cwd=folder, capture_output=True, timeout=240, check=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        pytest.skip(f"the packages cannot be fetched here ({type(error).__name__})")


def printed(command, folder):
    """The JSON that a program prints."""
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_openai_for_javascript_in_node(desk, package):
    """The official client in Node: a talk, a stream, a tool, a provider's status, a wrong token."""
    url, provider, _ = desk(Scripted(), Scripted(), CALL, AWAY)
    script = (
        'import OpenAI from "openai"; import { talk } from "./talk.mjs";'
        f'console.log(JSON.stringify(await talk(OpenAI, "{url}/v1", "{TOKEN}")));'
    )
    (package / "node.mjs").write_text(script)
    assert printed(["node", "node.mjs"], package) == TOLD
    assert talk_of(provider, 1) == [("user", "第一问"), ("assistant", "灯笼在风里晃了晃。")]


@pytest.mark.skipif(CHROMIUM is None, reason="install the system's package of Chromium")
def test_openai_for_javascript_in_a_browser(desk, package):
    """The same in Chromium, from a page of another origin: preflights, headers and streams pass."""
    from playwright import sync_api

    handler = partial(_Silent, directory=str(package))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as pages:
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{pages.server_address[1]}"
        url, provider, _ = desk(Scripted(), Scripted(), CALL, AWAY, origins=(origin,))
        (package / "index.html").write_text("<!doctype html><title>x</title>")
        with sync_api.sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(f"{origin}/index.html")
            got = page.evaluate(
                """async ([url, token]) => {
                  const { OpenAI } = await import("/node_modules/openai/index.mjs");
                  const { talk } = await import("/talk.mjs");
                  return await talk(OpenAI, url, token);
                }""",
                [f"{url}/v1", TOKEN],
            )
            browser.close()
        pages.shutdown()
    assert got == TOLD
    assert talk_of(provider, 1) == [("user", "第一问"), ("assistant", "灯笼在风里晃了晃。")]


class _Silent(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def log_message(self, *_):
        """Stay silent."""


LANGCHAIN = """
import json, sys
from langchain_openai import ChatOpenAI
from pydantic import BaseModel

class Title(BaseModel):
    '''A title.'''
    title: str

model = ChatOpenAI(model="underdraft", base_url=sys.argv[1], api_key=sys.argv[2], max_retries=0)
ways = [model.with_structured_output(Title, method=way) for way in ("json_schema", "function_calling")]
titles = [way.invoke("起个标题").title for way in ways]
streamed = "".join(chunk.content for chunk in model.stream([("system", "短一点"), ("user", "写一句")]))
print(json.dumps([*titles, streamed]))
"""


def test_langchain(desk, tmp_path):
    """Structured output by a schema and by a tool, and a stream, through LangChain's own client."""
    install([sys.executable, "-m", "venv", "lc"], tmp_path)
    python = str(tmp_path / "lc" / ("Scripts" if os.name == "nt" else "bin") / "python")
    install([python, "-m", "pip", "install", "-q", "langchain-openai"], tmp_path)
    title = Scripted(pieces=(), tool_calls=[("c1", "Title", '{"title": "港"}')])
    url, provider, _ = desk(Scripted(pieces=('{"title": "灯"}',)), title, Scripted())
    (tmp_path / "lc.py").write_text(LANGCHAIN, encoding="utf-8")
    assert printed([python, "lc.py", f"{url}/v1", TOKEN], tmp_path) == ["灯", "港", "灯笼在风里晃了晃。"]
    first, second, third = chats(provider)
    assert first["response_format"]["json_schema"]["schema"]["required"] == ["title"]
    assert second["tool_choice"]["function"]["name"] == "Title"
    assert "短一点" in third["messages"][0]["content"]


def post(url, body):
    """What a front end gets for a request that it builds itself."""
    got = httpx.post(
        f"{url}/v1/chat/completions",
        json={"model": "underdraft", **body},
        headers={"authorization": f"Bearer {TOKEN}"},
        timeout=60,
    )
    assert got.status_code == 200, got.text
    return got.json()["choices"][0]["message"]["content"]


NEUTRAL = {
    "temperature": 1,
    "max_tokens": 300,
    "stream": False,
    "presence_penalty": 0,
    "frequency_penalty": 0,
    "top_p": 1,
    "stop": ["\n阿明:"],
    "logit_bias": {},
    "user": "x",
}


def said_of(*pairs):
    """Messages of these roles and texts."""
    return [{"role": role, "content": text} for role, text in pairs]


def test_the_shapes_of_a_role_play_front_end(desk):
    """A card that changes each turn, a greeting, notes in the talk, a prefill, a swipe and an edit arrive as sent."""
    url, provider, workspace = desk()
    greeting = ("assistant", "*灯塔看守抬起头。* 谁？")
    talk = [greeting, ("user", "我。")]
    hashes = []
    for turn in range(3):
        card = [("system", f"You are the keeper. Mood {turn}."), ("system", "[Start a new chat]")]
        reply = post(url, {**NEUTRAL, "messages": said_of(*card, *talk)})
        assert talk_of(provider) == talk[:-1]
        sent = json.dumps(chats(provider)[-1], ensure_ascii=False)
        assert f"Mood {turn}." in sent
        assert f"Mood {turn - 1}." not in sent
        hashes.append(
            workspace.invoke_sync("ai:run:list", {"limit": 1})["data"]["items"][0]["stablePrefixHash"]
        )
        talk += [("assistant", reply), ("user", f"第{turn}句")]
    assert len(set(hashes)) == 1
    assert len(workspace.invoke_sync("session:list", {})["data"]["items"]) == 1
    post(url, {**NEUTRAL, "messages": said_of(*talk, ("assistant", "看守说："))})  # a prefill
    assert chats(provider)[-1]["messages"][-1]["content"] == "看守说："
    assert talk_of(provider)[:-1] == talk[:-1]
    for _ in range(2):  # a swipe asks the same again
        post(url, {**NEUTRAL, "messages": said_of(*talk)})
        assert talk_of(provider) == talk[:-1]
    edited = [greeting, ("user", "我是信使。"), *talk[2:]]
    post(url, {**NEUTRAL, "messages": said_of(*edited)})
    assert talk_of(provider) == edited[:-1]


def test_the_shapes_of_a_chat_web_interface(desk):
    """Title, tags and follow-ups are asked beside the talk, and nothing of them is in it; regenerate and edit work."""
    url, provider, workspace = desk()
    system = ("system", "You are a helpful assistant. Today is Thursday.")
    talk = [("user", "灯港的雾怎么写？")]
    for turn in range(2):
        talk += [("assistant", post(url, {"messages": said_of(system, *talk)}))]
        for task in ("a concise, 3-5 word title", "1-3 broad tags", "3-5 relevant follow-up questions"):
            history = "\n".join(f"{role.upper()}: {text}" for role, text in talk)
            words = f"### Task:\nGenerate {task}.\n<chat_history>\n{history}\n</chat_history>"
            post(url, {"messages": said_of(("user", words)), "max_completion_tokens": 1_000, "stream": False})
        talk += [("user", f"再来一段{turn}")]
    post(url, {"messages": said_of(system, *talk)})
    assert talk_of(provider) == talk[:-1]
    assert "### Task" not in json.dumps(chats(provider)[-1], ensure_ascii=False)
    runs = workspace.invoke_sync("ai:run:list", {"limit": 1})["data"]["items"]
    talk_run = workspace.invoke_sync("ai:run:get", {"runId": runs[0]["id"]})["data"]
    workspace.store.conversation.worker.wait_idle(20)
    summaries = workspace.invoke_sync("summary:list", {})["data"]["items"]
    assert [one["sessionId"] for one in summaries] == [talk_run["sessionId"]]
    post(url, {"messages": said_of(system, *talk)})  # regenerate
    assert talk_of(provider) == talk[:-1]
    edited = [("user", "灯港的雨怎么写？")]
    post(url, {"messages": said_of(system, *edited)})
    assert talk_of(provider) == []
