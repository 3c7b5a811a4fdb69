"""Which known statement a sentence takes the place of."""

from __future__ import annotations

import pytest

from underdraft_plugins.embedders.local import local_embedder
from underdraft_plugins.extractors.change import (
    OFFERED,
    PAIRS,
    TAKEN,
    both,
    correcting,
    likely_changes,
    nearest_pairs,
)
from underdraft_plugins.extractors.statement_model import judge, sentences_of
from underdraft_plugins.extractors.statements import statements

KNOWN = (
    "The inn stands at a crossroads.",
    "Edith is thirty-eight.",
    "作者每章写四千字。",
    "The dog is called Bishop.",
)


def changes_of(said, known=KNOWN):
    """What a message may change, the likeliest first."""
    encoder = local_embedder()
    return likely_changes(judge(sentences_of(said), encoder), known, encoder)


@pytest.mark.parametrize(
    ("said", "sentence", "place"),
    [
        ("Edith is forty-one.", 0, 1),
        ("Thanks, that was quick. Edith is forty-one.", 1, 1),
        ("每章改成两千五百字。", 0, 2),
        ("以后每章写两千五百字。", 0, 2),
    ],
)
def test_a_new_value_is_near_to_the_old_one(said, sentence, place):
    """The pair is found among other statements and sentences, and its chance is above what is offered."""
    change = changes_of(said)[0]
    assert (change.sentence, change.place) == (sentence, place)
    assert change.chance >= OFFERED


@pytest.mark.parametrize("said", ["Edith is thirty-eight.", "每章四千字。", "The dog is called Bishop."])
def test_what_says_nothing_new_is_not_even_offered(said):
    """It is known already."""
    assert not any(change.chance >= OFFERED for change in changes_of(said))


@pytest.mark.parametrize(
    ("said", "known", "content"),
    [
        ("老艄公不姓秦了，姓蒲。", "渡口的老艄公姓秦。", "老艄公不姓秦了，姓蒲。"),
        (
            "主角改名叫江归帆了。",
            "主角叫沈渡，三十五岁，左撇子",
            "主角叫沈渡，三十五岁，左撇子。 主角改名叫江归帆了。",
        ),
    ],
)
def test_a_new_name_replaces_no_more_than_the_name(said, known, content):
    """A name of one letter, too; what else was said of the one who is renamed goes on to hold."""
    [found] = statements(said, known=(known, *KNOWN), encoder=local_embedder())
    assert (found.replaces, found.content, found.about, found.sure) == (known, content, "", True)


@pytest.mark.parametrize(
    "said",
    [
        "Is Edith really forty-one?",
        "What if Edith were forty-one?",
        "Maybe Edith is forty-one.",
        "Mara says that Edith is forty-one.",
    ],
)
def test_what_asks_supposes_or_is_told_is_not_even_offered(said):
    """It says no value of the writer's own."""
    assert not any(change.chance >= OFFERED for change in changes_of(said))


@pytest.mark.parametrize(
    ("said", "replaced", "held"),
    [
        ("Edith is forty-one now, so how old is her sister?", 1, "Edith is forty-one now"),
        ("每章改成两千五百字，这一章先删哪里？", 2, "每章改成两千五百字"),
    ],
)
def test_what_is_told_before_a_question_is_heard(said, replaced, held):
    """What is asked after it is not kept with it."""
    [found] = statements(said, known=KNOWN, encoder=local_embedder())
    assert (found.replaces, found.content, found.sure) == (KNOWN[replaced], held, True)


@pytest.mark.parametrize(
    "said",
    [
        "Edith has a limp.",
        "Edith is a widow.",
        "Edith's sister is forty-one.",
        "The dog sleeps by the fire.",
        "The inn has nine rooms.",
    ],
)
def test_another_fact_about_the_same_changes_nothing(said):
    """It stands beside what is known."""
    found = statements(said, known=KNOWN, encoder=local_embedder())
    assert [one.replaces for one in found if one.sure and one.replaces] == []


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("Set the first scene on the gallows steps. The fish market is out.", "The first scene is set in the fish market."),
        ("Heading for chapter seven: A Hook for Hezekiah. Stick that at the top instead of Cold Iron.", "Chapter seven is titled Cold Iron."),
    ],
)  # fmt: skip
def test_what_holds_is_kept_with_what_no_longer_does(said, known):
    """One sentence says the new value, the one behind it drops the old one."""
    [found] = statements(said, known=(known, *KNOWN), encoder=local_embedder())
    assert (found.replaces, found.content, found.sure) == (known, said, True)


def test_a_turn_in_mid_message_takes_nothing_back():
    """What follows it holds; a joke may be one of the story's."""
    for said, known in (
        ("咦我第三章写的是另一边……算了，祁不染统一成右耳聋", "祁不染左耳聋"),
        ("Nell starts the book as a powder monkey, so the joke about the cook goes.", "Nell starts the book as the cook's girl."),
    ):  # fmt: skip
        [found] = statements(said, known=(known, *KNOWN), encoder=local_embedder())
        assert (found.replaces, found.sure) == (known, True)


def test_nothing_changes_where_nothing_is_known():
    """Nor where nothing is said."""
    assert changes_of("Edith is forty-one.", ()) == []
    assert changes_of("") == []


def test_a_message_may_change_two_statements():
    """Each sentence one, each statement once."""
    found = changes_of("Edith is forty-one. The dog is called Rook now.")
    assert {(c.sentence, c.place) for c in found if c.chance >= TAKEN} == {(0, 1), (1, 3)}


def test_only_the_nearest_pairs_are_read():
    """However many statements are known; a shared word brings a statement nearer."""
    known = [f"Chapter {n} has a storm." for n in range(50)] + list(KNOWN)
    found = nearest_pairs(["Edith is forty-one.", "The dog is called Rook now."], known, local_embedder())
    assert len(found) == PAIRS
    assert {(0, 51), (1, 53)} <= set(found)


@pytest.mark.parametrize(
    ("known", "place", "now"),
    [
        ("Gwen is thirty-four.", 0, ""),
        ("Gwen is thirty-four, keeps bees.", 0, "Gwen is thirty-four, keeps bees. She is forty-one."),
        ("Gwen keeps bees, is thirty-four", 0, "Gwen keeps bees, is thirty-four. She is forty-one."),
        ("格温三十四岁，养蜂，", 0, "格温三十四岁，养蜂。 She is forty-one."),
        ("Gwen is thirty-four. She keeps bees.", 0, "She is forty-one. She keeps bees."),
        ("She keeps bees. Gwen is thirty-four.", 1, "She keeps bees. She is forty-one."),
        ("Gwen keeps bees and writes", 0, "Gwen keeps bees and writes. She is forty-one."),
        ("Gwen keeps bees, " * 20, 0, ""),
    ],
)
def test_what_else_is_said_goes_on_to_hold(known, place, now):
    """A sentence of one thing gives way to what is said; it stands behind one of several things; a long record gives way."""
    assert both(known, sentences_of(known)[place], "She is forty-one.") == now


def test_a_part_of_a_statement_is_corrected():
    """The new record holds both, and stands in the place of the older one."""
    known = ("The inn stands at a crossroads.", "沈砚今年十七岁，在渡口卖票，左撇子。")
    [found] = statements("沈砚改成十九岁吧。", known=known, encoder=local_embedder())
    assert (found.replaces, found.sure) == (known[1], True)
    assert found.content == f"{known[1]} 沈砚改成十九岁吧。"


def test_a_correction_sounds_like_one():
    """Whatever is known; without features nothing does."""
    [correction] = judge(sentences_of("Edith is forty-one now, not thirty-eight."), local_embedder())
    [question] = judge(sentences_of("How does this scene read?"), local_embedder())
    assert correcting(correction) > correcting(question)
    assert correcting(judge(sentences_of("Edith is forty-one."), None)[0]) == 0


def test_a_likely_change_is_taken_and_a_doubtful_one_offered(monkeypatch):
    """Both name what they replace. What lasts in any case does not wait for an answer: it is taken, and replaces nothing."""
    said = "Edith is forty-one, by the way."
    [taken] = statements(said, known=KNOWN, encoder=local_embedder())
    assert (taken.replaces, taken.sure) == (KNOWN[1], True)
    monkeypatch.setattr("underdraft_plugins.extractors.statements.TAKEN", 1.1)
    [beside] = statements(said, known=KNOWN, encoder=local_embedder())
    assert (beside.replaces, beside.sure) == ("", True)
    monkeypatch.setattr("underdraft_plugins.extractors.statements.SURE", 9.9)
    [offered] = statements(said, known=KNOWN, encoder=local_embedder())
    assert (offered.content, offered.replaces, offered.sure) == (taken.content, KNOWN[1], False)
