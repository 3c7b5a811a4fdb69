from __future__ import annotations

import asyncio
import contextlib
import functools
import random
import re
import subprocess
import sys
import threading
import time

import pytest

from underdraft import Chunk, Fetched, Fetcher, Layer, LayerFailed, Message, StoreError
from underdraft.run.fetch import SCENES, Registered, fetch_all, wanted
from underdraft.testing import inputs

HANG_S = 30
"""Longer than any test waits: a fetcher that sleeps so long hangs."""

RUN = inputs()


def fetcher(name, fetch, **options):
    """A registered fetcher of layer 4."""
    return Registered(
        fetcher=Fetcher(name=name, fetch=fetch, **{"layer": Layer.RECENT, **options}), plugin="test"
    )


def chunk(text="a", **options):
    """A chunk."""
    return Chunk(text=text, source="s", **options)


def fetched(*registered, run=RUN, **options):
    """Run fetchers and see that nothing of them is left in the loop."""

    async def go():
        try:
            return await fetch_all(registered, run, **options)
        finally:
            assert asyncio.all_tasks() == {asyncio.current_task()}

    return asyncio.run(go())


GOOD = fetcher("good", lambda _: [chunk("good")])


def test_a_built_in_fetcher_gives_the_same_chunks_for_the_same_content():
    """Going back and forth between scenes gives the very same chunks, other content others; a plugin's are always new."""
    options = {"layer": Layer.PROJECT, "stable": True}
    given = Fetcher(name="cards", fetch=lambda _: (), **options)
    own, plugin = (
        Registered(fetcher=given, plugin="p", package=name) for name in ("underdraft 1", "other 1")
    )
    scenes = [own.stamped(Fetched(chunks=[chunk(f"scene {n}")])) for n in range(SCENES)]
    for n in (0, SCENES - 1, 1):
        again = own.stamped(Fetched(chunks=[chunk(f"scene {n}")]))
        assert again is scenes[n]
        assert [c.text for c in again.chunks] == [f"scene {n}"]
    assert own.stamped(Fetched(chunks=[chunk("scene 0", title="t")])) is not scenes[0]
    assert plugin.stamped(Fetched(chunks=[chunk()])) is not plugin.stamped(Fetched(chunks=[chunk()]))


# --- what is called ---------------------------------------------------------------------------


def test_rules_decide_who_is_called():
    """A fetcher whose rule is off is never called."""
    called = []
    registered = [
        fetcher(name, lambda _, name=name: called.append(name), rule=rule)
        for name, rule in (
            ("always", None),
            ("on", "memories"),
            ("off", "episodes"),
            ("many", "recent_summary"),
        )
    ]
    run = inputs(rules={"memories": True, "episodes": 0, "recent_summary": 2})
    assert [r.fetcher.name for r in wanted(registered, run.rules)] == ["always", "many", "on"]
    fetched(*registered, run=run)
    assert sorted(called) == ["always", "many", "on"]


def test_order_is_fixed():
    """Layer, priority, plugin, name decide, in this order; neither registering nor finishing does."""
    made = [
        Registered(
            fetcher=Fetcher(
                name=name, layer=layer, priority=priority, stable=True, fetch=functools.partial(late, name)
            ),
            plugin=plugin,
        )
        for layer, priority, plugin, name in (
            (Layer.SESSION, 200, "z", "a"),
            (Layer.RECENT, 10, "b", "b"),
            (Layer.RECENT, 20, "a", "c"),
            (Layer.RECENT, 20, "a", "d"),
            (Layer.RECENT, 20, "b", "aa"),
        )
    ]
    for seed in range(6):
        shuffled = random.Random(seed).sample(made, len(made))  # noqa: S311
        assert [c.text for c in fetched(*shuffled).chunks] == ["a", "b", "c", "d", "aa"]


async def late(name, _):
    """Answer after a random moment."""
    await asyncio.sleep(random.random() / 100)  # noqa: S311
    return [chunk(name)]


# --- all the shapes that a fetcher may have ---------------------------------------------------


class Callable:
    """An object that is called."""

    def __call__(self, _):
        return [chunk()]


class AsyncCallable:
    """An object whose call is async."""

    async def __call__(self, _):
        return [chunk()]


def gives_list(_):
    """A list."""
    return [chunk()]


def gives_generator(_):
    """A generator."""
    yield chunk()


async def gives_async(_):
    """Async."""
    return (c for c in [chunk()])


async def gives_async_generator(_):
    """An async generator."""
    yield chunk()


async def gives_async_fetched(_):
    """Async, with more to say."""
    return Fetched(chunks=[chunk()])


async def gives_a_stream(_):
    """A coroutine that gives a stream."""
    return gives_async_generator(_)


@pytest.mark.parametrize("inline", [False, True])
@pytest.mark.parametrize(
    "fetch",
    [
        gives_list,
        gives_generator,
        gives_async,
        gives_async_generator,
        gives_async_fetched,
        gives_a_stream,
        Callable(),
        AsyncCallable(),
        functools.partial(lambda x, inputs: [x], chunk()),
        functools.partial(functools.partial(gives_async)),
        lambda inputs: gives_async(inputs),  # noqa: PLW0108
        lambda inputs: gives_async_generator(inputs),  # noqa: PLW0108
        lambda inputs: Fetched(chunks=[chunk()]),
    ],
)
def test_every_shape_of_fetcher(fetch, inline):
    """Sync, async, generators of both kinds, partials and callable objects all give their chunks."""
    got = fetched(fetcher("f", fetch, inline=inline))
    assert [c.text for c in got.chunks] == ["a"]
    assert got.warnings == ()


def test_sync_runs_in_a_thread_and_inline_does_not():
    """A sync fetcher cannot hold up the loop unless it says that it will not."""
    seen = {}
    fetched(
        fetcher("thread", lambda _: seen.setdefault("thread", threading.current_thread()) and None),
        fetcher(
            "inline", lambda _: seen.setdefault("inline", threading.current_thread()) and None, inline=True
        ),
    )
    assert seen["inline"] is threading.current_thread()
    assert seen["thread"].daemon


@pytest.mark.parametrize(
    ("says", "on_loop"), [(lambda _: True, True), (lambda _: False, False), (lambda _: [1], False)]
)
def test_a_function_says_whether_this_run_is_inline(says, on_loop):
    """Only ``True`` keeps the call on the loop."""
    seen = []
    got = fetched(fetcher("f", lambda _: seen.append(threading.current_thread()) or [chunk()], inline=says))
    assert (seen == [threading.current_thread()], len(got.chunks)) == (on_loop, 1)


def test_they_run_at_the_same_time():
    """Each waits for the other two: only real concurrency lets them through."""
    barrier = threading.Barrier(2)
    met = asyncio.Event()

    def blocking(_):
        barrier.wait(timeout=20)
        return [chunk("t")]

    async def waiting(_):
        await asyncio.wait_for(met.wait(), 20)
        return [chunk("w")]

    async def setting(_):
        met.set()
        return [chunk("s")]

    got = fetched(
        fetcher("a", blocking), fetcher("b", blocking), fetcher("c", waiting), fetcher("d", setting)
    )
    assert [c.text for c in got.chunks] == ["t", "t", "w", "s"]
    assert got.warnings == ()


# --- faults -----------------------------------------------------------------------------------


def raises(error):
    """A sync, an async, a generator and an async generator that fail midway."""

    def sync(_):
        raise error

    async def async_(_):
        raise error

    def generator(_):
        yield chunk("half")
        raise error

    async def async_generator(_):
        yield chunk("half")
        raise error

    return sync, async_, generator, async_generator


ERRORS = [
    ValueError("secret /etc/passwd"),
    SystemExit(3),
    KeyboardInterrupt(),
    GeneratorExit(),
    StopIteration(),
    StopAsyncIteration(),
    asyncio.CancelledError(),
    TimeoutError(),
    MemoryError(),
    RecursionError(),
    type("Odd", (BaseException,), {})(),
]


@pytest.mark.parametrize("inline", [False, True])
@pytest.mark.parametrize("shape", range(4))
@pytest.mark.parametrize("error", ERRORS, ids=lambda e: type(e).__name__)
def test_raising(error, shape, inline):
    """Whatever is raised, from whatever shape: a warning with the name, the others' chunks as they are."""
    got = fetched(GOOD, fetcher("bad", raises(error)[shape], inline=inline))
    [warning] = got.warnings
    assert warning.startswith("FETCHER_FAILED: bad: ")
    assert "passwd" not in warning
    assert got.chunks == fetched(GOOD).chunks


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: type(e).__name__)
def test_what_says_whether_it_is_inline_may_fail(error):
    """It is the fetcher's failure, and the others' chunks are as they are."""
    got = fetched(GOOD, fetcher("bad", gives_list, inline=raises(error)[0]))
    [warning] = got.warnings
    assert warning.startswith("FETCHER_FAILED: bad: ")
    assert got.chunks == fetched(GOOD).chunks


RUBBISH = [
    5,
    "text",
    b"bytes",
    {"text": "a"},
    {chunk()},
    ["text"],
    [None],
    [chunk(), 5],
    [[chunk()]],
    chunk(),
    object(),
    Chunk,
    [chunk(kind=[])],
    [chunk(score=float("nan"))],
    [chunk(parts=("a",))],
    Fetched(warnings=[5]),
    Fetched(history=["a"]),
    Fetched(excluded=["a"]),
]


@pytest.mark.parametrize("inline", [False, True])
@pytest.mark.parametrize("given", RUBBISH, ids=lambda g: type(g).__name__)
def test_rubbish(given, inline):
    """Whatever comes back that is not chunks: a warning, and nothing of it in the prompt."""
    got = fetched(GOOD, fetcher("bad", lambda _: given, inline=inline))
    [warning] = got.warnings
    assert re.match(r"FETCHER_FAILED: bad: plugin test: .*expected ", warning)
    assert ".py" not in warning
    assert got.chunks == fetched(GOOD).chunks
    assert got.history == got.excluded == ()


async def sleeps(_):
    """Hang, politely."""
    await asyncio.sleep(HANG_S)


async def ignores_one_cancellation(_):
    """Hang, and go on hanging when cancelled the first time."""
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.sleep(HANG_S)
    await asyncio.sleep(HANG_S)


async def ignores_cancellation(_):
    """Hang, whatever happens."""
    while True:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(HANG_S)


async def ignores_cancellation_in_a_stream(_):
    """Hang between chunks, whatever happens."""
    yield chunk()
    while True:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(HANG_S)


def blocks(_):
    """Hang in a thread until the test is over."""
    OVER.wait(HANG_S)
    return []


def blocks_midway(_):
    """Hang in a thread after a chunk."""
    yield chunk()
    OVER.wait(HANG_S)


OVER = threading.Event()


@pytest.mark.parametrize(
    "fetch",
    [
        sleeps,
        ignores_one_cancellation,
        ignores_cancellation,
        ignores_cancellation_in_a_stream,
        blocks,
        blocks_midway,
        lambda inputs: sleeps(inputs),  # noqa: PLW0108
    ],
)
def test_hanging(fetch):
    """What hangs is given up at its own limit, and no task of it is left; the others are not slowed."""
    begin = time.perf_counter()
    got = fetched(GOOD, fetcher("slow", fetch, timeout_ms=30))
    OVER.set()
    OVER.clear()
    assert time.perf_counter() - begin < HANG_S
    assert got.warnings == ("FETCHER_TIMEOUT: slow: plugin test: took longer than its limit of 30 ms",)
    assert got.chunks == fetched(GOOD).chunks


def test_a_polite_fetcher_may_clean_up():
    """One that is cancelled gets a moment to close what it has opened."""
    closed = []

    async def careful(_):
        try:
            await asyncio.sleep(HANG_S)
        finally:
            await asyncio.sleep(0)
            closed.append(True)

    assert fetched(fetcher("slow", careful, timeout_ms=10)).warnings == (
        "FETCHER_TIMEOUT: slow: plugin test: took longer than its limit of 10 ms",
    )
    assert closed == [True]


def test_a_reluctant_fetcher_is_asked_twice():
    """One that ignores the first cancellation is cancelled again before its coroutine is closed under it."""
    closed = []

    async def reluctant(_):
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(HANG_S)
        try:
            await asyncio.sleep(HANG_S)
        finally:
            await asyncio.sleep(0)
            closed.append(True)

    assert fetched(fetcher("slow", reluctant, timeout_ms=10)).warnings == (
        "FETCHER_TIMEOUT: slow: plugin test: took longer than its limit of 10 ms",
    )
    assert closed == [True]


def test_a_stream_is_closed_when_it_gives_too_much():
    """An endless stream is given up, and its cleaning up is awaited."""
    closed = []

    async def endless(_):
        try:
            while True:
                yield chunk()
        finally:
            await asyncio.sleep(0)
            closed.append(True)

    [warning] = fetched(fetcher("endless", endless)).warnings
    assert warning == "FETCHER_FAILED: endless: plugin test: too many chunks: expected at most 10,000"
    assert closed == [True]


def test_a_slow_one_costs_only_its_own_limit():
    """Each has its own limit: the slow one's is not the fast one's."""
    given_up = asyncio.Event()

    async def hasty(_):
        try:
            await asyncio.sleep(HANG_S)
        finally:
            given_up.set()

    async def patient(_):
        await given_up.wait()
        return [chunk("slow")]

    got = fetched(fetcher("patient", patient, timeout_ms=20_000), fetcher("hasty", hasty, timeout_ms=5))
    assert [c.fetcher for c in got.chunks] == ["patient"]
    assert got.warnings == ("FETCHER_TIMEOUT: hasty: plugin test: took longer than its limit of 5 ms",)


@pytest.mark.parametrize(
    "fetch", [*raises(ValueError("secret")), *raises(SystemExit()), lambda _: 5, sleeps, blocks]
)
def test_a_required_one_stops_the_run(fetch):
    """A required fetcher that fails in any way is CONTEXT_LAYER_FAILED, located and without its values."""
    with pytest.raises(LayerFailed) as caught:
        fetched(GOOD, fetcher("must", fetch, required=True, timeout_ms=30), fetcher("slow", sleeps))
    OVER.set()
    OVER.clear()
    error = caught.value
    assert error.code == "CONTEXT_LAYER_FAILED"
    assert error.details["fetcher"] == "must"
    assert error.details["layer"] == "RECENT"
    assert error.details["cause"] in {"FETCHER_FAILED", "FETCHER_TIMEOUT"}
    assert "must" in error.message
    assert "secret" not in error.message


def test_a_required_ones_own_error_is_told():
    """An error of Underdraft's own says what is wrong; its message is fit for people."""

    def fails(_):
        raise StoreError("the store is locked")

    with pytest.raises(LayerFailed, match="the store is locked"):
        fetched(fetcher("must", fails, required=True))


def test_cancelling_stops_all():
    """Cancelling the run cancels the fetchers, also one that is stubborn, and leaves nothing pending."""

    async def go():
        run = asyncio.ensure_future(
            fetch_all(
                [fetcher("a", sleeps), fetcher("b", ignores_cancellation), fetcher("c", blocks)],
                RUN,
            )
        )
        await asyncio.sleep(0.02)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(go())
    OVER.set()
    OVER.clear()


def test_a_thread_that_hangs_does_not_hold_up_the_exit():
    """A process whose fetcher hangs in a thread ends as soon as its work is done."""
    program = """
import asyncio, threading
from underdraft import Chunk, Fetcher, Layer
from underdraft.run.fetch import Registered, fetch_all
from underdraft.testing import inputs
hang = Fetcher(name="hang", layer=Layer.RECENT, fetch=lambda _: threading.Event().wait(), timeout_ms=30)
got = asyncio.run(fetch_all([Registered(fetcher=hang, plugin="p")], inputs()))
print(*got.warnings)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=20, check=True
    )
    assert done.stdout.strip() == "FETCHER_TIMEOUT: hang: plugin p: took longer than its limit of 30 ms"


# --- what is passed on ------------------------------------------------------------------------


def test_warnings_history_and_timings():
    """What fetchers say besides their chunks is kept in their order, and each is timed."""
    turn = Message(role="user", content="earlier")
    got = fetched(
        fetcher("b", lambda _: Fetched(warnings=["NOTE: b"], history=[turn])),
        fetcher("a", lambda _: Fetched(warnings=["NOTE: a"])),
    )
    assert got.warnings == ("NOTE: a", "NOTE: b")
    assert got.history == (turn,)
    assert set(got.timings) == {"a", "b"}
    assert all(ms >= 0 for ms in got.timings.values())


def test_a_built_in_fetcher_gives_the_same_chunks_again():
    """Equal chunks of layers 0-3 are checked once and stay the same objects; a stranger's and layer 4's are checked anew."""

    def gives(layer, package):
        made = Registered(
            fetcher=Fetcher(
                name="f", layer=layer, fetch=lambda _: [chunk("a\r\nb")], inline=True, stable=True
            ),
            plugin="test",
            package=package,
        )
        first, second = (fetched(made).chunks[0] for _ in range(2))
        assert first == second
        assert first.text == "a\nb"
        return first is second

    assert gives(Layer.PROFILE, "underdraft 1.0")
    assert not gives(Layer.RECENT, "underdraft 1.0")
    assert not gives(Layer.PROFILE, "underdraftish 1.0")


def test_a_built_in_fetcher_that_gives_something_else_is_checked():
    """What was given before never answers for what is given now."""
    given = iter(("a", "b", "a"))
    made = Registered(
        fetcher=Fetcher(name="f", layer=Layer.PROFILE, fetch=lambda _: [chunk(next(given))], inline=True),
        plugin="test",
        package="underdraft 1.0",
    )
    assert [fetched(made).chunks[0].text for _ in range(3)] == ["a", "b", "a"]
