from __future__ import annotations

import attrs
import pytest

from underdraft import LAYERS, Layer
from underdraft.types.layers import STABLE_LAYERS, View, caps_for


def test_the_table_of_the_contract():
    """Number, name, view, place in the prefix and cap of each layer are fixed."""
    assert [(la.value, la.name, la.view.value, la.stable, LAYERS[la].cap_tokens) for la in Layer] == [
        (0, "SYSTEM", "rules", True, 1500),
        (1, "SESSION", "settings", True, 400),
        (2, "PROFILE", "settings", True, 600),
        (3, "PROJECT", "settings", True, 1200),
        (4, "RECENT", "retrieved", False, 800),
        (5, "CURRENT", "immediate", False, 3000),
    ]
    shares = [LAYERS[la].cap_percent for la in Layer]
    assert shares == [0, 0, 2, 8, 4, 10]
    assert STABLE_LAYERS == (Layer.SYSTEM, Layer.SESSION, Layer.PROFILE, Layer.PROJECT)


@pytest.mark.parametrize(
    ("budget", "caps"),
    [
        (-5, (1500, 400, 600, 1200, 800, 3000)),
        (28_672, (1500, 400, 600, 2200, 1100, 3000)),
        (123_904, (1500, 400, 2400, 9900, 4900, 12300)),
        (1_043_480, (1500, 400, 6000, 12000, 8000, 30000)),
    ],
)
def test_caps_grow_with_the_window(budget, caps):
    """A share of the budget in whole hundreds, never under the least cap nor over ten of it."""
    assert tuple(caps_for(budget).values()) == caps


def test_only_layer_0_is_never_trimmed():
    """A writer's constraints are never cut."""
    assert [la for la in Layer if not LAYERS[la].trimmed] == [Layer.SYSTEM]


def test_every_definition_is_complete():
    """Each layer says where it comes from, how often it changes and what a fault means."""
    for layer, definition in LAYERS.items():
        assert definition.layer is layer
        assert isinstance(definition.view, View)
        assert all(v not in {"", None} for v in attrs.astuple(definition))
    assert "CONTEXT_LAYER_FAILED" in LAYERS[Layer.SYSTEM].on_timeout
    assert "CONTEXT_LAYER_FAILED" in LAYERS[Layer.CURRENT].on_timeout
