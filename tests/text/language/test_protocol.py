"""What a language's module may leave out."""

from __future__ import annotations

import re

from underdraft.text.language.protocol import Language


def test_a_language_of_words_alone():
    """It has no letters, numbers or headings of its own; its commonest words are counted where it names them."""
    bare = Language(code="xx")
    assert (bare.letters, bare.number("one"), bare.count_common("the sea")) == (None, None, 0)
    assert re.match(bare.numeral, "one") is None
    assert re.match(bare.chapter, "Chapter 1") is None
    assert Language(code="xx", common=re.compile("the")).count_common("the cat, the sea") == 2
