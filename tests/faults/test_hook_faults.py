"""Whatever ends a program or a loop, raised in any hook: the fault of that call, and everything else goes on."""

from __future__ import annotations

import asyncio
import time

import pytest

from underdraft import Channel, Chunk, Fetcher, Layer, ModelError, Reply, hookimpl, hookspecs
from underdraft.memory.index import indexer
from underdraft.testing import FakeModel

HOOKS = {name for name in vars(hookspecs) if name.startswith("underdraft_")}
CHAPTER = {"chapters/01-a.md": "# 第一章\n\n林晚推开门。"}
CLOSE_S = 5.0

ENDS = [
    *(SystemExit(3), KeyboardInterrupt(), type("Odd", (BaseException,), {})()),
    *(StopIteration(), StopAsyncIteration(), asyncio.CancelledError(), GeneratorExit(), ValueError("secret")),
]


class Registers:
    """A plugin that fails when it is asked what it registers: it is left out and named."""

    def __init__(self, hook):
        self.hook = hook

    def given(self, error):
        """The hook itself raises."""

        def registering():
            raise error

        return {self.hook: registering}

    def use(self, ws, error):
        """Its warning is there, or its channels are missing."""
        if self.hook == "underdraft_channels":
            assert ws.invoke_sync("memory:list", {})["ok"]
        else:
            assert any("PLUGIN_FAILED: Rude" in warning for warning in ws.preview_sync("polish").warnings)


class Asked:
    """A hook that is called while something is under way; ``use`` looks at what comes of it."""

    def __init__(self, given, use):
        self.given, self.use = given, use


def answers(name, error):
    """A channel whose handler raises, or an async one."""

    def handle(_workspace):
        raise error

    async def handle_later(_workspace):
        raise error

    return {"underdraft_channels": lambda: [Channel("rude:now", handle), Channel("rude:later", handle_later)]}


def refused(ws, _error):
    """An envelope each time."""
    for name in ("rude:now", "rude:later"):
        assert ws.invoke_sync(name, {})["error"]["code"] in {"INTERNAL", "CANCELED"}


def fetches(_name, error):
    """Fetchers in a thread, on the loop, inline, and one that fails while it is read."""

    def fetch(_facts):
        raise error

    async def fetch_later(_facts):
        raise error

    def fetch_some(_facts):
        yield Chunk(text="a", source="s")
        raise error

    def make(name, function, **more):
        return Fetcher(name=name, layer=Layer.RECENT, fetch=function, timeout_ms=5_000, **more)

    fetchers = [
        make("thread", fetch),
        make("loop", fetch_later),
        make("inline", fetch, inline=True),
        make("some", fetch_some),
    ]
    return {"underdraft_fetchers": lambda: fetchers}


def warned(ws, _error):
    """Four warnings and a prompt."""
    warnings = ws.preview_sync("polish").warnings
    assert sum(w.startswith("FETCHER_FAILED") for w in warnings) == 4, warnings


class BadModel:
    """A model that raises when it is prepared, or asked."""

    def __init__(self, error):
        self.error = error

    def prepare(self):
        """Fail."""
        raise self.error

    async def answer(self, _call):
        """Fail."""
        raise self.error
        yield Reply(texts=("x",))


def bad_model(_name, error):
    """Answers to the name ``bad``."""
    return {"underdraft_model": lambda name: BadModel(error) if name == "bad" else None}


def bad_search(_name, error):
    """Cannot say whether it has the model ``bad``."""

    def find(name):
        if name == "bad":
            raise error

    return {"underdraft_model": find}


def no_reply(ws, _error):
    """A typed error of that run, which is recorded as failed."""
    with pytest.raises(ModelError):
        ws.run_sync("polish", document="a", model="bad")
    assert "failed" in [item.status for item in ws.store.runs.list(everywhere=True).items]


def observed(name, error):
    """An observer or a wrapper."""

    def observe(call):
        raise error

    return {name: observe}


def told(ws, _error):
    """A warning; the reply is there."""
    run = ws.run_sync("polish", document="a")
    assert run.text == "他敲了钟。"
    assert any(w.startswith("HOOK_FAILED: Rude") for w in run.warnings)


def wrapped_fails(ws, _error):
    """The run fails in a typed way."""
    with pytest.raises(ModelError):
        ws.run_sync("polish", document="a")


def listens(_name, error):
    """A listener, and one that is async."""

    def listen(event):
        raise error

    return {"underdraft_feedback": listen}


def listens_later(_name, error):
    """An async one."""

    async def listen(event):
        raise error

    return {"underdraft_feedback": listen}


def recorded(ws, _error):
    """Feedback is stored, soon."""
    run = ws.run_sync("polish", document="a")
    begin = time.monotonic()
    assert ws.feedback_sync(run.id, "accept", evidence_ref="句子要短").recorded
    assert time.monotonic() - begin < 1.5


def embeds(_name, error):
    """An embedder that raises when it is asked."""

    class Bad:
        name, dimensions = "bad", 4

        def embed(self, _texts):
            raise error

    return {"underdraft_embedder": lambda name: Bad() if name == "bad" else None}


def finds_embedder(_name, error):
    """Cannot say whether it has the embedder."""

    def find(name):
        raise error

    return {"underdraft_embedder": find}


def degraded(ws, _error):
    """Each question is answered by words, and says so; the thread that indexes is alive."""
    made = {"type": "fact", "scope": "global", "content": "林晚从不喝酒"}
    assert ws.invoke_sync("memory:create", made)["ok"]
    for query in ("酒", "夜"):
        found = ws.invoke_sync("memory:injection:preview", {"queryText": query})["data"]
        assert found["diagnostics"]["code"] == "EMBEDDER_FAILED"
    thread = ws.store.memory.indexer
    thread.wake(hurry=True)
    assert thread._thread.is_alive()


def extracts(_name, error):
    """An extractor of memories."""

    def extract(turn):
        raise error

    return {"underdraft_extract_memories": extract}


def tried(ws, _error):
    """The job counts as tried once and is put off; the thread of jobs is alive."""
    session = ws.invoke_sync("session:start", {})["data"]["sessionId"]
    ws.run_sync("chat", instruction="我叫老周，从不写第一人称。", session_id=session)
    worker = ws.store.conversation.worker
    assert worker.wait_idle(10)
    with ws.store.database.read() as connection:
        rows = connection.exec_driver_sql("SELECT attempts FROM background_job WHERE kind = 'learn'").scalars()
        assert list(rows) == [1]
    assert worker._thread.is_alive()


def proposes(_name, error):
    """An extractor of knowledge."""

    def extract(chapter):
        raise error

    return {"underdraft_extract_knowledge": extract}


def others_propose(ws, _error):
    """Its own proposals are missing, with a warning."""
    answer = ws.invoke_sync("knowledge:propose", {"path": "chapters/01-a.md"})
    assert answer["ok"], answer
    assert any("Rude" in warning for warning in answer["data"]["warnings"])


TABLE = {
    "underdraft_context_rules": [Registers("underdraft_context_rules")],
    "underdraft_fetchers": [Registers("underdraft_fetchers"), Asked(fetches, warned)],
    "underdraft_skill_dirs": [Registers("underdraft_skill_dirs")],
    "underdraft_template_dirs": [Registers("underdraft_template_dirs")],
    "underdraft_channels": [Registers("underdraft_channels"), Asked(answers, refused)],
    "underdraft_embedder": [Asked(embeds, degraded), Asked(finds_embedder, degraded)],
    "underdraft_model": [Asked(bad_model, no_reply), Asked(bad_search, no_reply)],
    "underdraft_before_model_call": [Asked(observed, told)],
    "underdraft_wrap_model_call": [Asked(observed, wrapped_fails)],
    "underdraft_after_model_call": [Asked(observed, told)],
    "underdraft_feedback": [Asked(listens, recorded), Asked(listens_later, recorded)],
    "underdraft_extract_memories": [Asked(extracts, tried)],
    "underdraft_extract_knowledge": [Asked(proposes, others_propose)],
}


def plugin(hooks):
    """An object with these functions as its hooks."""
    return type("Rude", (), {name: staticmethod(hookimpl(function)) for name, function in hooks.items()})()


def test_every_hook_is_in_the_table():
    """A new hook has to say what becomes of what it raises."""
    assert TABLE.keys() == HOOKS


@pytest.mark.parametrize("error", ENDS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("hook", sorted(TABLE))
def test_what_a_hook_raises_ends_its_call(underdraft_workspace, monkeypatch, hook, error):
    """The call is told of in a typed way; the next call works, and closing does not hang."""
    monkeypatch.setattr(indexer, "LINGER_SECONDS", 0.01)
    for case in TABLE[hook]:
        given = case.given(error) if isinstance(case, Registers) else case.given(hook, error)
        embedder = "bad" if hook == "underdraft_embedder" else "none"
        model = FakeModel("他敲了钟。")
        plugins = [plugin(given), model]
        ws = underdraft_workspace(CHAPTER, plugins=plugins, model="fake", embedder=embedder)
        case.use(ws, error)
        assert ws.invoke_sync("memory:list", {})["ok"]
        assert ws.preview_sync("polish", document="a").messages
        begin = time.monotonic()
        ws.close()
        assert time.monotonic() - begin < CLOSE_S
