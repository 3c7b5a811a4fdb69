from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from underdraft.project import shipped

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", ["templates", "skills", "examples"])
def test_shipped_folders_are_found(kind):
    """Every kind of shipped files is there, in a checkout as in a wheel."""
    assert shipped.builtin(kind).is_dir()


def test_files_inside_the_package_win(tmp_path: Path, monkeypatch):
    """In a wheel the folder lies inside the package and is taken from there."""
    (tmp_path / "skills").mkdir()
    monkeypatch.setattr(shipped, "files", lambda _: tmp_path)
    assert shipped.builtin("skills") == tmp_path / "skills"
    assert shipped.builtin("templates") != tmp_path / "templates"
