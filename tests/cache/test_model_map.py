"""The table of models: an extract in the package, and the installed library's for newer names."""

from __future__ import annotations

import json
import re
import runpy
from datetime import date
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from underdraft.cache import model_map
from underdraft.cache.model_map import entry_of

ROOT = Path(__file__).parents[2]


def test_names_are_found_as_they_are_written():
    """A model is found with and without its provider, dated; one that is not in the table says nothing."""
    found = entry_of("gpt-4o")
    assert found == entry_of("somewhere/gpt-4o")
    assert found["input_cost_per_token"] > 0
    assert re.fullmatch(r"litellm \d[\d.]+", model_map.table()["source"])
    assert date.fromisoformat(model_map.table()["as_of"])
    assert entry_of("nobody/knows") == {}


def test_the_installed_table_only_adds(tmp_path, monkeypatch):
    """A name that the extract does not know is looked for in the installed table; a known one keeps the extract's figures."""
    newer = {
        "gpt-4o": {"max_tokens": 1},
        "gpt-99": {"max_tokens": 7, "input_cost_per_token": 0.5, "mode": "chat"},
        "sample_spec": {"max_tokens": 3},
    }
    (tmp_path / model_map._INSTALLED).write_text(json.dumps(newer), "utf-8")
    spec = ModuleSpec("litellm", None, origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr(model_map, "find_spec", lambda _: spec)
    monkeypatch.setattr(model_map, "installed", model_map.installed.__wrapped__)
    assert entry_of("openai/gpt-99") == {"max_tokens": 7, "input_cost_per_token": 0.5}
    assert model_map.source_of("openai/gpt-99") == (model_map.installed_source(), "")
    assert entry_of("gpt-4o")["max_tokens"] > 1
    assert model_map.source_of("gpt-4o")[1] == model_map.table()["as_of"]
    assert entry_of("sample_spec") == {}


def test_without_the_library_the_extract_stands_alone(monkeypatch):
    """Its models keep their figures; others are not known."""
    monkeypatch.setattr(model_map, "find_spec", lambda _: None)
    monkeypatch.setattr(model_map, "installed", model_map.installed.__wrapped__)
    assert entry_of("gpt-4o")["max_tokens"] > 1
    assert entry_of("nobody/knows") == {}


def test_the_extract_is_what_the_script_makes():
    """The file in the package is the installed library's table, as long as that is the version it was made from."""
    made = model_map.table()
    script = runpy.run_path(str(ROOT / "docs/write_model_map.py"))
    if made["source"] != model_map.installed_source():
        pytest.skip("another version is installed")
    file = Path(str(model_map.__file__)).with_suffix(".json")
    assert script["extract"](date.fromisoformat(made["as_of"])) == file.read_text("utf-8")
