"""The table of models: an extract in the package, and the installed library's for newer names."""

from __future__ import annotations

import json
import re
import runpy
from datetime import date
from pathlib import Path

import pytest

from underdraft.cache import model_map
from underdraft.cache.model_map import ModelFigures, entry_of

ROOT = Path(__file__).parents[2]


@pytest.fixture
def alone(monkeypatch):
    """The package alone, without the library."""
    monkeypatch.setattr(model_map, "find_spec", lambda _: None)
    monkeypatch.setattr(model_map, "_installed", model_map._installed.__wrapped__)


def test_names_are_found_as_they_are_written(alone):
    """A model is found with and without its provider, dated, without the library; one in no table says nothing."""
    found = entry_of("gpt-4o")
    assert found == entry_of("somewhere/gpt-4o")
    assert found.figures["input_cost_per_token"] > 0
    assert re.fullmatch(r"litellm \d[\d.]+", found.source)
    assert date.fromisoformat(found.as_of)
    assert entry_of("nobody/knows") == ModelFigures()


def test_the_installed_table_only_adds(tmp_path, monkeypatch):
    """A name that the extract does not know is looked for in the installed table; a known one keeps the extract's figures."""
    newer = {
        "gpt-4o": {"max_tokens": 1},
        "gpt-99": {"max_tokens": 7, "mode": "chat"},
        "sample_spec": {"max_tokens": 3},
    }
    path = tmp_path / "map.json"
    path.write_text(json.dumps(newer))
    monkeypatch.setattr(model_map, "installed_path", lambda: path)
    monkeypatch.setattr(model_map, "_installed", model_map._installed.__wrapped__)
    found = entry_of("openai/gpt-99")
    assert (found.figures, found.source, found.as_of) == ({"max_tokens": 7}, model_map.installed_source(), "")
    assert entry_of("gpt-4o").figures["max_tokens"] > 1
    assert entry_of("sample_spec") == ModelFigures()


def test_the_extract_is_what_the_script_makes():
    """The file in the package is the installed library's table, as long as that is the version it was made from."""
    made = model_map._extract()
    if made["source"] != model_map.installed_source():
        pytest.skip("another version is installed")
    script = runpy.run_path(str(ROOT / "docs/write_model_map.py"))
    file = Path(str(model_map.__file__)).with_suffix(".json")
    assert script["extract"](date.fromisoformat(made["as_of"])) == file.read_text("utf-8")
