"""Documents of Chinese and Latin pieces, and what is kept of them before a cursor at their end."""

from __future__ import annotations

from hypothesis import strategies as st

from underdraft.text.surrounding import Side, surrounding

FAMILY = "👨‍👩‍👧‍👦"
FLAG = "🇨🇳"
EN = 'He nodded. "Go away!" she cried. Mr. Smith paid $3.14. It was late. Nobody came'
CHINESE = ["他", "走了", "。", "！", "？", "……", "——", "，", "“", "”", "「", "」", "\u3000\u3000"]
LATIN = ["a", "word ", "Mr. ", "3.14", ". ", "!", '"', " ", "e\u0301", "\u0301", FAMILY, FLAG, "\ud800"]
BREAKS = ["\n", "\r\n", "\r", "\n\n", " \n "]
documents = st.lists(st.sampled_from([*CHINESE, *LATIN, *BREAKS]), max_size=60).map("".join)


def before(document: str, limit: int) -> Side:
    """What is kept before a cursor at the end of the document."""
    return surrounding(document, len(document), len(document), limit).before
