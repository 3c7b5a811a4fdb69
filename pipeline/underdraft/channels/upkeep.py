"""Background work: look at it, and run it at once."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from underdraft.boundary.channel import served
from underdraft.boundary.shape import fields_of
from underdraft.channels.arguments import OWN, ProjectId, conversation_of
from underdraft.channels.parts import Service
from underdraft.learning.rules.distil import distil
from underdraft.memory.db.jobs import Pending
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.values import frozen

Trigger = Literal[
    "realtimeEvictionTrigger",
    "dailyDecayRecomputeTrigger",
    "weeklyCompressTrigger",
    "monthlyPurgeTrigger",
    "compactRuns",
    "distilRules",
    "pendingWork",
    "rebuildIndex",
]


@frozen(kw_only=True)
class Maintained:
    """The counts of one maintenance run; each trigger fills its own."""

    trigger: Trigger
    projects: Annotated[int, "How many projects it went through."] = 1
    compressed: Annotated[int | None, "Texts replaced by a summary."] = OMIT_NONE
    expired: Annotated[int | None, "Removed because their time was over."] = OMIT_NONE
    evicted: Annotated[int | None, "Removed to make room."] = OMIT_NONE
    over_budget: Annotated[int | None, "Left over the budget, because the writer confirmed them."] = OMIT_NONE
    examined: Annotated[int | None, "Looked at."] = OMIT_NONE
    recomputed: Annotated[int | None, "Whose importance changed."] = OMIT_NONE
    purged_active: Annotated[int | None, "Removed for good."] = OMIT_NONE
    purged_compressed: Annotated[int | None, "Removed for good, of those with a summary only."] = OMIT_NONE
    compacted: Annotated[int | None, "Runs condensed."] = OMIT_NONE
    proposed: Annotated[int | None, "New rules that were distilled."] = OMIT_NONE
    vectors: Annotated[int | None, "Vectors made anew."] = OMIT_NONE
    pending: Annotated[Pending | None, "What is still to be done."] = OMIT_NONE


class Upkeep(Service):
    """Background work of the engine."""

    @served("memory:pending")
    def pending(self) -> Pending:
        """Count the background work that is still to be done."""
        return conversation_of(self.workspace).worker.pending()

    @served("memory:maintenance:run")
    def run(
        self,
        *,
        trigger: Annotated[
            Trigger,
            "One of the four that keep past runs within their budgets; `compactRuns`: condense the project's runs, "
            "whatever the threshold; `distilRules`: look for new rules; `pendingWork`: do what waits in the "
            "background; `rebuildIndex`: make the lexical index and all vectors anew.",
        ],
        project_id: ProjectId = OWN,
        all: Annotated[bool, "With one of the four: for all projects, whatever the project is."] = False,
    ) -> Maintained:
        """Do now what is done in the background from time to time."""
        store = self.workspace.store
        match trigger:
            case "compactRuns":
                compacted = conversation_of(self.workspace).compacts.compact(project_id)
                return Maintained(trigger=trigger, compacted=compacted)
            case "distilRules":
                store.settle()
                return Maintained(
                    trigger=trigger, proposed=distil(store.database, project_id, store.config.locale)
                )
            case "pendingWork":
                conversation_of(self.workspace).worker.drain(whole=True)
                return Maintained(trigger=trigger, pending=self.pending())
            case "rebuildIndex":
                return Maintained(trigger=trigger, vectors=store.memory.reindex())
        done = store.episodes.maintain(trigger, project_id, everywhere=all)
        names = {field.key: field.name for field in fields_of(Maintained)}
        found: dict[str, Any] = {names[key]: count for key, count in done.items()}
        return Maintained(**found)
