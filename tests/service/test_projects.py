"""Which of the open projects a request means."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from underdraft import InvalidArgument, NotFound, Workspace
from underdraft.service.projects import Projects


def test_two_folders_of_one_project_are_refused(workspace, folder):
    """Nobody could tell which of them is meant."""
    with Workspace.open(folder) as again, pytest.raises(InvalidArgument, match="folders"):
        Projects.of([workspace, again])


def test_a_project_that_is_not_open_is_not_found(workspace):
    """A wrong id is said to be wrong, and the first project stays the one that is meant by none."""
    projects = Projects.of([workspace])
    assert projects.named(None) is workspace
    assert projects.named("harbour") is workspace
    with pytest.raises(NotFound):
        projects.named("sea")


def test_a_request_names_its_project(workspace, tmp_path):
    """By its header, else its query, else its payload where that is one of several; else the first is meant."""
    config = '[project]\nid = "sea"\nname = "海"\n'
    with Workspace.open(files={".underdraft/config.toml": config}, store=tmp_path / "sea.db") as sea:
        projects = Projects.of([workspace, sea])
        assert [(project.id, project.name) for project in projects.list()] == [
            ("harbour", "港口"),
            ("sea", "海"),
        ]
        for header, query, payload, meant in (
            (None, None, None, workspace),
            ("sea", "harbour", {"projectId": "harbour"}, sea),
            (None, "sea", {"projectId": "harbour"}, sea),
            (None, None, {"projectId": "sea"}, sea),
            (None, None, {"projectId": "elsewhere"}, workspace),
            (None, None, ["sea"], workspace),
        ):
            headers = {"x-underdraft-project": header} if header else {}
            request = SimpleNamespace(headers=headers, query_params={"project": query} if query else {})
            assert projects.meant(request, payload) is meant
