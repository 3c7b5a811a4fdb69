"""A run record as JSON values and back, losing nothing."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.types import chunk, model_call, prefix, prompt, run, skill
from underdraft.types.layers import Layer
from underdraft.types.run import Preview, RunRecord
from underdraft.types.skill import ContextRules

if TYPE_CHECKING:
    from cattrs import Converter


@cache
def converter() -> Converter:
    """The converter between values and JSON; made at first use, as cattrs writes code for it."""
    from cattrs import Converter
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
    from cattrs.strategies import configure_union_passthrough

    for module in (chunk, model_call, prefix, prompt, run, skill):
        for kind in (
            named for named in vars(module).values() if isinstance(named, type) and attrs.has(named)
        ):
            attrs.resolve_types(kind, include_extras=False)  # the words beside the types are not for cattrs
    made, left_out = Converter(forbid_extra_keys=False), override(omit=True)
    configure_union_passthrough(str | bool | int | float | None, made)
    made.register_unstructure_hook(Layer, lambda layer: str(int(layer)))
    made.register_structure_hook(Layer, lambda value, _: Layer(int(value)))
    made.register_unstructure_hook(ContextRules, lambda rules: dict(rules.values_by_name))
    made.register_structure_hook(ContextRules, lambda value, _: ContextRules(dict(value)))
    made.register_unstructure_hook(
        Preview, make_dict_unstructure_fn(Preview, made, assembly=left_out, pin=left_out, lines=left_out)
    )
    made.register_structure_hook(
        Preview, make_dict_structure_fn(Preview, made, assembly=left_out, pin=left_out, lines=left_out)
    )
    made.register_unstructure_hook(RunRecord, make_dict_unstructure_fn(RunRecord, made))
    return made


def to_json(record: RunRecord) -> dict[str, Any]:
    """The record as JSON values: attribute names as keys, layers as ``"0"`` to ``"5"``."""
    plain: dict[str, Any] = converter().unstructure(record)
    return plain


def from_json(plain: object) -> RunRecord:
    """The record that :func:`to_json` was given; keys that this version does not know are ignored."""
    return converter().structure(plain, RunRecord)
