"""The prompt as values: messages, sections, and the evidence of what was left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from underdraft.types.chunk import Chunk
from underdraft.types.layers import Layer


@attrs.frozen(kw_only=True)
class Trim:
    """Evidence of one cut.

    Attributes:
        layer: Where it was cut.
        source: The chunk's source.
        plugin: The chunk's plugin.
        id: Id of the chunk or of the part that went.
        tokens_before: Tokens of the chunk before.
        tokens_after: Tokens of the chunk after; 0 when it is gone.
        reason: ``"layer_cap"`` or ``"capacity"``.
    """

    layer: Layer
    source: str
    plugin: str
    tokens_before: int
    tokens_after: int
    reason: str
    id: str | None = None


@attrs.frozen(kw_only=True)
class Injected:
    """One line of the receipt: something that is in the prompt, and why."""

    layer: Layer
    source: str
    plugin: str
    tokens: int
    reason: str
    id: str | None = None
    ref: str | None = None


@attrs.frozen(kw_only=True)
class Excluded:
    """One line of the receipt: something that was found and left out, and why.

    Attributes:
        layer: Where it would have been.
        source: Its source.
        plugin: The plugin that found it.
        reason: Why it was left out.
        tokens: Its tokens; of a line that stands for several, all of them together.
        id: Its id; ``None`` for a line that stands for several.
        count: How many things the line stands for.
    """

    layer: Layer
    source: str
    plugin: str
    reason: str
    tokens: int = 0
    id: str | None = None
    count: int = 1


@attrs.frozen(kw_only=True)
class Message:
    """One message to or from the model; ``content`` is always one plain string."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str


@attrs.frozen(kw_only=True)
class Section:
    """One layer's chunks after arranging and budgeting, in prompt order."""

    layer: Layer
    chunks: tuple[Chunk, ...] = ()


@attrs.frozen(kw_only=True)
class Prompt:
    """A rendered prompt.

    ``stable_prefix + skill_block`` is the system message, ``dynamic`` the last user message; the
    texts carry every separator, so that sending them in blocks or joined gives the same bytes.

    Attributes:
        sections: The six layers that were rendered.
        stable_prefix: Layers 0-3.
        skill_block: The skill's instruction and output format.
        history: Earlier turns as they were sent.
        dynamic: Layers 4 and 5.
        stable_prefix_hash: Lower-case hex SHA-256 of the prefix's UTF-8 bytes.
        prompt_hash: The same over the canonical JSON of all messages.
        layer_hashes: One hash a layer over what the layer's chunks put into the prompt.
        template_hash: The hash of the three templates' sources.
    """

    sections: tuple[Section, ...]
    stable_prefix: str
    skill_block: str
    history: tuple[Message, ...]
    dynamic: str
    stable_prefix_hash: str
    prompt_hash: str
    layer_hashes: Mapping[Layer, str]
    template_hash: str

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages as they are sent: system, earlier turns, user."""
        system = Message(role="system", content=self.stable_prefix + self.skill_block)
        return (system, *self.history, Message(role="user", content=self.dynamic))
