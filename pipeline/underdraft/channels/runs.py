"""Runs: started, previewed, stopped, looked up, rendered again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import attrs

from underdraft.boundary.channel import served
from underdraft.cache.replay import Replayed, replay
from underdraft.channels.answers import List
from underdraft.channels.arguments import OWN, Cursor, ProjectId, RunId, conversation_of, run_of
from underdraft.channels.parts import Service
from underdraft.memory.db.paging import Page
from underdraft.memory.runs.store import LIST_LIMIT, LIST_MAXIMUM, RunSummary
from underdraft.run.prompt_lines import prompt_lines
from underdraft.text.tokens import counter_for
from underdraft.types.checks import check_whole
from underdraft.types.json_marks import INLINE, OMIT_NONE
from underdraft.types.memory import Heard
from underdraft.types.model_call import Usage
from underdraft.types.prompt import Message, PromptLine
from underdraft.types.request import RunRequest
from underdraft.types.run import Event, Preview, RunRecord, WithLines, finished
from underdraft.types.sessions import Compact
from underdraft.types.values import frozen

Lines = Annotated[bool, "Also answer every part of the messages with its source, reason, tokens and words."]


@frozen(kw_only=True)
class CancelAnswer:
    """Whether there was something to stop, and it was stopped."""

    canceled: bool


@frozen(kw_only=True)
class RecordedRun:
    """A run out of the store."""

    run: RunRecord = INLINE
    messages: Annotated[tuple[Message, ...], "What was sent; empty texts where they are not kept."]
    complete: Annotated[bool, "Whether every text is there; not in privacy mode, nor after a purge of one."]
    heard: Annotated[
        tuple[Heard, ...], "What was found in what the writer said; empty until it was read for that."
    ]
    verdict: Annotated[str | None, "What the writer said of it: `accept`, `reject` or `partial`."]
    lines: WithLines = OMIT_NONE


class Runs(Service):
    """Runs of skills."""

    @served("ai:skill:run")
    async def start(
        self,
        request: RunRequest,
        *,
        stream: Annotated[bool, "Tell the listener the events as they come."] = False,
        on_event: Callable[[Event], None] | None = None,
    ) -> RunRecord:
        """Run a skill."""
        events = self.workspace.runner.stream(request)
        return await (finished(events, on_event) if stream and on_event is not None else finished(events))

    @served("ai:skill:preview")
    async def preview(
        self,
        request: RunRequest,
        *,
        stream: Annotated[bool, "Has no effect here; a preview takes the payload of a run."] = False,
        lines: Lines = False,
    ) -> Preview:
        """Assemble the prompt of a run without calling a model or recording anything."""
        del stream
        preview = await self.workspace.runner.preview(request)
        return attrs.evolve(preview, lines=lines_of(preview)) if lines else preview

    @served("ai:skill:record")
    async def record(
        self,
        *,
        run_id: Annotated[str, "That of the preview, one of the newest 64 that this workspace has made."],
        texts: Annotated[tuple[str, ...], "The reply, one text a candidate."],
        project_id: ProjectId = OWN,
        usage: Annotated[Usage | None, "Tokens as the provider counted them."] = None,
        model: Annotated[str | None, "Who answered; the preview's model if missing."] = None,
        finish_reason: Annotated[str | None, "Why the model stopped, in the provider's word."] = None,
        model_ms: Annotated[float, "How long it took, in milliseconds."] = 0.0,
    ) -> RunRecord:
        """Keep a previewed run whose model the application has called itself; feedback and replay work on it."""
        return await self.workspace.runner.record(
            run_id,
            texts,
            project_id=project_id,
            usage=usage,
            model=model,
            finish_reason=finish_reason,
            model_ms=model_ms,
        )

    @served("ai:skill:cancel")
    async def cancel(self, *, run_id: RunId, project_id: ProjectId = OWN) -> CancelAnswer:
        """Stop a run, or the feedback on one, that is under way."""
        return CancelAnswer(
            canceled=self.workspace.runner.cancel(run_id, project_id)
            or self.workspace.learning.cancel(run_id, project_id)
        )

    @served("ai:run:get")
    def get(self, *, run_id: RunId, lines: Lines = False, project_id: ProjectId = OWN) -> RecordedRun:
        """The record of a run."""
        stored = run_of(self.workspace, run_id, project_id)
        return RecordedRun(
            run=stored.record,
            messages=stored.record.preview.messages,
            complete=stored.complete,
            heard=self.workspace.store.conversation.heard(run_id),
            verdict=self.workspace.store.runs.verdict(run_id),
            lines=lines_of(stored.record.preview) if lines else None,
        )

    @served("ai:run:replay")
    def replay(self, *, run_id: RunId, project_id: ProjectId = OWN) -> Replayed:
        """Render a recorded run again and compare the bytes."""
        return replay(run_of(self.workspace, run_id, project_id))

    @served("ai:run:list")
    def list(
        self,
        *,
        project_id: ProjectId = OWN,
        all: Annotated[bool, "Those of all projects, whatever the project is."] = False,
        answered: Annotated[bool, "Not those that ended before the first word of a reply."] = False,
        waiting: Annotated[bool, "Only those outside sessions that nobody has judged."] = False,
        limit: Annotated[int, "Most items of a page, 1 to 500."] = LIST_LIMIT,
        cursor: Cursor = None,
    ) -> Page[RunSummary]:
        """The project's runs, newest first."""
        check_whole("limit", limit, 1, LIST_MAXIMUM)
        return self.workspace.store.runs.list(
            project_id, everywhere=all, answered=answered, waiting=waiting, limit=limit, cursor=cursor
        )

    @served("compact:list")
    def compacts(
        self, *, project_id: ProjectId = OWN, limit: Annotated[int, "Most items, 1 to 500."] = 50
    ) -> List[Compact]:
        """The project's runs in a few words each, newest first."""
        return List(conversation_of(self.workspace).compacts.list(project_id, limit=limit))


def lines_of(preview: Preview) -> tuple[PromptLine, ...]:
    """Every part of a prompt."""
    return prompt_lines(preview, counter_for(preview.model).count)
