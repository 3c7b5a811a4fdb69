"""A model that plays what it is given, for tests of what stands around it."""

from __future__ import annotations

import asyncio

import pluggy

from underdraft import Message, ModelCall, Reply, TextDelta
from underdraft.run.model_call import answer

CALL = ModelCall(
    run_id="r1",
    model="scripted",
    messages=(Message(role="system", content="规则"), Message(role="user", content="写")),
    timeout_ms=2_000,
)


class Scripted:
    """A model that plays one list of events a call, the last list again and again; an exception is raised."""

    def __init__(self, *plays):
        self.plays = plays or ([TextDelta(text="灯"), TextDelta(text="笼"), Reply(texts=("灯笼",))],)
        self.calls = []
        self.closed = 0

    async def answer(self, call):
        self.calls.append(call)
        play = self.plays[min(len(self.calls), len(self.plays)) - 1]
        try:
            for event in play:
                await asyncio.sleep(0)
                if isinstance(event, BaseException):
                    raise event
                if event == "hang":
                    await asyncio.Event().wait()
                yield event
        finally:
            self.closed += 1


async def collect(model, *wrappers, call=CALL, **observers):
    """All events of a call; no task may be left."""
    events = [event async for event in answer(call, model, wrappers, **observers)]
    others = asyncio.all_tasks() - {asyncio.current_task()}
    assert others == set()
    return events


def run(model, *wrappers, **options):
    """Run :func:`collect`."""
    return asyncio.run(collect(model, *wrappers, **options))


def text_of(events):
    """The first text, after checking that the deltas make up the texts."""
    assert [type(event) for event in events] == [TextDelta] * (len(events) - 1) + [Reply]
    by_index = {}
    for event in events[:-1]:
        by_index[event.index] = by_index.get(event.index, "") + event.text
    assert tuple(by_index.get(i, "") for i in range(len(events[-1].texts))) == events[-1].texts
    return events[-1].texts[0]


def wrapper_of(name, function):
    """A plugin's ``underdraft_wrap_model_call``, as pluggy has it."""
    plain = dict.fromkeys(("wrapper", "hookwrapper", "optionalhook", "tryfirst", "trylast"), False)
    return pluggy.HookImpl(None, name, function, {**plain, "specname": None})
