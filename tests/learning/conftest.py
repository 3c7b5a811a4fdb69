"""A workspace whose model, clock and ids are the test's."""

from __future__ import annotations

import pytest

from learning.feedback_samples import Desk, Listener


@pytest.fixture
def desk(tmp_path):
    """A project in an empty folder, closed at the end."""
    made = Desk(tmp_path)
    yield made
    made.close()


@pytest.fixture
def listening(tmp_path):
    """A workspace with a listener."""
    listener = Listener()
    desk = Desk(tmp_path, plugins=[listener])
    yield desk, listener
    desk.close()
