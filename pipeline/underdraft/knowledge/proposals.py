"""Reads the chapters for names, or asks a model for names and claims, and keeps what is new as proposals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any

import attrs

from underdraft.errors import InvalidArgument, NotFound
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.graph.anchors import read_or_none
from underdraft.knowledge.graph.merge import merge
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.graph.rows import StoredFact
from underdraft.knowledge.ledger.book import CLASH, Questions, read_chapter
from underdraft.knowledge.proposing.candidates import surest_first
from underdraft.knowledge.proposing.names import propose_names
from underdraft.knowledge.service import KnowledgeService
from underdraft.memory.notes.rows import packed
from underdraft.types.files import TextFile
from underdraft.types.knowledge import CandidateFact
from underdraft.types.model_call import AskModel

OWN, MODEL = "text", "model"
"""Where proposals come from: the text, read without a model, and the project's model."""

LEDGER = frozenset({"claim", CLASH})
"""Kinds of rows of the ledger; a list of what waits for the writer has them only when it asks for them."""

Key = tuple[str, ...]


@attrs.frozen
class Proposals:
    """Proposals, those stored already, and warnings."""

    items: Annotated[tuple[StoredFact, ...], "The surest first."]
    warnings: tuple[str, ...]
    waiting: Annotated[int, "How many proposals wait for the writer, with those of earlier times."] = 0
    questions: Annotated[int, "How often the model was asked."] = 0
    chapters: Annotated[int, "How many chapters were read."] = 0


def propose_from(
    service: KnowledgeService, project_id: str, path: str | None = None, *, ask: AskModel | None = None
) -> Proposals:
    """Propose the names that the chapters write, or one of them, and keep them; what was refused once is left out.

    With ``ask`` that model is asked instead, for names and claims, of the cards too.
    """
    files = _files(service, path)
    questions = None if ask is None else Questions(asker=ask, project_id=project_id)
    if questions is not None:
        texts = [chapter for chapter, _ in files]
        items = read_into(service, project_id, [*texts, *(cards(service) if path is None else ())], questions)
    else:
        items = _keep(service, project_id, _names_in(service, project_id, files, path), OWN)
    return Proposals(
        tuple(sorted(items, key=lambda f: surest_first(CandidateFact(kind=f.kind, fact=f.fact)))),
        tuple(dict.fromkeys(questions.warnings if questions else ())),
        sum(fact.kind not in LEDGER for fact in service.rows.list(project_id, "proposed")),
        questions.count if questions else 0,
        len(files),
    )


def read_into(
    service: KnowledgeService, project_id: str, texts: Sequence[Chapter], questions: Questions
) -> Sequence[StoredFact]:
    """Have the model read chapters and cards, and keep what is new; the client asks nothing twice."""
    about = {card.path: name for card, name in _cards(service)}
    made: list[StoredFact] = []
    for text in texts:
        known = known_story(service, project_id)
        found = read_chapter(text, known, questions, about=about.get(text.path, ""))
        made += _keep(service, project_id, found, MODEL)
    return made


def numbered(service: KnowledgeService) -> list[Chapter]:
    """The manuscript's chapters."""
    return [chapter for chapter, _ in _files(service, None)]


def cards(service: KnowledgeService) -> list[Chapter]:
    """The cards as texts from before the book."""
    return [card for card, _ in _cards(service)]


def _cards(service: KnowledgeService) -> Iterator[tuple[Chapter, str]]:
    for entity in service.graph().graph.entities:
        for path in (ref.path for ref in entity.refs if ref.path.endswith(".md") and not ref.first_line):
            if (file := read_or_none(service.files, path)) is not None:
                yield Chapter(path=path, number=0, text=file.text), entity.name


def _names_in(
    service: KnowledgeService, project_id: str, files: Sequence[tuple[Chapter, TextFile]], path: str | None
) -> list[CandidateFact]:
    """The names that the files write, judged by all chapters."""
    chapters = [chapter for chapter, _ in _files(service, None)]
    asked = {chapter.path for chapter, _ in files}
    if path is not None and path not in {chapter.path for chapter in chapters}:
        chapters += [chapter for chapter, _ in files]
    told = propose_names(chapters, known_story(service, project_id))
    return [c for c in told if any(ref["path"] in asked for ref in _refs(c.fact))]


def _files(service: KnowledgeService, path: str | None) -> list[tuple[Chapter, TextFile]]:
    """The manuscript's chapters, or one file; one without a number counts with the chapter before."""
    known = service.chapters().items
    found, last = [], 0
    for chapter in known:
        last = last if chapter.number is None else chapter.number
        if path in {None, chapter.path} and (file := read_or_none(service.files, chapter.path)) is not None:
            found.append((Chapter(path=chapter.path, number=last, text=file.text), file))
    if path is not None and not found:
        file = service.files.read(path)
        if file is None:
            raise NotFound("path: there is no such file in the project")
        found.append((Chapter(path=path, number=0, text=file.text), file))
    return found


def known_story(service: KnowledgeService, project_id: str) -> StoryGraph:
    """Return the graph, with who and what waits to be confirmed: it is not proposed again."""
    waiting = []
    for fact in service.rows.list(project_id, "proposed", "entity"):
        with suppress(InvalidArgument):  # an older version wrote it, and this one does not take it
            waiting.append(fact.graph)
    return merge((service.graph().graph, *waiting))


def _keep(
    service: KnowledgeService, project_id: str, candidates: Iterable[CandidateFact], origin: str
) -> Sequence[StoredFact]:
    """Return the candidates that were never proposed, and that are not about a refused name."""
    ever = service.rows.ever(project_id)
    seen = {key for fact in ever for key in _keys(fact.kind, fact.fact)}
    graph = service.graph().graph
    refused = {
        name for f in ever if f.status == "rejected" or f.deleted_at for name in _own_names(f.kind, f.fact)
    } - set(graph.by_name)
    new: list[tuple[str, Mapping[str, Any]]] = []
    for candidate in candidates:
        keys = _keys(candidate.kind, candidate.fact)
        if all(key in seen for key in keys) or refused & set(_names(candidate.fact)):
            continue
        fact = _without_seen(candidate, seen)
        seen |= set(keys)
        new.append((candidate.kind, fact))
    return service.rows.propose(project_id, new, origin=origin)


def _without_seen(candidate: CandidateFact, seen: set[Key]) -> Mapping[str, Any]:
    """The fact without other names that were refused for this entity."""
    fact = dict(candidate.fact)
    if candidate.kind == "entity" and "aliases" in fact:
        left = [a for a in _list(fact, "aliases") if ("alias", str(fact["name"]), a) not in seen]
        fact["aliases"] = left
        if not left:
            del fact["aliases"]
    return fact


def _refs(fact: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (ref for ref in fact.get("ref", ()) if isinstance(ref, Mapping))


def _list(fact: Mapping[str, Any], name: str) -> list[str]:
    value = fact.get(name, [])
    return [str(v) for v in value] if isinstance(value, list) else [str(value)]


def _own_names(kind: str, fact: Mapping[str, Any]) -> list[str]:
    """The name of an entity that was proposed as a new one; a fact of other names alone is about a known one."""
    about_known = "aliases" in fact and "first_chapter" not in fact
    return [str(fact.get("name"))] if kind == "entity" and not about_known else []


def _names(fact: Mapping[str, Any]) -> list[str]:
    """Everybody and everything that a fact is about."""
    single = [str(fact[key]) for key in ("name", "from", "to", "place", "subject") if key in fact]
    return [*single, *_list(fact, "who"), *_list(fact, "about")]


def _keys(kind: str, fact: Mapping[str, Any]) -> list[Key]:
    """Return the keys of a fact without its evidence: two facts with the same keys are one proposal."""
    if kind == "entity":
        name = str(fact.get("name"))
        return [
            *(("name", n) for n in _own_names(kind, fact)),
            *(("alias", name, a) for a in _list(fact, "aliases")),
        ]
    if kind == "relation":
        return [("relation", *(str(fact.get(key)) for key in ("from", "is", "to")))]
    if kind == "claim":
        said = [str(fact.get(key)) for key in ("subject", "category", "value")]
        return [("claim", *said, *(str(ref.get("quote")) for ref in _refs(fact)))]
    quotes = tuple(str(ref.get("quote")) for ref in _refs(fact))[:1]
    return [(kind, *quotes, *sorted(_names(fact)))] if quotes else [(kind, packed(fact))]
