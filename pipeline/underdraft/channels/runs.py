"""Runs: started, previewed, stopped, looked up, rendered again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from typing import Annotated

import attrs

from underdraft.boundary.channel import channel
from underdraft.channels.arguments import Cursor, ProjectId, RunId, run_of
from underdraft.channels.run_answers import PreviewAnswer, RecordedRun, ReplayAnswer, RunAnswer, RunDifference
from underdraft.errors import NotFound
from underdraft.memory.db.paging import Page
from underdraft.memory.runs.store import LIST_LIMIT, LIST_MAXIMUM, RunSummary
from underdraft.run.prompt_diff import compare
from underdraft.run.replay import replay
from underdraft.types.checks import check_whole
from underdraft.types.copies import copied
from underdraft.types.model_call import Usage
from underdraft.types.request import RunRequest
from underdraft.types.run import RunFinished
from underdraft.workspace import Event, Workspace


@attrs.frozen(kw_only=True)
class CancelAnswer:
    """Whether there was something to stop, and it was stopped."""

    canceled: bool


@channel("ai:skill:run")
async def run_skill(
    workspace: Workspace,
    request: RunRequest,
    *,
    stream: Annotated[bool, "Tell the listener the events as they come."] = False,
    on_event: Callable[[Event], None] | None = None,
) -> RunAnswer:
    """Run a skill."""
    async with aclosing(workspace.stream(request)) as events:
        async for event in events:
            if stream and on_event is not None:
                on_event(event)
            if isinstance(event, RunFinished):
                return RunAnswer.of(event.run)
    raise NotFound("the run ended without a result")


@channel("ai:skill:preview")
async def preview_skill(
    workspace: Workspace,
    request: RunRequest,
    *,
    stream: Annotated[bool, "Has no effect here; a preview takes the payload of a run."] = False,
) -> PreviewAnswer:
    """Assemble the prompt of a run without calling a model or recording anything."""
    del stream
    return PreviewAnswer.of(await workspace.preview(request))


@channel("ai:skill:record")
async def record_run(
    workspace: Workspace,
    *,
    run_id: Annotated[str, "That of the preview, one of the newest 64 that this workspace has made."],
    texts: Annotated[tuple[str, ...], "The reply, one text a candidate."],
    project_id: ProjectId,
    usage: Annotated[Usage | None, "Tokens as the provider counted them."] = None,
    model: Annotated[str | None, "Who answered; the preview's model if missing."] = None,
    finish_reason: Annotated[str | None, "Why the model stopped, in the provider's word."] = None,
    model_ms: Annotated[float, "How long it took, in milliseconds."] = 0.0,
) -> RunAnswer:
    """Keep a previewed run whose model the application has called itself; feedback, why and replay work on it."""
    run = await workspace.record(
        run_id,
        texts,
        project_id=project_id,
        usage=usage,
        model=model,
        finish_reason=finish_reason,
        model_ms=model_ms,
    )
    return RunAnswer.of(run)


@channel("ai:skill:cancel")
async def cancel_run(workspace: Workspace, *, run_id: RunId, project_id: ProjectId) -> CancelAnswer:
    """Stop a run, or the feedback on one, that is under way."""
    return CancelAnswer(canceled=workspace.cancel(run_id, project_id=project_id))


@channel("ai:run:get")
def get_run(workspace: Workspace, *, run_id: RunId, project_id: ProjectId) -> RecordedRun:
    """The record of a run."""
    stored = run_of(workspace, run_id, project_id)
    return RecordedRun.of(stored.record, complete=stored.complete)


@channel("ai:run:replay")
def replay_run(
    workspace: Workspace,
    *,
    run_id: RunId,
    project_id: ProjectId,
    other_id: Annotated[str | None, "Also tell what changed from this run to that one."] = None,
) -> ReplayAnswer:
    """Render a recorded run again and compare the bytes."""
    stored = run_of(workspace, run_id, project_id)
    again = replay(stored)
    if other_id is None:
        return ReplayAnswer.of(again, None)
    other = run_of(workspace, other_id, project_id)
    templates = (other.templates, stored.templates)
    difference = compare(replay(other).prompt, again.prompt, templates=templates)
    return ReplayAnswer.of(again, copied(RunDifference, difference, other_id=other.record.id))


@channel("ai:run:list")
def list_runs(
    workspace: Workspace,
    *,
    project_id: ProjectId,
    all: Annotated[bool, "Those of all projects, whatever the project is."] = False,
    limit: Annotated[int, "Most items of a page, 1 to 500."] = LIST_LIMIT,
    cursor: Cursor = None,
) -> Page[RunSummary]:
    """The project's runs, newest first."""
    check_whole("limit", limit, 1, LIST_MAXIMUM)
    return workspace.store.runs.list(project_id, everywhere=all, limit=limit, cursor=cursor)
