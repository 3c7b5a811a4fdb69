"""What all built-in channels say of themselves, and that their answers are what they say."""

from __future__ import annotations

import json
from importlib import import_module
from pkgutil import iter_modules

import jsonschema
import pytest

from channels.session_script import whole_schema
from underdraft import Channel
from underdraft.boundary.shape import ListOf, MapOf, ObjectShape, Open, Union
from underdraft.channels import CHANNELS as TABLE
from underdraft.channels import __path__ as place
from underdraft.channels import underdraft_channels

modules = sorted(found.name for found in iter_modules(place))
CHANNELS = {channel.name: channel for channel in underdraft_channels()}

OPEN = {
    "MemoryItem.evidence",
    "MemoryItem.metadata",
    "StoredFact.fact",
    "ConfirmedFact.fact",
    "atomic:update.patch",
    "knowledge:add.fact",
    "knowledge:settle.fact",
    "memory:settings:update.patch",
    "memory:update.patch",
}
"""Fields whose content belongs to the writer or the application."""

OPEN_KEYS = {"memory:settings:get", "memory:settings:update"}
"""Channels that answer with an object whose keys the store knows."""


def parts(shape):
    """The shapes directly inside a shape."""
    match shape:
        case ListOf():
            return [shape.item]
        case MapOf():
            return [shape.value]
        case Union():
            return shape.options
    return []


def open_fields(shape, path, seen):
    """Where anything goes."""
    if isinstance(shape, Open):
        return {path}
    found = {place for part in parts(shape) for place in open_fields(part, path, seen)}
    if isinstance(shape, ObjectShape) and shape not in seen:
        seen.add(shape)
        for field in shape.fields:
            found |= open_fields(field.shape, f"{shape.name}.{field.name}", seen)
    return found


@pytest.mark.parametrize("name", CHANNELS)
def test_a_channel_describes_itself(name):
    """It has a summary, words for every field, and exact types but for what is deliberately open."""
    signature = CHANNELS[name].signature
    assert signature.summary.endswith((".", "..."))
    assert [field.key for field in signature.fields if not field.about] == []
    found = open_fields(signature.answer, name, set())
    for field in signature.fields:
        found |= open_fields(field.shape, f"{name}.{field.name}", set())
    assert found <= OPEN
    answers = signature.answer.options if isinstance(signature.answer, Union) else [signature.answer]
    assert name in OPEN_KEYS or all(isinstance(answer, ObjectShape) for answer in answers)
    assert all(answer.about for answer in answers if isinstance(answer, ObjectShape))


def test_what_is_open_is_there():
    """The list of open fields names no field that has become exact."""
    found = set()
    for name, channel in CHANNELS.items():
        found |= open_fields(channel.signature.answer, name, set())
        for field in channel.signature.fields:
            found |= open_fields(field.shape, f"{name}.{field.name}", set())
    assert found == OPEN


def test_the_schemas_are_schemas():
    """They are valid, and JSON."""
    schema = whole_schema(CHANNELS.values())
    jsonschema.Draft202012Validator.check_schema(schema)
    assert json.loads(json.dumps(schema)) == schema


@pytest.mark.parametrize("module", modules)
def test_the_table_of_channels(module):
    """The table in channels/__init__.py has each module's channels; the other modules have none."""
    here = f"underdraft.channels.{module}"
    found = list(vars(import_module(here)).values())
    names = [value.name for value in found if isinstance(value, Channel)]
    for service in (value for value in found if isinstance(value, type) and value.__module__ == here):
        names += [m.channel_name for m in vars(service).values() if hasattr(m, "channel_name")]
    assert sorted(names) == sorted(TABLE.get(module, "").split())


def test_every_name_is_there_once():
    """There are 71 channels."""
    names = [channel.name for channel in underdraft_channels()]
    assert len(names) == len(set(names)) == 71
