"""What an edit shows of the writer's taste: named, deterministic observations, no model and no guess."""

from __future__ import annotations

from underdraft.edits.observation import AXES, Axis, Observation
from underdraft.edits.observing import observe

__all__ = ["AXES", "Axis", "Observation", "observe"]
