"""A piece of a prompt, with where it came from."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from underdraft.types.layers import Layer
from underdraft.types.values import frozen


@frozen(kw_only=True)
class Ref:
    """Where a text comes from: a project-relative POSIX path and, when cut, its lines."""

    path: Annotated[str, "Relative to the project, never absolute, never with `..`."]
    first_line: Annotated[int, "Line of the file on which the text begins, counted from 1."] = 1
    lines: Annotated[int, "How many the whole file has; fewer are shown with their range."] = 0
    content_line: Annotated[int, "Line on which the content begins, after a hidden frontmatter."] = 1

    def render(self, text: str) -> str:
        """``ref:path`` for the whole file, ``ref:path#L12-L58`` for a part of it."""
        last = self.first_line + text.count("\n")
        if self.first_line <= self.content_line and last >= self.lines:
            return f"ref:{self.path}"
        return f"ref:{self.path}#L{self.first_line}-L{last}"


@frozen(kw_only=True)
class Part:
    """One entry of a chunk that is a list, such as one memory in layer 2."""

    text: Annotated[str, "The entry's line or lines as they are in the prompt."]
    id: Annotated[str | None, "The id of the memory, episode ... that it shows."] = None
    reason: Annotated[str, "Why it is here, for the receipt."] = ""
    score: Annotated[float | None, "Relevance; the lowest goes first, without scores the last."] = None
    match: Annotated[str, "The bare content, to find it again in other layers; else `text`."] = ""

    @cached_property
    def folded(self) -> str:
        """The text by which a repetition is known."""
        return _folded(self.match or self.text)


@frozen(kw_only=True)
class Chunk:
    """A piece of context from one fetcher."""

    text: Annotated[str, r"The text; with `parts` it is the line above them. Newlines become `\n`."]
    source: Annotated[str, "Stable name of the origin: `memory:injection`, `file:.underdraft/outline.md`."]
    kind: Annotated[str, "A word that the template turns into a label (`selection` ...)."] = "text"
    title: Annotated[str, "Whom or what it is about, for the label line (`何三桅 (何叔)`), or nothing."] = ""
    id: Annotated[str | None, "The id of the one thing that the chunk shows, if there is one."] = None
    ref: Annotated[Ref | None, "The file it comes from; kept right when the text is cut."] = None
    reason: Annotated[str, "Why it is here, for the receipt."] = ""
    score: Annotated[float | None, "Relevance in layer 4; the lowest goes first."] = None
    distance: Annotated[int, "Code points from the cursor to the nearest end of the text, in layer 5."] = 0
    keep: Annotated[Literal["head", "tail"], "Which end of the text survives a cut."] = "head"
    essential: Annotated[
        bool,
        "In layers 1-3: it shares fairly with others of its kind, at least an excerpt of it stays, and a cut "
        "is a warning.",
    ] = False
    focus: Annotated[int, "Code points before its most relevant paragraph, which a cut keeps."] = 0
    pinned: Annotated[bool, "Never trimmed (the selection, the task, the capability lines)."] = False
    parts: Annotated[tuple[Part, ...], "Entries of a list; the budget drops whole entries."] = ()
    layer: Annotated[Layer, "Set by the engine: the layer that the fetcher declared."] = Layer.CURRENT
    plugin: Annotated[str, "Set by the engine: the plugin that the fetcher came from."] = ""
    fetcher: Annotated[str, "Set by the engine: the fetcher's name."] = ""

    @cached_property
    def folded(self) -> str:
        """The text, without the parts, by which a repetition is known."""
        return _folded(self.text)

    @cached_property
    def body(self) -> str:
        """The text with its parts, one a line, as it is in the prompt."""
        return "\n".join([*([self.text] if self.text else []), *(p.text for p in self.parts)])


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold() or text[:1]  # blanks repeat blanks, and nothing repeats nothing
