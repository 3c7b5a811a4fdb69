"""Checks a project for contradictions that can be found without a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from underdraft.knowledge.checks.finding import Finding, Messages
from underdraft.knowledge.checks.graph_check import check_facts
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.checks.text_check import Compare, check_texts
from underdraft.knowledge.checks.validity import Values, held_values
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.scene.chapters import ChapterFile
from underdraft.types.files import ProjectFiles, read_or_none
from underdraft.types.values import frozen


@frozen(kw_only=True)
class Looked:
    """How far a check without a model has looked."""

    attributes: Annotated[int, "How many attributes the facts and cards give."]
    compared: Annotated[int, "How many of them the told sentences are compared with."]
    deaths: Annotated[int, "How many in the graph die."]
    events: Annotated[int, "How many events were replayed."]
    sentences: Annotated[int, "How many told sentences name somebody of the graph and were read."]


@frozen(kw_only=True)
class Checked:
    """The findings, and how far the check looked."""

    findings: tuple[Finding, ...]
    looked: Looked
    read: Annotated[Mapping[str, int], "The numbers of the chapters that were read, by path."]


def check(
    graph: StoryGraph,
    chapters: Sequence[ChapterFile],
    files: ProjectFiles,
    *,
    locale: str = "zh",
    only: int | None = None,
    compare: Compare | None = None,
) -> Checked:
    """Find contradictions: in the graph, and between what the chapters tell and the graph or the cards.

    ``only`` is the one chapter whose text is read; ``compare`` reads sentences beside facts.
    """
    messages = Messages.of(locale)
    texts = read_chapters(chapters, files, only=only)
    read = {text.path: text.number for text in texts}
    values = held_values(graph, files, read)
    told, sentences = check_texts(graph, values, texts, messages, compare)
    found = [*check_facts(graph, files, messages), *told]
    ordered = tuple(sorted(dict.fromkeys(found), key=lambda finding: finding.order))
    return Checked(
        findings=ordered, looked=_looked(graph, values, sentences, whole=compare is not None), read=read
    )


def _looked(graph: StoryGraph, values: Values, sentences: int, *, whole: bool) -> Looked:
    held = [value for attributes in values.values() for given in attributes.values() for value in given]
    effects = [effect for event in graph.events for effect in event.effects]
    return Looked(
        attributes=len(held),
        compared=sum(bool(whole or h.attribute.says or h.attribute.denies) for h in held),
        deaths=len({effect.who for effect in effects if effect.kind == "dies"}),
        events=len(graph.events),
        sentences=sentences,
    )


def not_looked(looked: Looked, *, asked: bool) -> tuple[str, ...]:
    """List what nobody has looked at, in the words of the channel; a model that was asked to the end has looked at more."""
    if asked:
        return ("unnamed",)
    other = ("otherAttributes",) if looked.compared < looked.attributes else ()
    return ("speech", "implied", "unnamed", "relations", "belongings", *other, "textAgainstText")


def read_chapters(
    chapters: Sequence[ChapterFile], files: ProjectFiles, *, only: int | None = None
) -> list[Chapter]:
    """The texts of the chapters that have a number; ``only`` is the one that is read."""
    return [
        Chapter(path=chapter.path, number=chapter.number, text=file.text)
        for chapter in chapters
        if chapter.number is not None and only in {None, chapter.number}
        if (file := read_or_none(files, chapter.path)) is not None
    ]
