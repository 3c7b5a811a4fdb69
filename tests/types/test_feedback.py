"""Feedback as values."""

from __future__ import annotations

import pytest

from underdraft.types.feedback import evidence_signal


@pytest.mark.parametrize("stance", ["accept", "reject", "partial"])
def test_evidence_speaks_for_itself_or_for_its_avoidance(stance):
    """The writer's words are key and statement, whatever was done with the result."""
    signal = evidence_signal("偏好短句", stance)
    assert (signal.axis, signal.key, signal.stance) == ("evidence", "偏好短句", stance)
    assert (signal.statement, signal.opposite) == ("偏好短句", "避免：偏好短句")
    assert evidence_signal("short {lines}", stance, "en").opposite == "avoid: short {lines}"
