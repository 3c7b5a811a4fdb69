"""Keeps what a model thinks aloud apart from what it says.

Some models write ``<think>...</think>`` before their answer, as text. Only a block at the very beginning
counts: further on the tag is the writer's.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

import attrs

from underdraft.types.model_call import Reply, TextDelta

OPEN, CLOSE = "<think>", "</think>"


def split_thinking(text: str) -> tuple[str, str]:
    """The thinking and the rest of a whole text; a block that is never closed is all thinking."""
    begun = text.lstrip()
    if not begun.startswith(OPEN):
        return "", text
    thought, _, said = begun.removeprefix(OPEN).partition(CLOSE)
    return thought.strip(), said.lstrip()


@attrs.define
class StreamedText:
    """One candidate's text piece by piece; what could still turn out to be thinking is held back."""

    _held: str | None = ""

    def feed(self, piece: str) -> str:
        """Return what is said for sure."""
        if self._held is None:
            return piece
        self._held += piece
        if OPEN.startswith(self._held.lstrip()):
            return ""
        said = split_thinking(self._held)[1]
        self._held = None if said else self._held
        return said

    def end(self) -> str:
        """Return what was held back and is said after all."""
        return split_thinking(self._held or "")[1]


async def without_thinking(
    events: AsyncGenerator[TextDelta | Reply, None],
) -> AsyncGenerator[TextDelta | Reply, None]:
    """The same events with the thinking in :attr:`Reply.thinking` alone."""
    streamed: dict[int, StreamedText] = {}
    async with aclosing(events):
        async for event in events:
            if isinstance(event, TextDelta):
                said = streamed.setdefault(event.index, StreamedText()).feed(event.text)
                if said:
                    yield attrs.evolve(event, text=said)
                continue
            for index, text in streamed.items():
                if said := text.end():
                    yield TextDelta(text=said, index=index)
            thoughts, texts = zip(*map(split_thinking, event.texts), strict=True)
            told = "\n\n".join(filter(None, (event.thinking, *thoughts)))
            yield attrs.evolve(event, texts=texts, thinking=told)
