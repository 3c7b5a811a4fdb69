"""The channels ``knowledge:*``: asking the story graph, writing into it, freezing a session's scene."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from underdraft.boundary.envelope import Channel, Nothing
from underdraft.errors import InvalidArgument, NotFound
from underdraft.hookspecs import hookimpl
from underdraft.knowledge.graph.json import (
    answer_json,
    entity_state_json,
    event_json,
    fact_json,
    finding_json,
)
from underdraft.knowledge.scene.passage import Scene
from underdraft.types.request import RunRequest, Selection

if TYPE_CHECKING:
    from collections.abc import Iterable

    from underdraft.workspace import Workspace

MAX_CHAPTER = 9_999


@attrs.frozen(kw_only=True)
class QueryPayload:
    """``knowledge:query``: an entity's neighbourhood, the path between two, or the whole graph."""

    entity: str | None = None
    chapter: int | None = None
    depth: int = 1
    between: list[str] | None = None


@attrs.frozen(kw_only=True)
class TimelinePayload:
    """``knowledge:timeline``."""

    entity: str
    chapter: int | None = None


@attrs.frozen(kw_only=True)
class ChapterPayload:
    """Names a chapter, or none."""

    chapter: int | None = None


@attrs.frozen(kw_only=True)
class ScenePayload:
    """``knowledge:scene``."""

    document: str | None = None
    selection: Selection | None = None
    document_id: str | None = None
    session_id: str | None = None


@attrs.frozen(kw_only=True)
class FreezePayload:
    """``knowledge:freeze``: ``names`` and ``chapter`` as given, else as found in the document."""

    session_id: str
    document: str | None = None
    selection: Selection | None = None
    document_id: str | None = None
    names: list[str] | None = None
    chapter: int | None = None


@attrs.frozen(kw_only=True)
class SessionPayload:
    """Names a session."""

    session_id: str


@attrs.frozen(kw_only=True)
class AddPayload:
    """``knowledge:add``: a fact as a knowledge file would say it; ``proposed`` keeps it out of the graph."""

    kind: str
    fact: Any
    proposed: bool = False


@attrs.frozen(kw_only=True)
class ProposePayload:
    """``knowledge:propose``: the path of a chapter."""

    path: str


@attrs.frozen(kw_only=True)
class ListPayload:
    """``knowledge:list``."""

    status: str | None = None


@attrs.frozen(kw_only=True)
class FactIdPayload:
    """Names a fact."""

    id: str


@attrs.frozen(kw_only=True)
class DrawPayload:
    """``knowledge:draw``: where to, and which part of the graph."""

    path: str
    chapter: int | None = None
    entity: str | None = None
    depth: int = 1


def query(workspace: Workspace, payload: QueryPayload) -> dict[str, Any]:
    """A part of the graph as of a chapter."""
    from underdraft.knowledge.graph.queries import MAX_DEPTH, neighbourhood, path_between

    if payload.entity is not None and payload.between is not None:
        raise InvalidArgument("between: expected either entity or between")
    if not 0 <= payload.depth <= MAX_DEPTH:
        raise InvalidArgument(f"depth: expected a whole number from 0 to {MAX_DEPTH}")
    graph = workspace.knowledge.graph().graph.as_of(checked_chapter(payload.chapter))
    if payload.between is not None:
        if len(payload.between) != 2:  # noqa: PLR2004
            raise InvalidArgument("between: expected two names")
        return answer_json(graph, steps=path_between(graph, *payload.between))
    if payload.entity is not None:
        found = neighbourhood(graph, [payload.entity], depth=payload.depth)
        return {**answer_json(graph, found), "standing": entity_state_json(graph, payload.entity)}
    return answer_json(graph, graph.whole)


def show_timeline(workspace: Workspace, payload: TimelinePayload) -> dict[str, Any]:
    """What has happened to one entity, in order."""
    from underdraft.knowledge.graph.queries import timeline

    graph = workspace.knowledge.graph().graph.as_of(checked_chapter(payload.chapter))
    events = timeline(graph, payload.entity)
    return {"entity": graph.resolve(payload.entity), "items": [event_json(event) for event in events]}


def check_project(workspace: Workspace, payload: ChapterPayload) -> dict[str, Any]:
    """Contradictions that need no model."""
    from underdraft.knowledge.checks.run import check

    service = workspace.knowledge
    known, chapters = service.graph(), service.chapters()
    found = check(
        known.graph,
        chapters.items,
        workspace.files,
        locale=workspace.config.locale,
        only=checked_chapter(payload.chapter),
    )
    warnings = dict.fromkeys((*known.warnings, *chapters.warnings))
    return {"items": [finding_json(finding) for finding in found], "warnings": list(warnings)}


def show_scene(workspace: Workspace, payload: ScenePayload) -> Scene:
    """Who is named where the selection stands, and in which chapter that is."""
    return workspace.knowledge.scene(_request(payload))


def freeze(workspace: Workspace, payload: FreezePayload) -> Scene:
    """Freeze the names and the chapter for a session; a second call replaces the first."""
    service = workspace.knowledge
    service.freeze(payload.session_id, None)
    found = service.scene(_request(payload))
    graph = service.graph().graph
    if payload.names is not None:
        found = attrs.evolve(found, names=tuple(sorted(graph.resolved(payload.names))))
    if payload.chapter is not None:
        found = attrs.evolve(found, chapter=checked_chapter(payload.chapter))
    frozen = service.freeze(payload.session_id, found)
    return frozen or found


def thaw(workspace: Workspace, payload: SessionPayload) -> dict[str, bool]:
    """Look for names again in this session's runs."""
    workspace.knowledge.freeze(payload.session_id, None)
    return {"frozen": False}


def add(workspace: Workspace, payload: AddPayload) -> dict[str, Any]:
    """Write a fact into the store."""
    status = "proposed" if payload.proposed else "confirmed"
    rows = workspace.knowledge.rows
    return fact_json(rows.add(_project(workspace), payload.kind, payload.fact, status=status))


def propose(workspace: Workspace, payload: ProposePayload) -> dict[str, Any]:
    """Ask the installed extractors what a chapter says, and keep it as proposals."""
    from underdraft.knowledge.proposals import propose_from

    made = propose_from(
        workspace.knowledge,
        workspace.plugins.implementations("underdraft_extract_knowledge"),
        _project(workspace),
        payload.path,
    )
    return {"items": [fact_json(fact) for fact in made.items], "warnings": list(made.warnings)}


def list_facts(workspace: Workspace, payload: ListPayload) -> dict[str, Any]:
    """Facts in the store, in order of arrival."""
    facts = workspace.knowledge.rows.list(_project(workspace), payload.status)
    return {"items": [fact_json(fact) for fact in facts]}


def confirm(workspace: Workspace, payload: FactIdPayload) -> dict[str, Any]:
    """Make a proposal part of the graph."""
    return fact_json(workspace.knowledge.rows.settle(_project(workspace), payload.id, "confirmed"))


def reject(workspace: Workspace, payload: FactIdPayload) -> dict[str, Any]:
    """Keep a proposal out of the graph for good; it is not proposed again."""
    return fact_json(workspace.knowledge.rows.settle(_project(workspace), payload.id, "rejected"))


def delete(workspace: Workspace, payload: FactIdPayload) -> dict[str, Any]:
    """Take a fact out of the graph."""
    return fact_json(workspace.knowledge.rows.delete(_project(workspace), payload.id))


def draw(workspace: Workspace, payload: DrawPayload) -> dict[str, Any]:
    """Draw a chapter, an entity's neighbourhood or the whole graph into a file of the workspace."""
    from underdraft.knowledge.graph.draw import chapter_part, draw_to
    from underdraft.knowledge.graph.queries import neighbourhood

    target = workspace.files.target(payload.path, (".svg", ".png"))
    graph = workspace.knowledge.graph().graph.as_of(checked_chapter(payload.chapter))
    if payload.entity is not None:
        part = neighbourhood(graph, [payload.entity], depth=payload.depth)
    elif payload.chapter is not None:
        part = chapter_part(graph, payload.chapter)
    else:
        part = graph.whole
    size = draw_to(target, graph, part)
    return {"path": payload.path, "bytes": size, "entities": len(part.entities), "events": len(part.events)}


def health(workspace: Workspace, _: Nothing) -> dict[str, Any]:
    """How much is known, and what could not be read."""
    service = workspace.knowledge
    known, chapters = service.graph(), service.chapters()
    graph = known.graph
    return {
        "entities": len(graph.entities),
        "relations": len(graph.relations),
        "events": len(graph.events),
        "states": len(graph.states),
        "chapters": len(chapters.items),
        "lastChapter": graph.last_chapter,
        "warnings": list(dict.fromkeys((*known.warnings, *chapters.warnings))),
    }


def checked_chapter(chapter: int | None) -> int | None:
    """The chapter, when it can be one.

    Raises:
        InvalidArgument: It is negative or beyond any book.
    """
    if chapter is not None and not 0 <= chapter <= MAX_CHAPTER:
        raise InvalidArgument(f"chapter: expected a whole number from 0 to {MAX_CHAPTER}")
    return chapter


def _project(workspace: Workspace) -> str:
    project = workspace.config.project
    if project is None:
        raise NotFound("project: this folder has no project; underdraft init makes one")
    return project.id


def _request(payload: ScenePayload | FreezePayload) -> RunRequest:
    from underdraft.run.check_request import check_request

    return check_request(
        RunRequest(
            skill_id="consistency-check",
            project_id=None,
            document=payload.document,
            selection=payload.selection,
            document_id=payload.document_id,
            session_id=payload.session_id,
        )
    )


@hookimpl
def underdraft_channels() -> Iterable[Channel]:
    """The story graph."""
    table: list[tuple[str, type, Any, str]] = [
        ("knowledge:query", QueryPayload, query, "entities, relations, events as of a chapter"),
        ("knowledge:timeline", TimelinePayload, show_timeline, "what happened to one entity"),
        ("knowledge:check", ChapterPayload, check_project, "contradictions, found without a model"),
        ("knowledge:scene", ScenePayload, show_scene, "who is named at the selection, and the chapter"),
        ("knowledge:freeze", FreezePayload, freeze, "keep a session's names and chapter"),
        ("knowledge:thaw", SessionPayload, thaw, "look for a session's names again"),
        ("knowledge:add", AddPayload, add, "write a fact"),
        ("knowledge:propose", ProposePayload, propose, "let extractors propose facts from a chapter"),
        ("knowledge:list", ListPayload, list_facts, "facts in the store"),
        ("knowledge:confirm", FactIdPayload, confirm, "take a proposal into the graph"),
        ("knowledge:reject", FactIdPayload, reject, "keep a proposal out"),
        ("knowledge:delete", FactIdPayload, delete, "delete a fact"),
        ("knowledge:draw", DrawPayload, draw, "draw the graph of a chapter"),
        ("knowledge:health", Nothing, health, "how much is known"),
    ]
    return [Channel(name=n, payload=p, handle=h, about=a) for n, p, h, a in table]
