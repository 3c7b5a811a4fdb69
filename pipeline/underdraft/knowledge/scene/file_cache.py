"""Reads cards, chapters and knowledge files when they are asked for, and only those that have changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Annotated, Any, Generic, TypeVar

import attrs

from underdraft.errors import FILE_REFUSED, InvalidArgument
from underdraft.knowledge.graph.merge import merge
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.graph.read_yaml import read_file
from underdraft.knowledge.scene.cards import entity_of, read_card
from underdraft.knowledge.scene.chapters import ChapterFile, chapter_file
from underdraft.text.language import word_alternatives
from underdraft.types.files import Listing, ProjectFiles, TextFile
from underdraft.types.knowledge import CARD_FOLDERS, Card
from underdraft.types.values import frozen

KNOWLEDGE = ".underdraft/knowledge"
KNOWLEDGE_SUFFIXES = (".yaml", ".yml", ".md")
MANUSCRIPT_SUFFIXES = (".md", ".txt")
NO_CHAPTER = re.compile(
    r"(?:readme|licen[cs]e|copying|notice|change(?:log|s)|contributing|authors|credits|agents|claude|security|"
    rf"requirements|cmakelists|robots|todo|{word_alternatives('story.files.no_chapter')})\b",
    re.IGNORECASE,
)
"""How files begin that stand in a project's folder and are no part of the manuscript."""

FEW = 24
"""Cards that are read anew within some 10 ms, should all of them have changed."""

_T = TypeVar("_T")


@attrs.frozen(eq=False)
class FolderReading(Generic[_T]):
    """Parsed files of a folder, in order of their paths. Two are the same only if they are one object."""

    items: tuple[_T, ...] = ()
    warnings: Annotated[tuple[str, ...], "`FILE_REFUSED` and `SECRET_REDACTED`, each with a path."] = ()


@frozen
class GraphReading:
    """The whole graph, and what is to be said about how it was put together."""

    graph: StoryGraph
    warnings: tuple[str, ...] = ()


def manuscript(files: ProjectFiles, folder: str, *, or_root: bool) -> Listing:
    """The manuscript's files: those below ``folder``, else, with ``or_root``, the texts in the project's own folder.

    Of those, README and the like are passed over, see :data:`NO_CHAPTER`.
    """
    found = files.stamps(folder, MANUSCRIPT_SUFFIXES)
    if found.files or found.refused or not or_root:
        return found
    found = files.stamps(".", MANUSCRIPT_SUFFIXES)
    return attrs.evolve(found, files=tuple(f for f in found.files if not NO_CHAPTER.match(f[0])))


@attrs.define(eq=False)
class FileCache:
    """The files of one project, read as what they are.

    A look at a folder costs one ``scandir``; a file is opened only when its stamp is new. The same
    object is given back until something in its folder changes, so that what depends on it can be kept.
    """

    files: ProjectFiles
    _parsed: dict[tuple[str, str], tuple[Hashable, Any, tuple[str, ...]]] = attrs.field(
        factory=dict, init=False
    )
    _readings: dict[tuple[str, str], tuple[Listing, FolderReading[Any]]] = attrs.field(
        factory=dict, init=False
    )
    _run: str = attrs.field(default="", init=False)
    _looked: dict[str, Listing] = attrs.field(factory=dict, init=False)

    def begin(self, run_id: str) -> None:
        """From here on the questions are of this run: each folder is looked at once for all its fetchers."""
        if run_id != self._run or not run_id:
            self._run = run_id
            self._looked.clear()

    def has_few_cards(self, folder: str) -> bool:
        """Whether a folder was read before and had at most :data:`FEW` cards; asking reads nothing."""
        known = self._readings.get((folder, "card"))
        return known is not None and len(known[0].files) <= FEW

    def cards(self, folder: str) -> FolderReading[Card]:
        """The cards of a folder."""
        return self._read_folder("card", folder, (".md",), read_card)

    def chapters(self, folder: str, *, or_root: bool = False) -> FolderReading[ChapterFile]:
        """The manuscript's files, see :func:`manuscript`."""
        named = dict(self.graph().graph.chapters)
        if folder not in self._looked:
            self._looked[folder] = manuscript(self.files, folder, or_root=or_root)
        return self._read_folder(
            f"chapter{named}", folder, MANUSCRIPT_SUFFIXES, lambda file: chapter_file(file, named)
        )

    def graph(self) -> GraphReading:
        """The graph of all knowledge files and cards."""
        parts = self._read_folder("facts", KNOWLEDGE, KNOWLEDGE_SUFFIXES, read_file)
        return _graph_of(parts, tuple((folder.entity, self.cards(folder.path)) for folder in CARD_FOLDERS))

    def _read_folder(
        self, what: str, folder: str, suffixes: tuple[str, ...], parse: Callable[[TextFile], _T]
    ) -> FolderReading[_T]:
        listing = self._looked.get(folder)
        if listing is None:
            listing = self._looked[folder] = self.files.stamps(folder, suffixes)
        known = self._readings.get((folder, what))
        if known and known[0] == listing:
            return known[1]
        items: list[_T] = []
        warnings = [f"{FILE_REFUSED}: {why}" for why in listing.refused]
        for path, stamp in listing.files:
            item, said = self._parse(what, path, stamp, parse)
            warnings += said
            if item is not None:
                items.append(item)
        reading = FolderReading(tuple(items), tuple(warnings))
        self._readings[folder, what] = (listing, reading)
        return reading

    def _parse(
        self, what: str, path: str, stamp: Hashable, parse: Callable[[TextFile], _T]
    ) -> tuple[_T | None, tuple[str, ...]]:
        """Parse a file, with its warnings; it is read once for each stamp."""
        known = self._parsed.get((what, path))
        if known and known[0] == stamp:
            return known[1], known[2]
        item: _T | None = None
        warnings: tuple[str, ...] = ()
        try:
            file = self.files.read(path)
            if file is not None:
                item = parse(file)
                warnings = file.warnings
                if isinstance(item, Card) and item.warning:
                    warnings += (f"{FILE_REFUSED}: {item.warning}",)
        except InvalidArgument as error:
            warnings = (f"{FILE_REFUSED}: {error.message}",)
        self._parsed[what, path] = (stamp, item, warnings)
        return item, warnings


@lru_cache(maxsize=16)
def _graph_of(
    parts: FolderReading[StoryGraph], cards: tuple[tuple[str, FolderReading[Card]], ...]
) -> GraphReading:
    people = StoryGraph(
        entities=tuple(e for kind, reading in cards for c in reading.items if (e := entity_of(c, kind)))
    )
    warnings = (*parts.warnings, *(w for _, reading in cards for w in reading.warnings))
    return GraphReading(merge((people, *parts.items)), warnings)
