"""When two statements say the same: a key without case, white space and marks.

Never by similarity, which does not tell "prefers short" from "prefers long".
"""

from __future__ import annotations

import re

from underdraft.text.clean import folded, sha256

_MARKS = re.compile(r"[\W_]+")


def plain_words(text: str) -> str:
    """NFKC, case folded, without white space and punctuation."""
    return _MARKS.sub("", folded(text))


def same_key(text: str) -> str:
    """Equal for statements that differ in case, white space and marks only."""
    return sha256(plain_words(text) or text)
