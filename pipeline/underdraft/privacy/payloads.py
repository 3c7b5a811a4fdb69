"""Payloads with a canary in every field that takes words, for whatever channels are installed."""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.boundary.envelope import camel
from underdraft.types.request import Selection

if TYPE_CHECKING:
    from collections.abc import Iterable

    from underdraft.boundary.envelope import Channel


PROJECT = "privacy-check"
CANARY = "CANARY"

MAKERS = (":create", ":add", ":append", ":record", ":start", ":run", ":put")
"""Ends of the names of channels that make things; what they make, others of their area work on."""

LAST = (
    *("atomic:delete", "conversation:delete", "knowledge:delete", "memory:delete", "summary:delete"),
    *("memory:undo", "memory:purge", "memory:settings:update", "memory:maintenance:run", "session:end"),
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
    "other_id": None,
    "project_id": PROJECT,
    "role": "user",
    "scope": "global",
    "selected_index": 0,
    "skill_id": "polish",
    "skill_used": "polish",
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
    "knowledge:add": {"kind": "entity", "fact": {"name": CANARY, "kind": "person"}},
    "memory:create": {"type": "note", "scope": "global", "content": CANARY, "documentId": CANARY},
    "memory:export": {},
    "memory:import": {"lines": [f'{{"content": "{CANARY}"}}']},
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
    attrs.resolve_types(channel.payload)
    payload: dict[str, Any] = {}
    for field in attrs.fields(channel.payload):
        value = value_for(channel.name, field.name, field.type, canary, known)
        if value is not None:
            payload[camel(field.name)] = value
    if payload.get("patch") == canary:
        payload["patch"] = {"content": canary}
    return payload


def with_canary(shape: Any, canary: str) -> Any:
    """The shape with the canary in its places."""
    if isinstance(shape, dict):
        return {key: with_canary(value, canary) for key, value in shape.items()}
    if isinstance(shape, list):
        return [with_canary(value, canary) for value in shape]
    return shape.replace(CANARY, canary) if isinstance(shape, str) else shape


def value_for(channel: str, name: str, kind: Any, canary: str, known: Known) -> Any:
    """A value for one field: a known id, a plain value, the canary, or the simplest of its type."""
    if name == "id":
        return known.ids.get(area_of(channel), canary)
    if name in known.fields or name in PLAIN:
        return known.fields.get(name, PLAIN.get(name))
    kinds = {kind, *typing.get_args(kind)}
    if Selection in kinds:
        return {"start": 0, "end": 2}
    if kinds & {str, Any}:
        return canary
    if any(typing.get_origin(k) in {list, tuple} for k in kinds):
        return [canary]
    return False if bool in kinds else 1 if kinds & {int, float} else None
