from __future__ import annotations

import pytest

from knowledge.story_samples import read, story
from underdraft.knowledge.checks.finding import Messages
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.checks.texts import check_texts


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("何三槐在补网。", True),
        ("何三桅在补网。", False),
        ("和三桅说：“好。”", True),
        ("宽三桅杆。", False),
        ("沈研说：“好。”", True),
        ("沈默不语。", False),
        ("何三槐，何三槐，何三槐，何三槐。", False),
        ("Edyth came.", True),
        ("Edith came.", False),
    ],
)
def test_misspelt_names(text, found):
    """One wrong character in a name is found, common words and another person's name are not."""
    facts = "entities: [{name: 何三桅}, {name: 沈砚}, {name: Edith}]"
    assert [code for code, _ in read(text, facts=facts)] == (["MISSPELT_NAME"] if found else [])


@pytest.mark.parametrize(
    ("text", "notes", "found"),
    [
        ("父亲何三槐教他划船。", "何三槐的儿子，渡船的船主。", 0),
        ("父亲何三槐教他划船。", "渡船的船主。", 1),
        ("Edyth came.", "Twin of Edyth.", 0),
        ("Edyth came.", "Lives at Edythorpe.", 1),
    ],
)
def test_a_name_in_the_writers_notes_is_meant(text, notes, found):
    """Brothers and sisters often have names one character apart; a card that tells of the other one settles it."""
    graph = story("entities: [{name: 何三桅}, {name: Edith}]")
    chapter = Chapter(path="1.md", number=1, text=text)
    findings = check_texts(graph, [chapter], Messages.of("en"), notes)
    assert [finding.code for finding in findings] == ["MISSPELT_NAME"] * found
