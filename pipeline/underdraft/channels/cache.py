"""The prompt cache: what parts two runs, and what the provider's cache did over many."""

from __future__ import annotations

from typing import Annotated

import attrs

from underdraft.boundary.channel import served
from underdraft.cache.blame import Blame, blame
from underdraft.cache.blame_cause import WorkspaceState
from underdraft.cache.cause_words import advice_on, cause_in_words
from underdraft.cache.report import CacheReport, report_on, spent_on
from underdraft.channels.arguments import OWN, ProjectId, RunId, run_of
from underdraft.channels.lock import LockAnswer, lock_prompts
from underdraft.channels.parts import Service, WorkspaceParts
from underdraft.errors import NotFound
from underdraft.memory.notes.record import MemoryItem
from underdraft.types.checks import check_name, check_whole
from underdraft.types.json_marks import INLINE
from underdraft.types.request import MAX_ID
from underdraft.types.values import frozen

RUNS_DEFAULT = 40
RUNS_MAXIMUM = 200

Language = Annotated[str | None, "`zh` or `en` for the sentences; if missing the project's."]


@frozen(kw_only=True)
class BlameAnswer:
    """A blame with its words."""

    blame: Blame = INLINE
    said: Annotated[str, "The cause in one sentence; empty where there is none."]
    also_said: Annotated[tuple[str, ...], "The other causes, one sentence each."]
    advice: Annotated[str, "What to do about the cause, in one sentence; empty where there is none."]


class Cache(Service):
    """The provider's prompt cache: explain, report and lock prompts."""

    @served("ai:run:blame")
    def blame(
        self,
        *,
        run_id: RunId,
        before_id: Annotated[str, "The earlier run's id."],
        project_id: ProjectId = OWN,
        language: Language = None,
    ) -> BlameAnswer:
        """Explain why a run's prompt differs from an earlier one, and which tokens are billed again."""
        after, before = (run_of(self.workspace, id_, project_id) for id_ in (run_id, before_id))
        found = blame(before, after, known_of(self.workspace))
        locale = language or self.workspace.config.locale
        return BlameAnswer(
            blame=found,
            said=cause_in_words(found.cause, locale) if found.cause else "",
            also_said=tuple(cause_in_words(cause, locale) for cause in found.also),
            advice=advice_on(found.cause.code, locale) if found.cause else "",
        )

    @served("ai:cache:report")
    def report(
        self,
        *,
        project_id: ProjectId = OWN,
        limit: Annotated[int, "How many of the newest runs, 1 to 200."] = RUNS_DEFAULT,
        as_model: Annotated[str | None, "Predict as if all of them had been this model's."] = None,
        language: Language = None,
    ) -> CacheReport:
        """Predicted and reported cached tokens over the project's last runs, what was lost, why, and what to do."""
        check_whole("limit", limit, 1, RUNS_MAXIMUM)
        if as_model is not None:
            check_name("asModel", as_model, MAX_ID)
        store, locale = self.workspace.store, language or self.workspace.config.locale
        runs = store.runs.recent(project_id, limit)
        report = report_on(runs, known_of(self.workspace), locale=locale, as_model=as_model)
        since = runs[0].record.created_at if runs else ""
        return attrs.evolve(report, questions=(*spent_on(runs), *store.questions.totals(since=since)))

    @served("ai:prompt:lock")
    async def lock(
        self,
        *,
        check: Annotated[bool, "Write nothing; compare with the file that is there."] = False,
    ) -> LockAnswer:
        """Write the hashes of every skill's prompt into `prompt.lock`, or say what has changed since."""
        return await lock_prompts(self.workspace, check=check)


def known_of(workspace: WorkspaceParts) -> WorkspaceState:
    """Collect what a comparison of two runs needs from the workspace: rules of fetchers, memories, own plugins."""

    def memory(memory_id: str) -> MemoryItem | None:
        try:
            return workspace.store.memory.items.get(memory_id)
        except NotFound:
            return None

    return WorkspaceState(
        rules={registered.fetcher.name: registered.fetcher.rule for registered in workspace.plugins.fetchers},
        own=workspace.plugins.own,
        memory=memory,
    )
