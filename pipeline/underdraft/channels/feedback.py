"""Feedback on runs, and what is learned from it."""

from __future__ import annotations

from typing import Annotated

import attrs

from underdraft.boundary.channel import channel
from underdraft.channels.answers import fields_from
from underdraft.channels.arguments import Deadline, ProjectId, RunId
from underdraft.memory.items.item import MemoryItem
from underdraft.types.copies import copied
from underdraft.types.feedback import Action, Feedback, FeedbackResult
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.observation import Observation
from underdraft.types.preferences import Ledger, RunAttribution
from underdraft.workspace import Workspace

Preference = Annotated[str, "A preference of the ledger."]


@attrs.frozen(kw_only=True)
@fields_from(Observation, "axis key lean before after amount tag")
class ObservationAnswer:
    """One thing that an edit shows."""


@attrs.frozen(kw_only=True)
@fields_from(FeedbackResult, "recorded ignored signal weight score threshold")
class FeedbackAnswer:
    """What became of a feedback."""

    ignored_reason: Annotated[str | None, "Why nothing was learned."] = OMIT_NONE
    learned: Annotated[MemoryItem | None, "The preference that this created or strengthened."] = OMIT_NONE
    lost: Annotated[
        tuple[MemoryItem, ...] | None, "Worded tastes that have lost their place in the prompt with this."
    ] = OMIT_NONE
    observations: Annotated[tuple[ObservationAnswer, ...] | None, "What the edit shows."] = OMIT_NONE

    @classmethod
    def of(cls, result: FeedbackResult) -> FeedbackAnswer:
        """The result as it is answered; of what was seen, that which was changed."""
        changed = tuple(copied(ObservationAnswer, o) for o in result.observations if o.lean != "kept")
        seen = changed if result.observations else None
        return copied(cls, result, lost=result.lost or None, observations=seen)


@attrs.frozen(kw_only=True)
class Cleared:
    """How many memories went."""

    cleared: int


@attrs.frozen(kw_only=True)
class Refused:
    """The preference that was refused."""

    refused: str


@channel("ai:skill:feedback")
async def give_feedback(
    workspace: Workspace,
    *,
    run_id: RunId,
    action: Annotated[Action, "What the writer did."],
    evidence_ref: Annotated[str | None, "A short text or tag that says what it was about."] = None,
    final_text: Annotated[str | None, "The text that the writer kept."] = None,
    selected_index: Annotated[int | None, "The candidate that was taken, from 0; -1 for none."] = None,
    undo: Annotated[bool, "Take back an accept of the last 30 seconds."] = False,
    project_id: ProjectId,
    timeout_ms: Deadline = None,
) -> FeedbackAnswer:
    """Say what became of a run's result."""
    feedback = Feedback(
        action=action,
        run_id=run_id,
        evidence_ref=evidence_ref,
        final_text=final_text,
        selected_index=selected_index,
        undo=undo,
        project_id=project_id,
    )
    return FeedbackAnswer.of(await workspace.learning.submit(feedback, timeout_ms=timeout_ms))


@channel("memory:preferences:ingest")
async def ingest(
    workspace: Workspace,
    *,
    action: Annotated[Action, "What the writer did."],
    evidence_ref: Annotated[str, "A short text or tag that says what it was about."],
    run_id: Annotated[str | None, "The run."] = None,
    skill_id: Annotated[str | None, "The skill, where there is no run."] = None,
    project_id: ProjectId,
    timeout_ms: Deadline = None,
) -> FeedbackAnswer:
    """Hand in one signal for a preference, with a run or without."""
    feedback = Feedback(
        action=action, evidence_ref=evidence_ref, run_id=run_id, skill_id=skill_id, project_id=project_id
    )
    return FeedbackAnswer.of(await workspace.learning.submit(feedback, timeout_ms=timeout_ms))


@channel("memory:preferences:clear")
def clear(workspace: Workspace, *, project_id: ProjectId) -> Cleared:
    """Forget what was learned for a project; with a null project, what holds for all."""
    return Cleared(cleared=workspace.learning.preferences.clear(project_id))


@channel("memory:preferences:list")
def list_preferences(workspace: Workspace, *, project_id: ProjectId) -> Ledger:
    """The ledger: each preference that was learned or may be, for the project and for all, with its evidence."""
    return workspace.learning.preferences.ledger(project_id)


@channel("memory:preferences:confirm")
def confirm(workspace: Workspace, *, id: Preference, project_id: ProjectId) -> MemoryItem:
    """Make a preference the writer's own: it is injected, and learning leaves it alone."""
    return workspace.learning.preferences.confirm(id, project_id=project_id)


@channel("memory:preferences:edit")
def edit(
    workspace: Workspace,
    *,
    id: Preference,
    content: Annotated[str, "The words."],
    project_id: ProjectId,
) -> MemoryItem:
    """Put a preference into the writer's words, which also confirms it."""
    return workspace.learning.preferences.edit(id, content, project_id=project_id)


@channel("memory:preferences:refuse")
def refuse(workspace: Workspace, *, id: Preference, project_id: ProjectId) -> Refused:
    """Say no to a preference: it is removed and never learned again."""
    return Refused(refused=workspace.learning.preferences.refuse(id, project_id=project_id))


@channel("memory:preferences:promote")
def promote(workspace: Workspace, *, id: Preference, project_id: ProjectId) -> MemoryItem:
    """Make a project's preference one for all projects."""
    return workspace.learning.preferences.promote(id, project_id=project_id)


@channel("ai:run:why")
def why(workspace: Workspace, *, run_id: RunId, project_id: ProjectId) -> RunAttribution:
    """Which memories stood in a run's prompt, and how runs with and without each fared."""
    return workspace.learning.preferences.why(run_id, project_id=project_id)
