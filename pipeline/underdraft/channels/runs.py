"""The built-in channels for runs and skills; they come in through the same door as a stranger's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from underdraft.boundary.envelope import Channel, Nothing, to_json
from underdraft.channels.workspace import workspace_info
from underdraft.errors import InvalidArgument, NotFound
from underdraft.hookspecs import hookimpl
from underdraft.skill.context_rules import rule_table
from underdraft.skill.parse import parse_skill
from underdraft.types.request import OWN_PROJECT, Own, RunRequest, Selection
from underdraft.types.run import Preview, RunRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from underdraft.workspace import Event, Workspace


LIST_LIMIT = 50
LIST_MAXIMUM = 500


@attrs.frozen(kw_only=True)
class RunPayload:
    """``ai:skill:run`` and ``ai:skill:preview``."""

    skill_id: str
    project_id: str | Own | None = OWN_PROJECT
    document_id: str | None = None
    session_id: str | None = None
    document: str | None = None
    selection: Selection | None = None
    instruction: str | None = None
    model: str | None = None
    scene_type: str | None = None
    candidates: int = 1
    timeout_ms: int | None = None
    stream: bool = False

    def options(self) -> dict[str, Any]:
        """The fields that make a :class:`RunRequest`, but for the skill's name."""
        return {a.name: getattr(self, a.name) for a in attrs.fields(RunRequest) if a.name != "skill_id"}


@attrs.frozen(kw_only=True)
class RunIdPayload:
    """Names a run."""

    run_id: str


@attrs.frozen(kw_only=True)
class ReplayPayload:
    """``ai:run:replay``; with ``other_id`` also what changed from that run to this one."""

    run_id: str
    other_id: str | None = None


@attrs.frozen(kw_only=True)
class RunListPayload:
    """``ai:run:list``."""

    project_id: str | None = None
    limit: int = LIST_LIMIT
    cursor: str | None = None


@attrs.frozen(kw_only=True)
class SkillIdPayload:
    """Names a skill."""

    skill_id: str


@attrs.frozen(kw_only=True)
class SkillTextPayload:
    """A whole ``SKILL.md``."""

    markdown: str


async def run_skill(
    workspace: Workspace, payload: RunPayload, *, on_event: Callable[[Event], None] | None = None
) -> dict[str, Any]:
    """Run a skill; with ``stream`` the listener gets the events as they come."""
    from contextlib import aclosing

    from underdraft.types.run import RunFinished

    async with aclosing(workspace.stream(payload.skill_id, **payload.options())) as events:
        async for event in events:
            if payload.stream and on_event is not None:
                on_event(event)
            if isinstance(event, RunFinished):
                return run_json(event.run)
    raise NotFound("the run ended without a result")


async def preview_skill(workspace: Workspace, payload: RunPayload) -> dict[str, Any]:
    """Assemble without calling a model."""
    return preview_json(await workspace.preview(payload.skill_id, **payload.options()))


async def cancel_run(workspace: Workspace, payload: RunIdPayload) -> dict[str, bool]:
    """Stop a run that is under way."""
    return {"canceled": workspace.cancel(payload.run_id)}


def get_run(workspace: Workspace, payload: RunIdPayload) -> dict[str, Any]:
    """The record of a run."""
    stored = workspace.store.runs.get(payload.run_id)
    return {
        **run_json(stored.record),
        "messages": to_json(stored.record.preview.messages),
        "complete": stored.complete,
    }


def replay_run(workspace: Workspace, payload: ReplayPayload) -> dict[str, Any]:
    """Render a recorded run again and compare the bytes."""
    from underdraft.run.prompt_diff import compare
    from underdraft.run.replay import replay

    runs = workspace.store.runs
    stored = runs.get(payload.run_id)
    again = replay(stored)
    body = {
        "runId": again.run_id,
        "same": again.same,
        "differs": list(again.differs),
        "stablePrefixHash": again.prompt.stable_prefix_hash,
        "promptHash": again.prompt.prompt_hash,
        "layerHashes": to_json(again.prompt.layer_hashes),
        "recorded": {
            "stablePrefixHash": again.recorded.stable_prefix_hash,
            "promptHash": again.recorded.prompt_hash,
        },
        "messages": to_json(again.prompt.messages),
    }
    if payload.other_id is not None:
        other = runs.get(payload.other_id)
        templates = (other.templates, stored.templates)
        difference = compare(replay(other).prompt, again.prompt, templates=templates)
        body["diff"] = {"otherId": other.id, **to_json(difference)}
    return body


def list_runs(workspace: Workspace, payload: RunListPayload) -> Any:
    """Runs, newest first; without ``projectId`` those of all projects."""
    if not 1 <= payload.limit <= LIST_MAXIMUM:
        raise InvalidArgument(f"limit: expected a whole number from 1 to {LIST_MAXIMUM}")
    return workspace.store.runs.list(
        project_id=payload.project_id, limit=payload.limit, cursor=payload.cursor
    )


def list_skills(workspace: Workspace, _: Nothing) -> dict[str, Any]:
    """Names and descriptions only; a skill's text is read when it is asked for."""
    return {"items": workspace.skills.list()}


def get_skill(workspace: Workspace, payload: SkillIdPayload) -> dict[str, Any]:
    """A skill with its rules."""
    skill = workspace.skills.get(payload.skill_id)
    body = to_json(attrs.evolve(skill, rules=skill.rules))
    body["name"] = skill.id
    body["contextRules"] = dict(skill.rules)
    del body["rules"]
    return body  # type: ignore[no-any-return]


def validate_skill(workspace: Workspace, payload: SkillTextPayload) -> dict[str, Any]:
    """Check a ``SKILL.md`` without storing it."""
    table = rule_table(workspace.plugins.rule_fields)
    skill = parse_skill(payload.markdown, origin="given", table=table)
    return {"valid": True, "contextRules": dict(skill.rules)}


def run_json(run: RunRecord) -> dict[str, Any]:
    """A finished run as the boundary shows it."""
    answered = {"candidates": list(run.texts)} if len(run.texts) > 1 else {}
    return {
        **_common(run.preview),
        "runId": run.id,
        "text": run.text,
        **answered,
        "usage": {
            "promptTokens": run.usage.prompt_tokens,
            "completionTokens": run.usage.completion_tokens,
            "cachedTokens": run.usage.cached_tokens,
        },
        "finishReason": run.finish_reason,
        "sessionId": run.session_id,
        "documentId": run.document_id,
        "sceneType": run.scene_type,
        "createdAt": run.created_at,
        "warnings": list(run.warnings),
        "timings": _rounded(run.timings),
    }


def preview_json(preview: Preview) -> dict[str, Any]:
    """An assembled prompt as the boundary shows it."""
    return {
        **_common(preview),
        "messages": to_json(preview.messages),
        "stablePrefix": preview.stable_prefix,
        "tokens": preview.tokens,
        "layerTokens": to_json(preview.layer_tokens),
        "budgetTokens": preview.budget_tokens,
        "capacityPercent": preview.capacity_percent,
        "trims": to_json(preview.trims),
        "cachePlan": to_json(preview.cache),
    }


def _common(preview: Preview) -> dict[str, Any]:
    return {
        "runId": preview.run_id,
        "skillId": preview.skill.id,
        "projectId": preview.project_id,
        "model": preview.model,
        "stablePrefixHash": preview.stable_prefix_hash,
        "promptHash": preview.prompt_hash,
        "layerHashes": to_json(preview.prompt.layer_hashes),
        "stablePrefixUnchanged": preview.stable_prefix_unchanged,
        "tokenCounter": preview.token_counter,
        "injected": to_json(preview.injected),
        "excluded": to_json(preview.excluded),
        "warnings": list(preview.warnings),
        "timings": _rounded(preview.timings),
    }


def _rounded(timings: Any) -> dict[str, float]:
    return {name: round(ms, 3) for name, ms in timings.items()}


def info(workspace: Workspace, _: Nothing) -> dict[str, Any]:
    """How the workspace is."""
    return workspace_info(workspace)


@hookimpl
def underdraft_channels() -> Iterable[Channel]:
    """Runs and skills."""
    return [
        Channel(name="ai:skill:run", payload=RunPayload, handle=run_skill, about="run a skill", streams=True),
        Channel(
            name="ai:skill:preview", payload=RunPayload, handle=preview_skill, about="assemble, call no model"
        ),
        Channel(name="ai:skill:cancel", payload=RunIdPayload, handle=cancel_run, about="stop a run"),
        Channel(name="ai:run:get", payload=RunIdPayload, handle=get_run, about="the record of a run"),
        Channel(
            name="ai:run:replay", payload=ReplayPayload, handle=replay_run, about="render a past run again"
        ),
        Channel(name="ai:run:list", payload=RunListPayload, handle=list_runs, about="runs, newest first"),
        Channel(name="skill:list", payload=Nothing, handle=list_skills, about="names and descriptions"),
        Channel(name="skill:get", payload=SkillIdPayload, handle=get_skill, about="a skill with its rules"),
        Channel(
            name="skill:validate", payload=SkillTextPayload, handle=validate_skill, about="check a SKILL.md"
        ),
        Channel(name="workspace:info", payload=Nothing, handle=info, about="versions, paths and health"),
    ]
