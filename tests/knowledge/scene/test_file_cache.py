"""Reading a project's files only when they have changed."""

from __future__ import annotations

import attrs
import pytest

from underdraft.knowledge.scene.file_cache import FEW, FileCache
from underdraft.testing import MemoryFiles
from underdraft.types.files import Listing

FILES = {
    ".underdraft/characters/ann.md": "---\nname: Ann\n---\nx",
    ".underdraft/characters/notes.md": "nobody",
    ".underdraft/world/pier.md": "# Pier\n",
    ".underdraft/knowledge/a.yaml": "entities: [{name: Ann, aliases: [Annie]}]",
    ".underdraft/knowledge/broken.yaml": "entities: [",
    "chapters/01-one.md": "# Chapter 1\n\nx\n",
    "chapters/other.md": "# Interlude\n\nx\n",
}


@attrs.define
class Counted:
    """Files in memory whose stamps can be changed; it counts what is read and looked at."""

    files: MemoryFiles
    change: int = 0
    reads: list[str] = attrs.field(factory=list)
    looks: int = 0

    def read(self, path):
        self.reads.append(path)
        return self.files.read(path)

    def stamps(self, folder, suffixes=(".md",)):
        self.looks += 1
        given = self.files.stamps(folder, suffixes)
        stamped = [(path, self.change if path.endswith("ann.md") else 0) for path, _ in given.files]
        return Listing(files=tuple(stamped), refused=given.refused)


@pytest.fixture
def files():
    """A small project."""
    return Counted(MemoryFiles(FILES))


def test_a_folder_is_read_once_until_something_changes(files):
    """The same object comes back; after a change only the changed file is read again."""
    cache = FileCache(files)
    first = cache.cards(".underdraft/characters")
    cache.begin("")
    assert cache.cards(".underdraft/characters") is first
    assert len(files.reads) == 2
    files.change = 1
    cache.begin("")
    assert cache.cards(".underdraft/characters") is not first
    assert files.reads[2:] == [".underdraft/characters/ann.md"]


def test_what_cannot_be_read_is_a_warning():
    """A card whose frontmatter is broken has its heading's name; a file that is no text is left out."""
    spoilt = {"w/a.md": "---\nname: [a\n---\n# Reef\n", "w/b.md": "\ud800"}
    found = FileCache(MemoryFiles(spoilt)).cards("w")
    assert [card.name for card in found.items] == ["Reef"]
    assert [w.split(": ")[:2] for w in found.warnings] == [["FILE_REFUSED", path] for path in spoilt]


def test_a_run_looks_at_a_folder_once(files):
    """All fetchers of a run share one look; another run looks again."""
    cache = FileCache(files)
    for run in ("r1", "r1", "r2"):
        cache.begin(run)
        cache.cards(".underdraft/characters")
    assert files.looks == 2


def test_the_graph_holds_knowledge_files_and_cards(files):
    """Cards are entities by their folder; what cannot be read is a warning with its path."""
    found = FileCache(files).graph()
    assert [(e.name, e.kind) for e in found.graph.entities] == [("Ann", "character"), ("Pier", "place")]
    assert found.graph.resolve("Annie") == "Ann"
    assert [w.split(": ")[:2] for w in found.warnings] == [
        ["FILE_REFUSED", ".underdraft/knowledge/broken.yaml"]
    ]


def test_chapters_may_be_numbered_by_the_writer(files):
    """The number is the heading's, unless the writer gave the path another one."""
    assert [c.number for c in FileCache(files).chapters("chapters").items] == [1, None]
    named = {".underdraft/knowledge/b.yaml": "chapters: [{path: chapters/other.md, chapter: 2}]"}
    cache = FileCache(MemoryFiles(FILES | named))
    assert [c.number for c in cache.chapters("chapters").items] == [1, 2]


@pytest.mark.parametrize(("cards", "few"), [(1, True), (FEW, True), (FEW + 1, False)])
def test_a_small_folder_is_at_hand_once_it_was_read(cards, few):
    """Before the first look nothing is at hand, afterwards a folder of a few cards; asking reads nothing."""
    folder = ".underdraft/characters"
    counted = Counted(MemoryFiles({f"{folder}/{n}.md": "x" for n in range(cards)}))
    cache = FileCache(counted)
    assert not cache.has_few_cards(folder)
    assert counted.looks == 0
    cache.cards(folder)
    assert cache.has_few_cards(folder) is few
    assert not cache.has_few_cards(".underdraft/world")
    assert counted.looks == 1
