"""Markdown headings, found in linear time whatever the text is."""

from __future__ import annotations

import re

HEADING = re.compile(r"^(#{1,6})[ \t]+(\S.*)$", re.MULTILINE)
"""A heading: its marks, then its words with whatever closes the line."""


def title_of(words: str) -> str:
    """The words of a heading without closing marks and white space."""
    return words.rstrip().rstrip("#").rstrip()
