"""Fixtures of the tests of tidying."""

from __future__ import annotations

import pytest

from memory.service_samples import close, open_service


@pytest.fixture
def memory(tmp_path):
    """Memories in a fresh store without an embedder."""
    made = open_service(tmp_path / "u.db")
    yield made
    close(made)
