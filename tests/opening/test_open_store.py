from __future__ import annotations

import attrs

from underdraft.opening.open_store import open_store
from underdraft.plugins import load_plugins
from underdraft.project.config import parse_config
from underdraft.project.settings import Settings
from underdraft.project.source_files import project_files
from underdraft.run.gate import Gate
from underdraft.testing import FROZEN_NOW, counted_ids

OWN = parse_config('store = "project"\n[project]\nid = "a"\n')


def test_opening_touches_no_file(tmp_path):
    """A store is made when it is first used; the workspace's model and that of a run can be asked, the stand-in not."""
    plugins = load_plugins()
    for model, asks in (("offline", False), ("gpt-4.1", True)):
        config = attrs.evolve(OWN, model=model, store="user")
        store = open_store(
            tmp_path / "s.db",
            gate=Gate(
                settings=Settings(config=config, origins={}),
                plugins=plugins,
                files=project_files(tmp_path, None),
            ),
            clock=lambda: FROZEN_NOW,
            new_id=counted_ids(),
        )
        assert (store.ask_of("") is not None) is asks
        assert store.ask_of("gpt-4.1-mini") is not None
        store.close()
    assert list(tmp_path.iterdir()) == []
