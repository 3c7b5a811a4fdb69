from __future__ import annotations

import pytest

from knowledge.story_samples import STORY, codes, story
from underdraft.errors import InvalidArgument
from underdraft.knowledge.checks.check_project import check
from underdraft.knowledge.checks.evidence_check import check_evidence
from underdraft.knowledge.checks.finding import Messages
from underdraft.knowledge.scene.chapters import ChapterFile
from underdraft.testing import MemoryFiles


def test_missing_evidence_files_are_reported():
    """A ref to a file that is not there, or may not be read, is a finding and no crash."""

    class Refusing(MemoryFiles):
        def read(self, path):
            raise InvalidArgument("no")

    facts = "events: [{id: x, at: 2, what: x, ref: a.md}]"
    for files in (MemoryFiles(), Refusing()):
        assert [f.code for f in check(story(facts), [], files).findings] == ["BAD_EVIDENCE"]


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ("events: [{id: x, at: 2, what: x, ref: 'a.md#L501-L502'}]", True),
        ("events: [{id: x, at: 2, what: x, ref: 'a.md#L500'}]", False),
        ("events: [{id: x, at: 2, what: x, ref: a.md}]", False),
        ("relations: [{from: Ann, is: friend, to: Cleo, ref: 'a.md#L900'}]", True),
        ("states: [{at: 1, who: Ann, ref: 'a.md#L900'}]", True),
        ("events: [{id: x, at: 2, what: x, ref: {path: a.md, quote: x}}]", False),
        ("events: [{id: x, at: 2, what: x, ref: {path: a.md, quote: words that are lost}}]", True),
    ],
)
def test_lines_must_exist(facts, found):
    """Evidence beyond the end of its file is a finding, of events, relations and states alike."""
    assert codes(STORY, facts) == (["BAD_EVIDENCE"] if found else [])


@pytest.mark.parametrize(
    ("at", "told", "ref", "found"),
    [
        ("1.2", "", "'c1.md#L7'", []),
        ("1.1", "", "'c1.md#L7'", [True]),
        ("2", "", "'c1.md#L7'", [False]),
        ("0.1", "told: 1.2, ", "'c1.md#L7'", []),
        ("1.2", "", "'notes.md#L1'", []),
        ("1.2", "", "{path: c1.md, quote: two}", []),
        ("1.1", "", "{path: c1.md, quote: two}", [True]),
    ],
)
def test_events_are_told_where_they_happen(at, told, ref, found):
    """Evidence in another chapter is a contradiction, in another scene of the chapter only a doubt."""
    text = "# 1\n\none\n\n---\n\ntwo\n"
    files = MemoryFiles({"c1.md": text, "notes.md": text})
    graph = story(f"events: [{{id: x, at: {at}, {told}what: x, ref: {ref}}}]")
    findings = check_evidence(graph, [ChapterFile("c1.md", 1, "1", "")], files, Messages.of("en"))
    assert [f.doubt for f in findings] == found
