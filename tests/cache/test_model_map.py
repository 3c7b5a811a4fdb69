"""The model library's table."""

from __future__ import annotations

import re
from importlib import metadata

from underdraft.cache import model_map
from underdraft.cache.model_map import Edition, edition, entry_of


def test_names_are_found_as_they_are_written():
    """A model is found with and without its provider; one that is not in the table says nothing."""
    assert entry_of("gpt-4o") == entry_of("somewhere/gpt-4o")
    assert entry_of("gpt-4o")["input_cost_per_token"] > 0
    assert entry_of("nobody/knows") == {}


def test_the_table_is_dated():
    """It says which version of the library it is from, and since when it has been here."""
    assert edition().source == f"litellm {metadata.version('litellm')}"
    assert re.fullmatch(r"20\d\d-\d\d-\d\d|", edition().as_of)


def test_without_the_library(monkeypatch):
    """Where it is not installed nothing is known, and nothing fails."""
    monkeypatch.setattr(model_map, "find_spec", lambda _: None)
    assert edition.__wrapped__() == Edition()
    assert model_map._entries.__wrapped__() == {}
