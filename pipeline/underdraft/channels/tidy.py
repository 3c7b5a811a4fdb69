"""Memories and facts that say the same, or the opposite: offered, and settled by the writer."""

from __future__ import annotations

from typing import Annotated

import attrs

from underdraft.boundary.channel import channel
from underdraft.channels.arguments import ProjectId
from underdraft.memory.tidy.service import OFFERED, JudgedPairs, Offers
from underdraft.memory.tidy.settle import Action, Settlement
from underdraft.workspace import Workspace

Refs = Annotated[list[str], "The statements: `memory:<id>` or `atomic:<id>`, 2 to 50."]


@attrs.frozen(kw_only=True)
class MergedWording:
    """One statement for several."""

    content: Annotated[str, "What the model proposes; nothing is written."]


@channel("memory:tidy:list")
def list_offers(
    workspace: Workspace,
    *,
    project_id: ProjectId,
    limit: Annotated[int, "Most offers, 1 to 100."] = OFFERED,
) -> Offers:
    """Statements that say the same, or contradict each other; nothing is changed."""
    return workspace.store.tidying.offers(project_id, limit=limit)


@channel("memory:tidy:judge")
def judge_pairs(workspace: Workspace, *, project_id: ProjectId) -> JudgedPairs:
    """Ask the workspace's model about near pairs, at most 16 in one question; what it says is offered, no more."""
    store = workspace.store
    return store.tidying.judge(project_id, store.ask_of(""))


@channel("memory:tidy:settle")
def settle_offer(
    workspace: Workspace,
    *,
    refs: Refs,
    action: Annotated[
        Action,
        "`merge`: one stays, the others are archived with a link to it. `keep_both`: they are never offered "
        "again. `drop`: one stays, the others are deleted.",
    ],
    keep: Annotated[str | None, "The ref of the one that stays; not for `keep_both`."] = None,
    content: Annotated[str | None, "What it says from now on; for `merge` only."] = None,
    project_id: ProjectId,
) -> Settlement:
    """Do what the writer answers; it can be undone."""
    return workspace.store.tidying.settle(refs, action, keep=keep, content=content, project_id=project_id)


@channel("memory:tidy:undo")
def undo_settlement(
    workspace: Workspace, *, id: Annotated[str, "An answer's id."], project_id: ProjectId
) -> Settlement:
    """Take an answer back."""
    return workspace.store.tidying.undo(id, project_id)


@channel("memory:tidy:word")
def word_merge(workspace: Workspace, *, refs: Refs, project_id: ProjectId) -> MergedWording:
    """Ask the workspace's model for one statement that says what several say."""
    store = workspace.store
    return MergedWording(content=store.tidying.word(refs, project_id, store.ask_of("")))
