"""Files of exported memories: inside the workspace, whole or not at all."""

from __future__ import annotations

import pytest

from underdraft.errors import InvalidArgument
from underdraft.memory.notes import export_file
from underdraft.memory.notes.export_file import read_lines, write_lines
from underdraft.project.files import DiskFiles


def test_lines_come_back(tmp_path):
    """Folders are made, and a byte order mark of another program is passed over."""
    assert write_lines(DiskFiles(tmp_path), "out/m.jsonl", ["一", "二"]) == 2
    assert read_lines(DiskFiles(tmp_path), "out/m.jsonl") == ["一", "二", ""]
    (tmp_path / "m.jsonl").write_bytes(b"\xef\xbb\xbfx")
    assert read_lines(DiskFiles(tmp_path), "m.jsonl") == ["x"]


@pytest.mark.parametrize("path", ["../m.jsonl", "/m.jsonl", "a/../../m.jsonl", "link/m.jsonl", ".", ""])
def test_nothing_outside_is_touched(tmp_path, path):
    """A path or link that leads out is refused, for reading and for writing."""
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (root / "link").symlink_to(outside)
    for call in (
        lambda: read_lines(DiskFiles(root), path),
        lambda: write_lines(DiskFiles(root), path, ["x"]),
    ):
        with pytest.raises(InvalidArgument, match=r"^(path|link/m.jsonl|\.): "):
            call()
    assert list(outside.iterdir()) == []


def test_a_failed_export_leaves_the_old_file(tmp_path):
    """What was there stays until the new one is whole, and no half file is left."""
    write_lines(DiskFiles(tmp_path), "m.jsonl", ["old"])

    def lines():
        yield "new"
        raise KeyError

    with pytest.raises(KeyError):
        write_lines(DiskFiles(tmp_path), "m.jsonl", lines())
    assert read_lines(DiskFiles(tmp_path), "m.jsonl") == ["old", ""]
    assert [path.name for path in tmp_path.iterdir()] == ["m.jsonl"]


def test_what_cannot_be_read_or_written_is_named(tmp_path, monkeypatch):
    """Another ending, a missing file, one that is too large or no text."""
    monkeypatch.setattr(export_file, "BYTES_MAXIMUM", 3)
    (tmp_path / "large.jsonl").write_text("1234")
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff")
    for path, message in (
        ("none.jsonl", "path: there is no such file"),
        ("large.jsonl", "large.jsonl: larger than 3 bytes"),
        ("bytes.jsonl", "bytes.jsonl: not UTF-8 at line 1"),
    ):
        with pytest.raises(InvalidArgument) as raised:
            read_lines(DiskFiles(tmp_path), path)
        assert raised.value.message == message
    with pytest.raises(InvalidArgument, match=r"^path: expected a file ending in \.jsonl$"):
        write_lines(DiskFiles(tmp_path), "m.txt", [])
