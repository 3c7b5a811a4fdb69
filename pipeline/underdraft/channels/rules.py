"""Feedback on runs, what is learned from it, and what waits for the writer's word."""

from __future__ import annotations

from typing import Annotated

import attrs

from underdraft.boundary.channel import served
from underdraft.channels.arguments import OWN, Deadline, ProjectId, RunId
from underdraft.channels.parts import Service
from underdraft.learning.feedback.result import FeedbackResult
from underdraft.learning.rules.decisions import Choice
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.tidy.service import OFFERED, Offers, judge_pairs, list_offers
from underdraft.types.feedback import Action, Feedback
from underdraft.types.preferences import Ledger
from underdraft.types.values import frozen


@frozen(kw_only=True)
class Cleared:
    """How many memories went."""

    cleared: int


@frozen(kw_only=True)
class Settled:
    """The writer's decision."""

    id: str
    action: Choice
    item: Annotated[MemoryItem, "The record as it is now; of statements to tidy the one that stays."]


class Rules(Service):
    """Feedback, what is learned from it, and what waits for the writer's word."""

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

    @served("memory:offers:list")
    def offers(
        self,
        *,
        project_id: ProjectId = OWN,
        limit: Annotated[int, "Most offers to tidy, 1 to 100."] = OFFERED,
        model: Annotated[bool, "Ask the workspace's model first, about at most 16 near pairs."] = False,
    ) -> Offers:
        """List memories and facts that say the same or contradict each other; no memory is changed."""
        store = self.workspace.store
        judged = judge_pairs(store.memory, project_id, store.ask_of("")) if model else None
        return attrs.evolve(list_offers(store.memory, project_id, limit=limit), judged=judged)

    @served("memory:preferences:settle")
    def settle(
        self,
        *,
        id: Annotated[str, "A preference of the ledger, a record of memory, or an offer to tidy."],
        action: Annotated[
            Choice,
            "`confirm`: it is the writer's own and stands in prompts; of statements to tidy one stays and the others "
            "are archived. `refuse`: it is removed and never learned again; statements to tidy all stay.",
        ],
        content: Annotated[str | None, "With `confirm`: what it says from now on."] = None,
        keep: Annotated[
            str | None, "Of statements to tidy: the ref of the one that stays, else the first."
        ] = None,
        project_id: ProjectId = OWN,
    ) -> Settled:
        """Confirm or refuse what was learned, said or offered; `memory:restore` takes it back."""
        learning = self.workspace.learning
        item = learning.settle(id, action, project_id, content=content, keep=keep)
        return Settled(id=id, action=action, item=item)
