from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from underdraft.text.clean import abstract, canonical_text, fenced, normalised, one_line, sha256, storable

ANY_TEXT = st.text(st.characters(exclude_categories=()))


def test_hash_is_of_utf8_bytes():
    """The hash is lower-case hex SHA-256 of the text's UTF-8 bytes."""
    assert sha256("灯") == "28656d470286ce04758c3e218418bfa33ccbe2c5d24fb6bbfbc981044ec2c3cc"
    assert sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_newlines_are_one():
    """Every platform's newline becomes a line feed; controls, marks and lone surrogates do not survive."""
    assert canonical_text("a\r\nb\rc\n\x00\x1b\x85\ufeffd\ud800\te") == "a\nb\nc\nd\ufffd\te"


def test_form_is_left_alone():
    """A decomposed character stays decomposed: the writer's bytes are the writer's."""
    assert canonical_text("e\u0301\u200b\u2028") == "e\u0301\u200b\u2028"


@given(ANY_TEXT)
def test_canonical_text_is_settled(text):
    """Cleaning twice changes nothing more, and what comes out has a UTF-8 form."""
    once = canonical_text(text)
    assert canonical_text(once) == once
    assert once.encode().decode() == once


@given(st.text(st.sampled_from("`~ \na")))
def test_no_run_inside_closes_the_fence(text):
    """The fence is longer than every run of backticks inside, and never shorter than three."""
    fence, *_, last = fenced(text).split("\n")
    assert fence == last
    assert set(fence) == {"`"}
    assert len(fence) >= 3
    assert fence not in text


def test_fence_depends_on_the_text_alone():
    """Equal text has an equal fence, as short as can be."""
    assert fenced("``a``") == "```\n``a``\n```"
    assert fenced("x ````` y") == "``````\nx ````` y\n``````"


def test_one_line_folds_and_cuts():
    """White space of any kind becomes one space, and what is too long ends with a mark."""
    assert one_line(" a\u2028b\t\n c ") == "a b c"
    assert one_line("abcdef", 4) == "abc…"
    assert one_line("abcd", 4) == "abcd"


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_normalising_is_its_own_fixed_point(text):
    """What is normalised stays as it is, and white space and end marks around it change nothing."""
    once = normalised(text)
    assert normalised(once) == once
    if once:
        assert normalised(f"  {once} 。！ ") == once


def test_what_a_store_takes():
    """Lone surrogates and NUL become U+FFFD one by one; all else stays, whole pairs and controls too."""
    assert storable("a\0\ud83d\ude00\x1b😀\n") == "a\ufffd\ufffd\ufffd\x1b😀\n"


def test_evidence_keeps_abstract_tags():
    """Ids and tags stay, words become hashes; keys stay."""
    assert abstract([{"runId": "run-1", "quote": "he smiled", "n": 2, "none": ""}]) == [
        {"runId": "run-1", "quote": {"$sha256": sha256("he smiled")}, "n": 2, "none": ""}
    ]
