"""The check that an application's users see nothing of each other."""

from __future__ import annotations

import pytest

from underdraft import Workspace, WorkspacePool
from underdraft.testing import FakeModel, assert_apart

FILES = {".underdraft/config.toml": '[project]\nid = "book"\n'}


@pytest.fixture
def pool(tmp_path):
    """A pool of an application."""
    options = {"store": tmp_path / "store.db", "model": "fake", "embedder": "none"}
    with WorkspacePool(8, plugins=[FakeModel("He rang.")], options=options) as made:
        yield made


def test_two_users_with_a_store_each(pool, tmp_path):
    """One pool, one book, two stores: nothing comes out."""
    assert_apart(
        lambda: pool.open("book", files=FILES, store=tmp_path / "anna.db"),
        lambda: pool.open("book", files=FILES, store=tmp_path / "ben.db"),
    )


def test_two_users_with_one_store(pool):
    """An application that forgets to give each user a store is told by which ways the texts came in and out."""
    with pytest.raises(AssertionError) as caught:
        assert_apart(lambda: pool.open("book", files=FILES), lambda: pool.open("book", files=FILES))
    said = str(caught.value)
    for way_out, way_in in (
        ("memory:list", "memory:create"),
        ("memory:search", "atomic:create"),
        ("memory:export", "memory:create"),
        ("profile:get", "profile:update"),
        ("conversation:list", "conversation:append"),
        ("ai:run:get", "a run's reply"),
        ("memory:episode:list", "memory:episode:record"),
        ("ai:skill:preview", "memory:import"),
    ):
        assert f"{way_out}: what was written by {way_in}" in said, said


def test_a_pool_that_leaks(pool, tmp_path):
    """A cache by the book's name alone gives the second user the first one's workspace."""
    kept = {}

    def opened(user):
        if "book" not in kept:
            kept["book"] = Workspace.open(files=FILES, store=tmp_path / f"{user}.db", embedder="none")
        return pool_of(kept["book"])

    class pool_of:  # noqa: N801 - a context that closes nothing
        def __init__(self, ws):
            self.ws = ws

        def __enter__(self):
            return self.ws

        def __exit__(self, *_):
            pass

    with pytest.raises(AssertionError, match="memory:list: what was written by memory:create"):
        assert_apart(lambda: opened("anna"), lambda: opened("ben"))
    kept["book"].close()
