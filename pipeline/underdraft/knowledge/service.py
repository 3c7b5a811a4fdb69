"""The project's knowledge for fetchers, channels and the command line."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Collection
from functools import lru_cache

import attrs

from underdraft.errors import MEMORY_DEGRADED, StoreError
from underdraft.knowledge.graph.merge import merge
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.graph.rows import FactRows
from underdraft.knowledge.scene.chapters import ChapterFile, chapter_number, heading_above, scene_text
from underdraft.knowledge.scene.excerpts import choose, sections_for
from underdraft.knowledge.scene.file_cache import MANUSCRIPT_SUFFIXES, FileCache, FolderReading, GraphReading
from underdraft.knowledge.scene.names import NameIndex, graph_index
from underdraft.knowledge.scene.story_lines import lines_for
from underdraft.project.config import Config, Configured
from underdraft.project.frontmatter import without_frontmatter
from underdraft.text.clean import sha256
from underdraft.types.files import ProjectFiles
from underdraft.types.knowledge import CARD_FOLDERS, Card, Choice, Piece, StoryLine
from underdraft.types.request import RunRequest
from underdraft.types.run_inputs import RunInputs

MAX_CHOICES = 256


@attrs.define(eq=False)
class KnowledgeService:
    """One project's knowledge; safe to use from any thread. Making it reads nothing."""

    files: ProjectFiles
    configured: Configured
    rows: FactRows
    _cache: FileCache = attrs.field(init=False)
    _lock: threading.RLock = attrs.field(factory=threading.RLock, init=False)
    _choose: Callable[[FolderReading[Card], tuple[str, ...]], Choice] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._cache = FileCache(self.files)
        self._choose = lru_cache(maxsize=MAX_CHOICES)(self._choose_anew)

    @property
    def config(self) -> Config:
        """The settings that hold."""
        return self.configured.config

    def at_hand(self, folder: str) -> bool:
        """See :class:`underdraft.types.run_inputs.KnowledgeReader`."""
        return self._cache.has_few_cards(folder)

    def choice(self, inputs: RunInputs, folder: str) -> tuple[Choice, tuple[str, ...]]:
        """Return which cards of a folder are given whole in this run, and warnings; see :func:`choose`."""
        if not self._own(inputs):
            return choose((), ()), ()
        with self._lock:
            self._cache.begin(inputs.run_id)
            reading = self._cache.cards(folder)
        names = tuple(sorted(self._names(inputs.request, _card_index(reading))))
        return self._choose(reading, names), reading.warnings

    def names(self) -> tuple[str, ...]:
        """Return the names of all cards and facts, sorted, without aliases."""
        with self._lock:
            self._cache.begin("")
            cards = [card for folder in CARD_FOLDERS for card in self._cache.cards(folder.path).items]
        named = {card.name for card in cards if card.named}
        return tuple(sorted(named | {entity.name for entity in self.graph().graph.entities}))

    def sections(self, inputs: RunInputs, path: str) -> tuple[Piece, ...]:
        """Return the parts of an outline about the run's chapter and its neighbours; nothing when there is no such file."""
        file = inputs.files.read(path)
        if file is None:
            return ()
        return _sections(
            file.text, self.chapter(inputs.request, inputs.run_id) if self._own(inputs) else None
        )

    def story(self, inputs: RunInputs) -> tuple[tuple[StoryLine, ...], int | None, tuple[str, ...]]:
        """Return the graph's lines about the run's scene, as of which chapter, and warnings."""
        if not self._own(inputs):
            return (), None, ()
        known = self.graph(inputs.run_id)
        names = tuple(sorted(self._names(inputs.request, graph_index(known.graph))))
        chapter = self.chapter(inputs.request, inputs.run_id)
        return lines_for(known.graph, names, chapter, inputs.locale), chapter, known.warnings

    def _choose_anew(self, reading: FolderReading[Card], names: tuple[str, ...]) -> Choice:
        """Whom the others' cards mention most comes first; it depends on the cards and the names alone."""
        index = _card_index(reading)
        mentioned: Counter[str] = Counter()
        for card in (c for c in reading.items if c.named and c.name in set(names)):
            file = self.files.read(card.path)
            mentioned.update(index.names_in(file.text) - {card.name} if file else ())
        return choose(reading.items, names, mentioned)

    def chapter(self, request: RunRequest, run_id: str = "") -> int | None:
        """The chapter that a run is in, or ``None`` for "as far as the story has come".

        In this order: a number that the writer gave to the file that ``document_id`` names; the nearest heading with a number above the selection; the number in that
        file's name; a chapter file with the document's heading or text.
        """
        document = request.document or ""
        offset = request.selection.start if request.selection else len(document)
        heading = heading_above(document, offset)
        number = chapter_number(heading) if heading else None
        if number is not None and not self._is_file(request.document_id):
            return number
        if not document and not request.document_id:
            return None
        if number is not None:
            with self._lock:
                self._cache.begin(run_id)
                named = self._cache.graph().graph.chapters
            return dict(named).get(request.document_id or "", number)
        chapters = self.chapters(run_id)
        digest = sha256(document) if document else ""
        by_id = [c for c in chapters.items if c.path == request.document_id]
        alike = [c for c in chapters.items if c.digest == digest or (heading and c.heading == heading)]
        return next((c.number for c in (*by_id, *alike) if c.number is not None), None)

    def _is_file(self, document_id: str | None) -> bool:
        """Whether the document's id may be the path of a chapter."""
        folder, _, name = (document_id or "").rpartition("/")
        inside = f"{folder}/".startswith(f"{self.config.knowledge.chapters}/")
        in_root = not folder and name.endswith(MANUSCRIPT_SUFFIXES) and self.config.chapters_in_root
        return bool(name) and (inside or in_root)

    def graph(self, run_id: str = "") -> GraphReading:
        """The graph of files and confirmed facts; the same object until something changes."""
        with self._lock:
            self._cache.begin(run_id)
            written = self._cache.graph()
            if self.config.project is None:
                return written
            warnings = written.warnings
            try:
                stored = self.rows.graph(self.config.project.id)
            except StoreError:
                stored, warnings = (
                    StoryGraph(),
                    (*warnings, f"{MEMORY_DEGRADED}: facts in the store are left out"),
                )
            return GraphReading(_merged(written.graph, stored), warnings)

    def chapters(self, run_id: str = "") -> FolderReading[ChapterFile]:
        """The manuscript's files."""
        config = self.config
        with self._lock:
            self._cache.begin(run_id)
            return self._cache.chapters(config.knowledge.chapters, or_root=config.chapters_in_root)

    def _own(self, inputs: RunInputs) -> bool:
        """Whether the run is about the workspace's own project: another one's files are never shown."""
        return inputs.files is self.files

    def _names(self, request: RunRequest, index: NameIndex) -> Collection[str]:
        settings = self.config.knowledge
        pinned = {name for written in settings.names for name in index.names_in(written)}
        if not request.document:
            return pinned
        text = scene_text(request.document, request.selection, scope=settings.scope)
        return pinned | _names_in(index, text)


@lru_cache(maxsize=16)
def _merged(written: StoryGraph, stored: StoryGraph) -> StoryGraph:
    return merge((written, stored))


@lru_cache(maxsize=64)
def _names_in(index: NameIndex, text: str) -> frozenset[str]:
    return index.names_in(text)


@lru_cache(maxsize=16)
def _card_index(reading: FolderReading[Card]) -> NameIndex:
    """The names of a folder's cards: full names go before aliases."""
    full = [(c.name, c.name) for c in reading.items if c.named]
    return NameIndex.of([*full, *((a, c.name) for c in reading.items for a in c.aliases)])


@lru_cache(maxsize=64)
def _sections(text: str, chapter: int | None) -> tuple[Piece, ...]:
    body, first_line = without_frontmatter(text)
    return sections_for(body.rstrip(), first_line, chapter)
