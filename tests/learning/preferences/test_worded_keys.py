"""Topics of worded tastes."""

from __future__ import annotations

from underdraft.learning.preferences.worded_keys import scene_of, taste_key


def test_a_key_holds_its_scene_as_it_is_named():
    """Two spellings of one wording are one taste; the scene's name is not touched."""
    assert taste_key("Night | 1", "No thanks.") == taste_key("Night | 1", "no  THANKS")
    assert scene_of(taste_key("Night | 1", "No thanks.")) == scene_of("Night | 1") == "Night | 1"
