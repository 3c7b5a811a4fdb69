"""Shapes as JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import attrs
import pytest

from underdraft import Layer
from underdraft.boundary.channel import signature_of
from underdraft.boundary.schema import Schemas
from underdraft.boundary.shape import ObjectShape, shape_of
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.request import OWN_PROJECT, Own


@attrs.frozen(kw_only=True)
class Leaf:
    """A leaf."""

    kind: Annotated[Literal["oak", "elm"], "Which one."]


@attrs.frozen(kw_only=True)
class Tree:
    """A tree."""

    leaves: tuple[Leaf, ...]
    parent: Tree | None
    counts: Mapping[Layer, int]
    healthy: Literal[True] = True
    note: str | None = OMIT_NONE
    open: object = None


def test_an_answers_schema():
    """Named objects go to $defs; a class may hold itself; what may be left out is not required."""
    schemas = Schemas()
    assert schemas.answer(shape_of(Tree))["$ref"] == "#/$defs/Tree"
    assert schemas.definitions["Leaf"] == {
        "description": "A leaf.",
        "type": "object",
        "properties": {"kind": {"enum": ["oak", "elm"], "description": "Which one."}},
        "required": ["kind"],
        "additionalProperties": False,
    }
    tree = schemas.definitions["Tree"]
    assert tree["required"] == ["leaves", "parent", "counts", "healthy", "open"]
    assert tree["properties"] == {
        "leaves": {"type": "array", "items": {"$ref": "#/$defs/Leaf"}},
        "parent": {"anyOf": [{"$ref": "#/$defs/Tree"}, {"type": "null"}]},
        "counts": {
            "type": "object",
            "additionalProperties": {"type": "integer"},
            "propertyNames": {"enum": [layer.name for layer in Layer]},
        },
        "healthy": {"enum": [True]},
        "note": {"type": "string"},
        "open": {},
    }


def test_a_plain_schema():
    """What has no named objects has no definitions."""
    schemas = Schemas()
    assert schemas.answer(shape_of(str | None)) == {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert schemas.definitions == {}


def _take(workspace, *, leaf: Leaf, project_id: str | Own | None = OWN_PROJECT, limit: int = 5): ...


def test_a_payloads_schema():
    """A payload requires what has no default; its objects have names of their own."""
    schemas = Schemas()
    schema = schemas.payload(signature_of(_take).fields)
    assert schema["required"] == ["leaf"]
    assert schema["properties"] == {
        "leaf": {"$ref": "#/$defs/LeafInput"},
        "projectId": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "limit": {"type": "integer", "default": 5},
    }
    assert list(schemas.definitions) == ["LeafInput"]


def test_two_classes_of_one_name():
    """One name for two shapes would make a client wrong, so it is refused."""
    other = attrs.make_class("Leaf", {"x": attrs.field(type=int)})
    schemas = Schemas()
    schemas.answer(ObjectShape(Leaf))
    schemas.answer(ObjectShape(Leaf))
    with pytest.raises(ValueError, match="Leaf"):
        schemas.answer(ObjectShape(other))
