"""The files of projects that are in no folder: rules, cards, skills, templates, the story, each with its past."""

from __future__ import annotations

from typing import Annotated

from underdraft.boundary.channel import served
from underdraft.channels.answers import List
from underdraft.channels.arguments import OWN, ProjectId, SeenVersion
from underdraft.channels.parts import Service
from underdraft.errors import InvalidArgument
from underdraft.memory.project_files import StoredFile, list_files, put_file
from underdraft.project.files import DiskFiles


class Files(Service):
    """Files of a project in the store."""

    @served("file:put")
    def put(
        self,
        *,
        path: Annotated[str, "Project-relative, such as `.underdraft/rules/10.md`."],
        text: Annotated[str | None, "The content; null removes the file, and its versions stay."],
        project_id: ProjectId = OWN,
        expected_version: SeenVersion = None,
    ) -> StoredFile:
        """Write or remove a file of a project in the store; `.underdraft/config.toml` begins a project."""
        return put_file(
            self.workspace.store.database,
            self._kept(project_id),
            path,
            text,
            expected_version=expected_version,
        )

    @served("file:list")
    def list(
        self,
        *,
        path: Annotated[str | None, "All versions of this file, with their texts."] = None,
        project_id: ProjectId = OWN,
    ) -> List[StoredFile]:
        """List the files of a project in the store, or the versions of one of them, the newest first."""
        return List(list_files(self.workspace.store.database, self._kept(project_id), path))

    def _kept(self, project_id: str | None) -> str:
        """The id of a project whose files can be in the store."""
        if project_id is None:
            raise InvalidArgument("projectId: expected a project", details={"field": "projectId"})
        own = project_id == self.workspace.config.project_id
        if own and isinstance(self.workspace.files, DiskFiles):
            raise InvalidArgument("projectId: this project's files are in its folder")
        return project_id
