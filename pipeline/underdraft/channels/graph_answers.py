"""Answers on the story that take more than a part of its graph: paths, what has changed, where evidence is now."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Annotated

import attrs

from underdraft.knowledge.graph.anchors import located
from underdraft.knowledge.graph.model import (
    Claim,
    Entity,
    Event,
    Evidence,
    Relation,
    Step,
    StoryGraph,
)
from underdraft.knowledge.graph.queries import StoryChange
from underdraft.knowledge.graph.rows import StoredFact, readable
from underdraft.types.copies import copied
from underdraft.types.files import ProjectFiles
from underdraft.types.json_marks import INLINE, OMIT_EMPTY, OMIT_NONE
from underdraft.types.values import frozen


@attrs.frozen(kw_only=True, eq=False)
class GraphAnswer(StoryGraph):
    """A part of the graph, in the graph's order."""

    path: Annotated[tuple[Step, ...], "The way between two, where there is one."] = OMIT_EMPTY
    standing: Annotated[tuple[StoryChange, ...] | None, "How the entity asked for has changed."] = OMIT_NONE

    @classmethod
    def of(
        cls, part: StoryGraph, *, path: Sequence[Step] = (), standing: tuple[StoryChange, ...] | None = None
    ) -> GraphAnswer:
        """The part with what was asked for besides."""
        return copied(cls, part, path=tuple(path), standing=standing)


@frozen(kw_only=True)
class QuoteAnswer:
    """One piece of evidence by its words."""

    quote: Annotated[str, "As it was when it was proposed."]
    ref: Annotated[Evidence | None, "The lines on which it is now, or null where it is lost."]


@frozen(kw_only=True)
class ConfirmedFact:
    """One fact of the store, with where its evidence is now."""

    stored: StoredFact = INLINE
    quotes: Annotated[tuple[QuoteAnswer, ...], "Its evidence by words; none for lines of files."]

    @classmethod
    def of(cls, stored: StoredFact, files: ProjectFiles) -> ConfirmedFact:
        """The fact with its quotes looked up; one that an older version wrote and this one refuses has none."""
        quoted = [
            ref
            for graph in readable([stored])
            for item in chain[Entity | Relation | Event | Claim](
                graph.entities, graph.relations, graph.events, graph.claims
            )
            for ref in item.refs
            if ref.quote
        ]
        return cls(
            stored=stored,
            quotes=tuple(QuoteAnswer(quote=ref.quote, ref=located(ref, files)) for ref in quoted),
        )


def part_on(graph: StoryGraph, steps: Sequence[Step]) -> StoryGraph:
    """Return the part of the graph that lies on a path."""
    names = {name for step in steps for name in (step.source, step.target)}
    by = dict.fromkeys(step.by for step in steps)
    return StoryGraph(
        entities=tuple(e for e in graph.entities if e.name in names),
        relations=tuple(b for b in by if isinstance(b, Relation)),
        events=tuple(b for b in by if not isinstance(b, Relation)),
    )


def with_places(claim: Claim, files: ProjectFiles) -> Claim:
    """The claim with where its words are now; where they are lost, with where they were."""
    return attrs.evolve(claim, refs=tuple(located(ref, files) or ref for ref in claim.refs[:1]))
