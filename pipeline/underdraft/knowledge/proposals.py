"""Reads the chapters for names, has a model read them for claims, and keeps what is new as proposals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import attrs

from underdraft.knowledge.checks.check_project import read_chapters
from underdraft.knowledge.checks.prose import Chapter, card_texts
from underdraft.knowledge.graph.merge import merge
from underdraft.knowledge.graph.model import Candidate, StoryGraph
from underdraft.knowledge.graph.rows import StoredFact, readable
from underdraft.knowledge.ledger.book import CLASH, Questions, read_chapter
from underdraft.knowledge.proposing.names import propose_names
from underdraft.knowledge.service import KnowledgeService
from underdraft.types.values import frozen

OWN, MODEL = "text", "model"
"""Where proposals come from: the text, read without a model, and the project's model."""

LEDGER = frozenset({"claim", CLASH})
"""Kinds of rows of the ledger; a list of what waits for the writer has them only when it asks for them."""

Key = tuple[str, ...]


@frozen
class Proposals:
    """Proposals that are new, and how many wait."""

    items: Annotated[tuple[StoredFact, ...], "By name."]
    waiting: Annotated[int, "How many proposals wait for the writer, with those of earlier times."]
    chapters: Annotated[int, "How many chapters were read."]


def propose_from(service: KnowledgeService, project_id: str) -> Proposals:
    """Propose the names that the chapters write, and keep them; what was refused once is left out."""
    chapters = numbered(service)
    named = propose_names(chapters, known_story(service, project_id))
    items = Kept.of(service, project_id).add(named, OWN)
    waiting = sum(fact.kind not in LEDGER for fact in service.rows.list(project_id, "proposed"))
    return Proposals(tuple(sorted(items, key=lambda f: str(f.fact["name"]))), waiting, len(chapters))


@attrs.define
class Kept:
    """The facts of a project's store, and what may still be proposed beside them."""

    service: KnowledgeService
    project_id: str
    facts: list[StoredFact]
    _seen: set[Key]
    _refused: set[str]

    @classmethod
    def of(cls, service: KnowledgeService, project_id: str) -> Kept:
        """Read the store, deleted facts too: they are not proposed again."""
        ever = service.rows.list(project_id, deleted=True)
        refused = (f for f in ever if f.status == "rejected" or f.deleted_at)
        names = {str(fact.fact.get("name")) for fact in refused if fact.kind == "entity"}
        known = set(service.graph().graph.by_name)
        return cls(
            service,
            project_id,
            [fact for fact in ever if fact.deleted_at is None],
            {key for fact in ever for key in _keys(fact.kind, fact.fact)} | {("name", n) for n in known},
            names - known,
        )

    def add(self, candidates: Iterable[Candidate], origin: str) -> Sequence[StoredFact]:
        """Propose the candidates that never were, and that are not about a refused name."""
        new: list[Candidate] = []
        for kind, fact in candidates:
            keys = _keys(kind, fact)
            about = {str(fact.get(key)) for key in ("name", "subject")}
            if not self._refused & about and not all(key in self._seen for key in keys):
                new.append((kind, _without_seen(fact, self._seen)))
                self._seen |= set(keys)
        made = self.service.rows.propose(self.project_id, new, origin=origin) if new else ()
        self.facts += made
        return made

    def read(self, texts: Sequence[Chapter], questions: Questions) -> None:
        """Have the model read chapters and cards, and keep what is new; the client asks nothing twice."""
        for text in texts:
            known = known_story(self.service, self.project_id)
            self.add(read_chapter(text, known, questions), MODEL)


def texts_of(service: KnowledgeService, only: int | None = None) -> list[Chapter]:
    """The cards, which have the number 0, and chapters."""
    cards = [card for e in service.graph().graph.entities for card in card_texts(e, service.files)]
    return [text for text in (*cards, *numbered(service)) if only in {None, text.number}]


def numbered(service: KnowledgeService) -> list[Chapter]:
    """The manuscript's chapters; one without a number counts with the chapter before."""
    found, last = [], 0
    for chapter in service.chapters().items:
        last = last if chapter.number is None else chapter.number
        found.append(attrs.evolve(chapter, number=last))
    return read_chapters(found, service.files)


def known_story(service: KnowledgeService, project_id: str) -> StoryGraph:
    """Return the graph, with who and what waits to be confirmed: it is not proposed again."""
    waiting = readable(service.rows.list(project_id, "proposed", "entity"))
    return merge((service.graph().graph, *waiting))


def _without_seen(fact: Mapping[str, Any], seen: set[Key]) -> Mapping[str, Any]:
    """The fact without other names that were refused for this entity."""
    left = [a for a in _list(fact, "aliases") if ("alias", str(fact["name"]), a) not in seen]
    return {name: value for name, value in fact.items() if name != "aliases"} | (
        {"aliases": left} if left else {}
    )


def _list(fact: Mapping[str, Any], name: str) -> list[str]:
    value = fact.get(name, [])
    return [str(v) for v in value] if isinstance(value, list) else [str(value)]


def _keys(kind: str, fact: Mapping[str, Any]) -> list[Key]:
    """Return the keys of a name or claim without its evidence: two with the same keys are one proposal."""
    if kind == "entity":
        name = str(fact.get("name"))
        return [("name", name), *(("alias", name, a) for a in _list(fact, "aliases"))]
    said = [str(fact.get(key)) for key in ("subject", "category", "value")]
    quotes = (str(ref.get("quote")) for ref in fact.get("ref", ()) if isinstance(ref, Mapping))
    return [("claim", *said, *quotes)] if kind == "claim" else []
