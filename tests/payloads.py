"""Payloads with a canary in every field that takes words, for whatever channels are installed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from underdraft.boundary.channel import Channel
from underdraft.boundary.shape import Field, ListOf, MapOf, ObjectShape, OneOf, Scalar, Shape, Union

PROJECT = "privacy-check"
CANARY = "CANARY"

MAKERS = (":create", ":add", ":append", ":record", ":start", ":run", ":put")
"""Ends of the names of channels that make things; what they make, others of their area work on."""

LAST = (
    *("atomic:delete", "conversation:delete", "memory:delete"),
    *("memory:purge", "memory:settings:update", "memory:maintenance:run", "session:end"),
)
"""Channels that would undo what the others need."""

PLAIN: dict[str, Any] = {
    "action": "reject",
    "candidate_count": 2,
    "candidates": 1,
    "chapter": 1,
    "cursor": None,
    "depth": 1,
    "edit_distance": 0.5,
    "expected_version": None,
    "importance": 0.5,
    "kind": "note",
    "limit": 5,
    "model": "offline",
    "project_id": PROJECT,
    "role": "user",
    "scope": "global",
    "selected_index": 0,
    "selection": {"start": 0, "end": 2},
    "skill_id": "polish",
    "skill_used": "polish",
    "source": None,
    "state": None,
    "status": None,
    "time_range": None,
    "timeout_ms": 60_000,
    "to_version": None,
    "trigger": "dailyDecayRecomputeTrigger",
    "type": "note",
    "undo_episode_id": None,
}
"""Values by field name, where words would only get the call refused; ``None`` leaves the field out."""

SHAPES: dict[str, dict[str, Any]] = {
    "knowledge:add": {
        "kind": "entity",
        "fact": {"name": CANARY, "kind": "person", "attributes": {CANARY: CANARY}},
    },
    "knowledge:check": {"chapter": 1},
    "knowledge:propose": {},
    "memory:create": {"type": "note", "scope": "global", "content": CANARY, "documentId": CANARY},
    "memory:export": {},
    "memory:import": {
        "lines": [f'{{"content": "{CANARY}", "tags": ["{CANARY}"], "metadata": {{"{CANARY}": "{CANARY}"}}}}']
    },
    "memory:settings:update": {"patch": {"injectionEnabled": CANARY}},
    "skill:validate": {"markdown": f"---\nname: canary\ndescription: {CANARY}\n---\n{CANARY}\n"},
}
"""Whole payloads for channels whose fields do not tell their form."""


@attrs.define
class Known:
    """Ids of things that exist, by field name and, for ``id``, by the first word of the channel's name."""

    fields: dict[str, Any] = attrs.field(factory=dict)
    ids: dict[str, str] = attrs.field(factory=dict)

    def learn(self, channel: str, data: Any) -> None:
        """Note the ids of what a call has made."""
        if not isinstance(data, dict) or not channel.endswith(MAKERS):
            return
        for name in ("runId", "sessionId"):
            if isinstance(data.get(name), str):
                self.fields.setdefault({"runId": "run_id", "sessionId": "session_id"}[name], data[name])
        if "run_id" in self.fields:
            self.fields.setdefault("before_id", self.fields["run_id"])
        found = data.get("id", data.get("episodeId"))
        if isinstance(found, str):
            self.ids.setdefault(area_of(channel), found)


def area_of(channel: str) -> str:
    """``memory:episode:record`` -> ``memory:episode``; ``atomic:create`` -> ``atomic``."""
    return channel.rpartition(":")[0]


def in_order(names: Iterable[str]) -> list[str]:
    """The channels, those that make things first, those that undo things last."""
    given = list(names)
    makers = [name for name in given if name.endswith(MAKERS) and name not in LAST]
    return [
        *makers,
        *(name for name in given if name not in makers and name not in LAST),
        *(name for name in LAST if name in given),
    ]


def payload_for(channel: Channel, canary: str, known: Known) -> dict[str, Any]:
    """A payload for one channel with the canary in every field that takes words."""
    if channel.name in SHAPES:
        shaped: dict[str, Any] = with_canary(SHAPES[channel.name], canary)
        return shaped
    values = {field.key: value_for(channel.name, field, canary, known) for field in channel.signature.fields}
    return {key: value for key, value in values.items() if value is not None}


def with_canary(shape: Any, canary: str) -> Any:
    """The shape with the canary in its places."""
    if isinstance(shape, dict):
        return {with_canary(key, canary): with_canary(value, canary) for key, value in shape.items()}
    if isinstance(shape, list):
        return [with_canary(value, canary) for value in shape]
    return shape.replace(CANARY, canary) if isinstance(shape, str) else shape


def value_for(channel: str, field: Field, canary: str, known: Known) -> Any:
    """A value for one field: a known id, a plain value, the canary, or the simplest one of that shape."""
    if field.name == "id":
        return known.ids.get(area_of(channel), canary)
    if isinstance(field.shape, OneOf) and PLAIN.get(field.name) not in field.shape.values:
        return simplest(field.shape, canary)
    if field.name in known.fields or field.name in PLAIN:
        return known.fields.get(field.name, PLAIN.get(field.name))
    return simplest(field.shape, canary)


def simplest(shape: Shape, canary: str) -> Any:
    """The simplest value of a shape, with the canary where it takes words."""
    found: Any = canary
    match shape:
        case Union():
            found = simplest(shape.options[0], canary)
        case ObjectShape():
            found = {field.key: simplest(field.shape, canary) for field in shape.fields}
        case ListOf():
            found = [simplest(shape.item, canary)]
        case MapOf():
            found = {"content": simplest(shape.value, canary)}
        case Scalar():
            plain = {"string": canary, "boolean": False, "integer": 1, "number": 1, "null": None}
            found = plain[shape.kind]
        case OneOf():
            found = shape.values[0]
    return found
