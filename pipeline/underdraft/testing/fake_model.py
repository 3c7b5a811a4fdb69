"""A model that costs nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from underdraft.hookspecs import hookimpl
from underdraft.types.model_call import Model, ModelCall, Reply, TextDelta, Usage


class FakeModel:
    """A model and the plugin that offers it, for tests: it costs no money and needs no network.

    Args:
        *replies: What it answers, one after the other and the last one from then on. A tuple gives
            several candidates, a :class:`underdraft.Reply` says more than the text (why the model
            stopped, what it thought), an exception is raised.
        name: The name that it answers to.
        piece: Code points of one streamed piece.

    Attributes:
        calls: Every call that it got.
    """

    def __init__(
        self, *replies: str | tuple[str, ...] | Reply | BaseException, name: str = "fake", piece: int = 8
    ) -> None:
        self.replies = replies or ("ok",)
        self.name = name
        self.piece = piece
        self.calls: list[ModelCall] = []

    @hookimpl
    def underdraft_model(self, name: str) -> Model | None:
        """Answer to one name."""
        return self if name == self.name else None

    async def answer(self, call: ModelCall) -> AsyncIterator[TextDelta | Reply]:
        """Stream the next reply."""
        reply = self.replies[min(len(self.calls), len(self.replies) - 1)]
        self.calls.append(call)
        if isinstance(reply, BaseException):
            raise reply
        if not isinstance(reply, Reply):
            texts = reply if isinstance(reply, tuple) else (reply,) * call.candidates
            usage = Usage(prompt_tokens=1, completion_tokens=1)
            reply = Reply(texts=texts, usage=usage, model=self.name)
        for index, text in enumerate(reply.texts):
            for start in range(0, len(text), self.piece):
                yield TextDelta(text=text[start : start + self.piece], index=index)
                await asyncio.sleep(0)
        yield reply
