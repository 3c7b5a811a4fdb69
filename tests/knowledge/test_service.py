"""What fetchers ask about a project's knowledge."""

from __future__ import annotations

import attrs
import pytest

from underdraft import RunRequest, testing
from underdraft.project import files
from underdraft.testing import MemoryFiles

FILES = {
    ".underdraft/characters/ann.md": "---\nname: Ann\n---\nAnn knows Bert.\n",
    ".underdraft/characters/bert.md": "---\nname: Bert\n---\nx\n",
    ".underdraft/characters/cleo.md": "---\nname: Cleo\n---\nx\n",
    ".underdraft/outline.md": "---\ntitle: x\n---\n# Outline\n\n## Chapter 1\n\none\n\n## Chapter 9\n\nnine\n",
    ".underdraft/knowledge/k.yaml": "events: [{id: a, at: 1, what: Ann walks, who: [Ann]}]\nchapters: [{path: chapters/c.md, chapter: 9}]",
}
TEXT = "# Chapter 1\n\nAnn met Bert.\n"


@pytest.fixture
def ws(underdraft_workspace, monkeypatch):
    """A small project whose files, though just written, count as settled."""
    monkeypatch.setattr(files, "UNSETTLED_NS", -1)
    return underdraft_workspace(files=FILES)


@pytest.fixture
def inputs(ws):
    """What a fetcher is told in a run over the text."""
    given = testing.inputs(document=TEXT)
    return attrs.evolve(given, files=ws.files)


def test_who_is_named_comes_whole(ws, inputs):
    """Whom the others mention most comes first; the same names give the same object."""
    choice, warnings = ws.knowledge.choice(inputs, ".underdraft/characters")
    assert ([c.name for c in choice.whole], [c.name for c in choice.lines]) == (["Bert", "Ann"], ["Cleo"])
    assert warnings == ()
    assert ws.knowledge.choice(inputs, ".underdraft/characters")[0] is choice


def test_another_projects_files_are_never_shown(ws, inputs):
    """A run over other files gets nothing of this project."""
    other = attrs.evolve(inputs, files=MemoryFiles())
    assert ws.knowledge.choice(other, ".underdraft/characters")[0].whole == ()
    assert ws.knowledge.story(other) == ((), None, ())
    assert ws.knowledge.sections(other, ".underdraft/outline.md") == ()


def test_an_outline_is_cut_behind_its_frontmatter(ws, inputs):
    """Lines count in the file; without a file there is nothing."""
    pieces = ws.knowledge.sections(inputs, ".underdraft/outline.md")
    assert [p.first_line for p in pieces] == [4]
    assert ws.knowledge.sections(inputs, ".underdraft/none.md") == ()


def test_the_story_is_told_as_of_the_chapter(ws, inputs):
    """Lines about who is named, and the chapter that they are as of."""
    lines, chapter, _ = ws.knowledge.story(inputs)
    assert [line.id for line in lines] == ["event:a"]
    assert chapter == 1


@pytest.mark.parametrize(
    ("document", "path", "chapter"),
    [(TEXT, None, 1), ("x", None, None), (TEXT, "chapters/c.md", 9), (None, None, None)],
)
def test_the_chapter_of_a_request(ws, document, path, chapter):
    """The writer's number for a path goes before the heading's."""
    request = RunRequest(skill_id="polish", document=document, document_id=path)
    assert ws.knowledge.chapter(request) == chapter


def test_stored_facts_are_merged_once(ws):
    """The same graph object comes back until a fact is written."""
    files_only = ws.knowledge.graph().graph
    assert ws.knowledge.graph().graph is files_only
    ws.knowledge.rows.add(ws.config.project.id, "entity", {"name": "Dora"})
    merged = ws.knowledge.graph().graph
    assert ws.knowledge.graph().graph is merged
    assert merged.resolve("Dora") == "Dora"
