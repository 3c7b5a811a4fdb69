"""A workspace whose model, clock and ids are the test's."""

from __future__ import annotations

import pytest

from learning.preferences.feedback_samples import Desk


@pytest.fixture
def desk(tmp_path):
    """A project in an empty folder, closed at the end."""
    made = Desk(tmp_path)
    yield made
    made.close()
