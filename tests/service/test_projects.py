"""Which of the open projects a request means."""

from __future__ import annotations

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
