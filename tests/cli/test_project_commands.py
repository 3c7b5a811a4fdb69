"""``init`` and ``trust``."""

from __future__ import annotations

import json
import re
import shlex
import shutil

import pytest

from cli.console import one_line_error
from underdraft.cli.starter import starter_texts


def test_init_then_preview_then_run(terminal, tmp_path, monkeypatch):
    """A fresh folder is a working project after one command, and validates."""
    monkeypatch.chdir(tmp_path)
    result = terminal("init", "My Book")
    assert result.exit_code == 0
    assert "made  .underdraft/config.toml" in result.stdout
    monkeypatch.chdir("My Book")
    (tmp_path / "My Book/one.md").write_text("第一行。\n第二行。\n", "utf-8")
    assert terminal("status").exit_code == 0
    data = terminal.json("preview", "polish", "-d", "one.md", "--select-lines", "2")
    assert data["projectId"].startswith("my-book-")
    assert "My Book" in data["stablePrefix"]
    assert {e["source"] for e in data["injected"]} >= {
        "file:.underdraft/rules/10-basics.md",
        "file:.underdraft/style-guide.md",
    }
    assert data["warnings"] == []
    assert terminal("run", "polish", "-d", "one.md").exit_code == 0
    assert len(terminal.json("runs")["items"]) == 1


def test_init_never_overwrites(terminal, tmp_path, monkeypatch):
    """A second call keeps every byte, also of files that were changed, and adds what is missing."""
    monkeypatch.chdir(tmp_path)
    terminal("init", "--name", "书")
    rule = tmp_path / ".underdraft/rules/10-basics.md"
    rule.write_text("我的规则", "utf-8")
    (tmp_path / ".underdraft/outline.md").unlink()
    before = {p: p.read_bytes() for p in (tmp_path / ".underdraft").rglob("*") if p.is_file()}
    result = terminal("init")
    assert result.exit_code == 0
    assert "made  .underdraft/outline.md" in result.stdout
    assert "kept  .underdraft/rules/10-basics.md" in result.stdout
    assert {p: p.read_bytes() for p in before} == before
    one_line_error(terminal("init", "--name", "另一本"), "CONFLICT", 2)
    assert {p: p.read_bytes() for p in before} == before


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--locale", "fr"], "INVALID_ARGUMENT"),
        (["--locale", "../zh"], "INVALID_ARGUMENT"),
    ],
)
def test_init_with_a_wrong_option_writes_nothing(terminal, tmp_path, monkeypatch, options, code):
    """Options are checked before the first byte is written."""
    monkeypatch.chdir(tmp_path)
    one_line_error(terminal("init", "new", *options), code, 2)
    assert not (tmp_path / "new").exists()


def test_init_onto_a_file(terminal, tmp_path, monkeypatch):
    """Where a file is in the way, it is named and stays."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("x", "utf-8")
    one_line_error(terminal("init", "file"), "INVALID_ARGUMENT", 2)
    (tmp_path / ".underdraft").write_text("x", "utf-8")
    one_line_error(terminal("init"), "CONFLICT", 2)


def test_init_as_json(terminal, tmp_path, monkeypatch):
    """``--json`` lists what was made and kept; the folder for chapters is made where there are none beside it."""
    monkeypatch.chdir(tmp_path)
    texts = [".underdraft/config.toml", *starter_texts("zh")]
    cards = [".underdraft/characters/", ".underdraft/world/"]
    (tmp_path / "b").mkdir()
    (tmp_path / "b/one.md").write_text("第一行。", "utf-8")
    for folder, chapters in (("a", ["chapters/"]), ("b", [])):
        data = json.loads(terminal("init", folder, "--json").stdout)
        assert data["kept"] == []
        assert sorted(data["made"]) == sorted([*texts, *chapters, *cards])
        assert (tmp_path / folder / "chapters").is_dir() is bool(chapters)
    assert json.loads(terminal("init", "a", "--json").stdout)["made"] == []


def test_validate_of_a_sound_project(terminal, novel):
    """The sample novel is in order; every file that a run reads was looked at."""
    data = terminal.json("status")
    assert data["valid"] is True
    assert {finding["where"] for finding in data["findings"]} <= {
        "model",
        "chapters/en-01-a-chronometer-by-post.md",
    }
    assert ".underdraft/characters/shen-yan.md" in data["checked"]
    assert ".underdraft/config.toml" in data["checked"]
    assert "in order" in terminal("status").stdout


def test_trust_says_what_it_is_about(terminal, tmp_path, monkeypatch):
    """It names the address and can take the trust back."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".underdraft").mkdir()
    text = '[project]\nid = "p"\n[model_options]\napi_base = "https://models.example/v1"\n'
    (tmp_path / ".underdraft" / "config.toml").write_text(text, encoding="utf-8")

    def untrusted():
        return any(w.startswith("PROJECT_UNTRUSTED") for w in terminal.json("preview", "polish")["warnings"])

    assert untrusted()
    listed = terminal("skills", "--json")
    assert json.loads(listed.stdout)
    assert "PROJECT_UNTRUSTED: model_options.api_base" in listed.stderr
    assert "PROJECT_UNTRUSTED" not in terminal("status", "--json").stderr  # they are findings there
    (folder,) = terminal.json("trust", "--yes")["folders"]
    (allowed,) = folder["allowed"]
    assert (allowed["key"], allowed["host"]) == ("model_options.api_base", "models.example")
    assert not untrusted()
    terminal("trust", "--forget")
    assert untrusted()


def test_what_goes_without_a_key_says_nothing_of_one(terminal, tmp_path, monkeypatch):
    """A server on this machine is named with its port."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "en")
    (tmp_path / ".underdraft").mkdir()
    text = 'embedder = "litellm/ollama/x"\n[project]\nid = "p"\n'
    (tmp_path / ".underdraft" / "config.toml").write_text(text, encoding="utf-8")
    said = terminal("trust", stdin="n\n").output
    assert "what you write is sent to localhost:11434\n" in said


@pytest.fixture
def copy(terminal, tmp_path):
    """A copy of a project that the writer's store knows, with a memory of the project; also its own path."""
    book, copied = tmp_path / "book", tmp_path / "copied"
    terminal("init", str(book), "--locale", "en")
    terminal("-C", str(book), "memory", "add", "Only short sentences.")
    shutil.copytree(book, copied)
    return book, copied


def test_commands_in_a_copy_name_both_folders_and_the_fix(terminal, copy):
    """A run, a preview, a list and status do; the copy has none of the memories."""
    book, copied = copy
    for words in (["memory", "list"], ["preview", "polish"], ["run", "polish"], ["status"]):
        result = terminal("-C", str(copied), *words)
        assert result.exit_code == 0
        for said in (str(book), str(copied), "PROJECT_ID_SHARED", "status --confirm-id", "write id = "):
            assert said in result.output, words
        assert "Only short" not in result.output
    assert "PROJECT_" not in terminal("-C", str(book), "status").output


def test_a_confirmed_copy_is_the_same_project(terminal, copy):
    """It has the memories from then on, and nothing more is said."""
    _, copied = copy
    result = terminal("-C", str(copied), "status", "--confirm-id")
    assert result.exit_code == 0
    listed = terminal("-C", str(copied), "memory", "list")
    assert "Only short" in listed.stdout
    assert listed.stderr == ""


def test_an_own_id_keeps_what_was_remembered_meanwhile(terminal, copy):
    """The copy goes by its own id already; written into its config.toml as the warning says, it ends the warning."""
    book, copied = copy
    said = terminal("-C", str(copied), "memory", "add", "Of the copy.").stderr
    line = re.search(r'id = "[^"]+"', said)[0]
    config = copied / ".underdraft/config.toml"
    config.write_text(re.sub(r'id = ".*"', line, config.read_text("utf-8")), "utf-8")
    assert "PROJECT_" not in terminal("-C", str(copied), "status").output
    assert "Of the copy." in terminal("-C", str(copied), "memory", "list").stdout
    assert "Of the copy." not in terminal("-C", str(book), "memory", "list").stdout


def test_confirming_what_is_no_project(terminal, tmp_path):
    """One line says what to do."""
    (tmp_path / "bare").mkdir()
    found = terminal("-C", str(tmp_path / "bare"), "status", "--confirm-id")
    assert "underdraft init" in one_line_error(found, "NOT_FOUND", 2)


def test_init_names_a_chapter_that_is_there(terminal, tmp_path, monkeypatch):
    """The next command can be copied: it names the first chapter of a folder that has some, wherever they are."""
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "en")
    book = tmp_path / "book"
    book.mkdir()
    (book / "my first chapter.md").write_text("# One\n\nHe rang.\n\nNobody came.\n", "utf-8")
    monkeypatch.chdir(book)
    shown = terminal("init").stderr
    assert "chapters/YOUR-TEXT.md" not in shown
    command = next(line.strip() for line in shown.splitlines() if "preview" in line)
    assert "  underdraft import PATH" in shown.splitlines()
    assert command == "underdraft preview polish --document 'my first chapter.md' --select-lines 1-3"
    assert terminal(*shlex.split(command)[1:]).exit_code == 0
    assert "chapters/YOUR-TEXT.md" in terminal("init", str(tmp_path / "new")).stderr
