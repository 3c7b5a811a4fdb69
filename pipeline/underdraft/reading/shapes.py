"""How a model is held to JSON: by a schema, by its JSON mode, or by words alone; and how long an answer may be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

Shape = Literal["schema", "json", "words"]

LADDER: tuple[Shape, ...] = ("schema", "json", "words")
"""From the firmest; who refuses one is asked in the next."""

REFUSED = frozenset({400, 404, 415, 422, 501})
"""Statuses with which servers answer a response format that they do not know."""

OUTPUT_LEAST, OUTPUT_MOST = 256, 8_192
"""Bounds of an answer's tokens: room for a few words around it, and what every current model can write."""

_TEXT, _ITEMS = 200, 12
"""Taken where a schema sets no limit: code points of a text, entries of a list."""


def output_tokens(schema: Mapping[str, Any]) -> int:
    """Return the maximum tokens of an answer, from the schema's limits; a code point counts as a token, as in Chinese it may."""
    return max(OUTPUT_LEAST, min(OUTPUT_MOST, _size(schema)))


def _size(schema: Mapping[str, Any]) -> int:
    match schema.get("type"):
        case "object":
            fields = schema.get("properties", {})
            return 4 + sum(len(name) // 2 + 4 + _size(field) for name, field in fields.items())
        case "array":
            return 4 + int(schema.get("maxItems", _ITEMS)) * _size(schema.get("items", {}))
        case "string" if "enum" not in schema:
            return int(schema.get("maxLength", _TEXT)) + 4
    return 8


def words_for(shape: Shape, schema: Mapping[str, object]) -> str:
    """Word the end of a question in a shape; OpenAI's JSON mode requires the word JSON."""
    if shape == "schema":
        return ""
    return f"Answer with one JSON object of this schema and nothing else:\n{json.dumps(schema, ensure_ascii=False)}"
