"""Fixtures of the store's tests."""

from __future__ import annotations

import pytest

from memory.service_samples import LetterEmbedder, close, open_service


@pytest.fixture
def service(tmp_path):
    """A service over a fresh file with a working embedder."""
    made = open_service(tmp_path / "u.db", LetterEmbedder())
    yield made
    close(made)
