"""Fixtures of the episode tests."""

from __future__ import annotations

import pytest

from memory_episodes.episode_samples import Clock, close, open_episodes


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
        close(service)


@pytest.fixture
def episodes(open_here):
    """A service over a fresh file."""
    return open_here()
