"""A workspace whose model words tastes."""

from __future__ import annotations

import pytest

from learning.worded_rules.taste_samples import TasteDesk


@pytest.fixture
def desk(tmp_path):
    """A project in an empty folder, closed at the end."""
    made = TasteDesk(tmp_path)
    yield made
    made.close()
