"""How a project is found from a folder below it."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from underdraft.project.config import CONFIG_PATH
from underdraft.project.discovery import ProjectPlace, find_above, locate

OTHER = 4_242
"""The id of somebody else."""


@pytest.fixture
def book(tmp_path, monkeypatch):
    """A project with three folders below it; the home folder is elsewhere."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    root = tmp_path / "book"
    (root / "a" / "b" / "c").mkdir(parents=True)
    make_project(root)
    monkeypatch.chdir(root / "a" / "b" / "c")
    return root


def make_project(root):
    """A folder that is a project."""
    (root / CONFIG_PATH).parent.mkdir(parents=True, exist_ok=True)
    (root / CONFIG_PATH).write_text('[project]\nid = "b"\n', "utf-8")


@pytest.fixture
def give(monkeypatch):
    """Gives folders, by name, another owner or file system."""
    changed = {}

    def stat(path, **options):
        state, said = os.stat(path, **options), changed.get(path.name, {})  # noqa: PTH116
        return SimpleNamespace(
            st_uid=said.get("uid", state.st_uid),
            st_dev=said.get("device", state.st_dev),
            st_mode=state.st_mode,
        )

    monkeypatch.setattr(Path, "stat", stat)
    return changed.update


def test_the_nearest_project_above_is_meant(book):
    """From three levels below; one that is nearer wins, and a bare .underdraft is none."""
    assert locate(None) == ProjectPlace(str(book), "above")
    (book / "a" / "b" / ".underdraft").mkdir()
    assert locate(None).folder == str(book)
    make_project(book / "a" / "b")
    assert locate(None).folder == str(book / "a" / "b")


def test_the_given_folder_is_meant_exactly(book):
    """-C wins over a document and over the project above, also where it names no project."""
    assert locate("elsewhere", str(book / "x.md")) == ProjectPlace("elsewhere", "given")
    assert locate(".") == ProjectPlace(".", "given")


def test_a_link_leads_to_where_the_folder_is(book, tmp_path, monkeypatch):
    """Who stands in a folder by way of a link stands in the folder."""
    (tmp_path / "desk").symlink_to(book / "a" / "b", target_is_directory=True)
    monkeypatch.chdir(tmp_path / "desk" / "c")
    assert locate(None) == ProjectPlace(str(book), "above")


def test_a_documents_project_goes_first(book, tmp_path):
    """Also from outside; a document of no project, a missing one and stdin leave it at the current folder's."""
    other = tmp_path / "other"
    (other / "chapters").mkdir(parents=True)
    make_project(other)
    assert locate(None, str(other / "chapters" / "1.md")) == ProjectPlace(str(other), "document")
    for document in ("-", str(tmp_path / "1.md"), "missing/1.md"):
        assert locate(None, document) == ProjectPlace(str(book), "above"), document


def test_the_home_folder_is_a_project_only_where_one_stands_in_it(book, monkeypatch):
    """Else every folder below it would be part of it; nothing above it is looked at."""
    monkeypatch.setenv("HOME", str(book))
    assert locate(None) == ProjectPlace(".", "none")
    monkeypatch.chdir(book)
    assert locate(None) == ProjectPlace(".", "here")
    monkeypatch.setenv("HOME", str(book / "a"))
    monkeypatch.chdir(book / "a")
    assert locate(None) == ProjectPlace(".", "none")


@pytest.mark.parametrize(
    ("changed", "stopped"),
    [
        ({"b": {"device": -1}}, "device"),
        ({"a": {"uid": OTHER}}, "owner"),
        ({"book": {"uid": OTHER}}, "owner"),
        ({".underdraft": {"uid": OTHER}}, "owner"),
        ({"c": {"uid": OTHER}}, ""),
    ],
)
def test_boundaries(book, give, changed, stopped):
    """Another file system and a folder of somebody else end the search; where one stands may be anybody's."""
    give(changed)
    found, why = find_above(Path.cwd(), here=Path.cwd())
    assert (found, why) == ((None, stopped) if stopped else (book, ""))


def test_a_document_in_a_folder_of_somebody_else_brings_no_project(book, give, tmp_path):
    """The folder of a document is not where one stands: its owner is asked about."""
    other = tmp_path / "other"
    make_project(other)
    give(other={"uid": OTHER})
    assert find_above(other, here=Path.cwd()) == (None, "owner")
