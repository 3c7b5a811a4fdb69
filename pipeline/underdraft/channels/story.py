"""The story graph: asked, checked, written into, drawn; and the scene around a selection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Literal

import attrs

from underdraft.boundary.channel import served
from underdraft.boundary.plugin_calls import guarded, name_of
from underdraft.channels.answers import List
from underdraft.channels.arguments import Chapter, disk_of
from underdraft.channels.drawing import chapter_part, draw_image
from underdraft.channels.graph_answers import (
    ConfirmedFact,
    GraphAnswer,
    part_on,
    with_places,
)
from underdraft.channels.parts import Service, WorkspaceParts
from underdraft.errors import InvalidArgument, NotFound, UnderdraftError
from underdraft.knowledge.checks.check_project import Looked, check, not_looked
from underdraft.knowledge.checks.finding import Finding
from underdraft.knowledge.graph.model import Category, Claim
from underdraft.knowledge.graph.queries import (
    MAX_DEPTH,
    changes_by_name,
    full_name,
    neighbourhood,
    path_between,
)
from underdraft.knowledge.graph.rows import StoredFact
from underdraft.knowledge.proposals import LEDGER, Proposals, propose_from
from underdraft.knowledge.story_check import StoryCheck, check_story, claims_of
from underdraft.plugins import PLUGIN_FAILED, Plugins
from underdraft.types.checks import check_whole
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.knowledge import ToldBeside
from underdraft.types.model_call import AskModel
from underdraft.types.values import frozen

Names = list[str] | None
MAX_CHAPTER = 9_999
TWO = 2
FORM = ".svg"
"""The end of a drawing's name."""


@frozen(kw_only=True)
class CheckAnswer:
    """Contradictions, how far was looked for them, and what could not be read."""

    items: tuple[Finding, ...]
    warnings: tuple[str, ...]
    chapters: Annotated[int, "How many chapters were read."]
    read: Annotated[Mapping[str, int], "The numbers of these chapters, by path."]
    unnumbered: Annotated[tuple[str, ...], "Files without a chapter number, which are not read."]
    looked: Annotated[Looked, "What was compared with what, without the model."]
    not_looked: Annotated[
        tuple[str, ...],
        "What nobody looked at: `speech`, `implied`, `unnamed`, `relations`, `belongings`, `otherAttributes`, `textAgainstText`.",
    ]
    questions: Annotated[int, "How often the model was asked."] = 0


@frozen(kw_only=True)
class Drawn:
    """A picture and how much it shows."""

    path: Annotated[str | None, "The file that was written."] = OMIT_NONE
    bytes: Annotated[int, "Its size."]
    entities: int
    events: int
    svg: Annotated[str | None, "The picture itself, when no path was given."] = OMIT_NONE


@attrs.define
class Comparison:
    """Asks the plugins which told sentences contradict a fact; a plugin that fails says nothing, with a warning."""

    plugins: Plugins
    warnings: list[str] = attrs.Factory(list)

    @classmethod
    def of(cls, plugins: Plugins) -> Comparison | None:
        """With the plugins of a workspace; ``None`` where none compares."""
        hook = plugins.manager.hook.underdraft_contradictions
        return cls(plugins) if hook.get_hookimpls() else None

    def __call__(self, pairs: Sequence[ToldBeside]) -> Sequence[float]:
        """How likely each pair is a contradiction; nothing where no plugin could say."""
        hook = self.plugins.manager.hook.underdraft_contradictions
        try:
            found = [float(chance) for chance in guarded(partial(hook, pairs=pairs)) or ()]
        except UnderdraftError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a plugin raises
            self.warnings.append(f"{PLUGIN_FAILED}: told sentences were not compared ({name_of(error)})")
            return ()
        return found if len(found) == len(pairs) else ()


class Story(Service):
    """Facts of the story: query, list, add, propose, settle, check and draw them."""

    @served("knowledge:query")
    def query(
        self,
        *,
        entity: Annotated[str | None, "Whose neighbourhood."] = None,
        chapter: Chapter = None,
        depth: Annotated[int, "How many steps it reaches, 0 to 6."] = 1,
        between: Annotated[Names, "Two names."] = None,
    ) -> GraphAnswer:
        """An entity's neighbourhood, the path between two, or the whole graph."""
        if entity is not None and between is not None:
            raise InvalidArgument("between: expected either entity or between")
        check_whole("depth", depth, 0, MAX_DEPTH)
        graph = self.workspace.knowledge.graph().graph.as_of(checked_chapter(chapter))
        if between is not None:
            if len(between) != TWO:
                raise InvalidArgument("between: expected two names")
            steps = path_between(graph, *between)
            return GraphAnswer.of(part_on(graph, steps), path=steps)
        if entity is not None:
            found = neighbourhood(graph, entity, depth=depth)
            standing = changes_by_name(graph).get(full_name(graph, entity), ())
            return GraphAnswer.of(found, standing=tuple(standing))
        return GraphAnswer.of(graph)

    @served("knowledge:check")
    def check(
        self,
        *,
        chapter: Annotated[int | None, "Only what concerns this chapter."] = None,
        model: Annotated[
            bool, "Have the project's model read what has changed, and judge pairs of claims."
        ] = False,
    ) -> CheckAnswer:
        """Contradictions with facts, and those that the project's model has found; and what was not looked at."""
        service = self.workspace.knowledge
        known, chapters = service.graph(), service.chapters()
        compare = Comparison.of(self.workspace.plugins)
        checked = check(
            known.graph,
            chapters.items,
            self.workspace.files,
            locale=self.workspace.config.locale,
            only=checked_chapter(chapter),
            compare=compare,
        )
        failed = compare.warnings if compare else ()
        asker = _asker(self.workspace) if model else None
        asked = StoryCheck()
        if model or self.workspace.config.project is not None:
            asked = check_story(service, own_project(self.workspace), asker, only=chapter)
        return CheckAnswer(
            items=(*checked.findings, *asked.findings),
            warnings=tuple(dict.fromkeys((*known.warnings, *chapters.warnings, *failed, *asked.warnings))),
            chapters=len(checked.read),
            read=checked.read,
            unnumbered=tuple(c.path for c in chapters.items if c.number is None and chapter is None),
            looked=checked.looked,
            not_looked=not_looked(checked.looked, asked=model and not asked.warnings),
            questions=asked.questions,
        )

    @served("knowledge:draw")
    def draw(
        self,
        *,
        path: Annotated[str | None, "A file `*.svg`; without one the picture is in the answer."] = None,
        chapter: Annotated[int | None, "As of this chapter; without an entity, what happens in it."] = None,
        entity: Annotated[str | None, "Whose neighbourhood."] = None,
        depth: Annotated[int, "How many steps it reaches."] = 1,
        events: Annotated[bool, "With events; else just who and what is related, and how."] = True,
    ) -> Drawn:
        """Draw a chapter, an entity's neighbourhood or the whole graph, into a file of the workspace or as text."""
        if path is not None and not path.lower().endswith(FORM):
            raise InvalidArgument(f"path: expected a name that ends with {FORM}")
        files = None if path is None else disk_of(self.workspace)
        graph = self.workspace.knowledge.graph().graph.as_of(checked_chapter(chapter))
        if entity is not None:
            part = neighbourhood(graph, entity, depth=depth)
        elif chapter is not None:
            part = chapter_part(graph, chapter)
        else:
            part = graph
        part = part if events else part.related
        image = draw_image(graph, part)
        if files is not None and path is not None:
            files.write(path, [image])
        return Drawn(
            path=path,
            svg=image.decode() if path is None else None,
            bytes=len(image),
            entities=len(part.entities),
            events=len(part.events),
        )

    @served("knowledge:add")
    def add(
        self,
        *,
        kind: Annotated[Literal["entity", "relation", "event", "claim"], "What it is."],
        fact: Annotated[Mapping[str, object], "What a knowledge file would say."],
        proposed: Annotated[bool, "Keep it out of the graph until it is confirmed."] = False,
    ) -> StoredFact:
        """Write a fact; one that is there already with the same words is given back."""
        status = "proposed" if proposed else "confirmed"
        return self.workspace.knowledge.rows.add(own_project(self.workspace), kind, fact, status=status)

    @served("knowledge:propose")
    def propose(self) -> Proposals:
        """Propose the names of people that the chapters write and nobody has written down; nothing of it is taken yet.

        The model reads names and claims in `knowledge:check`; a plugin or an application proposes facts by `knowledge:add`.
        """
        return propose_from(self.workspace.knowledge, own_project(self.workspace))

    @served("knowledge:list")
    def list(
        self,
        *,
        status: Annotated[Literal["proposed", "confirmed", "rejected"] | None, "Only those."] = None,
        kind: Annotated[
            Literal["entity", "relation", "event", "claim", "clash", "all"] | None,
            "Only this kind; without one all but `claim` and `clash`, the ledger's.",
        ] = None,
    ) -> List[ConfirmedFact]:
        """Facts in the store, in order of arrival, with where their evidence is now."""
        facts = self.workspace.knowledge.rows.list(own_project(self.workspace), status)
        chosen = [
            fact
            for fact in facts
            if (fact.kind not in LEDGER if kind is None else kind in {fact.kind, "all"})
        ]
        return List(tuple(ConfirmedFact.of(fact, self.workspace.files) for fact in chosen))

    @served("knowledge:ledger")
    def ledger(
        self,
        *,
        subject: Annotated[str | None, "Only about this one, by any of its names."] = None,
        category: Annotated[Category | None, "Only this."] = None,
        chapter: Chapter = None,
    ) -> List[Claim]:
        """The story ledger: who, what, when, each claim with its quote, in story order; claims of files and of the store."""
        service, project = self.workspace.knowledge, own_project(self.workspace)
        number = checked_chapter(chapter)
        found = claims_of(service, project, subject=subject, category=category, chapter=number)
        return List(tuple(with_places(claim, self.workspace.files) for claim in found))

    @served("knowledge:settle")
    def settle(
        self,
        *,
        id: Annotated[str, "A fact's id."],
        action: Annotated[
            Literal["confirm", "reject", "delete"],
            "`confirm`: a proposal becomes part of the graph. `reject`: it never does, and is not proposed again. "
            "`delete`: the fact is taken out of the graph.",
        ],
        fact: Annotated[
            Mapping[str, object] | None,
            "With `confirm`: what the fact says from now on; a confirmed one, too.",
        ] = None,
    ) -> StoredFact:
        """Confirm or reject a proposal, or take a fact out of the graph; a rejected `clash` is a finding that is meant so."""
        rows, project = self.workspace.knowledge.rows, own_project(self.workspace)
        if action == "delete":
            return rows.delete(project, id)
        if fact is not None and action != "confirm":
            raise InvalidArgument("fact: expected with confirm alone")
        return rows.settle(project, id, "confirmed" if action == "confirm" else "rejected", fact)


def _asker(workspace: WorkspaceParts) -> AskModel:
    """Asks the project's model about the story; without one that can answer this is ``InvalidArgument``."""
    asker = workspace.store.ask_of("")
    if asker is None:
        raise InvalidArgument(f"model: no model is configured that could be asked{workspace.gate.because()}")
    return asker


def checked_chapter(chapter: int | None) -> int | None:
    """The chapter, when it is one that a book can have."""
    if chapter is not None:
        check_whole("chapter", chapter, 0, MAX_CHAPTER)
    return chapter


def own_project(workspace: WorkspaceParts) -> str:
    """The workspace's project; a folder without one is ``NotFound``."""
    project = workspace.config.project
    if project is None:
        raise NotFound("project: this folder has no project; underdraft init makes one")
    return project.id
