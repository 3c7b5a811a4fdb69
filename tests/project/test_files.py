from __future__ import annotations

import os
import socket
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.errors import InvalidArgument
from underdraft.project import files
from underdraft.project.files import MAX_FILE_BYTES, DiskFiles, check_relative
from underdraft.testing import MemoryFiles

links = pytest.mark.skipif(os.name == "nt", reason="making links needs a privilege there")


@pytest.fixture
def root(tmp_path):
    """A project with one file."""
    (tmp_path / "project" / "notes").mkdir(parents=True)
    (tmp_path / "project" / "notes" / "a.md").write_text("A\n", encoding="utf-8")
    return tmp_path / "project"


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/etc/passwd",
        "../a",
        "a/../b",
        "a\\b",
        "C:/a",
        "c:a",
        "file:a",
        "https://x/a",
        "smb:/a",
        "a\nb",
        "a\x00b",
        "a\u2028b",
        "a\ud800",
    ],
)
def test_paths_that_are_refused(path, root):
    """No absolute path, parent, drive, backslash or control gets through, and none is repeated."""
    for call in (
        check_relative,
        DiskFiles(root).read,
        DiskFiles(root).list,
        MemoryFiles().read,
        MemoryFiles().list,
    ):
        with pytest.raises(InvalidArgument) as caught:
            call(path)
        assert not path or path not in caught.value.message


@pytest.mark.parametrize("name", ["规则　一.md", "a b.md", "👨‍👩‍👧.md", "e\u0301.md", "# x.md", "``` .md"])
def test_names_that_people_give(name, root):
    """A name with an ideographic space, a joined emoji or Markdown in it is listed and read."""
    (root / "notes" / name).write_text("B", encoding="utf-8")
    store = DiskFiles(root)
    assert f"notes/{name}" in store.list("notes")
    assert store.read(f"notes/{name}").text == "B"


def test_list_is_in_code_point_order(root):
    """Files of all depths come in one fixed order; hidden ones and other kinds are passed over."""
    for name in ("b/z.md", "b.md", "B.MD", "a/b.md", ".hidden.md", ".git/x.md", "c.txt"):
        place = root / "notes" / name
        place.parent.mkdir(exist_ok=True)
        place.write_text("x", encoding="utf-8")
    assert DiskFiles(root).list("notes") == [
        "notes/B.MD",
        "notes/a.md",
        "notes/a/b.md",
        "notes/b.md",
        "notes/b/z.md",
    ]


def test_missing_things_are_nothing(root):
    """A file or folder that is not there is no error."""
    store = DiskFiles(root)
    assert store.read("notes/b.md") is None
    assert store.read("notes/a.md/b.md") is None
    assert list(store.list("nowhere")) == []


def test_text_is_cleaned(root):
    """A byte order mark and foreign newlines do not reach the prompt, and the digest is of what does."""
    (root / "notes" / "a.md").write_bytes(b"\xef\xbb\xbfA\r\nB\r")
    (root / "notes" / "b.md").write_bytes(b"A\nB\n")
    store = DiskFiles(root)
    assert store.read("notes/a.md").text == "A\nB\n"
    assert store.read("notes/a.md").digest == store.read("notes/b.md").digest


def test_not_utf8_names_the_line(root):
    """Another encoding is an error with path and line, not a guess."""
    (root / "notes" / "a.md").write_bytes("一\n二\n三".encode("gbk"))
    with pytest.raises(InvalidArgument, match=r"^notes/a\.md: not UTF-8 at line 2$"):
        DiskFiles(root).read("notes/a.md")


def test_too_large_is_refused(root):
    """A file beyond the limit is not read."""
    (root / "notes" / "a.md").write_bytes(b"a" * (MAX_FILE_BYTES + 1))
    with pytest.raises(InvalidArgument, match="larger than"):
        DiskFiles(root).read("notes/a.md")
    (root / "notes" / "a.md").write_bytes(b"a" * MAX_FILE_BYTES)
    assert len(DiskFiles(root).read("notes/a.md").text) == MAX_FILE_BYTES


@links
def test_a_linked_folder_says_so(root, tmp_path):
    """A folder that leads out of the project is refused aloud: rules must not vanish silently."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "r.md").write_text("x", encoding="utf-8")
    (root / "rules").symlink_to(tmp_path / "elsewhere")
    listing = DiskFiles(root).stamps("rules")
    assert listing.files == ()
    assert listing.refused
    assert str(tmp_path) not in "".join(listing.refused)


@links
def test_links_inside_are_followed(root):
    """A link to another file of the project is an ordinary file; a loop and a dead end are not."""
    (root / "notes" / "b.md").symlink_to(root / "notes" / "a.md")
    (root / "notes" / "loop.md").symlink_to(root / "notes" / "loop.md")
    (root / "notes" / "dead.md").symlink_to(root / "nothing.md")
    store = DiskFiles(root)
    assert store.read("notes/b.md").text == "A\n"
    assert store.read("notes/dead.md") is None
    with pytest.raises(InvalidArgument, match=r"^notes/loop\.md: cannot be read"):
        store.read("notes/loop.md")


@links
def test_only_regular_files(root):
    """A folder, a pipe and a socket under a file's name are refused, and nothing waits for them."""
    (root / "notes" / "dir.md").mkdir()
    os.mkfifo(root / "notes" / "pipe.md")
    here = Path.cwd()
    os.chdir(root / "notes")
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("sock.md")
    finally:
        os.chdir(here)
    for name in ("dir", "pipe", "sock"):
        with pytest.raises(InvalidArgument, match=r"not a regular file|cannot be read"):
            DiskFiles(root).read(f"notes/{name}.md")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file(root):
    """What may not be read is an error that names the path alone."""
    (root / "notes" / "a.md").chmod(0)
    with pytest.raises(InvalidArgument, match=r"^notes/a\.md: cannot be read \(permission denied\)$"):
        DiskFiles(root).read("notes/a.md")


def test_changes_are_seen_at_once(root):
    """A second write of the same length right after the first is seen: the stamp alone would not tell."""
    store = DiskFiles(root)
    place = root / "notes" / "a.md"
    for letter in "abcdefgh":
        place.write_text(letter, encoding="utf-8")
        assert store.read("notes/a.md").text == letter


def test_an_old_file_is_decoded_once(root, monkeypatch):
    """A file that has not changed for a while is not decoded again."""
    monkeypatch.setattr(files, "UNSETTLED_NS", -1)
    store = DiskFiles(root)
    assert store.read("notes/a.md") is store.read("notes/a.md")


def test_depth_is_limited_aloud(root):
    """Folders nested beyond the limit are not silently passed over."""
    deep = root / "notes" / "/".join("abcdefghij")
    deep.mkdir(parents=True)
    (deep / "x.md").write_text("x", encoding="utf-8")
    listing = DiskFiles(root).stamps("notes")
    assert [p for p, _ in listing.files] == ["notes/a.md"]
    assert any("deep" in why for why in listing.refused)


@given(st.text(max_size=40))
def test_whatever_is_asked_stays_inside(tmp_path_factory, path):
    """Any string is either a file inside, nothing, or a refusal."""
    root = tmp_path_factory.getbasetemp()
    try:
        found = DiskFiles(root / "nowhere").read(path)
    except InvalidArgument:
        return
    assert found is None


def test_what_is_remembered_is_of_the_file_that_is_there(tmp_path):
    """A file that was read, and then is another, leads out or is gone, is not answered for from memory."""
    inside, outside = tmp_path / "book", tmp_path / "outside"
    for folder in (inside / "rules", outside):
        folder.mkdir(parents=True)
    (inside / "rules" / "a.md").write_text("Mine.", encoding="utf-8")
    (outside / "a.md").write_text("Theirs.", encoding="utf-8")
    os.utime(inside / "rules" / "a.md", (1, 1))
    files = DiskFiles(inside)
    with patch("time.time_ns", return_value=2**62):  # long after the file was written
        assert [files.read("rules/a.md").text for _ in range(2)] == ["Mine."] * 2
    (inside / "rules").rename(tmp_path / "moved")
    assert files.read("rules/a.md") is None
    (inside / "rules").symlink_to(outside)
    with pytest.raises(InvalidArgument, match="leads out of the project") as caught:
        files.read("rules/a.md")
    assert str(tmp_path) not in str(caught.value)
