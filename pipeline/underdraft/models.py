"""The values that flow through a run, in the order in which they come to be.

All are frozen. Offsets are Unicode code points, times ISO 8601 UTC with milliseconds, durations
milliseconds, sizes tokens of the target model unless a name says otherwise.
"""

from __future__ import annotations

import enum
from collections.abc import AsyncIterable, Awaitable, Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal

import attrs

from underdraft.layers import Layer
from underdraft.tally import Excluded, Injected, Trim, Usage

if TYPE_CHECKING:
    from underdraft.ports import (
        ConversationReader,
        EpisodeReader,
        KnowledgeReader,
        MemoryReader,
        ProjectFiles,
        WorkingReader,
    )
    from underdraft.scenes import Scene

__all__ = [
    "OWN_PROJECT",
    "Chunk",
    "ContextRules",
    "Excluded",
    "Fetched",
    "Fetcher",
    "Injected",
    "Message",
    "Part",
    "Project",
    "Ref",
    "RuleField",
    "RunFacts",
    "RunRequest",
    "Selection",
    "Skill",
    "Trim",
    "Usage",
]


class Own(enum.Enum):
    """The type of :data:`OWN_PROJECT`."""

    PROJECT = "own"


OWN_PROJECT = Own.PROJECT
"""Stands for "the workspace's own project" where ``None`` means "no project"."""


# --- what is asked for ------------------------------------------------------------------------


@attrs.frozen
class Selection:
    """A half-open range of code points in the document; ``start == end`` is a cursor."""

    start: int
    end: int


@attrs.frozen(kw_only=True)
class RunRequest:
    """One call of a skill.

    Attributes:
        skill_id: Name of the skill.
        project_id: A project's id, ``None`` for no project, or :data:`OWN_PROJECT`.
        document_id: The application's own name for the document; it is never put into layers 0-3.
        session_id: A session from ``session:start``, for conversation and working memory.
        document: The whole text that is being written, or ``None``.
        selection: What is selected in ``document``.
        instruction: What the writer asks for in words; the task, next to the skill's own.
        model: A model's name; ``None`` takes the skill's, then the workspace's.
        scene_type: ``dialogue``, ``action`` ...; ``None`` lets the engine infer it.
        candidates: How many alternative replies are wanted, 1 to 8.
        timeout_ms: Limit for the whole run; ``None`` takes the workspace's.
    """

    skill_id: str
    project_id: str | Own | None = OWN_PROJECT
    document_id: str | None = None
    session_id: str | None = None
    document: str | None = None
    selection: Selection | None = None
    instruction: str | None = None
    model: str | None = None
    scene_type: str | None = None
    candidates: int = 1
    timeout_ms: int | None = None


@attrs.frozen(kw_only=True)
class Project:
    """What ``config.toml`` says of a project; every field goes into layer 1 when it is set."""

    id: str
    name: str
    language: str | None = None
    genre: str | None = None
    document_kind: str | None = None
    settings: Mapping[str, str] = attrs.field(factory=dict)


# --- skill and rules --------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class RuleField:
    """A key that ``context_rules`` may hold.

    Attributes:
        name: The key in lower case with underscores (hyphens are accepted in files).
        kind: ``"boolean"`` or ``"integer"`` (an integer is 0 or more).
        default: The value when a skill does not say.
        brings: One line for people: what the rule puts into which layer.
        maximum: The largest integer accepted, or ``None``.
    """

    name: str
    kind: Literal["boolean", "integer"]
    default: bool | int
    brings: str
    maximum: int | None = None


@attrs.frozen
class ContextRules(Mapping[str, "bool | int"]):
    """The validated rules of one skill: every known key with a value, keys in sorted order."""

    values_by_name: Mapping[str, bool | int]

    def __getitem__(self, key: str) -> bool | int:
        return self.values_by_name[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)

    def asks_for(self, key: str) -> bool:
        """Whether the rule ``key`` is switched on (``True``, or more than 0)."""
        return bool(self.values_by_name.get(key))


@attrs.frozen(kw_only=True)
class Skill:
    """One writing skill, read from a ``SKILL.md``.

    Attributes:
        id: The skill's name.
        description: One sentence, for lists.
        instruction: The Markdown body: what the model is to do.
        rules: What context the skill wants.
        origin: ``"project"``, a plugin's name, or ``"underdraft"``.
        version: The author's version string, or ``None``.
        model: The model this skill prefers, or ``None``.
        output_format: What exactly to return, or ``None``.
        prompt: The task when the writer gives no instruction, or ``None``.
        caps: Token caps that replace a layer's own.
    """

    id: str
    description: str
    instruction: str
    rules: ContextRules
    origin: str
    version: str | None = None
    model: str | None = None
    output_format: str | None = None
    prompt: str | None = None
    caps: Mapping[Layer, int] = attrs.field(factory=dict)


# --- what fetchers see and give ---------------------------------------------------------------


@attrs.frozen(kw_only=True)
class RunFacts:
    """All that a fetcher is told about the run.

    Attributes:
        request: The request, with ``project_id`` resolved (never :data:`OWN_PROJECT`).
        skill: The skill that runs.
        rules: The skill's rules.
        project: The project, or ``None`` when the run has none.
        locale: The workspace's locale (``"zh"``, ``"en"``).
        query: Text to recall by: instruction, then selection, at most 300 code points; it may be
            empty. Only layers 4 and 5 may depend on it.
        files: Reads the project's files; refuses everything outside.
        memory: The writer's memories, or ``None`` when no store is open.
        knowledge: The story graph, or ``None``.
        episodes: How past runs went, or ``None``.
        working: What is at hand in the session, or ``None``.
        scene: The kind of scene, named by the caller or inferred, or ``None``; never for layers 0-3.
        conversation: The sessions' transcripts, summaries and the profile, or ``None``.
        room_tokens: Estimated tokens that earlier turns may take together beside the layers at their
            caps; 0 for no limit.
        run_id: The id that the run's record will have; never put it into a chunk.
        now: The run's start; never put it into layers 0-3.
        default_task: The template's words for a run without an instruction.
    """

    request: RunRequest
    skill: Skill
    rules: ContextRules
    project: Project | None
    locale: str
    query: str
    files: ProjectFiles
    memory: MemoryReader | None = None
    knowledge: KnowledgeReader | None = None
    episodes: EpisodeReader | None = None
    working: WorkingReader | None = None
    scene: Scene | None = None
    conversation: ConversationReader | None = None
    room_tokens: int = 0
    run_id: str = ""
    now: str = ""
    default_task: str = ""


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
        text: The entry's line or lines as they stand in the prompt.
        id: The id of the memory, episode ... behind it.
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
        title: Who or what the text is about; stands in the label line (``"何三桅 (何叔)"``), or ``""``.
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
        """The text with its parts, one a line, as it stands in the prompt."""
        return "\n".join([*([self.text] if self.text else []), *(p.text for p in self.parts)])


@attrs.frozen(kw_only=True)
class Message:
    """One message to or from the model; ``content`` is always one plain string."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str


# One converter for each type: mypy does not carry a type variable through ``converter=tuple``.
def _tuple_of_chunks(items: Iterable[Chunk]) -> tuple[Chunk, ...]:
    return tuple(items)


def _tuple_of_texts(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(items)


def _tuple_of_messages(items: Iterable[Message]) -> tuple[Message, ...]:
    return tuple(items)


def _tuple_of_exclusions(items: Iterable[Excluded]) -> tuple[Excluded, ...]:
    return tuple(items)


@attrs.frozen(kw_only=True)
class Fetched:
    """What a fetcher gives when it has more to say than its chunks.

    Attributes:
        chunks: In the order in which they should stand.
        warnings: Each begins with a stable code.
        history: Earlier turns exactly as they were sent; only one fetcher of a run may give them.
        excluded: What the fetcher left out on purpose, for the receipt.
    """

    chunks: tuple[Chunk, ...] = attrs.field(default=(), converter=_tuple_of_chunks)
    warnings: tuple[str, ...] = attrs.field(default=(), converter=_tuple_of_texts)
    history: tuple[Message, ...] = attrs.field(default=(), converter=_tuple_of_messages)
    excluded: tuple[Excluded, ...] = attrs.field(default=(), converter=_tuple_of_exclusions)


FetchResult = Fetched | Iterable[Chunk] | None
FetchFunction = Callable[[RunFacts], "FetchResult | Awaitable[FetchResult] | AsyncIterable[Chunk]"]


@attrs.frozen(kw_only=True)
class Fetcher:
    """Fills a layer.

    Attributes:
        name: Unique among all fetchers; lower case, ``[a-z0-9_.:-]``.
        layer: The layer that its chunks go to.
        fetch: Takes the facts; sync (run in a worker thread), async, or a (sync or async)
            generator of chunks. It may return :class:`Fetched`, an iterable of chunks or ``None``.
        rule: The ``context_rules`` key that switches it on; ``None`` means always.
        priority: Place within the layer, lower first; ties by plugin and name.
        timeout_ms: Its own limit, over 0.
        required: A failure stops the run with ``CONTEXT_LAYER_FAILED``.
        stable: The promise that equal content gives equal bytes; layers 0-3 demand it.
        inline: The sync function does no I/O worth a thread: call it on the loop.
    """

    name: str
    layer: Layer
    fetch: FetchFunction
    rule: str | None = None
    priority: int = 100
    timeout_ms: int = 2_000
    required: bool = False
    stable: bool = False
    inline: bool = False
