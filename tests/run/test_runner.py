from __future__ import annotations

import asyncio
import threading

import pytest

from underdraft import (
    Chunk,
    Fetcher,
    Layer,
    LayerFailed,
    ModelError,
    Reply,
    RunFinished,
    StoreError,
    TextDelta,
    Timeout,
    hookimpl,
)
from underdraft.testing import FakeModel


def plugin(fetch, **options):
    """A plugin with one fetcher."""

    class Fetches:
        name = "fetches"

        @hookimpl
        def underdraft_fetchers(self):
            return [Fetcher(**{"name": "f", "layer": Layer.RECENT, "fetch": fetch, **options})]

    return Fetches()


@pytest.mark.long
def test_the_limit_of_a_run(underdraft_workspace):
    """A model that does not answer in time is TIMEOUT with the limit, and recorded as that."""

    class Slow(FakeModel):
        async def answer(self, call):
            yield TextDelta(text="half")
            await asyncio.sleep(30)

    ws = underdraft_workspace(plugins=[Slow()], model="fake")
    ws.preview_sync("polish", document="a")
    with pytest.raises(Timeout) as caught:
        ws.run_sync("polish", document="a", timeout_ms=2_000)
    assert caught.value.details["timeoutMs"] <= 2_000
    (kept,) = ws.store.runs.list(everywhere=True).items
    run = ws.store.runs.get(kept.id).record
    assert (run.status, run.texts, run.error.code) == ("timed_out", ("half",), "TIMEOUT")


def test_silence_in_the_middle(underdraft_workspace):
    """A model that has begun to write may not fall silent for longer than the idle limit."""

    class Silent(FakeModel):
        async def answer(self, call):
            await asyncio.sleep(0.3)  # longer than the limit, but before the first piece
            yield TextDelta(text="half")
            await asyncio.sleep(30)

    config = 'idle_timeout_ms = 200\n[project]\nid = "p"\n'
    ws = underdraft_workspace(config=config, plugins=[Silent()], model="fake")
    with pytest.raises(Timeout) as caught:
        ws.run_sync("polish", document="a")
    assert caught.value.details == {"idleTimeoutMs": 200}
    (kept,) = ws.store.runs.list(everywhere=True).items
    assert kept.status == "timed_out"
    assert ws.store.runs.get(kept.id).record.text == "half"


@pytest.mark.long
def test_thinking_between_words_is_no_silence(underdraft_workspace):
    """A model whose provider sends signs of life, such as its thinking, is waited for; nobody is handed an empty piece."""

    class Thinks(FakeModel):
        async def answer(self, call):
            for piece in ("", "half", "", "", "", " whole"):
                yield TextDelta(text=piece)
                await asyncio.sleep(0.3)
            yield Reply(texts=("half whole",))

    config = 'idle_timeout_ms = 1000\n[project]\nid = "p"\n'
    ws = underdraft_workspace(config=config, plugins=[Thinks()], model="fake")

    async def pieces():
        events = ws.stream("polish", document="a")
        return [event.text async for event in events if isinstance(event, TextDelta)]

    assert asyncio.run(pieces()) == ["half", " whole"]


def test_a_slow_fetcher_counts_too(underdraft_workspace):
    """The limit is for the whole run, fetching included."""

    async def slow(_):
        await asyncio.sleep(30)

    ws = underdraft_workspace(plugins=[plugin(slow, timeout_ms=20_000), FakeModel()], model="fake")
    with pytest.raises(Timeout):
        ws.run_sync("polish", document="a", timeout_ms=50)


def test_a_model_that_nobody_offers(underdraft_workspace):
    """Without any plugin that answers to the name it is MODEL_ERROR; a plugin that fails there too."""

    class Fails:
        name = "fails"

        @hookimpl(tryfirst=True)
        def underdraft_model(self, name):
            raise ValueError("secret")

    ws = underdraft_workspace(plugins=[Fails()], model="fake")
    with pytest.raises(ModelError) as caught:
        ws.run_sync("polish", document="a")
    assert "secret" not in caught.value.message


def test_a_store_that_fails_costs_the_record_alone(underdraft_workspace, monkeypatch):
    """The reply comes though it could not be recorded; a warning says so."""
    ws = underdraft_workspace(plugins=[FakeModel("reply")], model="fake")

    def fails(*_, **__):
        raise StoreError("the store is locked")

    monkeypatch.setattr(type(ws.store), "add_run", fails)
    run = ws.run_sync("polish", document="a")
    assert run.text == "reply"
    assert "RUN_NOT_RECORDED: the store is locked" in run.warnings


def test_a_run_that_is_recorded_is_done(underdraft_workspace, monkeypatch):
    """While the record is written the run can no longer be cancelled: recorded means finished."""
    ws = underdraft_workspace(plugins=[FakeModel("reply")], model="fake")
    real = type(ws.store).add_run
    writing, go_on = threading.Event(), threading.Event()

    def slowly(self, *args, **options):
        writing.set()
        assert go_on.wait(10)
        return real(self, *args, **options)

    monkeypatch.setattr(type(ws.store), "add_run", slowly)
    results = []
    thread = threading.Thread(target=lambda: results.append(ws.run_sync("polish", document="a")))
    thread.start()
    assert writing.wait(10)
    assert not any(ws.cancel(f"id-{n}") for n in range(20))
    go_on.set()
    thread.join(10)
    assert [r.text for r in results] == ["reply"]
    assert ws.store.runs.get(results[0].id).record.text == "reply"


def test_leaving_while_it_is_recorded(underdraft_workspace, monkeypatch):
    """A caller that goes away during the write leaves a whole record, and nothing pending."""
    ws = underdraft_workspace(plugins=[FakeModel("reply")], model="fake")
    real = type(ws.store).add_run
    writing = threading.Event()

    def slowly(self, *args, **options):
        writing.set()
        threading.Event().wait(0.05)
        return real(self, *args, **options)

    monkeypatch.setattr(type(ws.store), "add_run", slowly)

    async def run():
        task = asyncio.ensure_future(ws.run("polish", document="a"))
        await asyncio.to_thread(writing.wait, 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(run())
    assert len(ws.store.runs.list(everywhere=True).items) == 1


def test_a_stable_fetcher_that_changes_by_itself_is_found_out(underdraft_workspace):
    """The second preview of the same words says so, by the fetcher's and the plugin's name."""
    numbers = iter(range(10_000))
    ws = underdraft_workspace(
        plugins=[
            plugin(lambda _: [Chunk(text=f"n{next(numbers)}", source="s")], layer=Layer.PROJECT, stable=True)
        ]
    )
    said = "PREFIX_VOLATILE: f (fetches) gave other bytes for the same content; it stands behind the prefix from now on"
    assert [said in ws.preview_sync("polish", document="a").warnings for _ in range(3)] == [
        False,
        True,
        False,
    ]


def test_what_a_run_measures(underdraft_workspace):
    """A run's timings name every stage and every fetcher, the model and the record."""
    ws = underdraft_workspace(plugins=[FakeModel()], model="fake")
    run = ws.run_sync("polish", document="a")
    assert run.timings.keys() >= {
        "fetch",
        "deduplicate",
        "budget",
        "cache_plan",
        "model",
        "record",
        "fetch.rules",
    }
    assert all(ms >= 0 for ms in run.timings.values())


def test_the_reply_is_what_was_streamed(underdraft_workspace):
    """A stream's end carries the run whose text is what the deltas made up."""
    ws = underdraft_workspace(plugins=[FakeModel("one two three")], model="fake")

    async def run():
        return [e async for e in ws.stream("polish", document="a")]

    events = asyncio.run(run())
    finished = [e for e in events if isinstance(e, RunFinished)]
    assert len(finished) == 1
    assert events[-1] is finished[0]


@pytest.mark.parametrize("error", [ModelError("the provider is down"), ValueError("secret")])
def test_a_model_that_fails(underdraft_workspace, error):
    """A failing model is MODEL_ERROR without its text, and recorded as that."""
    ws = underdraft_workspace(plugins=[FakeModel(error)], model="fake")
    with pytest.raises(ModelError) as caught:
        ws.run_sync("polish", document="a")
    assert "secret" not in caught.value.message
    (kept,) = ws.store.runs.list(everywhere=True).items
    run = ws.store.runs.get(kept.id).record
    assert (run.status, run.texts, run.error.code) == ("failed", ("",), "MODEL_ERROR")
    assert run.error.message == caught.value.message


def test_what_fails_before_there_is_a_prompt(underdraft_workspace):
    """A run whose prompt could not be assembled leaves no record: there is nothing to keep."""
    ws = underdraft_workspace(files={".underdraft/rules/a.md": b"\xff"})
    with pytest.raises(LayerFailed):
        ws.run_sync("polish", document="a")
    assert list(ws.store.runs.list(everywhere=True).items) == []


def test_a_failure_that_cannot_be_recorded(underdraft_workspace, monkeypatch):
    """The run's own error is what the caller hears."""
    ws = underdraft_workspace(plugins=[FakeModel(ModelError("the provider is down"))], model="fake")

    def fails(*_, **__):
        raise ValueError("disk")

    monkeypatch.setattr(type(ws.store), "add_run", fails)
    with pytest.raises(ModelError, match="the provider is down"):
        ws.run_sync("polish", document="a")
