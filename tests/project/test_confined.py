"""Files below one folder: nothing leads out, nothing hangs, nothing is half written."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import pytest

from underdraft.errors import InvalidArgument
from underdraft.project import confined
from underdraft.project.confined import ConfinedFolder, NotUsable
from underdraft.project.files import DiskFiles

pytestmark = pytest.mark.skipif(os.name == "nt", reason="making links needs a privilege there")
FOREIGN = "a file of somebody else"
OWN = "a file of the project"
TRIES = 2_000


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder beside the project with a secret and the project's names in it."""
    for name in ("out/notes", "out/deep"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("out/s.md", "out/notes/a.md", "out/notes/secret.md", "out/a.md"):
        (tmp_path / name).write_text(FOREIGN, encoding="utf-8")
    return tmp_path / "out"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with one file."""
    (tmp_path / "project" / "notes").mkdir(parents=True)
    (tmp_path / "project" / "notes" / "a.md").write_text(OWN, encoding="utf-8")
    return tmp_path / "project"


@pytest.fixture(params=["handles", "paths"])
def folder(request: pytest.FixtureRequest, root: Path, monkeypatch: pytest.MonkeyPatch) -> ConfinedFolder:
    """The project's files, by handles and in the way of a system that has none."""
    monkeypatch.setattr(confined, "HANDLES", request.param == "handles")
    return ConfinedFolder(root)


def content(folder: ConfinedFolder, path: str) -> str:
    """A file as text."""
    return folder.read(PurePosixPath(path), 1_000)[0].decode()


@pytest.mark.parametrize(
    "target", ["../../out/s.md", "{out}/s.md", "../notes/../../out/s.md", "{out}/gone.md"]
)
def test_a_link_out_is_not_followed(folder, root, outside, target):
    """Relative or absolute, to a file or to nothing: what is outside is neither read nor looked at."""
    (root / "notes" / "s.md").symlink_to(target.format(out=outside))
    for call in (content, lambda f, p: f.state(PurePosixPath(p))):
        with pytest.raises(NotUsable, match="leads out of the project"):
            call(folder, "notes/s.md")
    assert folder.state(PurePosixPath("notes/s.md"), follow=False) is not None


@pytest.mark.parametrize(
    ("link", "target", "path"),
    [
        ("b.md", "notes/a.md", "b.md"),
        ("b.md", "{root}/notes/a.md", "b.md"),
        ("more", "notes", "more/a.md"),
        ("notes/up", "..", "notes/up/notes/a.md"),
        ("notes/b.md", "../notes/./a.md", "notes/b.md"),
    ],
)
def test_links_inside_are_followed(folder, root, link, target, path):
    """A link to another file or folder of the project is as good as that."""
    (root / link).symlink_to(target.format(root=root))
    assert content(folder, path) == OWN


@pytest.mark.parametrize("path", ["../out/s.md", "notes/../../out/s.md", "/etc/passwd"])
def test_no_path_leads_out(folder, outside, path):
    """A path that somebody forgot to check gets no further, for reading, listing and writing."""
    pure = PurePosixPath(path)
    for call in (
        lambda: folder.read(pure, 9),
        lambda: folder.state(pure),
        lambda: folder.write(pure, [b"x"]),
    ):
        with pytest.raises(NotUsable):
            call()
    with pytest.raises(NotUsable), folder.entries(pure):
        pass


def test_writing_replaces_no_link_and_no_folder(folder, root, outside):
    """A link is not written through, wherever it leads, and a folder or a pipe stays."""
    (root / "out.md").symlink_to(outside / "s.md")
    (root / "in.md").symlink_to(root / "notes" / "a.md")
    (root / "gone.md").symlink_to(outside / "new.md")
    os.mkfifo(root / "pipe.md")
    for name in ("out.md", "in.md", "gone.md", "pipe.md", "notes"):
        with pytest.raises(NotUsable, match="not a regular file"):
            folder.write(PurePosixPath(name), [b"x"])
    (root / "folder").symlink_to(outside)
    for name in ("folder/a.md", "folder/new/a.md"):
        with pytest.raises(NotUsable, match="leads out"):
            folder.write(PurePosixPath(name), [b"x"], make_folders=True)
    assert (outside / "s.md").read_text() == FOREIGN
    assert sorted(p.name for p in outside.iterdir()) == ["a.md", "deep", "notes", "s.md"]


def test_a_write_that_breaks_off_leaves_the_old_file(folder, root):
    """The new file comes whole or not at all, with the mode of the one before, and nothing lies beside it."""
    path = PurePosixPath("deep/er/a.md")
    folder.write(path, [b"o", b"ld"], make_folders=True, mode=0o600)

    def parts():
        yield b"half"
        raise KeyError

    with pytest.raises(KeyError):
        folder.write(path, parts())
    assert content(folder, "deep/er/a.md") == "old"
    folder.write(path, [b"new"])
    assert content(folder, "deep/er/a.md") == "new"
    assert (root / path).stat().st_mode & 0o777 == 0o600
    assert [p.name for p in (root / "deep" / "er").iterdir()] == ["a.md"]


def test_a_root_that_is_gone_is_empty(tmp_path, monkeypatch):
    """Nothing is there, and nothing is made."""
    for handles in (True, False):
        monkeypatch.setattr(confined, "HANDLES", handles)
        gone = ConfinedFolder(tmp_path / "gone")
        assert gone.state(PurePosixPath("a/b.md")) is None
        with pytest.raises(FileNotFoundError):
            gone.read(PurePosixPath("a.md"), 9)
    assert not (tmp_path / "gone").exists()


@contextmanager
def swapped(place: Path, outside: Path) -> Iterator[None]:
    """All the while a link to the outside and what was there are put in turn into a place."""
    kept, link = place.with_name("kept"), place.with_name("link")
    stop = threading.Event()

    def swap() -> None:
        while not stop.is_set():
            link.symlink_to(outside)
            place.rename(kept)
            link.rename(place)
            place.unlink()
            kept.rename(place)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


@pytest.fixture
def in_turn():
    """Threads that take turns every few microseconds."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("in_turn")
@pytest.mark.parametrize("what", ["notes/a.md", "notes"])
def test_no_swap_leaks_what_is_read(root, outside, what):
    """While a file, or its folder, is swapped for a link to a secret, 2,000 readings never give the secret."""
    seen = set()
    with swapped(root / what, outside / what):
        for _ in range(TRIES):
            files = DiskFiles(root)
            for look in (files.read, files.read_bytes):
                try:
                    found = look("notes/a.md")
                except InvalidArgument:
                    found = None
                seen.add(found if found is None else getattr(found, "text", found))
            seen.update(path for path in files.list("notes") if "secret" in path)
    assert seen <= {None, OWN, OWN.encode()}
    assert DiskFiles(root).read("notes/a.md").text == OWN


@pytest.mark.usefixtures("in_turn")
@pytest.mark.parametrize("what", ["notes/a.md", "notes"])
def test_no_swap_leads_a_write_out(root, outside, what, monkeypatch):
    """While a file, or its folder, is swapped for a link to elsewhere, 2,000 writings change nothing there."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    before = {p: p.read_bytes() for p in outside.rglob("*") if p.is_file()}
    with swapped(root / what, outside / what):
        for _ in range(TRIES):
            try:
                DiskFiles(root).write("notes/a.md", [b"new"], make_folders=what != "notes")
            except InvalidArgument:
                continue
    DiskFiles(root).write("notes/a.md", [b"last"])
    assert (root / "notes" / "a.md").read_bytes() == b"last"
    assert {p: p.read_bytes() for p in outside.rglob("*") if p.is_file()} == before


@pytest.mark.parametrize("what", ["notes/a.md", "notes"])
@pytest.mark.parametrize("call", ["read", "write"])
def test_a_swap_between_the_look_and_the_use(root, outside, monkeypatch, what, call):
    """What was looked at is what is used, or nothing: a link that comes in between leads nobody out."""
    before = {p: p.read_bytes() for p in outside.rglob("*") if p.is_file()}

    def swap_first(*given):
        if not (root / "kept").exists():
            (root / what).rename(root / "kept")
            (root / what).symlink_to(outside / what)
        return check(*given)

    check = confined.check_regular
    monkeypatch.setattr(confined, "check_regular", swap_first)
    folder = ConfinedFolder(root)
    if call == "write":
        folder.write(PurePosixPath("notes/a.md"), [b"new"])
    elif what == "notes":
        assert content(folder, "notes/a.md") == OWN
    else:
        with pytest.raises(OSError, match="symbolic link"):
            content(folder, "notes/a.md")
    assert (root / "kept").exists()
    assert {p: p.read_bytes() for p in outside.rglob("*") if p.is_file()} == before
