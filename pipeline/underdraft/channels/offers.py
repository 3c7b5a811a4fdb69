"""Everything that waits for the writer's answer, in one list."""

from __future__ import annotations

from typing import Annotated

import attrs

from underdraft.boundary.channel import channel
from underdraft.channels.arguments import ProjectId
from underdraft.memory.tidy.service import OFFERED, Offers
from underdraft.types.preferences import LearnedOffer
from underdraft.workspace import Workspace


@attrs.frozen(kw_only=True)
class OpenOffers:
    """What is offered to the writer, and what was answered."""

    learned: Annotated[
        tuple[LearnedOffer, ...],
        "Worded tastes and distilled rules in all states, by scene, the best supported first.",
    ]
    tidying: Annotated[Offers, "Memories and facts that say the same or contradict each other."]


@channel("memory:offers:list")
def list_open_offers(
    workspace: Workspace,
    *,
    project_id: ProjectId,
    limit: Annotated[int, "Most offers to tidy, 1 to 100."] = OFFERED,
) -> OpenOffers:
    """Tastes and rules for kinds of scene, and what could be tidied, each with its evidence; nothing is changed."""
    return OpenOffers(
        learned=workspace.learning.preferences.learned_offers(project_id),
        tidying=workspace.store.tidying.offers(project_id, limit=limit),
    )
