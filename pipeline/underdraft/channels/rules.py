"""Feedback on runs, and what is learned from it."""

from __future__ import annotations

from typing import Annotated

import attrs

from underdraft.boundary.channel import served
from underdraft.channels.arguments import OWN, Deadline, ProjectId, RunId
from underdraft.channels.parts import Service
from underdraft.errors import InvalidArgument
from underdraft.learning.feedback.result import FeedbackResult
from underdraft.learning.rules.decisions import Choice
from underdraft.memory.notes.record import MemoryItem
from underdraft.types.feedback import Action, Feedback
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.preferences import Ledger


@attrs.frozen(kw_only=True)
class Cleared:
    """How many memories went."""

    cleared: int


@attrs.frozen(kw_only=True)
class SettledRule:
    """A preference or a distilled rule after the writer's decision on it."""

    id: str
    action: Choice
    item: Annotated[MemoryItem | None, "The preference, rule or offer as it is now."] = OMIT_NONE


class Rules(Service):
    """Feedback, and what is learned from it."""

    @served("ai:skill:feedback")
    async def feedback(
        self,
        *,
        run_id: RunId,
        action: Annotated[Action, "What the writer did."],
        evidence_ref: Annotated[str | None, "A short text or tag that says what it was about."] = None,
        final_text: Annotated[str | None, "The text that the writer kept."] = None,
        selected_index: Annotated[int | None, "The candidate that was taken, from 0; -1 for none."] = None,
        undo: Annotated[bool, "Take back an accept of the last 30 seconds."] = False,
        project_id: ProjectId = OWN,
        timeout_ms: Deadline = None,
    ) -> FeedbackResult:
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
        return await self.workspace.learning.submit(feedback, timeout_ms=timeout_ms)

    @served("memory:preferences:ingest")
    async def ingest(
        self,
        *,
        action: Annotated[Action, "What the writer did."],
        evidence_ref: Annotated[str, "A short text or tag that says what it was about."],
        run_id: Annotated[str | None, "The run."] = None,
        skill_id: Annotated[str | None, "The skill, where there is no run."] = None,
        project_id: ProjectId = OWN,
        timeout_ms: Deadline = None,
    ) -> FeedbackResult:
        """Hand in one signal for a preference, with a run or without."""
        feedback = Feedback(
            action=action, evidence_ref=evidence_ref, run_id=run_id, skill_id=skill_id, project_id=project_id
        )
        return await self.workspace.learning.submit(feedback, timeout_ms=timeout_ms)

    @served("memory:preferences:clear")
    def clear(self, *, project_id: ProjectId = OWN) -> Cleared:
        """Forget what was learned for a project; with a null project, what holds for all."""
        return Cleared(cleared=self.workspace.learning.clear(project_id))

    @served("memory:preferences:list")
    def list(self, *, project_id: ProjectId = OWN) -> Ledger:
        """The ledger: each preference that was learned or may be, for the project and for all, with its evidence."""
        return self.workspace.learning.ledger(project_id)

    @served("memory:preferences:settle")
    def settle(
        self,
        *,
        id: Annotated[str, "A preference of the ledger, a distilled rule, or a memory that is offered."],
        action: Annotated[
            Choice,
            "`confirm`: it is the writer's own and stands in prompts. `refuse`: it is removed and never learned again.",
        ],
        content: Annotated[str | None, "With `confirm`: what it says from now on."] = None,
        project_id: ProjectId = OWN,
    ) -> SettledRule:
        """Confirm or refuse what was learned."""
        if content is not None and action != "confirm":
            raise InvalidArgument("content: expected with the action confirm only")
        settled = self.workspace.learning.settle(id, action, project_id, content=content)
        return SettledRule(id=id, action=action, item=settled)
