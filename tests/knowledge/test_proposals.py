"""Proposals from the chapters."""

from __future__ import annotations

import pytest

from knowledge.proposing.two_stories import ENGLISH
from underdraft.knowledge.graph.anchors import located
from underdraft.knowledge.proposals import propose_from
from underdraft.knowledge.scene.story_lines import lines_for

OWN = "test-project"
CHAPTERS = {f"chapters/{n}.md": text for n, text in enumerate(ENGLISH, start=1)}


@pytest.fixture
def story_workspace(underdraft_workspace):
    """A project of two chapters and a card."""
    card = {".underdraft/characters/clara.md": "---\nname: Clara Vane\naliases: [Clara]\n---\nTall.\n"}
    return underdraft_workspace(files=CHAPTERS | card)


def names_of(made):
    """What proposals are called."""
    return [f.fact.get("name") or f.fact.get("is") or f.fact["what"] for f in made.items]


def test_the_chapters_are_read_and_nothing_is_taken(story_workspace):
    """Whom no card has, and no place, relation or event; a second time nothing is new."""
    service = story_workspace.knowledge
    first = propose_from(service, OWN)
    assert names_of(first) == ["Captain Hollis", "Tobias Reed"]
    assert first.waiting == len(first.items)
    assert {f.origin for f in first.items} == {"text"}
    assert [e.name for e in service.graph().graph.entities] == ["Clara Vane"]
    again = propose_from(service, OWN)
    assert (again.items, again.waiting) == ((), first.waiting)


def test_what_was_refused_does_not_come_back(story_workspace):
    """Neither the name nor anything about its bearer, also after edits; what is about others does."""
    service = story_workspace.knowledge
    made = {f.fact.get("name"): f for f in propose_from(service, OWN).items}
    for fact in service.rows.list(OWN, "proposed"):
        (service.rows.delete(OWN, fact.id) if fact.id != made["Tobias Reed"].id else None)
    service.rows.settle(OWN, made["Tobias Reed"].id, "rejected")
    path = story_workspace.root / "chapters" / "2.md"
    path.write_text(
        ENGLISH[1]
        + "\nTobias Reed laughed. Then Marcus Bell sat. Now Marcus Bell rose. Then Marcus Bell went.\n",
        "utf-8",
    )
    assert names_of(propose_from(service, OWN)) == ["Marcus Bell"]


def test_what_is_taken_is_in_the_next_prompt_and_keeps_its_place(story_workspace):
    """A confirmed entity is told with its other names; its quote is found after an edit above it."""
    service = story_workspace.knowledge
    for fact in propose_from(service, OWN).items:
        if fact.fact.get("name") == "Tobias Reed":
            service.rows.settle(OWN, fact.id, "confirmed")
    path = story_workspace.root / "chapters" / "1.md"
    path.write_text("# Chapter 1\n\nA new first line.\n" + ENGLISH[0].removeprefix("# Chapter 1\n"), "utf-8")
    graph = service.graph().graph
    lines = [line.text for line in lines_for(graph, ("Tobias Reed",), None, "en")]
    assert lines == ["- Tobias Reed: also called Tobias ref:chapters/1.md"]
    first, _ = graph.by_name["Tobias Reed"].refs
    assert str(located(first, story_workspace.files)) == "ref:chapters/1.md#L5-L5"
