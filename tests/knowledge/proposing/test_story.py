"""What is read out of chapters as a whole."""

from __future__ import annotations

from knowledge.proposing.two_stories import CHINESE, ENGLISH, told
from knowledge.story_samples import story
from underdraft.knowledge.graph.read_yaml import read_fact


def test_names_are_found_in_both_languages():
    """People, places and things with their other names; no weekday, month, interjection or common noun."""
    english = {f["name"]: (f["kind"], set(f.get("aliases", ()))) for f in told(ENGLISH, kind="entity")}
    assert english == {
        "Clara Vane": ("character", {"Clara", "Miss Vane", "Miss Clara Vane"}),
        "Tobias Reed": ("character", {"Tobias"}),
        "Captain Hollis": ("character", set()),
        "Harrow Quay": ("place", set()),
        "Saltmere": ("place", set()),
        "the brass compass": ("thing", set()),
    }
    chinese = {f["name"]: (f["kind"], set(f.get("aliases", ()))) for f in told(CHINESE, kind="entity")}
    assert chinese == {
        "沈知秋": ("character", {"知秋"}),
        "沈知夏": ("character", {"知夏"}),
        "老顾": ("character", set()),
        "望江楼": ("place", set()),
        "怀表": ("thing", set()),
    }


def test_every_proposal_is_a_fact_with_quotes_and_how_sure_it_is():
    """A knowledge file would take it; the quotes stand in the chapter; the surest is first."""
    for texts in (ENGLISH, CHINESE):
        candidates = told(texts)
        assert len(candidates) > 5
        for candidate in candidates:
            read_fact(candidate.kind, candidate.fact)
            assert all(any(ref["quote"] in text for text in texts) for ref in candidate.fact["ref"])
        sure = [c.fact["confidence"] for c in candidates]
        assert sure == sorted(sure, reverse=True)


def test_relations_and_deaths_that_are_said_outright():
    """Who is what to whom, and who dies in which chapter."""
    relations = [
        (f["from"], f["is"], f["to"]) for texts in (ENGLISH, CHINESE) for f in told(texts, kind="relation")
    ]
    assert relations == [("Tobias Reed", "cousin", "Clara Vane"), ("沈知夏", "弟弟", "沈知秋")]
    deaths = [f for texts in (ENGLISH, CHINESE) for f in told(texts, kind="event") if "effects" in f]
    assert [(f["at"], f["effects"][0]["who"]) for f in deaths] == [("2.1", "Captain Hollis"), ("2.1", "老顾")]


def test_what_the_graph_has_is_not_proposed():
    """Of somebody known only other names are new; a pair whose relation is written stays as it is."""
    known = story(
        "entities: [{name: Clara Vane, aliases: [Clara]}, {name: Tobias Reed}]\n"
        "relations: [{from: Tobias Reed, is: rival, to: Clara Vane}]"
    )
    entities = {f["name"]: f for f in told(ENGLISH, known, "entity")}
    assert "first_chapter" not in entities["Tobias Reed"]
    assert entities["Tobias Reed"]["aliases"] == ["Tobias"]
    assert told(ENGLISH, known, "relation") == []
