"""Memories and facts that say the same, or the opposite: offered, and settled by the writer."""

from __future__ import annotations

from typing import Annotated

from underdraft.boundary.channel import served
from underdraft.channels.arguments import OWN, ProjectId
from underdraft.channels.parts import Service
from underdraft.memory.tidy.service import OFFERED, JudgedPairs, Offers, judge_pairs, list_offers
from underdraft.memory.tidy.settle import Action, Settlement, settle


class Tidy(Service):
    """Statements that say the same, or contradict each other."""

    @served("memory:offers:list")
    def list(
        self,
        *,
        project_id: ProjectId = OWN,
        limit: Annotated[int, "Most offers to tidy, 1 to 100."] = OFFERED,
    ) -> Offers:
        """List memories and facts that say the same or contradict each other; nothing is changed."""
        return list_offers(self.workspace.store.memory, project_id, limit=limit)

    @served("memory:tidy:judge")
    def judge(self, *, project_id: ProjectId = OWN) -> JudgedPairs:
        """Ask the workspace's model about near pairs, at most 16 in one question; what it says is offered, no more."""
        store = self.workspace.store
        return judge_pairs(store.memory, project_id, store.ask_of(""))

    @served("memory:tidy:settle")
    def settle(
        self,
        *,
        action: Annotated[
            Action,
            "`merge`: one stays, the others are archived with a link to it. `keep_both`: they are never offered "
            "again. `drop`: one stays, the others are deleted.",
        ],
        refs: Annotated[tuple[str, ...], "The statements: `memory:<id>` or `atomic:<id>`, 2 to 50."],
        keep: Annotated[str | None, "The ref of the one that stays; not for `keep_both`."] = None,
        content: Annotated[str | None, "What it says from now on; for `merge` only."] = None,
        project_id: ProjectId = OWN,
    ) -> Settlement:
        """Do what the writer answers; `memory:restore` takes each of them back to what it was."""
        memory = self.workspace.store.memory
        return settle(memory, refs, action, keep=keep, content=content, project_id=project_id)
