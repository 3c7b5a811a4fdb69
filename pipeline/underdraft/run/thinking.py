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


@attrs.define
class ThinkingSplitter:
    """Takes one candidate's text piece by piece."""

    thinking: str = ""
    _held: str = ""
    _place: str = "before"  # before, inside, behind (white space follows the block), after

    def feed(self, piece: str) -> str:
        """Return the part of the text that is said; hold back what could still turn out to be a tag."""
        self._held += piece
        if self._place == "before":
            begun = self._held.lstrip()
            if len(begun) < len(OPEN) and OPEN.startswith(begun):
                return ""
            self._place = "inside" if begun.startswith(OPEN) else "after"
            self._held = begun[len(OPEN) :] if self._place == "inside" else self._held
        if self._place == "inside":
            thought, closed, rest = self._held.partition(CLOSE)
            if not closed:
                return ""
            self.thinking, self._held, self._place = thought.strip(), rest, "behind"
        if self._place == "behind":
            self._held = self._held.lstrip()
            self._place = "after" if self._held else "behind"
        said, self._held = self._held, ""
        return said

    def end(self) -> str:
        """Return the text that was held back and is said after all; a block that was never closed is all thinking."""
        held, self._held = self._held, ""
        if self._place == "inside":
            self.thinking = held.strip()
            return ""
        return held


def split_thinking(text: str) -> tuple[str, str]:
    """The thinking and the rest of a whole text."""
    splitter = ThinkingSplitter()
    said = splitter.feed(text) + splitter.end()
    return splitter.thinking, said


async def without_thinking(
    events: AsyncGenerator[TextDelta | Reply, None],
) -> AsyncGenerator[TextDelta | Reply, None]:
    """The same events with the thinking in :attr:`Reply.thinking` alone."""
    splitters: dict[int, ThinkingSplitter] = {}
    async with aclosing(events):
        async for event in events:
            if isinstance(event, TextDelta):
                said = splitters.setdefault(event.index, ThinkingSplitter()).feed(event.text)
                if said:
                    yield attrs.evolve(event, text=said)
                continue
            for index, splitter in splitters.items():
                if said := splitter.end():
                    yield TextDelta(text=said, index=index)
            thoughts, texts = zip(*map(split_thinking, event.texts), strict=True)
            told = "\n\n".join(filter(None, (event.thinking, *thoughts)))
            yield attrs.evolve(event, texts=texts, thinking=told)
