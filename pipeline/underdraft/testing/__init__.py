"""For authors of plugins: a workspace to try a plugin in, a model that costs nothing, and checks.

The package registers this module as a pytest plugin, so the fixture ``underdraft_workspace`` is there
without an import, and so is ``prompt_snapshot`` where syrupy is installed. The rest is imported::

    from underdraft.testing import FakeModel, assert_stable, inputs

    def test_stable():
        assert_stable(my_fetcher, inputs(rules={"weather": True}, files={".underdraft/log.md": "Fog."}))

    def test_prompt(underdraft_workspace, prompt_snapshot):
        model = FakeModel("He rang.")
        with underdraft_workspace(files={...}, plugins=[my_plugin, model], model=model.name) as ws:
            assert ws.run_sync("polish", document="The bell.").text == "He rang."
            assert ws.preview_sync("polish", document="The bell.") == prompt_snapshot
"""

from __future__ import annotations

from underdraft.testing.fake_model import FakeModel
from underdraft.testing.fixtures import prompt_snapshot, pytest_addoption, underdraft_workspace
from underdraft.testing.prompts import prompt_text
from underdraft.testing.run_inputs import FROZEN_NOW, MemoryFiles, counted_ids, inputs
from underdraft.testing.stability import assert_stable, run_fetcher

__all__ = [
    "FROZEN_NOW",
    "FakeModel",
    "MemoryFiles",
    "assert_stable",
    "counted_ids",
    "inputs",
    "prompt_snapshot",
    "prompt_text",
    "pytest_addoption",
    "run_fetcher",
    "underdraft_workspace",
]
