"""Imports into a project: bounds, names, and the way back."""

from __future__ import annotations

import pytest

from underdraft import ImportedText, ImportPlan, InvalidArgument, NotFound
from underdraft.knowledge.scene.cards import read_card
from underdraft.project import importing
from underdraft.project.files import DiskFiles
from underdraft.project.importing import place_texts, read_source, record_import, remove_texts
from underdraft.types.knowledge import Card


def plan(*texts):
    """A plan of texts, each a kind, a name and a text."""
    return ImportPlan(
        texts=tuple(ImportedText(kind=kind, name=name, text=text) for kind, name, text in texts)
    )


def test_a_folder_is_read_without_what_is_hidden_or_elsewhere(tmp_path):
    """Hidden folders are passed over, links that lead out are refused by name, other formats are counted by ending."""
    vault = tmp_path / "vault"
    (vault / ".obsidian").mkdir(parents=True)
    (tmp_path / "secret.md").write_text("secret", "utf-8")
    (vault / ".obsidian/a.md").write_text("x", "utf-8")
    (vault / "sub").mkdir()
    (vault / "sub/a.md").write_text("A", "utf-8")
    (vault / "b.PNG").write_bytes(b"x")
    (vault / "bad.md").write_bytes(b"\xff")
    (vault / "out.md").symlink_to(tmp_path / "secret.md")
    source = read_source(vault)
    assert source.notes == {"sub/a.md": "A"}
    assert "files that are not Markdown or text: .png" in source.unread
    assert any("bad.md: not UTF-8 at line 1" in what for what in source.unread)
    assert any("out.md" in what for what in source.unread)


def test_a_source_has_bounds(tmp_path, monkeypatch):
    """A file that is too large, and a folder with too many files or too much text, is an error."""
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("xxxx", "utf-8")
    for bound, most in (("FILES_MAXIMUM", 1), ("FOLDER_CHARACTERS", 7)):
        with monkeypatch.context() as patch:
            patch.setattr(importing, bound, most)
            with pytest.raises(InvalidArgument, match=r"^PATH: expected at most"):
                read_source(tmp_path)
    monkeypatch.setattr(importing, "SOURCE_BYTES", 3)
    with pytest.raises(InvalidArgument, match=r"a\.md"):
        read_source(tmp_path / "a.md")
    with pytest.raises(NotFound):
        read_source(tmp_path / "none")


def test_names_stay_in_their_folder_and_apart():
    """A name becomes one file name whatever is in it; two that would be the same file are numbered."""
    placed = place_texts(
        plan(
            ("characters", "../../etc/passwd", "a"),
            ("characters", "沈 砚", "b"),
            ("world", "The Quay", "c"),
            ("world", "the quay", "d"),
            ("rules", "...", "e"),
            ("chapters", "01-One: Rain?", "f"),
        ),
        "text",
    )
    assert list(placed) == [
        ".underdraft/characters/etcpasswd.md",
        ".underdraft/characters/沈-砚.md",
        ".underdraft/world/The-Quay.md",
        ".underdraft/world/the-quay-2.md",
        ".underdraft/rules/rules.md",
        "text/01-One-Rain.md",
    ]


def test_a_card_is_read_as_it_was_imported(tmp_path):
    """Names with quotes, colons and line breaks come through the frontmatter whole."""
    one = ImportedText(kind="characters", name='Ann: "the\nRed"', text="Tall.\n", aliases=("A: B", "红"))
    ((path, text),) = place_texts(ImportPlan(texts=(one,)), "chapters").items()
    files = DiskFiles(tmp_path)
    files.write(path, [text.encode()], make_folders=True)
    card: Card = read_card(files.read(path))
    assert (card.name, card.aliases, card.warning) == ('Ann: "the Red"', ("A: B", "红"), "")


def test_a_text_that_no_run_would_read_is_refused():
    """A chapter beyond the largest file is an error before anything is written."""
    with pytest.raises(InvalidArgument, match=r"chapters/a\.md: expected at most 2,000,000 bytes"):
        place_texts(plan(("chapters", "a", "x" * 2_000_000)), "chapters")


def test_an_import_that_was_broken_off_can_be_taken_back(tmp_path):
    """The record is there first: what was written goes, what was changed since stays, what is missing is no fault."""
    files = DiskFiles(tmp_path)
    record_import(files, {"a.md": "A", "b.md": "B", "c.md": "C"}, [])
    (tmp_path / "a.md").write_text("A", "utf-8")
    (tmp_path / "b.md").write_text("mine", "utf-8")
    assert remove_texts(files) == (["a.md"], ["b.md"])
    assert not (tmp_path / "a.md").exists()
    with pytest.raises(NotFound):
        remove_texts(files)


@pytest.mark.parametrize("content", ["", "{", "\0"])
def test_a_damaged_record_is_none(tmp_path, content):
    """Whatever happened to the record, there is nothing to take back then."""
    (tmp_path / ".underdraft").mkdir()
    (tmp_path / importing.RECORD).write_text(content, "utf-8")
    with pytest.raises(NotFound):
        remove_texts(DiskFiles(tmp_path))


def test_a_plan_has_bounds():
    """A lorebook of a million entries is refused before a name is made for each; thousands of one name are placed."""
    with pytest.raises(InvalidArgument, match="PATH: expected at most 5,000 files"):
        place_texts(plan(*[("world", "a", "x")] * 5_001), "chapters")
    placed = place_texts(plan(*[("world", "a", "x")] * 1_000), "chapters")
    assert ".underdraft/world/a-1000.md" in placed


def test_nothing_of_a_text_is_changed(tmp_path):
    """What looks like a password stays in the writer's own text: it is taken out where a prompt is made."""
    (tmp_path / "a.md").write_bytes(b"password: hunter2hunter2\r\nShe laughed.")
    for source in (read_source(tmp_path / "a.md").text, (read_source(tmp_path).notes or {})["a.md"]):
        assert source == "password: hunter2hunter2\nShe laughed."
