"""The predicted cache beside a real engine with its default settings."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.long
def test_two_projects_in_turn_on_one_slot(tmp_path, monkeypatch):
    """The summed error is at most 3 % of what the engine finds, and nothing is called lost that it has."""
    for package in ("xllamacpp", "gguf"):
        pytest.importorskip(package, reason=f"needs {package}: pip install -e '.[bench]'")
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    kv, sample, tiny = (importlib.import_module(name) for name in ("kv", "cache", "_tiny_model"))
    tiny.make_model(tmp_path / "tiny.gguf")
    try:
        engine = kv.Engine(tmp_path / "tiny.gguf", defaults=True)
        requests = sample.session(recall=True, block="auto")[: kv.TWO]
        cached, error, lost = kv.two_projects(engine, requests)
    finally:
        for name in ("kv", "cache", "_tiny_model", "_figures"):
            sys.modules.pop(name, None)
    assert cached > 100_000
    assert error <= kv.ERROR_SHARE * cached
    assert lost == 0
