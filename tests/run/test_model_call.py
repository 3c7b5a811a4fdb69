"""Cancellation and tool rounds, around scripted models."""

from __future__ import annotations

import asyncio
import itertools

import attrs
import pytest

from run.scripted_model import CALL, Scripted, collect, run, text_of, wrapper_of
from underdraft import NotFound, Reply, TextDelta, ToolCall, ToolSpec, Usage
from underdraft.run import model_call as model_stage
from underdraft.run.model_call import MAX_TOOL_ROUNDS, answer

# --- cancellation -----------------------------------------------------------------------------


def hanging_tool():
    """A tool that never returns."""

    async def hang(arguments):
        await asyncio.Event().wait()

    return ToolSpec(name="slow", description="", parameters={}, run=hang)


async def _hangs(call, proceed):
    await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("model", "wrappers", "changes"),
    [
        (Scripted([TextDelta(text="a"), "hang"]), (), {}),
        (Scripted(), (wrapper_of("p", _hangs),), {}),
        (
            Scripted([Reply(texts=("",), tool_calls=(ToolCall(id="1", name="slow", arguments="{}"),))]),
            (),
            {"tools": (hanging_tool(),)},
        ),
    ],
    ids=["model", "wrapper", "tool"],
)
def test_one_limit_for_everything(model, wrappers, changes):
    """Whoever hangs, the caller's limit ends the call and leaves nothing pending."""

    async def go():
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await collect(model, *wrappers, call=attrs.evolve(CALL, **changes))
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(go())
    assert model.closed == len(model.calls)


@pytest.mark.parametrize("how", ["cancel", "close"])
def test_stopping_closes_the_whole_chain(how):
    """Cancelling the task or closing the stream ends the model and every wrapper, and leaves no task."""
    ended = []

    async def wrap(call, proceed):
        try:
            async for event in proceed(call):
                yield event
        finally:
            ended.append("wrapper")

    model = Scripted([TextDelta(text="a"), "hang"])

    async def go():
        events = answer(CALL, model, (wrapper_of("p", wrap),))
        if how == "close":
            await anext(events)
            await events.aclose()
        else:
            arrived = asyncio.Event()

            async def read():
                async for _ in events:
                    arrived.set()

            task = asyncio.create_task(read())
            await arrived.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert (model.closed, ended) == (1, ["wrapper"])

    asyncio.run(go())


# --- tools ------------------------------------------------------------------------------------


def asking(name="search", arguments='{"keyword": "灯"}', text="我查一下"):
    """What a model plays that wants a tool."""
    calls = (ToolCall(id="c1", name=name, arguments=arguments),)
    return [
        TextDelta(text=text),
        Reply(texts=(text,), usage=Usage(prompt_tokens=10, cached_tokens=4), tool_calls=calls),
    ]


LAST = [
    TextDelta(text="红"),
    TextDelta(text="灯"),
    Reply(texts=("红灯",), usage=Usage(prompt_tokens=20, cached_tokens=8)),
]


def tool_that(behaves, name="search"):
    """A tool that does what the function does."""

    async def run_it(arguments):
        return behaves(arguments)

    return ToolSpec(name=name, description="d", parameters={"type": "object"}, run=run_it)


def raising(error):
    """A function that raises the error."""

    def behave(arguments):
        raise error

    return behave


def with_tools(*tools, **changes):
    """The usual call with tools."""
    return attrs.evolve(CALL, tools=tools, **changes)


def test_tool_round():
    """A tool gets its arguments, the model its text, the caller only the last text; usage is summed."""
    model = Scripted(asking(), LAST)
    seen = []
    events = run(model, call=with_tools(tool_that(lambda a: seen.append(a) or "第三章")))
    assert events[-1].texts == ("红灯",)
    assert seen == [{"keyword": "灯"}]
    assert events[-1].usage == Usage(prompt_tokens=30, cached_tokens=12)
    said = model.calls[1].exchange
    assert said[0]["tool_calls"][0]["function"] == {"name": "search", "arguments": '{"keyword": "灯"}'}
    assert said[1] == {"role": "tool", "tool_call_id": "c1", "content": "第三章"}
    assert model.calls[1].messages == CALL.messages


def test_observers_see_every_request():
    """Each round is a model call of its own for wrappers and observers."""
    befores, afters = [], []
    run(
        Scripted(asking(), LAST),
        call=with_tools(tool_that(lambda _: "x")),
        before=lambda call: befores.append(len(call.exchange)),
        after=lambda call, reply: afters.append(reply.texts),
    )
    assert befores == [0, 2]
    assert afters == [("我查一下",), ("红灯",)]


@pytest.mark.parametrize(
    ("tool", "wanted", "told"),
    [
        (tool_that(raising(RuntimeError("sk-secret"))), {}, "the tool failed (RuntimeError)"),
        (tool_that(raising(NotFound("no such chapter"))), {}, "no such chapter"),
        (tool_that(lambda _: 7), {}, "the tool gave no text"),
        (tool_that(lambda _: "x"), {"name": "other"}, "no tool of this name"),
        (tool_that(lambda _: "x"), {"arguments": "{broken"}, "not a JSON object"),
        (tool_that(lambda _: "x"), {"arguments": "[1]"}, "not a JSON object"),
        (tool_that(lambda _: "x"), {"arguments": '{"a":' * 10_000 + "1" + "}" * 10_000}, "not a JSON object"),
    ],
)
def test_failing_tool_is_told_to_the_model(tool, wanted, told):
    """A tool that fails gives the model one sentence, and the run goes on."""
    model = Scripted(asking(**wanted), LAST)
    assert run(model, call=with_tools(tool))[-1].texts == ("红灯",)
    content = model.calls[1].exchange[-1]["content"]
    assert content.startswith("error: ")
    assert told in content
    assert "sk-secret" not in content
    sent = model.calls[1].exchange[0]["tool_calls"][0]["function"]["arguments"]
    assert sent in ("{}", '{"keyword": "灯"}')


def test_slow_tool_is_stopped(monkeypatch):
    """A tool has its own limit, after which the model is told and goes on."""
    monkeypatch.setattr(model_stage, "TOOL_TIMEOUT_MS", 20)
    model = Scripted(asking(name="slow"), LAST)
    assert run(model, call=with_tools(hanging_tool()))[-1].texts == ("红灯",)
    assert "too long" in model.calls[1].exchange[-1]["content"]


def test_rounds_stream():
    """A round in which tools may be called streams from its first word."""
    pieces = ["灯笼在风里晃了晃，", "他抬起头，看了很久的雾，", "然后走进了门。", "门在身后关上了。"]
    told = []

    class Slow:
        async def answer(self, call):
            for number, piece in enumerate(pieces):
                told.append(("wrote", number))
                yield TextDelta(text=piece)
            yield Reply(texts=("".join(pieces),))

    async def go():
        async for event in answer(with_tools(tool_that(lambda _: "x")), Slow()):
            heard = event.text if isinstance(event, TextDelta) else event.texts[0]
            told.append(("heard", heard))  # between what is written, not after it

    asyncio.run(go())
    each = [(("wrote", number), ("heard", piece)) for number, piece in enumerate(pieces)]
    assert told == [*itertools.chain(*each), ("heard", "".join(pieces))]


@pytest.mark.parametrize(
    ("before", "kept"),
    [
        ("我查一下灯笼的颜色。", False),
        ("Let me look up what was said about the lantern in the third chapter.", False),
        ("灯笼在风里晃了晃，他抬起头，看了很久的雾，然后走进了门。", True),
        ("第一段。\n第二段", True),
    ],
)
def test_what_is_said_before_a_call(before, kept):
    """All of it streams; an announcement is no part of the reply, and a text stays in it."""
    events = run(Scripted(asking(text=before), LAST), call=with_tools(tool_that(lambda _: "x")))
    assert "".join(event.text for event in events[:-1]) == f"{before}\n\n红灯"
    assert events[-1].texts == (f"{before}\n\n红灯" if kept else "红灯",)


def test_a_model_that_only_asks_for_tools():
    """After the last round a warning says that the model had to answer without."""
    warnings = []
    run(Scripted(asking()), call=with_tools(tool_that(lambda _: "x")), warn=warnings.append)
    assert warnings == [f"TOOL_ROUNDS_EXHAUSTED: {MAX_TOOL_ROUNDS}"]
    run(Scripted(asking(), LAST), call=with_tools(tool_that(lambda _: "x")), warn=warnings.append)
    assert len(warnings) == 1


def test_rounds_are_limited():
    """After the last round the tools stay described but may not be called, and what is said is the reply."""
    model = Scripted(asking())
    events = run(model, call=with_tools(tool_that(lambda _: "x")))
    assert events[-1].texts == ("我查一下",)
    assert len(model.calls) == MAX_TOOL_ROUNDS + 1
    assert [call.tool_choice for call in model.calls] == ["auto"] * MAX_TOOL_ROUNDS + ["none"]
    assert all(call.tools for call in model.calls)
    assert events[-1].tool_calls == ()


def test_candidates_after_tools():
    """Tools are called once for all candidates; the others are asked for with what was found."""
    others = [
        TextDelta(text="乙", index=0),
        TextDelta(text="丙", index=1),
        Reply(texts=("乙", "丙"), usage=Usage(prompt_tokens=5)),
    ]
    model = Scripted(asking(), LAST, others)
    events = run(model, call=with_tools(tool_that(lambda _: "x"), candidates=3))
    assert events[-1].texts == ("红灯", "乙", "丙")
    assert events[-1].usage.prompt_tokens == 35
    assert [call.candidates for call in model.calls] == [1, 1, 2]
    assert len(model.calls[2].exchange) == 2


def test_a_model_that_gives_fewer_candidates_is_asked_again():
    """What is missing is asked for until it is there; thinking, usage and a cut-off reply count from each."""
    one = [
        TextDelta(text="甲"),
        Reply(texts=("甲",), usage=Usage(prompt_tokens=5), thinking="想", finish_reason="length"),
    ]
    two = [TextDelta(text="乙"), Reply(texts=("乙",), usage=Usage(prompt_tokens=5), thinking="再想")]
    model = Scripted(one, two)
    events = run(model, call=attrs.evolve(CALL, candidates=3))
    assert text_of(events) == "甲"
    assert events[-1].texts == ("甲", "乙", "乙")
    assert [call.candidates for call in model.calls] == [3, 2, 1]
    assert (events[-1].usage.prompt_tokens, events[-1].finish_reason) == (15, "length")
    assert events[-1].thinking == "想\n\n再想\n\n再想"
