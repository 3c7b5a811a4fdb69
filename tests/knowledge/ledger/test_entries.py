"""Claims and where they stand."""

from __future__ import annotations

import re

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.ledger.test_judging import GREY
from knowledge.story_samples import STORY, story
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.graph.anchors import anchor
from underdraft.knowledge.graph.model import Claim
from underdraft.knowledge.graph.rows import StoredFact
from underdraft.knowledge.ledger.entries import Places, entries_of

SENTENCES = [
    "Ann has grey eyes.",
    "Bert lost his left hand at sea.",
    "The Gannet Light shows three flashes.",
    "Cleo promised to wait until noon.",
    "Nobody came that night.",
]
VALUES = {0: "grey eyes", 1: "left hand", 2: "three flashes", 3: "wait until noon"}
OPPOSITE = {"grey": "green", "left": "right", "three": "seven", "noon": "dusk"}


def chapters(*texts):
    """Texts by path."""
    return {f"{n}.md": Chapter(path=f"{n}.md", number=n, text=text) for n, text in enumerate(texts, start=1)}


def claim_of(number, text):
    """The claim that a sentence makes, anchored in a text."""
    sentence = SENTENCES[number]
    start = text.index(sentence)
    ref = anchor("1.md", text, start, start + len(sentence))
    subject = sentence.split(" ", maxsplit=1)[0].replace("The", "The Gannet Light")
    said = {"subject": subject, "category": "looks", "attribute": "it", "value": VALUES[number]}
    return attrs.evolve(GREY, **said, refs=(ref,))


@given(
    st.permutations(range(5)),
    st.integers(0, 3),
    st.sampled_from(["keep", "move", "wrap", "turn", "cut"]),
    st.lists(st.text(alphabet="xyz \n", max_size=30), min_size=2, max_size=2),
)
def test_edits_keep_or_drop_a_claim_rightly(order, number, edit, around):
    """A quote that was moved in its file or to another, or wrapped anew, keeps its claim; one that says otherwise, or is gone, does not."""
    text = "\n\n".join(SENTENCES[n] for n in order)
    claim = claim_of(number, text)
    sentence = SENTENCES[number]
    word = next(word for word in OPPOSITE if word in sentence)
    new = {
        "keep": sentence,
        "move": sentence,
        "wrap": sentence.replace(" ", "\n", 1),
        "turn": sentence.replace(word, OPPOSITE[word]),
        "cut": "",
    }[edit]
    rest = text.replace(sentence, "" if edit == "move" else new)
    texts = chapters(around[0] + "\n" + rest, around[1] + ("\n" + new if edit == "move" else ""))
    standing = Places(texts).standing(claim)
    if edit in {"turn", "cut"}:
        assert standing is None
    else:
        assert standing is not None
        assert standing.refs[0].path == ("2.md" if edit == "move" else "1.md")
        assert standing.at.chapter == (2 if edit == "move" else 1)


@given(st.integers(0, 3), st.sampled_from(["Slowly, ", "It was known that ", "那时 "]))
def test_a_reworded_sentence_keeps_what_it_still_says(number, before):
    """Words that are added, and a sentence that was split, leave the claim; without the value or the name it is lost."""
    sentence = SENTENCES[number]
    claim = claim_of(number, sentence)
    changed = " indeed ".join(sentence.rsplit(" ", 1))
    assert Places(chapters(before + changed)).standing(claim) is not None
    nameless = re.sub(re.escape(claim.subject), "Somebody", sentence)
    assert Places(chapters(nameless)).standing(claim) is None


def stored(fact, **more):
    """A row of the store."""
    said = {"subject": "Annie", "category": "looks", "attribute": "eyes", "value": "grey"}
    row = {"id": "f1", "project_id": "p", "kind": "claim", "status": "proposed", "origin": "model"}
    return StoredFact(**{**row, **more}, fact={**said, **fact})


def test_claims_of_files_and_of_the_store_are_one_list():
    """Attributes, relations, deaths and states count; subjects have their full names, and a row knows its origin."""
    known = story(STORY, "claims: [{subject: the ring, category: number, attribute: rings, value: one}]")
    ref = [{"path": "1.md", "quote": "Annie had grey eyes."}]
    found = entries_of(known, [stored({"ref": ref})], chapters("Annie had grey eyes."))
    assert [(e.subject, e.source, e.state, e.id) for e in found[:1]] == [("Ann", "chapter", "proposed", "f1")]
    said = {(e.subject, e.attribute, e.value) for e in found}
    assert {("Ann", "hair", "long"), ("Ann", "sister", "Bert"), ("Bert", "dies", "Bert dies")} <= said
    assert ("ring", "rings", "one") in said
    assert isinstance(found[0], Claim)


@pytest.mark.parametrize(
    "row",
    [
        stored({"value": "green", "ref": [{"path": "1.md", "quote": "Annie had green eyes."}]}),
        stored({}, status="rejected"),
        stored({"category": "hats"}),
        stored({}, kind="event"),
    ],
)
def test_what_does_not_stand_is_left_out(row):
    """A quote that is gone, a rejected claim, one of an older version, another kind of fact."""
    assert entries_of(story(), [row], chapters("Annie had grey eyes.")) == []
