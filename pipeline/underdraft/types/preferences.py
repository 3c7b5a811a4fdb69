"""What was learned, as the writer sees it: the ledger, its conflicts, and how runs fared with a memory."""

from __future__ import annotations

from typing import Literal

import attrs

from underdraft.types.layers import Layer

State = Literal["candidate", "learned", "confirmed", "refused", "retired"]


@attrs.frozen(kw_only=True)
class Span:
    """A place in the model's text and what the writer made of it."""

    run_id: str | None
    before: str
    after: str


@attrs.frozen(kw_only=True)
class LedgerEntry:
    """One preference.

    Attributes:
        id: Names it, also for confirm, edit, refuse and promote; the id of its memory.
        state: ``candidate`` (short of the threshold), ``learned``, ``confirmed``, ``refused`` or
            ``retired``.
        statement: The memory's words, or what they would be.
        axis: ``"evidence"`` for the writer's own words, else what is observed.
        score: Accepts - rejects - 0.5 x partials, or for an avoidance rejects - accepts.
        threshold: The score that makes a preference of it.
        confidence: 0 to 1.
        support: Signals for it.
        against: Signals against it.
        partials: Half-hearted ones.
        kept: Occasions that the writer left alone.
        runs: The runs that support it, oldest first.
        first_at: The first signal's time.
        last_at: The last one's.
        reason: Why it is retired or refused, or ``None``.
        spans: Where edits showed it.
        conflicts_with: Ids of preferences that say the opposite.
    """

    id: str
    state: State
    scope: str
    project_id: str | None
    statement: str
    axis: str
    score: float
    threshold: int
    confidence: float
    support: int
    against: int
    partials: int
    kept: int
    runs: tuple[str, ...]
    first_at: str | None
    last_at: str | None
    reason: str | None = None
    spans: tuple[Span, ...] = ()
    conflicts_with: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Conflicting:
    """Two preferences of which one says the opposite of the other.

    Attributes:
        first_id: The one that is followed meanwhile: the project's, or the confirmed one.
        second_id: The other.
        axis: What they disagree about.
        first: What the first says.
        second: What the second says.
        why: ``"project_over_global"`` or ``"confirmed_over_signals"``.
    """

    first_id: str
    second_id: str
    axis: str
    first: str
    second: str
    why: str

    def other(self, preference_id: str) -> str:
        """The other id of the pair."""
        return self.second_id if preference_id == self.first_id else self.first_id


@attrs.frozen(kw_only=True)
class Ledger:
    """All preferences that a project sees: its own and the global ones.

    Attributes:
        items: Project before global; confirmed, learned, candidates by score, then the others.
        conflicts: Pairs that contradict each other and wait for the writer.
    """

    items: tuple[LedgerEntry, ...]
    conflicts: tuple[Conflicting, ...]


@attrs.frozen(kw_only=True)
class RunStats:
    """How some runs fared.

    Attributes:
        runs: How many of them have feedback.
        mean_weight: Mean weight of their implicit signals, -1 to 1; ``None`` without runs.
        accepted: Share that was accepted, 0 to 1; ``None`` without runs.
    """

    runs: int
    mean_weight: float | None
    accepted: float | None


@attrs.frozen(kw_only=True)
class MemoryAttribution:
    """A memory that stood in the prompt.

    Attributes:
        id: The memory's id.
        layer: Where it stood.
        source: Where it came from.
        content: What it says now; ``None`` when it is deleted or none of the writer's memories.
        reason: Why it was there.
        with_it: Runs of this project and skill whose prompt held it.
        without_it: The others. Small numbers prove nothing, and other things differ too.
    """

    id: str
    layer: Layer
    source: str
    content: str | None
    reason: str
    with_it: RunStats
    without_it: RunStats


@attrs.frozen(kw_only=True)
class RunVerdict:
    """What the writer said of the run."""

    action: str
    at: str
    signal: str
    weight: float
    evidence_ref: str | None
    ignored_reason: str | None


@attrs.frozen(kw_only=True)
class RunAttribution:
    """A run, its feedback, and the memories that it had."""

    run_id: str
    skill_id: str
    project_id: str | None
    feedback: RunVerdict | None
    memories: tuple[MemoryAttribution, ...]
