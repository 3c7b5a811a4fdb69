"""The workspaces that a server has open, and which of them a request means."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Self

from underdraft.channels.workspace import ProjectName
from underdraft.errors import InvalidArgument, NotFound, StoreError
from underdraft.types.values import frozen
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request


HEADER = "x-underdraft-project"
"""The header that names a project."""

QUERY = "project"
"""The query's key that names one."""


def projects_of(request: Request) -> Projects:
    """The projects as the writer sees them whose token the request has brought; else as the server opened them."""
    found: Projects = getattr(request.state, "projects", None) or request.app.state.projects
    return found


@frozen
class Projects:
    """The open workspaces by their projects' ids; the first is meant where none is named."""

    by_id: Annotated[Mapping[str, Workspace], "The workspaces."]

    @classmethod
    def of(cls, workspaces: Iterable[Workspace]) -> Self:
        """The projects of some workspaces; several must have an id each, and no two the same. Blocks."""
        found: dict[str, Workspace] = {}
        for workspace in workspaces:
            with suppress(StoreError):
                workspace.identity.find_if_stored()
            key = workspace.config.project_id or ""
            if key in found:
                raise InvalidArgument("folders: two of them are the same project, or none is a project")
            found[key] = workspace
        return cls(found)

    def list(self) -> tuple[ProjectName, ...]:
        """All projects, in the order in which the folders were named."""
        return tuple(
            ProjectName(id=project.id, name=project.name)
            for workspace in self.by_id.values()
            if (project := workspace.config.project)
        )

    def only(self, ids: Collection[str]) -> Projects:
        """Return the projects with these ids."""
        return Projects({key: workspace for key, workspace in self.by_id.items() if key in ids})

    def named(self, name: str | None) -> Workspace:
        """The workspace of a project, or the first; ``NotFound`` for one that is not open here."""
        if name is None and self.by_id:
            return next(iter(self.by_id.values()))
        # An id can change while they are open: see docs/contract.md, section 2.
        found = self.by_id.get(name or "") or next(
            (w for w in self.by_id.values() if w.config.project_id == name), None
        )
        if found is None:
            raise NotFound("project: this server has no project of this id open")
        return found

    def meant(self, request: Request, payload: Any = None) -> Workspace:
        """The workspace that a request means: by its header, its query, its payload's ``projectId``, or the first."""
        named = request.headers.get(HEADER) or request.query_params.get(QUERY)
        own = payload.get("projectId") if isinstance(payload, dict) else None
        if named is None and isinstance(own, str) and own in self.by_id:
            named = own
        return self.named(named)
