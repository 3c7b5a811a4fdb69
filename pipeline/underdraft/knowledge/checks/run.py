"""Checks a project for contradictions: what can be found without a model, and what a model says."""

from __future__ import annotations

from collections.abc import Sequence

from underdraft.errors import InvalidArgument
from underdraft.knowledge.checks.asking import Asked, ask_for_contradictions
from underdraft.knowledge.checks.facts import check_facts
from underdraft.knowledge.checks.finding import Finding, Messages
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.checks.texts import check_texts
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.scene.chapters import ChapterFile
from underdraft.types.files import ProjectFiles
from underdraft.types.model_call import AskModel


def check(
    graph: StoryGraph,
    chapters: Sequence[ChapterFile],
    files: ProjectFiles,
    *,
    locale: str = "zh",
    only: int | None = None,
) -> tuple[Finding, ...]:
    """Everything that contradicts itself: the graph, and the chapters' texts against the graph.

    ``only`` is the one chapter whose text is read.
    """
    texts = read_chapters(chapters, files, only=only)
    messages = Messages.of(locale)
    found = [*check_facts(graph, chapters, files, messages), *check_texts(graph, texts, messages)]
    return tuple(sorted(dict.fromkeys(found), key=lambda finding: finding.order))


def check_with_model(
    graph: StoryGraph,
    chapters: Sequence[ChapterFile],
    files: ProjectFiles,
    ask: AskModel,
    *,
    locale: str = "zh",
    only: int | None = None,
) -> Asked:
    """What a model finds in the chapters' texts, verified; see :func:`ask_for_contradictions`."""
    return ask_for_contradictions(graph, read_chapters(chapters, files, only=only), ask, Messages.of(locale))


def read_chapters(
    chapters: Sequence[ChapterFile], files: ProjectFiles, *, only: int | None = None
) -> list[Chapter]:
    """The texts of the chapters that have a number; ``only`` is the one that is read."""
    texts = []
    for chapter in chapters:
        if chapter.number is None or only not in {None, chapter.number}:
            continue
        try:
            file = files.read(chapter.path)
        except InvalidArgument:
            continue  # the listing has said so
        if file is not None:
            texts.append(Chapter(path=chapter.path, number=chapter.number, text=file.text))
    return texts
