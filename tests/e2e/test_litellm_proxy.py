"""The real LiteLLM proxy, with one line in its config; its clients change nothing.

The proxy pins other versions than this project's checks, so it has an environment of its own: `nox -s proxy`.
"""

from __future__ import annotations

import os
import socket
import subprocess
import time
from pathlib import Path

import attrs
import httpx
import openai
import pytest

from loopback import Loopback, Scripted
from underdraft import Workspace

PYTHON = os.environ.get("UNDERDRAFT_PROXY_PYTHON")
KEY = "sk-Qm3v8Zp1Xw6Ty9Lk2Rb5Nd7Hc4Gf0JsA"
CONFIG = """\
model_list:
  - {{model_name: writer, litellm_params: {{model: openai/gpt-4.1, api_base: "{base}", api_key: k}}}}
  - {{model_name: claude, litellm_params: {{model: anthropic/claude-sonnet-4-5, api_base: "{root}", api_key: k}}}}
litellm_settings:
  callbacks: underdraft_litellm_proxy.callback
"""
RULE = "不写天气。" * 900

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(PYTHON is None, reason="the LiteLLM proxy is not here: run `nox -s proxy`"),
]


def user(text):
    """What the writer says."""
    return {"role": "user", "content": text}


@attrs.frozen
class Running:
    """The proxy, what stands behind it, and the projects that it serves."""

    url: str
    upstream: Loopback
    workspace: Workspace
    log: Path

    def client(self):
        """The official client."""
        return openai.OpenAI(base_url=f"{self.url}/v1", api_key=KEY, max_retries=0)

    def sent(self):
        """The messages of the last request that came out of the proxy."""
        return self.upstream.requests[-1].body["messages"]

    def runs(self):
        """What is recorded, the newest first."""
        return self.workspace.invoke_sync("ai:run:list", {})["data"]["items"]


@pytest.fixture(scope="module")
def proxy(tmp_path_factory):
    """The proxy as a process, over two projects; the store of the second is no database."""
    home = tmp_path_factory.mktemp("proxy")
    folders = [home / "harbour", home / "broken"]
    for folder in folders:
        (folder / ".underdraft" / "rules").mkdir(parents=True)
        own = 'store = "project"\n' * (folder.name == "broken")
        config = f'{own}[project]\nid = "{folder.name}"\nname = "港口"\n'
        (folder / ".underdraft" / "config.toml").write_text(config, encoding="utf-8")
    (folders[0] / ".underdraft" / "rules" / "one.md").write_text(RULE, encoding="utf-8")
    (folders[1] / ".underdraft" / "underdraft.db").write_bytes(b"no database" * 1000)
    environ = {
        **os.environ,
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        "LITELLM_MASTER_KEY": KEY,
        "NO_PROXY": "127.0.0.1",
        "UNDERDRAFT_WRITERS": '{"*": {}}',
        "UNDERDRAFT_FOLDERS": os.pathsep.join(map(str, folders)),
        "UNDERDRAFT_HOME": str(home),
    }
    with Loopback(default=Scripted(pieces=("灯笼", "晃了晃。"))) as upstream, httpx.Client() as http:
        (home / "config.yaml").write_text(CONFIG.format(base=upstream.base_url, root=upstream.root))
        log = (home / "log").open("w+")
        command = ["-m", "litellm.proxy.proxy_cli", "--config", "config.yaml", "--host", "127.0.0.1"]
        port = str(free_port())
        process = subprocess.Popen(
            [PYTHON, *command, "--port", port], cwd=home, env=environ, stdout=log, stderr=log
        )
        url = f"http://127.0.0.1:{port}"
        try:
            wait_for(http, url, process, home / "log")
            with Workspace.open(folders[0], store=home / "underdraft.db") as workspace:
                yield Running(url, upstream, workspace, home / "log")
        finally:
            process.terminate()
            process.wait(30)
            log.close()


def free_port():
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_for(http, url, process, log):
    """Return once the proxy answers."""
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        try:
            if http.get(f"{url}/health/liveliness").status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.2)
    pytest.fail(log.read_text(encoding="utf-8")[-4000:])


def test_a_client_that_changed_nothing_gets_layers_and_memory(proxy):
    """Rules and memories are before its words, the reply is as it was, and the run is there with its usage."""
    memory = {"type": "preference", "scope": "global", "content": "灯塔的看守人叫沈默。"}
    assert proxy.workspace.invoke_sync("memory:create", memory)["ok"]
    with proxy.client() as client:
        answer = client.chat.completions.create(model="writer", messages=[user("灯塔的看守人叫什么？")])
    assert answer.choices[0].message.content == "灯笼晃了晃。"
    system, last = proxy.sent()
    assert RULE[:5] in system["content"]
    assert "沈默" in str(proxy.sent())
    assert "灯塔的看守人叫什么？" in last["content"]
    run = proxy.workspace.invoke_sync("ai:run:get", {"runId": answer.underdraft["runId"]})["data"]
    assert (run["text"], run["model"]) == ("灯笼晃了晃。", "openai/gpt-4.1")
    assert run["usage"]["promptTokens"] == answer.usage.prompt_tokens


def test_a_talk_goes_on_in_its_session(proxy):
    """The earlier turns go out as the client has them, behind the same prefix."""
    with proxy.client() as client:
        first = client.chat.completions.create(model="writer", messages=[user("一")])
        before = proxy.sent()
        reply = first.choices[0].message.content
        talk = [user("一"), {"role": "assistant", "content": reply}, user("二")]
        second = client.chat.completions.create(model="writer", messages=talk)
    system, *turns, _ = proxy.sent()
    assert system == before[0]
    assert turns == talk[:2]
    assert second.underdraft["sessionId"] == first.underdraft["sessionId"]


def test_a_stream_is_passed_on_and_recorded(proxy):
    """The pieces come as they are, the ids are in the headers, and the record is there when the stream ends."""
    with proxy.client() as client:
        raw = client.chat.completions.with_raw_response.create(
            model="writer", messages=[user("写一句。")], stream=True
        )
        text = "".join(chunk.choices[0].delta.content or "" for chunk in raw.parse() if chunk.choices)
    assert text == "灯笼晃了晃。"
    run = proxy.runs()[0]
    assert raw.headers["x-underdraft-run"] == run["id"]


def test_a_picture_is_sent_along(proxy):
    """It stands behind the task, in the prompt that was assembled."""
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    message = {"role": "user", "content": [{"type": "text", "text": "写这张图。"}, picture]}
    with proxy.client() as client:
        client.chat.completions.create(model="writer", messages=[message])
    system, last = proxy.sent()
    assert RULE[:5] in system["content"]
    assert last["content"][-1] == picture


def test_what_cannot_be_assembled_goes_through_as_it_came(proxy):
    """A store that is none, a project that is not there: the request is answered, unchanged."""
    cases = [
        ({"x-underdraft-project": "broken"}, [user("一")]),
        ({"x-underdraft-project": "nowhere"}, [user("一")]),
        ({"x-underdraft-skill": "none"}, [user("一")]),
    ]
    before = len(proxy.runs())
    with proxy.client() as client:
        for headers, messages in cases:
            answer = client.chat.completions.create(model="writer", messages=messages, extra_headers=headers)
            assert answer.choices[0].message.content == "灯笼晃了晃。", headers
            assert proxy.sent() == messages, headers
    assert len(proxy.runs()) == before
    assert proxy.log.read_text(encoding="utf-8").count("underdraft: a request goes through as it came") == 2


def test_tools_stay_the_clients(proxy):
    """Calls are passed on and not recorded; with their results the run is."""
    tool = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}
    before = len(proxy.runs())
    proxy.upstream.script.append(Scripted(pieces=("",), tool_calls=[("c1", "weather", "{}")]))
    with proxy.client() as client:
        asked = [user("天气？")]
        first = client.chat.completions.create(model="writer", messages=asked, tools=[tool])
        calls = first.choices[0].message.model_dump(exclude_none=True)
        assert len(proxy.runs()) == before
        asked += [calls, {"role": "tool", "tool_call_id": "c1", "content": "雨"}]
        client.chat.completions.create(model="writer", messages=asked, tools=[tool])
    assert [message["role"] for message in proxy.sent()] == ["system", "user", "assistant", "tool"]
    assert len(proxy.runs()) == before + 1


def test_the_provider_is_told_what_to_cache(proxy):
    """The marks fit the model behind the proxy's name for it."""
    with proxy.client() as client:
        list(client.chat.completions.create(model="claude", messages=[user("一")], stream=True))
    blocks = proxy.upstream.requests[-1].body["system"]
    assert "cache_control" in blocks[0]
