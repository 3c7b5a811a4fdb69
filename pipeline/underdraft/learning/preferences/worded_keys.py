"""How worded tastes are told apart: the axis and key of their topics, and the mark of a trial."""

from __future__ import annotations

from underdraft.text.clean import normalised

WORDED_AXIS = "worded"
"""The axis of worded tastes; a key is the kind of scene, a line break and the wording.

The topic whose key is the kind of scene alone has no preference: it counts the edits that the model has seen.
"""

TRIAL = "trial"
"""In a memory's metadata: ``open`` or ``passed``; a taste without it is not judged."""


def taste_key(scene_type: str, wording: str) -> str:
    """The key of a taste."""
    return f"{scene_type}\n{normalised(wording)}"


def scene_of(key: str) -> str:
    """The kind of scene of a key."""
    return key.partition("\n")[0]
