"""litellm is imported once and quietly."""

from __future__ import annotations

import gc

import pytest

from underdraft_plugins.litellm_loading import load_litellm


@pytest.mark.parametrize("collecting", [True, False])
def test_loading(collecting):
    """It gives the library, set up, and leaves the collection of garbage as it was."""
    (gc.enable if collecting else gc.disable)()
    try:
        litellm = load_litellm()
        assert gc.isenabled() is collecting
    finally:
        gc.enable()
    assert litellm.suppress_debug_info
    assert load_litellm() is litellm
