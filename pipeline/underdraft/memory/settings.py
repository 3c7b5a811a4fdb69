"""The store's settings: fixed keys, strict types, changed by patches."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, delete, select

from underdraft.errors import InvalidArgument
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.settings import AUDIT, SETTING
from underdraft.memory.db.snapshot import cached
from underdraft.types.checks import check_flag, check_known, check_range, refuse
from underdraft.types.values import frozen

SettingValue = bool | int | str

AUTO = "auto"
"""The value of ``memory.window_block`` under which the model decides."""


@frozen
class Setting:
    """A setting; an integer has a range, both ends included. ``word`` may be given in place of one.

    What it does is said in ``page.toml``, in a line behind its name: for the page and the reference.
    """

    key: str
    default: SettingValue
    least: int = 0
    most: int = 0
    word: str | None = None


SETTINGS: dict[str, Setting] = {
    setting.key: setting
    for setting in (
        Setting("injectionEnabled", True),
        Setting("preferenceLearningEnabled", True),
        Setting("privacyModeEnabled", False),
        Setting("preferenceLearningThreshold", 3, 1, 1_000),
        Setting("memory.rag_top_n", 5, 0, 100),
        Setting("memory.enable_agentic_search", False),
        Setting("memory.enable_user_profile", True),
        Setting("memory.atomic_content_max_length", 500, 1, 100_000),
        Setting("memory.session_summary_limit", 5, 0, 1_000),
        Setting("context_limit", 20, 1, 10_000),
        Setting("memory.window_block", AUTO, 0, 10_000, AUTO),
        Setting("memory.enable_extraction", True),
        Setting("memory.enable_model_extraction", True),
        Setting("memory.enable_distillation", True),
        Setting("questions.tokens_per_day", 2_000_000, 0, 10**9),
        Setting("questions.cents_per_day", 0, 0, 10**6),
        Setting("memory.compaction_runs", 20, 1, 100_000),
        Setting("memory.compaction_tokens", 30_000, 1, 100_000_000),
    )
}
"""Every setting by its key, in the order in which they are shown."""


def update_settings(database: Database, patch: Mapping[str, Any]) -> dict[str, SettingValue]:
    """Change some settings, all of them or, on any error, none; gives all as they now are."""
    check_patch(patch)
    now = database.clock()
    with database.write() as connection:
        before = read_settings(connection)
        changed = {key: value for key, value in patch.items() if before[key] != value}
        for key, value in changed.items():
            connection.execute(delete(SETTING).where(SETTING.c.key == key))
            connection.execute(SETTING.insert().values(key=key, value=json.dumps(value), updated_at=now))
        if changed:
            details = {key: {"before": before[key], "after": value} for key, value in sorted(changed.items())}
            connection.execute(
                AUDIT.insert().values(at=now, actor="user", action="settings", details=json.dumps(details))
            )
    return before | changed


_STORED = select(SETTING.c.key, SETTING.c.value)


def read_settings(connection: Connection) -> dict[str, SettingValue]:
    """All settings, inside the caller's transaction; what an older or newer version left is ignored."""
    values: dict[str, SettingValue] = {key: setting.default for key, setting in SETTINGS.items()}
    for row in connection.execute(_STORED):
        with suppress(InvalidArgument, ValueError):
            known = {row.key: json.loads(row.value)}
            check_patch(known)
            values |= known
    return values


def privacy_enabled(connection: Connection) -> bool:
    """Whether privacy mode is on, inside the caller's transaction."""
    return bool(cached_settings(connection)["privacyModeEnabled"])


def switched_since(connection: Connection, at: str) -> bool:
    """Whether privacy mode was switched after a moment: what began then may hold words that were not to be kept."""
    c = SETTING.c
    last = connection.scalar(select(c.updated_at).where(c.key == "privacyModeEnabled"))
    return last is not None and last > at


def block_of(settings: Mapping[str, SettingValue], auto_block: int) -> int:
    """Return how many messages leave a full window at once; ``auto_block``, or half a small window, under ``auto``."""
    block = settings["memory.window_block"]
    return min(auto_block, int(settings["context_limit"]) // 2) if block == AUTO else int(block)


def cached_settings(connection: Connection) -> Mapping[str, SettingValue]:
    """As :func:`read_settings`; inside a view they are read again only after a change."""
    return cached(connection, "settings", ("settings",), lambda: read_settings(connection))


def check_patch(patch: object) -> None:
    """See that every key is known and every value has its type and range."""
    if not isinstance(patch, Mapping):
        refuse("patch", "an object")
    check_known("patch", patch, SETTINGS, what="setting")
    for key, value in patch.items():
        setting = SETTINGS[key]
        if isinstance(setting.default, bool):
            check_flag(f"patch.{key}", value)
        elif type(value) is not int:
            if value is None or value != setting.word:
                refuse(f"patch.{key}", "a whole number" + (f" or '{setting.word}'" if setting.word else ""))
        else:
            check_range(f"patch.{key}", value, setting.least, setting.most)
