"""The sample novel."""

from __future__ import annotations

import pytest

from underdraft import Conflict
from underdraft.cli.sample import CHAPTER, PASSAGES, copy_sample, passage
from underdraft.project.config import CONFIG_PATH
from underdraft.project.shipped import builtin


def test_passages_are_whole_paragraphs():
    """The demo selects real paragraphs of some length."""
    text = (builtin("examples") / "novel/chapters/01-the-ferry.md").read_text("utf-8")
    for number in PASSAGES:
        start, end = passage(text, number)
        assert text[start - 1] == text[end] == "\n"
        assert end - start > 40


def test_the_sample_is_never_copied_onto_something(tmp_path):
    """A new or an empty folder is taken; the copy carries its own store."""
    for name in ("new", "empty"):
        (tmp_path / "empty").mkdir(exist_ok=True)
        copy_sample(tmp_path / name)
        assert (tmp_path / name / CHAPTER).is_file()
        assert (tmp_path / name / CONFIG_PATH).read_text("utf-8").startswith('store = "project"')
    with pytest.raises(Conflict):
        copy_sample(tmp_path / "new")
