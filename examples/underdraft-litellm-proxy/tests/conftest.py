from __future__ import annotations

import os

import pytest

os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # litellm would ask the network for it


@pytest.fixture(autouse=True)
def writers_home(tmp_path, monkeypatch):
    """No test reads or writes the store of whoever runs it."""
    monkeypatch.setenv("UNDERDRAFT_HOME", str(tmp_path / "home"))
