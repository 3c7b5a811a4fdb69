"""Which strings of a record are the writer's words."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from memory.store_samples import sample_run
from underdraft.memory.runs.json import to_json
from underdraft.memory.runs.texts import (
    LEAST_PIECE,
    numbers_in,
    only_facts,
    put_back,
    renumbered,
    take_out,
    take_out_pieces,
)
from underdraft.text.clean import sha256

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | words,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["text", "id", "other"]), inner)
    ),
    max_leaves=8,
)


@given(plain)
def test_stored_json_names_its_texts(value):
    """By number, each once; a text that looks like such a name is none."""
    texts = {}
    stored = json.dumps(take_out({"value": value, "other": '{"$blob":7}'}, texts), separators=(",", ":"))
    numbers = {key: number for number, key in enumerate(texts, 100)}
    assert numbers_in(renumbered(stored, numbers)) == set(numbers.values())


@given(plain)
def test_what_was_taken_out_is_put_back(value):
    """Nothing is lost, and nothing is missing."""
    texts, missing = {}, []
    assert put_back(take_out(value, texts), texts, missing) == value
    assert missing == []
    assert all(sha256(text) == key for key, text in texts.items())


@given(st.lists(words.map(lambda word: word * LEAST_PIECE), max_size=4), st.permutations([0, 1, 2, 3]), words)
def test_a_text_is_kept_as_its_pieces(pieces, order, between):
    """Whatever its pieces and their order, it comes back; those that stand in it in order are not kept twice."""
    text = between.join(pieces[n] for n in order if n < len(pieces))
    texts, missing = {}, []
    taken = take_out_pieces(text, pieces, texts)
    assert (put_back(taken, texts, missing), missing) == (text, [])
    if order == sorted(order):
        assert set(texts.values()) <= {*pieces, between}


def test_pieces_are_taken_out_from_a_length_on():
    """A shorter one stays in what stands around it."""
    long, short = "a" * (LEAST_PIECE + 1), "b" * (LEAST_PIECE - 1)
    texts = {}
    take_out_pieces(f"<{long}|{short}>", [long, short], texts)
    assert set(texts.values()) == {"<", long, f"|{short}>"}


def test_the_runs_own_texts_stay_where_they_are():
    """No blob is made of them, also where they are a part of another text; in privacy mode they go like the others."""
    own, shared, texts = "x" * LEAST_PIECE, "y" * LEAST_PIECE, {}
    stored = take_out({"text": own, "title": shared}, texts, own={own})
    assert (stored["text"], list(texts.values())) == (own, [shared])
    joined = take_out_pieces(f"{shared}{own}", [shared, own], texts, {own})
    assert joined == {"$join": [{"$blob": sha256(shared)}, own]}
    assert put_back(joined, texts, []) == shared + own
    assert only_facts(joined) == {"$join": [{"$sha256": sha256(shared)}, {"$sha256": sha256(own)}]}


def test_texts_are_renamed_where_they_are_texts():
    """A known hash or number gets its new number; words that look like one stay."""
    record = json.dumps(
        {"a": {"$blob": "f" * 64}, "b": {"$blob": 7}, "c": {"$blob": 8}}, separators=(",", ":")
    )
    assert json.loads(renumbered(record, {"f" * 64: 1, 7: 2})) == {
        "a": {"$blob": 1},
        "b": {"$blob": 2},
        "c": {"$blob": 8},
    }
    quoted = json.dumps({"a": '{"$blob":7}'}, separators=(",", ":"))
    assert renumbered(quoted, {7: 2}) == quoted


def test_a_record_without_its_texts_holds_none_of_them():
    """They are in the blobs alone; without those, empty strings take their place."""
    canary = "canary7f3a91d2e8b4c6"
    record = to_json(sample_run(document=canary, text=canary))
    texts, missing = {}, []
    stored = take_out(record, texts)
    assert canary not in json.dumps(stored)
    assert put_back(stored, {}, missing)["texts"] == ["", ""]
    assert set(missing) == set(texts)


def test_privacy_keeps_numbers_hashes_and_identifiers():
    """A name that reads like a text is hashed, a warning keeps its code, a file's name goes."""
    kept = only_facts(
        {
            "id": "m1",
            "tokens": 3,
            "text": "words",
            "skill_id": "润色",
            "source": "file:a.md",
            "warnings": ["FILE_REFUSED: a.md", "odd words"],
            "layer_hashes": {"0": "ab"},
            "blob": {"$blob": "ff"},
        }
    )
    hashed = {
        key: {"$sha256": sha256(text)}
        for key, text in (("text", "words"), ("skill_id", "润色"), ("source", "file:a.md"))
    }
    assert kept == {
        "id": "m1",
        "tokens": 3,
        **hashed,
        "warnings": ["FILE_REFUSED", "WARNING"],
        "layer_hashes": {"0": "ab"},
        "blob": {"$sha256": "ff"},
    }
    assert only_facts(kept) == kept
