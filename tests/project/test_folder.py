"""Folders of a project as packages have theirs, on the disk and from elsewhere."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from underdraft.project.confined import NotUsable
from underdraft.project.files import DiskFiles
from underdraft.project.folder import MAX_BYTES, SourceFolder
from underdraft.project.source_files import MappingSource

TEXTS = {"skills/a/SKILL.md": "一", "skills/b/SKILL.md": "2\r\n", "other.md": "x"}


@pytest.fixture(params=["disk", "source"])
def folder(request, tmp_path):
    """The folder of skills."""
    for path, text in TEXTS.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(text.encode())
    source = SourceFolder(PurePosixPath("skills"), MappingSource(TEXTS))
    return DiskFiles(tmp_path).folder("skills") if request.param == "disk" else source


def test_it_is_looked_through(folder):
    """Names, folders, files and their content, as text or bytes, are those of the project."""
    assert folder.name == "skills"
    assert sorted(entry.name for entry in folder.iterdir()) == ["a", "b"]
    assert folder.is_dir()
    assert not (folder / "none").is_dir()
    assert (folder / "a" / "SKILL.md").is_file()
    assert not (folder / "a").is_file()
    assert folder.joinpath("a", "SKILL.md").read_text(encoding="utf-8") == "一"
    assert (folder / "b" / "SKILL.md").open("rb").read() == b"2\r\n"
    with pytest.raises(FileNotFoundError):
        (folder / "none").read_bytes()


def test_nothing_leads_out(tmp_path):
    """A part that climbs, or a link that leads out, is refused also where nobody checked the name."""
    (tmp_path / "secret.md").write_text("x", encoding="utf-8")
    (tmp_path / "project" / "skills").mkdir(parents=True)
    folder = DiskFiles(tmp_path / "project").folder("skills")
    for call in (folder.is_file, folder.read_bytes):
        with pytest.raises(NotUsable):
            getattr(folder / "../../secret.md", call.__name__)()
    (tmp_path / "project" / "skills" / "large").write_bytes(b"x" * (MAX_BYTES + 1))
    with pytest.raises(NotUsable, match="larger than"):
        (folder / "large").read_bytes()


def test_a_source_that_is_no_text():
    """Lone surrogates of a source are bytes that cannot be decoded, as a file in another encoding is."""
    file = SourceFolder(PurePosixPath("a.md"), MappingSource({"a.md": "\ud800"}))
    with pytest.raises(UnicodeDecodeError):
        file.read_text(encoding="utf-8")
