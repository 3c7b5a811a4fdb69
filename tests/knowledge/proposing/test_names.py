"""Names of people that are read out of chapters without a model."""

from __future__ import annotations

import pytest

from knowledge.proposing.two_stories import CHINESE, ENGLISH, chapters, named
from knowledge.story_samples import story
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.graph.read_yaml import read_fact
from underdraft.knowledge.proposing.names import StoryNames, people_in, propose_names


def people(text: str) -> dict[str, tuple[str, ...]]:
    """Who is in one chapter."""
    return dict(people_in(StoryNames.of(chapters([text]))))


def test_people_are_found_in_both_languages():
    """With their other names; no place, thing, weekday, pronoun or common noun."""
    assert named(ENGLISH) == {
        "Clara Vane": ("character", {"Clara"}),
        "Tobias Reed": ("character", {"Tobias"}),
        "Captain Hollis": ("character", set()),
    }
    assert named(CHINESE) == {
        "沈知秋": ("character", {"知秋"}),
        "沈知夏": ("character", {"知夏"}),
        "老顾": ("character", set()),
    }


@pytest.mark.parametrize("texts", [ENGLISH, CHINESE])
def test_every_proposal_is_a_fact_with_its_quotes(texts):
    """A knowledge file would take it; each quote is a sentence of a chapter that writes the name."""
    for kind, fact in propose_names(chapters(texts), StoryGraph()):
        read_fact(kind, fact)
        quotes = [ref["quote"] for ref in fact["ref"]]
        assert quotes
        assert all(any(quote in text for text in texts) for quote in quotes)
        assert all(fact["name"] in quote for quote in quotes)


def test_of_somebody_known_only_other_names_are_new():
    """The writer's spelling stays the name."""
    known = story("entities: [{name: Clara Vane, aliases: [Clara]}, {name: Tobias Reed}]")
    assert named(ENGLISH, known) == {
        "Tobias Reed": ("character", {"Tobias"}),
        "Captain Hollis": ("character", set()),
    }


@pytest.mark.parametrize(
    "text",
    [
        "Ann went out. Ann sat down.",
        "Will came. Will sat. Will ran. Will rose. They will see.",
        "Nobody came. Nobody sat. Nobody ran. Nobody rose. “Nobody,” Ann said.",
        "He came. He sat. He ran. He rose. She said he was late.",
        "The Mermaid came in. The Mermaid sat low. The Mermaid kept her course. The Mermaid rose.",
        "高兴说：好。高兴站起。高兴走了。高兴看着。",
        "何况他说，何况她笑，何况没人，何况也晚了。",
    ],
)
def test_what_is_seldom_or_may_be_a_word_is_no_name(text):
    """Twice is too few; what the dictionary has, or the text in small letters, or with an article, is a word."""
    assert people(text) == {}


def test_what_begins_a_sentence_before_a_name_is_no_part_of_it():
    """Only what is written with a capital within a sentence, too, is a first name."""
    text = "If Rowan came, they left. Rowan came. Rowan sat. Should Rowan rise, they ran. They saw Rowan. "
    assert people(text) == {"Rowan": ()}
    told = text.replace("If Rowan", "Iffy Rowan") + "They saw Iffy."
    assert people(told) == {"Iffy Rowan": ()}


def test_a_surname_of_two_is_nobodys():
    """What may mean either is no other name of one of them, and nobody else."""
    two = "They saw Eli and Nora. " + "Eli Garrow sat. Nora Garrow sat. " * 4
    assert people(two + "Garrow said no. Garrow went. Garrow rose. Garrow ran.") == {
        "Eli Garrow": (),
        "Nora Garrow": (),
    }
    one = (
        "They saw Eli. "
        + "Eli Garrow sat. " * 4
        + "Garrow said no. Garrow went. Garrow rose. Garrow ran. Mr Garrow slept."
    )
    assert people(one) == {"Eli Garrow": ()}
    assert people(one.replace("Mr Garrow", "Garrow")) == {"Eli Garrow": ("Garrow",)}


def test_a_form_of_address_belongs_to_the_only_one_of_the_surname():
    """Where another name begins with the surname, it stays by itself."""
    text = "陈青禾说，走。陈青禾看着她。陈青禾没动。陈青禾也笑。陈医生说，好。陈医生看着她。陈医生没动。陈医生也笑。"
    assert people(text) == {"陈青禾": ("陈医生",)}
    assert people(text + "陈山河说，走。陈山河看着她。") == {"陈医生": (), "陈青禾": ()}
