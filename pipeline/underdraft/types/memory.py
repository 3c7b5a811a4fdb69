"""What is remembered, as values: injected, recalled, said in sessions, proposed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal

import attrs


@attrs.frozen(kw_only=True)
class CandidateMemory:
    """A fact that an extractor proposes.

    Attributes:
        content: The statement.
        kind: ``"fact"`` goes to the atomic memories, ``"preference"`` to the profile.
        tags: Short words to find it by.
        evidence: The words in the turn that say so, literally; with them the engine checks that the
            writer said it.
        about: What it gives the one value of, e.g. ``"user.name"``: another ``value`` for the same thing
            is a contradiction. ``""`` for none. Things of the writer begin with ``user.`` and hold for
            all projects.
        value: That value.
    """

    content: str
    kind: str = "fact"
    tags: tuple[str, ...] = ()
    evidence: str = ""
    about: str = ""
    value: str = ""


INJECTION_HEADER = "[用户写作偏好 — 记忆注入]"
"""The line above the memories in layer 2."""

INJECTION_SOURCE = "memory:injection"
"""The source of layer 2's memories."""

ORIGIN_LABELS = {"learned": "自动学习", "manual": "手动添加"}
"""How an origin is named in the prompt; one that is not listed is shown as it is."""

_BREAK = re.compile(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*")  # what str.splitlines takes for one

DETERMINISTIC: Mapping[str, str | float] = {"kind": "deterministic"}
"""The reason of an item whose place comes from the fixed order."""


@attrs.frozen(kw_only=True)
class Degradation:
    """Why something less than asked for was done.

    Attributes:
        degraded_from: What was asked for, e.g. ``"semantic"``.
        reason: One sentence for a person.
        code: Stable: ``SQLITE_VEC_UNAVAILABLE``, ``EMBEDDER_NONE``, ``EMBEDDER_FAILED``,
            ``EMBEDDER_TIMEOUT``, ``DIMENSION_CONFLICT`` or ``INDEX_NOT_READY``.
        suggestion: What the writer can do, or ``None``.
    """

    degraded_from: str
    reason: str
    code: str
    suggestion: str | None = None


@attrs.frozen(kw_only=True)
class IndexHealth:
    """Recall by meaning works.

    Attributes:
        healthy: It does.
        embedder: The embedder's name and version.
        dimensions: Length of a vector.
        texts: How many texts there are.
        vectors: How many of them have a vector.
    """

    healthy: Literal[True] = True
    embedder: str
    dimensions: int
    texts: int
    vectors: int


@attrs.frozen(kw_only=True)
class IndexDegraded:
    """Recall by meaning does not work, and why; recall by words does."""

    healthy: Literal[False] = False
    diagnostics: Degradation


@attrs.frozen(kw_only=True)
class InjectionItem:
    """A memory that goes into a prompt.

    Attributes:
        reason: ``{"kind": "deterministic"}``, ``{"kind": "semantic", "score": cosine}`` or
            ``{"kind": "lexical", "score": bm25, higher is nearer}``; scores have 6 places.
    """

    id: str
    type: str
    scope: str
    content: str
    origin: str
    project_id: str | None = None
    document_id: str | None = None
    updated_at: str = ""
    reason: Mapping[str, str | float] = attrs.field(factory=lambda: DETERMINISTIC)


@attrs.frozen(kw_only=True)
class NotInjected:
    """A memory that a cap kept out: ``reason`` is ``"layer_cap"``, ``tokens`` what it would take."""

    id: str
    type: str
    scope: str
    reason: str
    tokens: int


@attrs.frozen(kw_only=True)
class InjectionPreview:
    """The memories of layer 2 in the order of injection.

    Attributes:
        items: What is injected.
        mode: How it was ordered.
        diagnostics: Why the order is not the one asked for.
        left_out: How many memories a cap kept out.
        left_out_tokens: Their estimated tokens together.
        list_excluded: Lists them, or the first so many, in the order in which they would have come.
    """

    items: tuple[InjectionItem, ...]
    mode: Literal["deterministic", "semantic"] = "deterministic"
    diagnostics: Degradation | None = None
    left_out: int = 0
    left_out_tokens: int = 0
    list_excluded: Callable[[int | None], tuple[NotInjected, ...]] = attrs.field(
        default=lambda _: (), eq=False, repr=False
    )

    @property
    def excluded(self) -> tuple[NotInjected, ...]:
        """Everything that a cap kept out; listed when it is asked for, since it may be thousands."""
        return self.list_excluded(None)

    def first_excluded(self, most: int) -> tuple[NotInjected, ...]:
        """The first of them."""
        return self.list_excluded(most)


@attrs.frozen(kw_only=True)
class RecallResult:
    """Memories that fit a query, nearest first.

    Attributes:
        items: At most as many as asked for.
        mode: ``"lexical"`` by words where meaning could not be used, ``"none"`` for an empty query.
        diagnostics: Why it is not semantic.
    """

    items: tuple[InjectionItem, ...]
    mode: Literal["semantic", "lexical", "none"]
    diagnostics: Degradation | None = None


def injection_line(content: str, origin: str) -> str:
    """One memory on one line, as it is in layer 2: white space with line breaks becomes one space."""
    return f"- {_BREAK.sub(' ', content.strip())}（来源：{ORIGIN_LABELS.get(origin, origin)}）"


@attrs.frozen(kw_only=True)
class Found:
    """One hit of a search in what is remembered.

    Attributes:
        ref: ``atomic:<id>``, ``memory:<id>`` or ``session:<id>``.
        kind: The word before the colon.
        content: The text.
        timestamp: When it was said or written.
        project_id: Its project, or ``None``.
        session_id: Its session, or ``None``.
        tags: Short words.
        contradicted: Something newer says otherwise.
    """

    ref: str
    kind: str
    content: str
    timestamp: str
    project_id: str | None = None
    session_id: str | None = None
    tags: tuple[str, ...] = ()
    contradicted: bool = False
