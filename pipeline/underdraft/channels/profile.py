"""The writer's profile: one Markdown document."""

from __future__ import annotations

from typing import Annotated

from underdraft.boundary.channel import served
from underdraft.channels.answers import Revisions
from underdraft.channels.arguments import SeenVersion, conversation_of
from underdraft.channels.parts import Service
from underdraft.memory.notes.profile import ProfileRevision, profile_history, read_profile, update_profile
from underdraft.types.sessions import Profile


class Profiles(Service):
    """The writer's profile."""

    @served("profile:get")
    def get(self) -> Profile:
        """The writer's profile: a Markdown document."""
        with conversation_of(self.workspace).database.read() as connection:
            return read_profile(connection)

    @served("profile:update")
    def update(
        self,
        *,
        markdown: Annotated[str, "The document; an empty one clears the profile."],
        expected_version: SeenVersion = None,
    ) -> Profile:
        """Replace the writer's profile."""
        database = conversation_of(self.workspace).database
        return update_profile(database, markdown, expected_version=expected_version)

    @served("profile:history")
    def history(self) -> Revisions[ProfileRevision]:
        """Every write to the profile."""
        return Revisions(profile_history(conversation_of(self.workspace).database))
