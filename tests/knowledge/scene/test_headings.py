"""Markdown headings."""

from __future__ import annotations

import pytest

from underdraft.knowledge.scene.headings import HEADING, title_of


@pytest.mark.parametrize(
    ("line", "title"),
    [("# a", "a"), ("###### b ##", "b"), ("#\tc ", "c"), ("####### d", None), ("#e", None), ("# ", None)],
)
def test_headings_and_their_titles(line, title):
    """One to six marks and a blank make a heading; closing marks do not belong to the title."""
    found = HEADING.search(f"x\n{line}\ny")
    assert (title_of(found[2]) if found else None) == title
