"""Files of exported memories: inside the workspace, whole or not at all."""

from __future__ import annotations

import pytest

from underdraft.errors import InvalidArgument
from underdraft.memory.items import export_file
from underdraft.memory.items.export_file import read_lines, write_lines


def test_lines_come_back(tmp_path):
    """Folders are made, and a byte order mark of another program is passed over."""
    assert write_lines(tmp_path, "out/m.jsonl", ["一", "二"]) == 2
    assert read_lines(tmp_path, "out/m.jsonl") == ["一", "二", ""]
    (tmp_path / "m.jsonl").write_bytes(b"\xef\xbb\xbfx")
    assert read_lines(tmp_path, "m.jsonl") == ["x"]


@pytest.mark.parametrize("path", ["../m.jsonl", "/m.jsonl", "a/../../m.jsonl", "link/m.jsonl", ".", ""])
def test_nothing_outside_is_touched(tmp_path, path):
    """A path or link that leads out is refused, for reading and for writing."""
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (root / "link").symlink_to(outside)
    for call in (lambda: read_lines(root, path), lambda: write_lines(root, path, ["x"])):
        with pytest.raises(InvalidArgument, match=r"^path: "):
            call()
    assert list(outside.iterdir()) == []


def test_a_failed_export_leaves_the_old_file(tmp_path):
    """What was there stays until the new one is whole, and no half file is left."""
    write_lines(tmp_path, "m.jsonl", ["old"])

    def lines():
        yield "new"
        raise KeyError

    with pytest.raises(KeyError):
        write_lines(tmp_path, "m.jsonl", lines())
    assert read_lines(tmp_path, "m.jsonl") == ["old", ""]
    assert [path.name for path in tmp_path.iterdir()] == ["m.jsonl"]


def test_what_cannot_be_read_or_written_is_named(tmp_path, monkeypatch):
    """Another ending, a missing file, one that is too large or no text."""
    monkeypatch.setattr(export_file, "BYTES_MAXIMUM", 3)
    (tmp_path / "large.jsonl").write_text("1234")
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff")
    for path, message in (
        ("none.jsonl", "path: there is no such file"),
        ("large.jsonl", "path: larger than 3 bytes"),
        ("bytes.jsonl", "path: cannot be read as UTF-8 text"),
    ):
        with pytest.raises(InvalidArgument) as raised:
            read_lines(tmp_path, path)
        assert raised.value.message == message
    with pytest.raises(InvalidArgument, match=r"^path: expected a file ending in \.jsonl$"):
        write_lines(tmp_path, "m.txt", [])
