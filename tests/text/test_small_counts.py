"""Few texts are counted without the whole vocabulary, and with the same counts."""

from __future__ import annotations

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from text.test_encodings import reference
from underdraft.text import small_counts
from underdraft.text.encodings import ADDITIVE, _pack
from underdraft.text.small_counts import FEW, few_first

RANGES = ((0x20, 0x7E), (0xA0, 0x17E), (0x2000, 0x2BFF), (0x3000, 0x303F), (0x4DF0, 0x9FFF), (0xFF01, 0xFF5E))
plain = st.text(
    st.one_of(
        st.sampled_from("\n\r\t  '\u3000的了LlVvTtSs/.,，。"),
        *(st.characters(min_codepoint=a, max_codepoint=b) for a, b in RANGES),
    ),
    max_size=120,
)


def refuse(text: str) -> int:
    """Stand in for the whole vocabulary where it must not be asked."""
    raise AssertionError(text)


@pytest.fixture(scope="module", params=sorted(ADDITIVE))
def engine(request):
    """An encoding's name, and a function that counts by its entries alone, without a limit."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(small_counts, "FEW", 1 << 40)
        return request.param, few_first(_pack(request.param), refuse)


@given(text=plain)
def test_any_plain_text_is_counted_as_tiktoken_does(engine, text):
    """Letters, digits, marks, white space and ideographs in any order."""
    encoding, count = engine
    assert count(text) == len(reference(encoding).encode_ordinary(text))


@pytest.mark.parametrize("text", ["🏮", "ſ", "\ud800", "\x1c", "\ufdd0", "字" * 200, " " * 2_000])
def test_other_signs_and_long_words_are_left_to_the_whole_vocabulary(text):
    """Signs whose class another version of Unicode may change, and words whose merging takes long."""
    asked = []
    count = few_first(_pack("o200k_base"), lambda text: asked.append(text) or 7)
    assert (count("the harbour"), count(text), count("the harbour")) == (2, 7, 7)
    assert asked == [text, "the harbour"]


def test_without_the_whole_vocabulary_all_is_counted_by_the_entries():
    """Also long words and other signs, since nothing else can count them."""
    count = few_first(_pack("o200k_base"), None)
    for text in ("🏮 in the fog\n" * 3_000, "字" * 60_000):
        assert count(text) == pytest.approx(len(reference("o200k_base").encode_ordinary(text)), rel=0.01)
    assert count("\ud800") == 1


def test_many_texts_are_left_to_the_whole_vocabulary():
    """A process that counts much unpacks it, and holds the entries no longer."""
    asked = []
    count = few_first(_pack("o200k_base"), lambda text: asked.append(text) or 7)
    line = "the harbour\n" * 100
    for _ in range(FEW // len(line) + 1):
        count(line)
    assert asked == [line]
    assert inspect.getclosurevars(count).nonlocals["few"] is None
