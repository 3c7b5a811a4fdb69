"""Shapes as JSON Schema (2020-12), for pages and for clients in other languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import attrs

from underdraft.boundary.json import to_json
from underdraft.boundary.shape import Field, ListOf, MapOf, ObjectShape, OneOf, Scalar, Shape, Union
from underdraft.types.request import OWN_PROJECT


@attrs.define
class Schemas:
    """Makes schemas that share their named objects."""

    root: Annotated[str, "What a reference to a named object begins with."] = "#/$defs/"
    definitions: Annotated[
        dict[str, dict[str, Any]], "For `$defs`; those of payloads have `Input` after their names."
    ] = attrs.field(factory=dict)
    _classes: dict[str, Any] = attrs.field(factory=dict)

    def answer(self, shape: Shape) -> dict[str, Any]:
        """The schema of an answer; two different classes of one name are a ``ValueError``."""
        return self._schema(shape, payload=False)

    def payload(self, fields: Sequence[Field]) -> dict[str, Any]:
        """The schema of a payload with these fields. Raises as :meth:`answer`."""
        return self._object(fields, payload=True)

    def _schema(self, shape: Shape, *, payload: bool) -> dict[str, Any]:
        match shape:
            case Scalar():
                return {"type": shape.kind}
            case OneOf():
                return {"enum": list(shape.values)}
            case ObjectShape():
                return self._named(shape, payload=payload)
            case Union():
                return {"anyOf": [self._schema(option, payload=payload) for option in shape.options]}
            case ListOf() | MapOf():
                return self._collection(shape, payload=payload)
        return {}

    def _collection(self, shape: ListOf | MapOf, *, payload: bool) -> dict[str, Any]:
        if isinstance(shape, ListOf):
            return {"type": "array", "items": self._schema(shape.item, payload=payload)}
        keys = {"propertyNames": {"enum": list(shape.keys.values)}} if shape.keys else {}
        values = self._schema(shape.value, payload=payload)
        return {"type": "object", "additionalProperties": values, **keys}

    def _named(self, shape: ObjectShape, *, payload: bool) -> dict[str, Any]:
        name = shape.name + "Input" * payload
        if self._classes.setdefault(name, shape.of) != shape.of:
            raise ValueError(f"two classes have the name {name}")
        if name not in self.definitions:
            self.definitions[name] = {}  # before its fields, which may lead back to it
            described = {"description": shape.about} if shape.about else {}
            self.definitions[name] |= {**described, **self._object(shape.fields, payload=payload)}
        return {"$ref": f"{self.root}{name}"}

    def _object(self, fields: Sequence[Field], *, payload: bool) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {field.key: self._property(field, payload=payload) for field in fields},
            "required": [f.key for f in fields if (f.required if payload else not f.omitted)],
            "additionalProperties": False,
        }

    def _property(self, field: Field, *, payload: bool) -> dict[str, Any]:
        shape = field.shape
        if field.omitted and not payload:
            options = tuple(o for o in getattr(shape, "options", (shape,)) if o != Scalar("null"))
            shape = options[0] if len(options) == 1 else Union(options)
        schema = self._schema(shape, payload=payload)
        if field.about:
            schema["description"] = field.about
        if payload and not field.required and field.default is not OWN_PROJECT:
            schema["default"] = to_json(field.default)
        return schema
