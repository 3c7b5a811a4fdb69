"""The prompt as values: messages, sections, and the evidence of what was left out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

import attrs

from underdraft.types.chunk import Chunk
from underdraft.types.json_marks import HIDE, OfPart
from underdraft.types.layers import Layer
from underdraft.types.values import frozen


@frozen(kw_only=True)
class Trim:
    """Evidence of one cut."""

    layer: Layer
    source: str
    plugin: str
    tokens_before: Annotated[int, "Tokens of the chunk before."]
    tokens_after: Annotated[int, "Tokens of the chunk after; 0 when it is gone."]
    reason: Annotated[str, '`"layer_cap"` or `"capacity"`.']
    id: Annotated[str | None, "Id of the chunk or of the part that went."] = None


@frozen(kw_only=True)
class Injected:
    """One line of the receipt: something that is in the prompt, and why."""

    layer: Layer
    source: str
    plugin: str
    tokens: int
    reason: str
    id: str | None = None
    ref: str | None = None


@frozen(kw_only=True)
class Excluded:
    """One line of the receipt: something that was found and left out, or asked for and not there, and why."""

    layer: Annotated[Layer, "Where it would have been."]
    source: str
    plugin: Annotated[str, "The plugin that found it."]
    reason: Annotated[str, "Why it was left out."]
    tokens: Annotated[int, "Its tokens; of a line that stands for several, all of them together."] = 0
    id: Annotated[str | None, "Its id; `None` for a line that stands for several."] = None
    count: Annotated[int, "How many things the line stands for; 0: there is none."] = 1


@frozen(kw_only=True)
class PromptLine:
    """A stretch of what was sent; all of them, joined, are the messages."""

    layer: Annotated[
        Layer | None, "Its layer; `None` for the skill, a client's instructions and earlier turns."
    ] = None
    source: Annotated[
        str,
        "As in `injected`; else `framework` (headings, labels, fences), `skill`, `client_instructions` or `history`.",
    ]
    kind: Annotated[str, "The chunk's word for what it is, such as `selection`; empty for the others."] = ""
    reason: Annotated[str, "Why it is there; empty for what is always there."] = ""
    plugin: Annotated[str, "The plugin that gave it; empty for the framework's own words."] = ""
    id: Annotated[str | None, "The id of the memory, episode ... that it shows."] = None
    tokens: Annotated[int, "Its tokens; of all lines together they are those of the prompt."] = 0
    text: str


@frozen(kw_only=True)
class Message:
    """One message to or from the model; ``content`` is always one plain string."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    extra: Annotated[
        str,
        "A JSON object of further keys (`tool_calls`, `tool_call_id`, `name`; `images`: places in the content, "
        "in code points, each with a content part), or empty.",
    ] = attrs.field(default="", metadata=HIDE)

    def plain(self) -> dict[str, Any]:
        """Return the object that clients of providers take; with further keys an empty content is ``None``."""
        if not self.extra:
            return {"role": self.role, "content": self.content}
        more = json.loads(self.extra)
        parts = list(_parts(self.content, more.pop("images", ())))
        return {"role": self.role, **more, "content": parts or self.content or None}


def _parts(text: str, images: Sequence[tuple[int, Mapping[str, Any]]]) -> Iterator[Mapping[str, Any]]:
    """The content parts of a text with images, each image in its place; none without images."""
    start = 0
    for place, image in images:
        if place > start:
            yield {"type": "text", "text": text[start:place]}
        yield image
        start = place
    if images and start < len(text):
        yield {"type": "text", "text": text[start:]}


@frozen(kw_only=True)
class Section:
    """One layer's chunks after arranging and budgeting, in prompt order."""

    layer: Layer
    chunks: tuple[Chunk, ...] = ()


@frozen(kw_only=True)
class Prompt:
    """A rendered prompt.

    ``stable_prefix + skill_block`` is the system message, ``dynamic`` the last user message; a chat client's
    instructions are the end of the one or, where they have changed within a talk, the beginning of the other. The
    texts carry every separator, so that sending them in blocks or joined gives the same bytes.
    """

    sections: Annotated[tuple[Section, ...], "The six layers that were rendered."]
    stable_prefix: Annotated[str, "Layers 0-3."]
    skill_block: Annotated[str, "The skill's instruction and output format."]
    history: Annotated[tuple[Message, ...], "Earlier turns as they were sent."]
    dynamic: Annotated[str, "Layers 4 and 5."]
    stable_prefix_hash: Annotated[str, "Lower-case hex SHA-256 of the prefix's UTF-8 bytes."]
    prompt_hash: Annotated[str, "The same over the canonical JSON of all messages."]
    layer_hashes: Annotated[Mapping[Layer, str], "Over what the layer's chunks put into the prompt."]
    template_hash: Annotated[str, "The hash of the three templates' sources."]
    client_images: Annotated[str, "The last message's images, as in :attr:`Message.extra`, or empty."] = (
        attrs.field(default="", metadata=HIDE)
    )

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages as they are sent: system, earlier turns, user."""
        system = Message(role="system", content=self.stable_prefix + self.skill_block)
        return (system, *self.history, Message(role="user", content=self.dynamic, extra=self.client_images))


class ShowsHashes:
    """Values with a prompt that answer with its hashes, in lower-case hex."""

    __slots__ = ()

    stable_prefix_hash: ClassVar[OfPart[str]] = OfPart("prompt.stable_prefix_hash", "SHA-256 of layers 0-3.")
    prompt_hash: ClassVar[OfPart[str]] = OfPart("prompt.prompt_hash", "SHA-256 of all messages.")
    layer_hashes: ClassVar[OfPart[Mapping[Layer, str]]] = OfPart(
        "prompt.layer_hashes", "SHA-256 of each layer's content."
    )
