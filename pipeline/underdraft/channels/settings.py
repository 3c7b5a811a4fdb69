"""The settings of a store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from underdraft.boundary.channel import served
from underdraft.channels.parts import Service
from underdraft.memory.settings import SettingValue, read_settings, update_settings


class MemorySettings(Service):
    """The settings of a store."""

    @served("memory:settings:get")
    def get(self) -> Mapping[str, SettingValue]:
        """All settings by their keys."""
        with self.workspace.store.database.read() as connection:
            return read_settings(connection)

    @served("memory:settings:update")
    def update(
        self, *, patch: Annotated[Mapping[str, object], "New values by key."]
    ) -> Mapping[str, SettingValue]:
        """Change some settings; all come back."""
        return update_settings(self.workspace.store.database, patch)
