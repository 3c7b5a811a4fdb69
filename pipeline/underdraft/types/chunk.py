"""A piece of a prompt, with where it came from."""

from __future__ import annotations

from typing import Literal

import attrs

from underdraft.types.layers import Layer


@attrs.frozen(kw_only=True)
class Ref:
    """Where a text comes from: a project-relative POSIX path and, when cut, its lines.

    Attributes:
        path: Relative to the project, never absolute, never with ``..``.
        first_line: Line of the file on which the text begins, counted from 1.
        lines: How many lines the whole file has; a text that covers fewer is marked with its range.
        content_line: Line on which the file's content begins, after a frontmatter that nobody sees.
    """

    path: str
    first_line: int = 1
    lines: int = 0
    content_line: int = 1

    def render(self, text: str) -> str:
        """``ref:path`` for the whole file, ``ref:path#L12-L58`` for a part of it."""
        last = self.first_line + text.count("\n")
        if self.first_line <= self.content_line and last >= self.lines:
            return f"ref:{self.path}"
        return f"ref:{self.path}#L{self.first_line}-L{last}"


@attrs.frozen(kw_only=True)
class Part:
    """One entry of a chunk that is a list, such as one memory in layer 2.

    Attributes:
        text: The entry's line or lines as they are in the prompt.
        id: The id of the memory, episode ... that it shows.
        reason: Why it is here, for the receipt.
        score: Relevance; where entries must go, the lowest goes first, and without scores the last.
        match: The bare content, for recognising the same thing in another layer; ``""`` takes ``text``.
    """

    text: str
    id: str | None = None
    reason: str = ""
    score: float | None = None
    match: str = ""


@attrs.frozen(kw_only=True)
class Chunk:
    r"""A piece of context from one fetcher.

    Attributes:
        text: The text; with ``parts`` it is the line above them. Newlines become ``\n``.
        source: Stable name of the origin, e.g. ``"memory:injection"``, ``"file:.underdraft/outline.md"``.
        kind: A word that the template turns into a label (``"selection"``, ``"character"`` ...).
        title: Who or what the text is about, for the label line (``"何三桅 (何叔)"``), or ``""``.
        id: The id of the one thing that the chunk shows, if there is one.
        ref: The file it comes from; printed with the text and kept right when the text is cut.
        reason: Why it is here, for the receipt.
        score: Relevance in layer 4; where chunks must go, the lowest goes first.
        distance: Code points from the cursor to the nearest end of the text, in layer 5.
        keep: Which end of the text survives a cut.
        pinned: Never trimmed (the selection, the task, the capability lines).
        parts: Entries of a list; the budget drops whole entries.
        layer: Set by the engine: the layer that the fetcher declared.
        plugin: Set by the engine: the plugin that the fetcher came from.
        fetcher: Set by the engine: the fetcher's name.
    """

    text: str
    source: str
    kind: str = "text"
    title: str = ""
    id: str | None = None
    ref: Ref | None = None
    reason: str = ""
    score: float | None = None
    distance: int = 0
    keep: Literal["head", "tail"] = "head"
    pinned: bool = False
    parts: tuple[Part, ...] = ()
    layer: Layer = Layer.CURRENT
    plugin: str = ""
    fetcher: str = ""

    @property
    def body(self) -> str:
        """The text with its parts, one a line, as it is in the prompt."""
        return "\n".join([*([self.text] if self.text else []), *(p.text for p in self.parts)])
