"""``import``: from a foreign file to what a run reads, and back."""

from __future__ import annotations

import json

import pytest

from cli.console import one_line_error
from underdraft import ImportedText, ImportPlan, hookimpl

CARD = {"data": {"name": "Ines Carvalho", "description": "Runs the caravan.", "first_mes": "Hi"}}


@pytest.fixture
def book(terminal, tmp_path, monkeypatch):
    """A new project, where one stands."""
    assert terminal("init", str(tmp_path / "book"), "--locale", "en").exit_code == 0
    monkeypatch.chdir(tmp_path / "book")
    return tmp_path / "book"


def put(folder, name, data):
    """A foreign file beside the project."""
    (folder.parent / name).write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return f"../{name}"


def test_nothing_is_written_before_the_writer_says_so(terminal, book):
    """The preview lists what becomes what; with --dry-run, or a no, nothing is made."""
    path = put(book, "card.json", CARD)
    before = sorted(book.rglob("*"))
    shown = terminal("import", path, "--dry-run")
    assert shown.stdout.splitlines() == [
        "new  .underdraft/characters/Ines-Carvalho.md  from card",
        "not kept: first_mes of the card",
    ]
    assert terminal("import", path, stdin="n\n").exit_code == 130
    assert sorted(book.rglob("*")) == before


def test_an_imported_character_comes_into_the_prompt_and_goes(terminal, book):
    """Once the name stands in the scene, the card is in the prompt; taking the import back removes it."""
    assert terminal("import", put(book, "card.json", CARD), stdin="y\n").exit_code == 0
    (book / "chapters/01.md").write_text("Ines Carvalho counted.\n", "utf-8")
    asked = ("preview", "polish", "--document", "chapters/01.md", "--select-lines", "1")
    assert "Runs the caravan." in terminal(*asked).stdout
    assert terminal.json("undo") == {
        "removed": [".underdraft/characters/Ines-Carvalho.md"],
        "changed": [],
        "memories": 0,
    }
    assert "Runs the caravan." not in terminal(*asked).stdout


def test_an_import_says_where_its_files_are(terminal, book, monkeypatch):
    """Each folder is named whole, and how a hidden one is opened; one file is taken back as one, in both languages."""
    said = " ".join(terminal("import", put(book, "card.json", CARD), "--yes").stdout.split())
    assert f"the files are in {(book / '.underdraft/characters').resolve()}" in said
    assert "Ctrl+H (Linux)" in said
    assert terminal("undo").stdout == "taken back: 1 file, 0 memories\n"
    assert "Ctrl+H" not in terminal("import", put(book, "tale.md", "x" * 500), "--yes").stdout
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "zh")
    assert terminal("undo").stdout == "已撤回：1 个文件，0 条记忆\n"


def test_nothing_is_overwritten(terminal, book):
    """A file of the same name stays as it is, and is named; a second import of the same writes nothing."""
    path = put(book, "card.json", CARD)
    card = book / ".underdraft/characters/Ines-Carvalho.md"
    card.parent.mkdir(exist_ok=True)
    card.write_text("Mine.", "utf-8")
    shown = terminal("import", path, "--yes")
    assert ".underdraft/characters/Ines-Carvalho.md exists and stays as it is" in shown.stdout
    assert card.read_text("utf-8") == "Mine."
    one_line_error(terminal("undo"), "NOT_FOUND", 2)


def test_memories_are_records_with_their_source(terminal, book):
    """They are imported once, found as imported, forgotten by undo, and come back with a second import."""
    path = put(book, "mem0.json", {"results": [{"memory": "Likes tea"}, {"memory": "Lives in Porto"}]})
    assert terminal.json("import", path, "--yes")["written"] is True
    assert terminal.json("import", path, "--yes")["written"] is False
    listed = terminal.json("call", "memory:list", "source=imported")["items"]
    assert {one["content"] for one in listed} == {"Likes tea", "Lives in Porto"}
    assert terminal.json("undo")["memories"] == 2
    assert terminal.json("memory", "list")["items"] == []
    assert terminal.json("import", path, "--yes")["written"] is True
    assert len(terminal.json("memory", "list")["items"]) == 2


def test_what_was_changed_since_stays(terminal, book):
    """Taking an import back leaves a file that the writer has edited."""
    terminal("import", put(book, "AGENTS.md", "Past tense."), "--yes")
    rule = book / ".underdraft/rules/AGENTS.md"
    rule.write_text("Present tense.", "utf-8")
    shown = terminal("undo")
    assert ".underdraft/rules/AGENTS.md was changed since and stays" in shown.stdout
    assert rule.exists()


@pytest.mark.parametrize(
    ("name", "data", "code", "said"),
    [
        ("x.bin", "\0", "INVALID_ARGUMENT", "x.bin: no importer reads this"),
        ("x.json", "{", "INVALID_ARGUMENT", "x.json: not JSON, or nested too deep, at line 1"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(terminal, book, name, data, code, said):
    """The error has the file, the place, and where the formats are listed."""
    assert one_line_error(terminal("import", put(book, name, data)), code, 2).startswith(said)


def test_there_has_to_be_something_to_import_and_a_project(terminal, book, tmp_path, monkeypatch):
    """A missing path is named; so is a folder without a project."""
    assert "PATH" in one_line_error(terminal("import"), "INVALID_ARGUMENT", 2)
    one_line_error(terminal("import", "missing"), "NOT_FOUND", 2)
    (tmp_path / "plain").mkdir()
    monkeypatch.chdir(tmp_path / "plain")
    refused = terminal("import", put(book, "c.json", CARD))
    assert refused.exit_code == 2
    assert "NOT_FOUND: there is no project here; underdraft init makes one" in refused.stderr


def test_a_plugin_reads_a_further_format(underdraft_workspace):
    """An importer of one's own is asked first; its files go where their kind says."""
    from underdraft.cli.import_command import plan_of
    from underdraft.types.imports import ImportSource

    class Scrivener:
        @hookimpl
        def underdraft_import(self, source):
            if source.name.endswith(".scriv"):
                return ImportPlan(texts=(ImportedText(kind="chapters", name="One", text="Rain."),))
            return None

    ws = underdraft_workspace(plugins=[Scrivener()])
    assert plan_of(ws, ImportSource(name="a.scriv")).texts[0].text == "Rain."
    assert plan_of(ws, ImportSource(name="a.json", text='["Likes tea"]')).memories == ("Likes tea",)


def test_undo_takes_changes_back_in_turn(terminal, book):
    """``underdraft undo`` takes back what came after the import, then the import with files and memories, then what came before."""
    terminal("memory", "add", "Before")
    terminal("import", put(book, "card.json", CARD), "--yes")
    terminal("undo")
    terminal("import", put(book, "mem0.json", ["Likes tea", "Lives in Porto"]), "--yes")
    terminal("memory", "add", "After")
    assert "After" in terminal("undo").stdout
    assert terminal("undo").stdout == "taken back: 0 files, 2 memories\n"
    assert [one["content"] for one in terminal.json("memory", "list")["items"]] == ["Before"]
    terminal("import", put(book, "card.json", CARD), "--yes")
    assert terminal.json("undo")["removed"] == [".underdraft/characters/Ines-Carvalho.md"]
    assert "Before" in terminal("undo").stdout
    one_line_error(terminal("undo"), "NOT_FOUND", 2)
