"""The table of models: an extract in the package."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from datetime import date
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


def test_the_library_is_not_looked_at():
    """What is installed changes no figure, so a prompt's caps stay when litellm is upgraded."""
    code = "from underdraft.cache.model_map import entry_of; entry_of('nobody/knows')"
    done = subprocess.run([sys.executable, "-v", "-c", code], capture_output=True, text=True, check=True)
    assert "litellm" not in done.stderr


def test_the_extract_is_what_the_script_makes():
    """The file in the package is the installed library's table, as long as that is the version it was made from."""
    made = model_map.table()
    script = runpy.run_path(str(ROOT / "docs/write_model_map.py"))
    if made["source"] != script["installed"]():
        pytest.skip("another version is installed")
    file = Path(str(model_map.__file__)).with_suffix(".json")
    assert script["extract"](date.fromisoformat(made["as_of"])) == file.read_text("utf-8")
