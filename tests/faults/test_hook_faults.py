"""Whatever ends a program or a loop, raised in any hook: the fault of that call, and everything else goes on."""

from __future__ import annotations

import asyncio
import time

import pytest

from underdraft import (
    Channel,
    Chunk,
    Fetcher,
    ImportSource,
    InvalidArgument,
    Layer,
    ModelError,
    Reply,
    hookimpl,
    hookspecs,
)
from underdraft.cli.import_command import plan_of
from underdraft.memory.index import indexer
from underdraft.testing import FROZEN_NOW, FakeModel, counted_ids

HOOKS = {name for name in vars(hookspecs) if name.startswith("underdraft_")}
CHAPTER = {"chapters/01-a.md": "# 第一章\n\n林晚推开门。"}
CLOSE_S = 20.0

ENDS = [
    *(SystemExit(3), KeyboardInterrupt(), type("Odd", (BaseException,), {})()),
    *(StopIteration(), StopAsyncIteration(), asyncio.CancelledError(), GeneratorExit(), ValueError("secret")),
]


class Ends:
    """What hooks raise now."""

    error: BaseException = ValueError()


def raising(hook, ends):
    """The hook itself raises."""

    def raises():
        raise ends.error

    return {hook: raises}


def raising_later(hook, ends):
    """An async hook that raises."""

    async def raises():
        raise ends.error

    return {hook: raises}


def left_out(ws):
    """The warning of a plugin that failed when it was asked what it registers."""
    assert any("PLUGIN_FAILED: Rude" in warning for warning in ws.preview_sync("polish").warnings)


def others_answer(ws):
    """The channels of others are there."""
    assert ws.invoke_sync("memory:list", {})["ok"]


def answers(_hook, ends):
    """A channel whose handler raises, or an async one."""

    def handle(_workspace):
        raise ends.error

    async def handle_later(_workspace):
        raise ends.error

    return {"underdraft_channels": lambda: [Channel("rude:now", handle), Channel("rude:later", handle_later)]}


def refused(ws):
    """An envelope each time."""
    for name in ("rude:now", "rude:later"):
        assert ws.invoke_sync(name, {})["error"]["code"] in {"INTERNAL", "CANCELED"}


def fetches(_hook, ends):
    """Fetchers in a thread, on the loop, inline, and one that fails while it is read."""

    def fetch(_facts):
        raise ends.error

    async def fetch_later(_facts):
        raise ends.error

    def fetch_some(_facts):
        yield Chunk(text="a", source="s")
        raise ends.error

    def make(name, function, **more):
        return Fetcher(name=name, layer=Layer.RECENT, fetch=function, timeout_ms=5_000, **more)

    fetchers = [
        make("thread", fetch),
        make("loop", fetch_later),
        make("inline", fetch, inline=True),
        make("some", fetch_some),
    ]
    return {"underdraft_fetchers": lambda: fetchers}


def warned(ws):
    """Four warnings and a prompt."""
    warnings = ws.preview_sync("polish").warnings
    assert sum(w.startswith("FETCHER_FAILED") for w in warnings) == 4, warnings


class BadModel:
    """A model that raises when it is prepared, or asked."""

    def __init__(self, ends):
        self.ends = ends

    def prepare(self):
        """Fail."""
        raise self.ends.error

    async def answer(self, _call):
        """Fail."""
        raise self.ends.error
        yield Reply(texts=("x",))


def bad_model(_hook, ends):
    """Answers to the name ``bad``."""
    return {"underdraft_model": lambda name: BadModel(ends) if name == "bad" else None}


def bad_search(_hook, ends):
    """Cannot say whether it has the model ``bad``."""

    def find(name):
        if name == "bad":
            raise ends.error

    return {"underdraft_model": find}


def no_reply(ws):
    """A typed error of that run, which is recorded as failed."""
    with pytest.raises(ModelError):
        ws.run_sync("polish", document="a", model="bad")
    assert "failed" in [item.status for item in ws.store.runs.list(everywhere=True).items]


def told(ws):
    """A warning; the reply is there."""
    run = ws.run_sync("polish", document="a")
    assert run.text == "他敲了钟。"
    assert any(w.startswith("HOOK_FAILED: Rude") for w in run.warnings)


def answered(ws):
    """The run is there and recorded, and so is one that failed."""
    run = ws.run_sync("polish", document="a")
    assert run.text == "他敲了钟。"
    with pytest.raises(ModelError):
        ws.run_sync("polish", document="a", model="nobody-has-this")
    failed, done = ws.store.runs.list(everywhere=True).items[:2]
    assert (failed.status, done.id) == ("failed", run.id)


def wrapped_fails(ws):
    """The run fails in a typed way."""
    with pytest.raises(ModelError):
        ws.run_sync("polish", document="a")


def recorded(ws):
    """Feedback is stored, within its own limit."""
    run = ws.run_sync("polish", document="a")
    assert ws.feedback_sync(run.id, "accept", evidence_ref="句子要短").recorded


def embeds(_hook, ends):
    """An embedder that raises when it is asked."""

    class Bad:
        name, dimensions = "bad", 4

        def embed(self, _texts):
            raise ends.error

    return {"underdraft_embedder": lambda name: Bad() if name == "bad" else None}


def degraded(ws):
    """Each question is answered by words, and says so; the thread that indexes is alive."""
    made = {"type": "fact", "scope": "global", "content": "林晚从不喝酒"}
    assert ws.invoke_sync("memory:create", made)["ok"]
    for query in ("酒", "夜"):
        found = ws.invoke_sync("memory:injection:preview", {"queryText": query})["data"]
        assert found["diagnostics"]["code"] == "EMBEDDER_FAILED"
    thread = ws.store.memory.indexer
    thread.wake(hurry=True)
    assert thread._thread.is_alive()


def tried(ws):
    """The turn is put off, to be asked about again; the thread of jobs is alive."""
    session = ws.invoke_sync("session:start", {})["data"]["sessionId"]
    ws.run_sync("chat", instruction="我叫老周，从不写第一人称。", session_id=session)
    worker = ws.store.conversation.worker
    assert worker.wait_idle(10)
    worker.drain(whole=True)
    with ws.store.database.read() as connection:
        rows = connection.exec_driver_sql(
            "SELECT attempts FROM background_job WHERE kind = 'read_again'"
        ).scalars()
        assert [*rows]
    assert worker._thread.is_alive()


def not_imported(ws):
    """The import fails in a typed way, and names the file."""
    with pytest.raises(InvalidArgument, match=r"^x\.md: an importer failed"):
        plan_of(ws, ImportSource(name="x.md", text="x"))


def not_compared(ws):
    """The check says so, and finds what else there is."""
    fact = {"name": "林晚", "attributes": {"眼睛": "灰色"}}
    ws.invoke_sync("knowledge:add", {"kind": "entity", "fact": fact})
    warnings = ws.invoke_sync("knowledge:check", {})["data"]["warnings"]
    assert [warning.split(" (")[0] for warning in warnings] == [
        "PLUGIN_FAILED: told sentences were not compared"
    ]


REGISTERS = {
    f"underdraft_{what}" for what in ("context_rules", "fetchers", "skill_dirs", "template_dirs", "channels")
}
"""Hooks that are asked once, when a workspace opens."""

TABLE = {
    "underdraft_context_rules": [(raising, left_out)],
    "underdraft_fetchers": [(raising, left_out), (fetches, warned)],
    "underdraft_skill_dirs": [(raising, left_out)],
    "underdraft_template_dirs": [(raising, left_out)],
    "underdraft_channels": [(raising, others_answer), (answers, refused)],
    "underdraft_import": [(raising, not_imported)],
    "underdraft_contradictions": [(raising, not_compared)],
    "underdraft_embedder": [(raising, degraded), (embeds, degraded)],
    "underdraft_model": [(bad_model, no_reply), (bad_search, no_reply)],
    "underdraft_before_model_call": [(raising, told)],
    "underdraft_wrap_model_call": [(raising, wrapped_fails)],
    "underdraft_after_model_call": [(raising, told)],
    "underdraft_run_ended": [(raising, answered)],
    "underdraft_feedback": [(raising, recorded), (raising_later, recorded)],
    "underdraft_extract_memories": [(raising, tried)],
}
"""For each hook what fails in it, and what comes of that."""


def plugin(hooks):
    """An object with these functions as its hooks."""
    return type("Rude", (), {name: staticmethod(hookimpl(function)) for name, function in hooks.items()})()


def test_every_hook_is_in_the_table():
    """A new hook has to say what becomes of what it raises."""
    assert TABLE.keys() == HOOKS


def spaces(underdraft_workspace, hook, given, ends):
    """Workspaces with a plugin whose hook raises each of :data:`ENDS`: a new one each time for what registers."""
    registers = given is raising and hook in REGISTERS
    for number, ends.error in enumerate(ENDS):
        if registers and isinstance(ends.error, KeyboardInterrupt):
            continue  # whoever opens a workspace may interrupt that
        if registers or number == 0:
            ws = underdraft_workspace(
                CHAPTER,
                plugins=[plugin(given(hook, ends)), FakeModel("他敲了钟。")],
                model="fake",
                embedder="bad" if hook == "underdraft_embedder" else "none",
            )
        yield ws


@pytest.mark.long
@pytest.mark.parametrize("hook", sorted(TABLE))
def test_what_a_hook_raises_ends_its_call(underdraft_workspace, monkeypatch, hook):
    """The call is told of in a typed way; the next call works, and closing does not hang."""
    monkeypatch.setattr(indexer, "LINGER_SECONDS", 0.01)
    for given, use in TABLE[hook]:
        for ws in spaces(underdraft_workspace, hook, given, Ends()):
            use(ws)
            assert ws.invoke_sync("memory:list", {})["ok"]
            assert ws.preview_sync("polish", document="a").messages
        begin = time.monotonic()
        ws.close()
        assert time.monotonic() - begin < CLOSE_S


class Turning:
    """A clock or a maker of ids that is good until it is told to fail."""

    def __init__(self, give):
        self.give, self.wrong = give, None

    def __call__(self):
        if isinstance(self.wrong, BaseException):
            raise self.wrong
        return self.give() if self.wrong is None else self.wrong


@pytest.mark.parametrize("name", ["clock", "new_id"])
def test_a_clock_or_ids_that_fail_cost_their_call(underdraft_workspace, name):
    """They raise, end, or give something else: each call is told so, no thread dies, and closing does not hang."""
    ids = counted_ids()
    turning = Turning(ids if name == "new_id" else lambda: FROZEN_NOW)
    model = FakeModel("他敲了钟。")
    ws = underdraft_workspace(plugins=[model], model="fake", embedder="none", **{name: turning})
    session = ws.invoke_sync("session:start", {})["data"]["sessionId"]
    run = ws.run_sync("chat", instruction="我叫老周。", session_id=session)
    for turning.wrong in (*ENDS, 5, "never"[: 5 * (name == "clock")]):
        for channel, payload in (
            ("ai:skill:run", {"skillId": "polish"}),
            ("memory:create", {"type": "note", "scope": "global", "content": "x"}),
            ("session:start", {}),
            ("ai:skill:feedback", {"runId": run.id, "action": "reject"}),
        ):
            answer = ws.invoke_sync(channel, payload)
            assert answer["ok"] or answer["error"]["code"] in {
                "INVALID_ARGUMENT",
                "MEMORY_EPISODE_WRITE_FAILED",
            }
        ws.store.conversation.worker.wake()
    turning.wrong = None
    assert ws.run_sync("polish", document="a").text == "他敲了钟。"
    assert ws.store.conversation.worker._thread.is_alive()
    turning.wrong = SystemExit()
    begin = time.monotonic()
    ws.close()
    assert time.monotonic() - begin < CLOSE_S
