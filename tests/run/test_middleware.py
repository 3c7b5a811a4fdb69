"""Wrappers and observers around a scripted model."""

from __future__ import annotations

import asyncio
import itertools

import attrs
import pluggy
import pytest

from run.scripted_model import CALL, Scripted, collect, run, text_of, wrapper_of
from underdraft import (
    InvalidArgument,
    ModelError,
    NotFound,
    Reply,
    TextDelta,
    ToolCall,
    hookimpl,
    hookspecs,
)
from underdraft.run.middleware import observer, wrappers_of


def test_passes_deltas_and_the_reply_through():
    """Without wrappers the model's events come out as they are."""
    model = Scripted()
    assert run(model) == list(model.plays[0])
    assert model.calls == [CALL]
    assert model.closed == 1


def test_wrappers_see_the_call_outermost_first():
    """The first wrapper is the outermost, and each may change the call and the reply."""
    seen = []

    def marking(name):
        async def wrap(call, proceed):
            seen.append(name)
            reply = await proceed(attrs.evolve(call, max_output_tokens=call.max_output_tokens + 1))
            return attrs.evolve(reply, texts=tuple(f"{name}{text}" for text in reply.texts))

        return wrapper_of(name, wrap)

    model = Scripted()
    assert text_of(run(model, marking("a"), marking("b"))) == "ab灯笼"
    assert seen == ["a", "b"]
    assert model.calls[0].max_output_tokens == CALL.max_output_tokens + 2


def test_wrapper_may_stream():
    """A wrapper written as an async generator changes deltas on the way."""

    async def wrap(call, proceed):
        async for event in proceed(call):
            if isinstance(event, TextDelta):
                yield attrs.evolve(event, text=event.text * 2)
            else:
                yield attrs.evolve(event, texts=("灯灯笼笼",))

    events = run(Scripted(), wrapper_of("double", wrap))
    assert [event.text for event in events[:-1]] == ["灯灯", "笼笼"]


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_wrapper_may_hand_the_answer_on(kind):
    """A wrapper that returns what ``proceed`` gave, awaited or not, keeps the stream."""

    def hand_on(call, proceed):
        return proceed(call)

    async def hand_on_later(call, proceed):
        return proceed(call)

    events = run(Scripted(), wrapper_of("p", hand_on if kind == "sync" else hand_on_later))
    assert [event.text for event in events[:-1]] == ["灯", "笼"]


def test_wrapper_may_answer_alone():
    """A wrapper that takes no arguments and never proceeds answers instead; deltas are made from its reply."""

    async def cached():
        return Reply(texts=("旧稿",))

    model = Scripted()
    assert run(model, wrapper_of("cache", cached)) == [TextDelta(text="旧稿"), Reply(texts=("旧稿",))]
    assert model.calls == []


def test_wrapper_may_retry():
    """``proceed`` may be called again after a failure, and only the good reply comes out."""

    async def retry(call, proceed):
        try:
            return await proceed(call)
        except ModelError:
            return await proceed(call)

    model = Scripted([TextDelta(text="断"), ModelError("cut")], [Reply(texts=("好",))])
    assert text_of(run(model, wrapper_of("retry", retry))) == "好"
    assert len(model.calls) == 2


def test_what_a_wrapper_leaves_is_closed():
    """A wrapper that stops reading in the middle leaves no open generator behind."""

    async def first_words(call, proceed):
        async for event in proceed(call):
            return Reply(texts=(event.text,))
        return None

    model = Scripted([TextDelta(text="灯"), "hang"])
    assert text_of(run(model, wrapper_of("short", first_words))) == "灯"
    assert model.closed == 1


async def _raises(call, proceed):
    raise ValueError("sk-secret")


async def _gives_nothing(call, proceed):
    return None


async def _gives_text(call, proceed):
    return "灯笼"


def _not_even_awaitable(call, proceed):
    return 7


async def _goes_on(call, proceed):
    yield Reply(texts=("a",))
    yield TextDelta(text="b")


async def _says_two(call, proceed):
    yield Reply(texts=("a",))
    yield Reply(texts=("a",))


async def _lies(call, proceed):
    yield TextDelta(text="a")
    yield Reply(texts=("b",))


async def _never_replies(call, proceed):
    yield TextDelta(text="a")


async def _yields_text(call, proceed):
    yield "a"


async def _no_texts(call, proceed):
    return Reply(texts=())


async def _index_beyond(call, proceed):
    yield TextDelta(text="a", index=1)
    yield Reply(texts=("",))


RUBBISH = [
    _raises,
    _gives_nothing,
    _gives_text,
    _not_even_awaitable,
    _goes_on,
    _says_two,
    _lies,
    _never_replies,
    _yields_text,
    _no_texts,
    _index_beyond,
]


@pytest.mark.parametrize("function", RUBBISH)
def test_faulty_wrapper_is_named(function):
    """A wrapper that raises or returns rubbish is a model error with its name and without its words."""

    async def innocent(call, proceed):
        return await proceed(call)

    with pytest.raises(ModelError, match="plugin culprit") as caught:
        run(Scripted(), wrapper_of("innocent", innocent), wrapper_of("culprit", function))
    assert "sk-secret" not in caught.value.message


def test_underdraft_errors_pass():
    """A wrapper's own Underdraft error comes out unchanged."""

    async def refuse(call, proceed):
        raise NotFound("no budget left")

    with pytest.raises(NotFound, match="no budget left"):
        run(Scripted(), wrapper_of("p", refuse))


@pytest.mark.parametrize("play", [[RuntimeError("sk-secret")], [TextDelta(text="a")], ["x"]])
def test_faulty_model(play):
    """A model that raises, forgets its reply or yields rubbish is a model error without its words."""
    with pytest.raises(ModelError, match="the model") as caught:
        run(Scripted(play))
    assert "sk-secret" not in caught.value.message


class Marking:
    def __init__(self, mark):
        self.mark = mark

    @hookimpl
    async def underdraft_wrap_model_call(self, proceed, call):
        reply = await proceed(call)
        return attrs.evolve(reply, texts=(self.mark + reply.texts[0],))


def manager_of(**plugins):
    """A plugin manager with these plugins, registered in this order."""
    manager = pluggy.PluginManager("underdraft")
    manager.add_hookspecs(hookspecs)
    for name, plugin in plugins.items():
        manager.register(plugin, name)
    return manager


def test_load_order_does_not_matter():
    """Wrappers are ordered by plugin name, whatever the order of registration."""
    texts = set()
    for order in itertools.permutations("abc"):
        manager = manager_of(**{name: Marking(name) for name in order})
        assert [wrapper.plugin_name for wrapper in wrappers_of(manager)] == ["a", "b", "c"]
        texts.add(text_of(run(Scripted(), *wrappers_of(manager))))
    assert texts == {"abc灯笼"}


def test_pluggy_wrappers_are_refused():
    """An implementation marked as pluggy's own wrapper is refused with its plugin's name."""

    class Wrong:
        @hookimpl(wrapper=True)
        def underdraft_wrap_model_call(self, call):
            return (yield)

    with pytest.raises(InvalidArgument, match="wrong"):
        wrappers_of(manager_of(wrong=Wrong()))


def test_observers_are_isolated():
    """Observers run in the order of names; one that raises becomes a warning and stops nobody."""
    seen, warnings = [], []

    class Watching:
        def __init__(self, name, error=None):
            self.name = name
            self.error = error

        @hookimpl
        def underdraft_after_model_call(self, reply):
            seen.append((self.name, reply.texts))
            if self.error:
                raise self.error

    manager = manager_of(b=Watching("b"), a=Watching("a", ValueError("sk-secret")))
    before = observer(manager, "underdraft_before_model_call", warnings.append)
    after = observer(manager, "underdraft_after_model_call", warnings.append)
    assert text_of(run(Scripted(), before=before, after=after)) == "灯笼"
    assert seen == [("a", ("灯笼",)), ("b", ("灯笼",))]
    assert warnings == ["HOOK_FAILED: a: underdraft_after_model_call"]


def test_what_no_store_takes_is_replaced():
    """Lone surrogates and NUL of a model, in pieces and in every word of its reply, are U+FFFD for all that follows."""
    call = ToolCall(id="1\ud800", name="\ud800", arguments='"\ud800"')
    said = Reply(texts=("a\ud800\0b",), model="m\udfff", thinking="\ud83d", tool_calls=(call,))
    model = Scripted([TextDelta(text="a\ud800"), TextDelta(text="\0b"), said])
    *deltas, reply = asyncio.run(collect(model, call=CALL))
    assert [delta.text for delta in deltas] == ["a\ufffd", "\ufffdb"]
    assert (reply.texts, reply.model, reply.thinking) == (("a\ufffd\ufffdb",), "m\ufffd", "\ufffd")


def test_a_piece_without_a_text_is_the_models_fault():
    """A delta whose text is none is refused as any other rubbish."""
    with pytest.raises(ModelError, match="neither a delta nor a reply"):
        asyncio.run(collect(Scripted([TextDelta(text=None), Reply(texts=("a",))]), call=CALL))
