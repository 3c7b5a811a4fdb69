"""Which names litellm answers to."""

from __future__ import annotations

from underdraft_plugins.models.litellm_calls import LitellmModel
from underdraft_plugins.models.litellm_model import underdraft_model


def test_offline_is_left_to_its_own_plugin():
    """Every name but ``offline`` is answered for."""
    assert underdraft_model("offline") is None
    assert isinstance(underdraft_model("anything/else"), LitellmModel)
