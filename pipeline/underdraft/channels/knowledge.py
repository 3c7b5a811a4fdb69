"""The story graph: asked, checked, written into, drawn; and the scene that a session is kept in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import attrs

from underdraft.boundary.channel import channel
from underdraft.channels.answers import List
from underdraft.channels.arguments import Chapter, SessionId, admit
from underdraft.channels.graph_answers import (
    EventAnswer,
    FindingAnswer,
    GraphAnswer,
    KeptFact,
    part_on,
    states_of,
)
from underdraft.errors import InvalidArgument, NotFound
from underdraft.knowledge.checks.asking import Asked
from underdraft.knowledge.checks.run import check, check_with_model
from underdraft.knowledge.graph.draw import chapter_part, draw_svg, draw_to
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.graph.queries import MAX_DEPTH, neighbourhood, path_between, timeline
from underdraft.knowledge.graph.rows import StoredFact
from underdraft.knowledge.proposals import Proposals, propose_from
from underdraft.knowledge.scene.chapters import ChapterFile
from underdraft.knowledge.scene.passage import Scene
from underdraft.run.ask_model import ModelAsker
from underdraft.run.check_request import check_request
from underdraft.types.checks import check_whole
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.request import RunRequest, Selection
from underdraft.workspace import Workspace

MAX_CHAPTER = 9_999
TWO = 2

FactId = Annotated[str, "A fact's id."]
Document = Annotated[str | None, "The whole text."]
Selected = Annotated[Selection | None, "What is selected in it; its end if missing."]
DocumentId = Annotated[str | None, "The application's name for it; a chapter's path tells its number."]


@attrs.frozen(kw_only=True)
class Timeline:
    """What has happened to one entity, in order; ``entity`` is its full name."""

    entity: str
    items: tuple[EventAnswer, ...]


@attrs.frozen(kw_only=True)
class CheckAnswer:
    """Contradictions, and what could not be read."""

    items: tuple[FindingAnswer, ...]
    warnings: tuple[str, ...]
    questions: Annotated[int, "How often the model was asked."] = 0


@attrs.frozen(kw_only=True)
class Thawed:
    """The session's names are looked for again."""

    frozen: Literal[False] = False


@attrs.frozen(kw_only=True)
class Drawn:
    """A picture and how much it shows."""

    path: Annotated[str | None, "The file that was written."] = OMIT_NONE
    bytes: Annotated[int, "Its size."]
    entities: int
    events: int
    svg: Annotated[str | None, "The picture itself, when no path was given."] = OMIT_NONE


@attrs.frozen(kw_only=True)
class KnowledgeHealth:
    """How much is known, and what could not be read."""

    entities: int
    relations: int
    events: int
    states: int
    chapters: Annotated[int, "How many files the manuscript has."]
    last_chapter: Annotated[int | None, "The last chapter of which something is known, or null."]
    warnings: Annotated[tuple[str, ...], "What could not be read."]


@channel("knowledge:query")
def query(
    workspace: Workspace,
    *,
    entity: Annotated[str | None, "Whose neighbourhood."] = None,
    chapter: Chapter = None,
    depth: Annotated[int, "How many steps it reaches, 0 to 6."] = 1,
    between: Annotated[list[str] | None, "Two names."] = None,
) -> GraphAnswer:
    """An entity's neighbourhood, the path between two, or the whole graph."""
    if entity is not None and between is not None:
        raise InvalidArgument("between: expected either entity or between")
    check_whole("depth", depth, 0, MAX_DEPTH)
    graph = workspace.knowledge.graph().graph.as_of(checked_chapter(chapter))
    if between is not None:
        if len(between) != TWO:
            raise InvalidArgument("between: expected two names")
        steps = path_between(graph, *between)
        return GraphAnswer.of(part_on(graph, steps), steps=steps)
    if entity is not None:
        found = neighbourhood(graph, [entity], depth=depth)
        return GraphAnswer.of(found, standing=states_of(graph, entity))
    return GraphAnswer.of(graph.whole)


@channel("knowledge:timeline")
def show_timeline(
    workspace: Workspace, *, entity: Annotated[str, "One of its names."], chapter: Chapter = None
) -> Timeline:
    """What has happened to one entity, in order."""
    graph = workspace.knowledge.graph().graph.as_of(checked_chapter(chapter))
    events = timeline(graph, entity)
    return Timeline(
        entity=graph.resolve(entity) or entity, items=tuple(EventAnswer.of(event) for event in events)
    )


@channel("knowledge:check")
def check_project(
    workspace: Workspace,
    *,
    chapter: Annotated[int | None, "Only what concerns this chapter."] = None,
    model: Annotated[bool, "Ask the project's model too."] = False,
) -> CheckAnswer:
    """Contradictions, found without a model, and those that the project's model finds if it is asked."""
    service = workspace.knowledge
    known, chapters = service.graph(), service.chapters()
    found = check(
        known.graph,
        chapters.items,
        workspace.files,
        locale=workspace.config.locale,
        only=checked_chapter(chapter),
    )
    asked = _asked(workspace, known.graph, chapters.items, chapter) if model else Asked()
    return CheckAnswer(
        items=tuple(FindingAnswer.of(finding) for finding in (*found, *asked.findings)),
        warnings=tuple(dict.fromkeys((*known.warnings, *chapters.warnings, *asked.warnings))),
        questions=asked.questions,
    )


def _asked(
    workspace: Workspace, graph: StoryGraph, chapters: Sequence[ChapterFile], chapter: int | None
) -> Asked:
    asker, locale = _asker(workspace), workspace.config.locale
    return check_with_model(graph, chapters, workspace.files, asker, locale=locale, only=chapter)


def _asker(workspace: Workspace) -> ModelAsker:
    """Asks the project's model; without one that can answer this is ``InvalidArgument``."""
    all_models = ModelAsker(config=workspace.config, plugins=workspace.plugins, new_id=workspace.new_id)
    asker = all_models.of(workspace.config.model)
    if asker is None:
        raise InvalidArgument("model: no model is configured that could be asked")
    return asker


@channel("knowledge:health")
def health(workspace: Workspace) -> KnowledgeHealth:
    """How much is known, and what could not be read."""
    service = workspace.knowledge
    known, chapters = service.graph(), service.chapters()
    graph = known.graph
    return KnowledgeHealth(
        entities=len(graph.entities),
        relations=len(graph.relations),
        events=len(graph.events),
        states=len(graph.states),
        chapters=len(chapters.items),
        last_chapter=graph.last_chapter,
        warnings=tuple(dict.fromkeys((*known.warnings, *chapters.warnings))),
    )


@channel("knowledge:draw")
def draw(
    workspace: Workspace,
    *,
    path: Annotated[
        str | None, "A file `*.svg` or `*.png`; without one the picture is in the answer."
    ] = None,
    chapter: Annotated[int | None, "As of this chapter; without an entity, what happens in it."] = None,
    entity: Annotated[str | None, "Whose neighbourhood."] = None,
    depth: Annotated[int, "How many steps it reaches."] = 1,
    events: Annotated[bool, "With events; else just who and what is related, and how."] = True,
) -> Drawn:
    """Draw a chapter, an entity's neighbourhood or the whole graph, into a file of the workspace or as text."""
    target = None if path is None else workspace.files.target(path, (".svg", ".png"))
    graph = workspace.knowledge.graph().graph.as_of(checked_chapter(chapter))
    if entity is not None:
        part = neighbourhood(graph, [entity], depth=depth)
    elif chapter is not None:
        part = chapter_part(graph, chapter)
    else:
        part = graph.whole
    part = part if events else part.related
    picture = draw_svg(graph, part) if target is None else None
    size = draw_to(target, graph, part) if target else len((picture or "").encode())
    return Drawn(path=path, svg=picture, bytes=size, entities=len(part.entities), events=len(part.events))


@channel("knowledge:scene")
def show_scene(
    workspace: Workspace,
    *,
    document: Document = None,
    selection: Selected = None,
    document_id: DocumentId = None,
    session_id: Annotated[str | None, "The session, whose scene may be frozen."] = None,
) -> Scene:
    """Who is named where the selection is, and in which chapter that is."""
    if session_id is not None:
        admit(workspace, session_id, workspace.config.project_id)
    return workspace.knowledge.scene(
        _request(document=document, selection=selection, document_id=document_id, session_id=session_id)
    )


@channel("knowledge:freeze")
def freeze(
    workspace: Workspace,
    *,
    session_id: SessionId,
    document: Document = None,
    selection: Selected = None,
    document_id: DocumentId = None,
    names: Annotated[list[str] | None, "Who and what is named; found in the document if missing."] = None,
    chapter: Annotated[int | None, "The chapter; found by the document if missing."] = None,
) -> Scene:
    """Keep the names and the chapter for a session's runs; a second call replaces the first."""
    admit(workspace, session_id, workspace.config.project_id)
    service = workspace.knowledge
    service.freeze(session_id, None)
    found = service.scene(
        _request(document=document, selection=selection, document_id=document_id, session_id=session_id)
    )
    graph = service.graph().graph
    if names is not None:
        found = attrs.evolve(found, names=tuple(sorted(graph.resolved(names))))
    if chapter is not None:
        found = attrs.evolve(found, chapter=checked_chapter(chapter))
    return service.freeze(session_id, found) or found


@channel("knowledge:thaw")
def thaw(workspace: Workspace, *, session_id: SessionId) -> Thawed:
    """Look for names again in this session's runs."""
    admit(workspace, session_id, workspace.config.project_id)
    workspace.knowledge.freeze(session_id, None)
    return Thawed()


@channel("knowledge:add")
def add(
    workspace: Workspace,
    *,
    kind: Annotated[Literal["entity", "relation", "event", "state"], "What it is."],
    fact: Annotated[Mapping[str, object], "What a knowledge file would say."],
    proposed: Annotated[bool, "Keep it out of the graph until it is confirmed."] = False,
) -> StoredFact:
    """Write a fact; one that is there already with the same words is given back."""
    status = "proposed" if proposed else "confirmed"
    return workspace.knowledge.rows.add(own_project(workspace), kind, fact, status=status)


@channel("knowledge:propose")
def propose(
    workspace: Workspace,
    *,
    path: Annotated[str | None, "One chapter, relative to the workspace; all of them if missing."] = None,
    model: Annotated[bool, "Ask the project's model, instead of reading without one."] = False,
) -> Proposals:
    """Propose what the chapters say of the story and nobody has written down; nothing of it is taken yet.

    Without a model names, other names, relations and events are read by rules, and installed extractors are asked.
    """
    service, project = workspace.knowledge, own_project(workspace)
    if model:
        return propose_from(service, (), project, path, ask=_asker(workspace))
    extractors = workspace.plugins.implementations("underdraft_extract_knowledge")
    return propose_from(service, extractors, project, path)


@channel("knowledge:list")
def list_facts(
    workspace: Workspace,
    *,
    status: Annotated[Literal["proposed", "confirmed", "rejected"] | None, "Only those."] = None,
) -> List[KeptFact]:
    """Facts in the store, in order of arrival, with where their evidence is now."""
    facts = workspace.knowledge.rows.list(own_project(workspace), status)
    return List(tuple(KeptFact.of(fact, workspace.files) for fact in facts))


@channel("knowledge:confirm")
def confirm(workspace: Workspace, *, id: FactId) -> StoredFact:
    """Make a proposal part of the graph."""
    return workspace.knowledge.rows.settle(own_project(workspace), id, "confirmed")


@channel("knowledge:reject")
def reject(workspace: Workspace, *, id: FactId) -> StoredFact:
    """Keep a proposal out of the graph for good; it is not proposed again."""
    return workspace.knowledge.rows.settle(own_project(workspace), id, "rejected")


@channel("knowledge:delete")
def delete(workspace: Workspace, *, id: FactId) -> StoredFact:
    """Take a fact out of the graph."""
    return workspace.knowledge.rows.delete(own_project(workspace), id)


def checked_chapter(chapter: int | None) -> int | None:
    """The chapter, when it is one that a book can have."""
    if chapter is not None:
        check_whole("chapter", chapter, 0, MAX_CHAPTER)
    return chapter


def own_project(workspace: Workspace) -> str:
    """The workspace's project; a folder without one is ``NotFound``."""
    project = workspace.config.project
    if project is None:
        raise NotFound("project: this folder has no project; underdraft init makes one")
    return project.id


def _request(**place: Any) -> RunRequest:
    return check_request(RunRequest(skill_id="consistency-check", project_id=None, **place))
