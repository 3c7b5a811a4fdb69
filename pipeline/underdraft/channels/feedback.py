"""The channels of feedback and of what is learned from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from underdraft.boundary.envelope import Channel, to_json
from underdraft.hookspecs import hookimpl
from underdraft.types.feedback import Feedback, FeedbackResult
from underdraft.types.request import OWN_PROJECT, Own

if TYPE_CHECKING:
    from collections.abc import Iterable

    from underdraft.workspace import Workspace


@attrs.frozen(kw_only=True)
class FeedbackPayload:
    """``ai:skill:feedback``."""

    run_id: str
    action: str
    evidence_ref: str | None = None
    final_text: str | None = None
    selected_index: int | None = None
    undo: bool = False
    project_id: str | Own | None = OWN_PROJECT
    timeout_ms: int | None = None


@attrs.frozen(kw_only=True)
class IngestPayload:
    """``memory:preferences:ingest``."""

    action: str
    evidence_ref: str
    run_id: str | None = None
    skill_id: str | None = None
    project_id: str | None = None
    timeout_ms: int | None = None


@attrs.frozen(kw_only=True)
class ScopePayload:
    """``memory:preferences:clear`` and ``memory:preferences:list``; no project means "for all"."""

    project_id: str | None = None


@attrs.frozen(kw_only=True)
class PreferencePayload:
    """Names a preference; ``project_id`` refuses one of another project."""

    id: str
    project_id: str | None = None


@attrs.frozen(kw_only=True)
class EditPayload:
    """``memory:preferences:edit``."""

    id: str
    content: str
    project_id: str | None = None


@attrs.frozen(kw_only=True)
class WhyPayload:
    """``ai:run:why``."""

    run_id: str
    project_id: str | None = None


async def give(workspace: Workspace, payload: FeedbackPayload) -> dict[str, Any]:
    """Say what became of a run's result."""
    names = [a.name for a in attrs.fields(FeedbackPayload) if a.name != "timeout_ms"]
    feedback = Feedback(**{name: getattr(payload, name) for name in names})
    return booked_json(await workspace.learning.submit(feedback, timeout_ms=payload.timeout_ms))


async def ingest(workspace: Workspace, payload: IngestPayload) -> dict[str, Any]:
    """Hand in one signal, with a run or without."""
    if payload.project_id is None:
        project: str | Own | None = OWN_PROJECT if payload.run_id is not None else None
    else:
        project = payload.project_id
    feedback = Feedback(
        action=payload.action,  # type: ignore[arg-type]  # checked where it is taken in
        evidence_ref=payload.evidence_ref,
        run_id=payload.run_id,
        skill_id=payload.skill_id,
        project_id=project,
    )
    return booked_json(await workspace.learning.submit(feedback, timeout_ms=payload.timeout_ms))


def clear(workspace: Workspace, payload: ScopePayload) -> dict[str, int]:
    """Forget what was learned for a project, or for all projects."""
    return {"cleared": workspace.learning.preferences.clear(payload.project_id)}


def show(workspace: Workspace, payload: ScopePayload) -> Any:
    """The ledger."""
    return workspace.learning.preferences.ledger(payload.project_id)


def confirm(workspace: Workspace, payload: PreferencePayload) -> Any:
    """Make a preference the writer's own."""
    return workspace.learning.preferences.confirm(payload.id, project_id=payload.project_id)


def edit(workspace: Workspace, payload: EditPayload) -> Any:
    """Put a preference into the writer's words."""
    return workspace.learning.preferences.edit(payload.id, payload.content, project_id=payload.project_id)


def refuse(workspace: Workspace, payload: PreferencePayload) -> dict[str, str]:
    """Say no to a preference, for good."""
    return {"refused": workspace.learning.preferences.refuse(payload.id, project_id=payload.project_id)}


def promote(workspace: Workspace, payload: PreferencePayload) -> Any:
    """Make a project's preference one for all projects."""
    return workspace.learning.preferences.promote(payload.id, project_id=payload.project_id)


def why(workspace: Workspace, payload: WhyPayload) -> Any:
    """Which memories stood in a run's prompt, and how runs with and without each fared."""
    return workspace.learning.preferences.why(payload.run_id, project_id=payload.project_id)


def booked_json(booked: FeedbackResult) -> dict[str, Any]:
    """What came of a feedback, as the boundary shows it; what does not apply is left out."""
    body: dict[str, Any] = {
        "recorded": booked.recorded,
        "ignored": booked.ignored,
        "signal": booked.signal,
        "weight": booked.weight,
        "score": booked.score,
        "threshold": booked.threshold,
    }
    if booked.ignored_reason is not None:
        body["ignoredReason"] = booked.ignored_reason
    if booked.learned is not None:
        body["learned"] = to_json(booked.learned)
    if booked.observations:
        body["observations"] = [{**to_json(o), "tag": o.tag} for o in booked.observations if o.lean != "kept"]
    return body


@hookimpl
def underdraft_channels() -> Iterable[Channel]:
    """Feedback, the ledger, the writer's choices, credit."""
    rows: tuple[tuple[str, type, Any, str], ...] = (
        ("ai:skill:feedback", FeedbackPayload, give, "say what became of a result"),
        ("ai:run:why", WhyPayload, why, "which memories a run had, and how they fared"),
        ("memory:preferences:ingest", IngestPayload, ingest, "hand in one preference signal"),
        ("memory:preferences:clear", ScopePayload, clear, "forget what was learned"),
        ("memory:preferences:list", ScopePayload, show, "the ledger of preferences"),
        ("memory:preferences:confirm", PreferencePayload, confirm, "make a preference your own"),
        ("memory:preferences:edit", EditPayload, edit, "put a preference into your words"),
        ("memory:preferences:refuse", PreferencePayload, refuse, "say no to a preference, for good"),
        ("memory:preferences:promote", PreferencePayload, promote, "make it hold for all projects"),
    )
    return [Channel(name=n, payload=p, handle=h, about=a) for n, p, h, a in rows]
