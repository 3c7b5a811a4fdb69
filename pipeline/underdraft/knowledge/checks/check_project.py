"""Checks a project for contradictions: what can be found without a model, and what a model says."""

from __future__ import annotations

from collections.abc import Sequence

from underdraft.errors import InvalidArgument
from underdraft.knowledge.checks.finding import Finding, Messages
from underdraft.knowledge.checks.graph_check import check_facts
from underdraft.knowledge.checks.model_check import Asked, ask_for_contradictions
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.checks.texts import check_texts
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.scene.chapters import ChapterFile
from underdraft.types.files import ProjectFiles
from underdraft.types.model_call import AskModel

NOTES = (".underdraft/characters", ".underdraft/world", ".underdraft/settings")
OUTLINE = ".underdraft/outline.md"


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
    notes = read_notes(files)
    found = [*check_facts(graph, chapters, files, messages), *check_texts(graph, texts, messages, notes)]
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


def read_notes(files: ProjectFiles) -> str:
    """What the writer has put down about the story besides its facts: cards, settings and outline."""
    paths = [*(path for folder in NOTES for path in files.list(folder)), OUTLINE]
    return "\n".join(text for path in paths if (text := _text(files, path)) is not None)


def _text(files: ProjectFiles, path: str) -> str | None:
    """A file's text; ``None`` where there is none, or it is refused, which its own reading says."""
    try:
        file = files.read(path)
    except InvalidArgument:
        return None
    return None if file is None else file.text


def read_chapters(
    chapters: Sequence[ChapterFile], files: ProjectFiles, *, only: int | None = None
) -> list[Chapter]:
    """The texts of the chapters that have a number; ``only`` is the one that is read."""
    texts = []
    for chapter in chapters:
        if chapter.number is None or only not in {None, chapter.number}:
            continue
        text = _text(files, chapter.path)
        if text is not None:
            texts.append(Chapter(path=chapter.path, number=chapter.number, text=text))
    return texts
