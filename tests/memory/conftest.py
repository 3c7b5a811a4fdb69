"""Fixtures of the memory's tests."""

from __future__ import annotations

import pytest

from memory.episodes.episode_samples import Clock, open_episodes
from memory.episodes.episode_samples import close as close_episodes
from memory.service_samples import LetterEmbedder, close, open_service


@pytest.fixture
def service(tmp_path):
    """A service over a fresh file with a working embedder."""
    made = open_service(tmp_path / "u.db", LetterEmbedder())
    yield made
    close(made)


@pytest.fixture
def clock():
    """A clock that the test moves."""
    return Clock()


@pytest.fixture
def open_here(tmp_path, clock):
    """Opens services over one file; all are closed at the end."""
    opened = []

    def open_it(**options):
        opened.append(open_episodes(tmp_path / "u.db", **{"clock": clock, **options}))
        return opened[-1]

    yield open_it
    for service in opened:
        close_episodes(service)


@pytest.fixture
def episodes(open_here):
    """A service over a fresh file."""
    return open_here()
