"""The channels as TypeScript types."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import attrs

from underdraft import channel
from underdraft.boundary.typescript import typescript
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.layers import Layer


@attrs.frozen(kw_only=True)
class Lamp:
    """A lamp."""

    name: str
    kind: Literal["oil", "gas"]
    sizes: tuple[int, ...]
    pair: tuple[float, str]
    by_layer: dict[Layer, bool]
    more: dict[str, Any]
    next_lamp: "Lamp | None" = OMIT_NONE  # noqa: UP037 - read at run time


@channel("lamp:light")
def light(
    _: object, *, name: Annotated[str, "Which."], times: Annotated[int | None, "How often."] = None
) -> Lamp:
    """Light a lamp."""
    raise NotImplementedError(name, times)


@channel("lamp:none")
def none(_: object) -> list[Lamp]:
    """List them."""
    return []


def test_payloads_and_answers():
    """Required and optional fields, unions, lists, rows, maps and objects that hold themselves."""
    text = typescript([light, none])
    assert '"lamp:light": { payload: { name: string; times?: number | null }; answer: Lamp };' in text
    assert '"lamp:none": { payload: Record<string, never>; answer: Array<Lamp> };' in text
    assert "  /** Light a lamp. */\n" in text
    found = text.partition("export interface Lamp ")[2]
    assert 'kind: "oil" | "gas"; sizes: Array<number>; pair: [number, string];' in found
    assert 'byLayer: Partial<Record<"SYSTEM" | "SESSION"' in found
    assert "more: Record<string, unknown>; nextLamp?: Lamp }" in found


def test_every_channel_is_there(underdraft_workspace):
    """Each one's name stands in ``Channels`` once, and no type is named that is not defined."""
    channels = underdraft_workspace().channels
    text = typescript(channels.values())
    assert re.findall(r'^  "([^"]+)": \{ payload', text, re.MULTILINE) == list(channels)
    defined = set(re.findall(r"^export interface (\w+)", text, re.MULTILINE))
    used = set(re.findall(r"(?:answer|: Array<|[:|] )\s?([A-Z]\w+)", text))
    assert used - {"Array", "Record", "Partial", "Promise"} <= defined
