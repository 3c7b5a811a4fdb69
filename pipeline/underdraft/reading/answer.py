"""A model's answer read as the JSON object that was asked for, also where it is nearly one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ANSWER_MAXIMUM = 100_000
"""Maximum length of an answer that is read, in code points: longer than any that is asked for."""

KINDS: Mapping[str, type | tuple[type, ...]] = {
    "array": list,
    "object": dict,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
}


def object_in(text: str, schema: Mapping[str, Any]) -> Mapping[str, object] | None:
    """The object of a schema in an answer; ``None`` where there is none with the required keys of their types.

    Fences and words around it, trailing commas, single quotes and an end that is cut off are read as what they were
    meant for. Whether the values keep to the schema's limits is for the caller to verify.
    """
    from json_repair import repair_json  # late: most processes ask nothing

    begin = text.find("{")
    if begin < 0:
        return None
    try:
        found = repair_json(text[begin : begin + ANSWER_MAXIMUM], return_objects=True)
    except (RecursionError, ValueError):  # nested deeper than anybody answers
        return None
    for value in found if isinstance(found, list) else [found]:
        if isinstance(value, dict) and fits(value, schema):
            return value
    return None


def fits(value: Mapping[str, object], schema: Mapping[str, Any]) -> bool:
    """Whether an object has the keys that a schema requires, each of its type."""
    fields = schema.get("properties", {})
    return all(
        name in value and isinstance(value[name], KINDS.get(fields.get(name, {}).get("type"), object))
        for name in schema.get("required", ())
    )


def joined(one: Mapping[str, object], other: Mapping[str, object]) -> dict[str, object]:
    """The answers to two halves of the material as one: lists are put together, of all else the first holds."""
    both = {**other, **one}
    for name, value in one.items():
        further = other.get(name)
        if isinstance(value, list) and isinstance(further, list):
            both[name] = [*value, *further]
    return both
