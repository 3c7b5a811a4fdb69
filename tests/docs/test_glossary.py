"""The glossary has one word for each thing, and the words that it rules out occur nowhere."""

from __future__ import annotations

import re

import pytest

from docs.pages import ROOT, codes, read, rows

PAGE = "docs/glossary.md"
RULED_OUT = [word for row in rows(read(PAGE), "say · 用") for word in codes(row[1])]
TEXTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in [
        *ROOT.glob("README*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "pipeline" / "underdraft" / "locales").rglob("*.toml"),
        *(ROOT / "pipeline" / "underdraft" / "cli" / "starter").rglob("*.md"),
    ]
    if path != ROOT / PAGE
    and path.stem not in {"reading", "seeds"}  # what writers say; the specifications' words
)


def found(word, text):
    """Whether a text has the word, as a word of its own where it is English."""
    pattern = rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word)
    return re.search(pattern, text, re.IGNORECASE) is not None


def test_a_thing_has_one_row():
    """No English or Chinese word stands in two rows of the glossary."""
    table = rows(read(PAGE), "English")
    for column in (0, 1):
        words = [word for row in table for word in re.split(r"[,、] ?", row[column])]
        assert len(set(words)) == len(words)


def test_no_word_is_both_used_and_ruled_out():
    """What the glossary rules out is none of its own words."""
    table = rows(read(PAGE), "English")
    own = {word.strip() for row in table for cell in row[:2] for word in re.split(r"[,、]", cell)}
    assert own & set(RULED_OUT) == set()


@pytest.mark.parametrize("path", TEXTS)
def test_words_that_are_ruled_out_occur_nowhere(path):
    """Docs, the command line's words and the page's say each thing by its one name."""
    text = re.sub(r"```.*?```", "", read(path), flags=re.DOTALL) if path.endswith(".md") else read(path)
    assert [word for word in RULED_OUT if found(word, text)] == []
