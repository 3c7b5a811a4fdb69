"""Text made safe for a prompt: one newline, no control characters, a fence that content cannot close."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Any

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f\ufeff]")
STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
"""Characters that steer a terminal, end a line or turn the order of letters; newline and tab are none."""
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")
_BACKTICKS = re.compile(r"`{3,}")
_MARKS = re.compile(r"[\W_]+")
_WIDE_MARKS = {mark: unicodedata.normalize("NFKC", mark) for mark in "，：；！？（）…　"}
"""Marks of Chinese and what NFKC makes of them: a text without them is normalised in a tenth of the time."""
MIN_FENCE = 3

TAG = re.compile(r"[a-z0-9][a-z0-9._:-]{2,63}\Z")
"""An abstract word, such as ``pacing:faster``: all that privacy mode keeps of a text; docs/contract.md, section 5."""


def sha256(text: str) -> str:
    """Lower-case hex SHA-256 of the text's UTF-8 bytes."""
    return hashlib.sha256(text.encode()).hexdigest()


def tag_or_none(text: str | None) -> str | None:
    """The text, if it is an abstract tag and nothing that somebody wrote."""
    return text if text is not None and TAG.match(text) else None


def abstract(value: Any) -> Any:
    """A copy in which every string that is not an abstract tag is replaced by its hash; keys stay."""
    if isinstance(value, dict):
        return {k: abstract(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [abstract(v) for v in value]
    if isinstance(value, str) and value and tag_or_none(value) is None:
        return {"$sha256": sha256(value)}
    return value


def canonical_text(text: str) -> str:
    r"""The text with ``\n`` newlines and without control characters, byte order marks and lone surrogates.

    A surrogate becomes U+FFFD: it has no UTF-8 form. Everything else is left as it is, NFC or not.
    """
    if text.isprintable() or text.replace("\n", "").isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _CONTROL.search(text):
        text = _CONTROL.sub("", text)
    if _SURROGATE.search(text):
        text = _SURROGATE.sub("\ufffd", text)
    return text


def storable(text: str) -> str:
    """The text with U+FFFD for each NUL and lone surrogate, which no store takes; as many code points as before."""
    return _UNSTORABLE.sub("\ufffd", text) if _UNSTORABLE.search(text) else text


def fenced(text: str) -> str:
    """The text in the shortest fence of backticks that no line of it can close (CommonMark 0.31, section 4.5)."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=MIN_FENCE - 1)
    fence = "`" * max(MIN_FENCE, longest + 1)
    return f"{fence}\n{text}\n{fence}"


def one_line(text: str, limit: int = 200) -> str:
    """The text on one line with folded white space, cut to ``limit`` code points with ``…``."""
    line = " ".join(canonical_text(text).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def is_blank(text: str) -> bool:
    """Whether there is nothing to be seen: white space, and characters without width, at most."""
    return all(char.isspace() or unicodedata.category(char) in {"Cc", "Cf"} for char in text)


def folded(text: str) -> str:
    """The text in the form in which it is compared: NFKC, case folded."""
    for mark, plain in _WIDE_MARKS.items():
        text = text.replace(mark, plain)
    return unicodedata.normalize("NFKC", text).casefold()


def plain_words(text: str) -> str:
    """NFKC, case folded, without white space and punctuation."""
    return _MARKS.sub("", folded(text))


def normalised(text: str) -> str:
    """Return the form that two spellings of the same words share.

    NFKC and case folding (twice, until both hold), white space folded into single spaces, and
    punctuation and spaces at the end dropped. A pure function, and its own fixed point.
    """
    for _ in range(3):
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
        folded = " ".join(folded.split())
        while folded and (folded[-1].isspace() or unicodedata.category(folded[-1]).startswith("P")):
            folded = folded[:-1]
        if folded == text:
            break
        text = folded
    return text
