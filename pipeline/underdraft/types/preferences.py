"""Learned preferences as the writer sees them: the ledger."""

from __future__ import annotations

from typing import Annotated, Literal

from underdraft.types.values import frozen

State = Literal["candidate", "proposed", "learned", "confirmed", "refused", "retired"]


@frozen(kw_only=True)
class Span:
    """A place in the model's text and what the writer made of it."""

    run_id: str | None
    before: str
    after: str


@frozen(kw_only=True)
class LedgerEntry:
    """One preference or distilled rule."""

    id: Annotated[str, "Names it, also for confirm, edit and refuse; the memory's id."]
    state: Annotated[
        State, "A `candidate` is short of the threshold; what is `proposed` waits for the writer."
    ]
    scope: str
    project_id: str | None
    statement: Annotated[str, "The memory's words, or what they would be."]
    axis: Annotated[
        str,
        '`"evidence"` for the writer\'s own words, `"distilled"` for a rule of one kind of scene, else what is observed.',
    ]
    score: Annotated[float, "Accepts - rejects - 0.5 x partials, or for an avoidance rejects - accepts."]
    threshold: Annotated[int, "The score that makes a preference of it."]
    confidence: Annotated[float, "0 to 1."]
    support: Annotated[int, "Signals for it."]
    against: Annotated[int, "Signals against it."]
    partials: Annotated[int, "Half-hearted ones."]
    kept: Annotated[int, "Occasions that the writer left alone."]
    runs: Annotated[tuple[str, ...], "The runs that support it, oldest first."]
    first_at: Annotated[str | None, "The first signal's time."]
    last_at: Annotated[str | None, "The last one's."]
    reason: Annotated[str | None, "Why it is retired or refused, or `None`."] = None
    version: Annotated[int | None, "Its memory's version, while there is one in use."] = None
    spans: Annotated[tuple[Span, ...], "Where edits showed it."] = ()
    scene_type: Annotated[str | None, "The kind of scene in which it holds; null for all."] = None


@frozen(kw_only=True)
class Ledger:
    """All preferences that a project sees: its own and the global ones."""

    items: Annotated[tuple[LedgerEntry, ...], "Project first; confirmed, learned, candidates by score."]
