"""``init`` and ``validate``."""

from __future__ import annotations

import json
import os
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.console import one_line_error
from underdraft.cli.starter import config_text, slug_of, starter_texts
from underdraft.errors import InvalidArgument
from underdraft.project.config import parse_config


def test_init_then_preview_then_run(terminal, tmp_path, monkeypatch):
    """A fresh folder is a working project after one command, and validates."""
    monkeypatch.chdir(tmp_path)
    result = terminal("init", "My Book")
    assert result.exit_code == 0
    assert "made  .underdraft/config.toml" in result.stdout
    monkeypatch.chdir("My Book")
    (tmp_path / "My Book/one.md").write_text("第一行。\n第二行。\n", "utf-8")
    assert terminal("validate").exit_code == 0
    data = terminal.json("preview", "polish", "-d", "one.md", "--select-lines", "2")
    assert data["projectId"] == "my-book"
    assert "My Book" in data["stablePrefix"]
    assert {e["source"] for e in data["injected"]} >= {
        "file:.underdraft/rules/10-basics.md",
        "file:.underdraft/style-guide.md",
    }
    assert data["warnings"] == []
    assert terminal("run", "polish", "-d", "one.md").exit_code == 0
    assert len(terminal.json("runs")["items"]) == 1


@pytest.mark.parametrize("locale", ["zh", "en"])
def test_hints_of_the_starter_files_are_not_sent(terminal, tmp_path, monkeypatch, locale):
    """What the files say to the writer never reaches a prompt, whatever a skill asks for."""
    monkeypatch.chdir(tmp_path)
    terminal("init", "--locale", locale)
    assert terminal.json("preview", "consistency-check")["warnings"] == []
    text = terminal("preview", "consistency-check", "--messages").stdout
    for hint in ("只给人看", "For people only", "第一章 归乡", "Chapter 1: Home", "何三桅", "Hester Cole"):
        assert hint not in text
    rule = {"zh": "人称、时态和叙述视角", "en": "person, tense and point of view"}[locale]
    assert rule in text


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
        (["--id", "Not An Id"], "INVALID_ARGUMENT"),
        (["--locale", "fr"], "INVALID_ARGUMENT"),
        (["--locale", "../zh"], "INVALID_ARGUMENT"),
    ],
)
def test_init_with_a_wrong_option_writes_nothing(terminal, tmp_path, monkeypatch, options, code):
    """Options are checked before the first byte is written."""
    monkeypatch.chdir(tmp_path)
    one_line_error(terminal("init", "new", *options), code, 2)
    assert not (tmp_path / "new").exists()


def test_init_does_not_follow_a_link_out_of_the_folder(terminal, tmp_path, monkeypatch):
    """A ``.underdraft`` that is a link to elsewhere is refused, and nothing is written there."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    book = tmp_path / "book"
    book.mkdir()
    try:
        (book / ".underdraft").symlink_to(elsewhere, target_is_directory=True)
    except OSError:
        pytest.skip("links cannot be made here")
    monkeypatch.chdir(book)
    one_line_error(terminal("init"), "CONFLICT", 2)
    assert list(elsewhere.iterdir()) == []


def test_init_onto_a_file(terminal, tmp_path, monkeypatch):
    """Where a file is in the way, it is named and stays."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("x", "utf-8")
    one_line_error(terminal("init", "file"), "INVALID_ARGUMENT", 2)
    (tmp_path / ".underdraft").write_text("x", "utf-8")
    one_line_error(terminal("init"), "CONFLICT", 2)


def test_init_as_json(terminal, tmp_path, monkeypatch):
    """``--json`` lists what was made and kept."""
    monkeypatch.chdir(tmp_path)
    result = terminal("init", "--json")
    data = json.loads(result.stdout)
    assert data["kept"] == []
    assert sorted(data["made"]) == sorted([".underdraft/config.toml", *starter_texts("zh")])


@given(st.text(max_size=80))
def test_slug_is_always_a_valid_id(name):
    """Any folder name gives an id that config.toml accepts."""
    parse_config(config_text(project_id=slug_of(name), name="x", locale="zh"))


@pytest.mark.parametrize(
    ("name", "slug"),
    [("My Novel!", "my-novel"), ("灯港", "project"), ("a" * 99, "a" * 64), ("..", "project"), ("卷2", "2")],
)
def test_slug(name, slug):
    """The id is the folder's name in lower case; without a usable character it is "project"."""
    assert slug_of(name) == slug


@given(st.text(min_size=1, max_size=60))
def test_any_name_survives_the_configuration(name):
    """A title with quotes, backslashes or line breaks comes back on one line, or is refused as empty."""
    try:
        text = config_text(project_id="x", name=name, locale="zh", genre=name)
    except InvalidArgument:
        return
    found = tomllib.loads(text)["project"].get("name")
    assert found is None or found == " ".join(found.split())


def test_starter_files_of_both_languages_have_the_same_paths():
    """Both languages lay down the same set."""
    assert starter_texts("zh").keys() == starter_texts("en-GB").keys()
    assert ".underdraft/README.md" in starter_texts("zh")


def test_validate_finds_every_fault_at_once(terminal, novel, tmp_path):
    """Issue 2, bad input: each broken file is one line, located, and the status is 2."""
    base = novel / ".underdraft"
    (base / "config.toml").write_text('locale = 5\n[project]\nid = "x"\n', "utf-8")
    (base / "rules/bad.md").write_bytes("好\n坏".encode()[:-1])
    (base / "skills/odd").mkdir(parents=True)
    (base / "skills/odd/SKILL.md").write_text(
        "---\nname: odd\ndescription: x\ncontext_rules: [1]\n---\nhi\n", "utf-8"
    )
    (base / "templates/zh").mkdir(parents=True)
    (base / "templates/zh/skill.md.j2").write_text("{{ nope", "utf-8")
    (base / "style-guide.md").rename(base / "style_guide.md")
    wanted = {
        ".underdraft/config.toml": "locale",
        ".underdraft/rules/bad.md": "not UTF-8 at line 2",
        ".underdraft/skills/odd/SKILL.md": "context_rules",
        ".underdraft/templates": "skill.md.j2, line 1",
    }
    if os.name != "nt":
        (tmp_path / "secret.md").write_text("secret", "utf-8")
        (base / "characters/out.md").symlink_to(tmp_path / "secret.md")
        wanted[".underdraft/characters/out.md"] = "out of the project"
    result = terminal("validate")
    assert result.exit_code == 2
    lines = result.stdout.splitlines()
    assert len(lines) == len(wanted) + 1
    for path, words in wanted.items():
        assert any(line.startswith(f"{path}: ") and words in line for line in lines), path
    assert "hint: .underdraft/style_guide.md: is not read; did you mean style-guide.md?" in lines
    assert (
        result.stderr
        == f"INVALID_ARGUMENT: validate: {len(wanted)} problems in {result.stderr.split(' in ')[1]}"
    )
    assert "secret" not in result.output
    assert "/tmp" not in result.output
    envelope = json.loads(terminal("validate", "--json").stdout)
    assert {p["path"] for p in envelope["error"]["details"]["problems"] if not p["hint"]} == set(wanted)


def test_validate_of_a_sound_project(terminal, novel):
    """The sample novel is in order; every file that a run reads was looked at."""
    data = terminal.json("validate")
    assert data["valid"] is True
    assert data["hints"] == []
    assert ".underdraft/characters/shen-yan.md" in data["checked"]
    assert ".underdraft/config.toml" in data["checked"]
    assert "in order" in terminal("validate").stdout


def test_validate_where_there_is_no_project(terminal, tmp_path, monkeypatch):
    """An empty folder is no fault, and says how to begin."""
    monkeypatch.chdir(tmp_path)
    result = terminal("validate")
    assert result.exit_code == 0
    assert "underdraft init" in result.stdout


def test_validate_of_single_paths(terminal, tmp_path, monkeypatch):
    """A skill's folder or file, a configuration or any text can be checked alone."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good").mkdir()
    (tmp_path / "good/SKILL.md").write_text("---\nname: good\ndescription: d\n---\nhi\n", "utf-8")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad/SKILL.md").write_text("---\nname: other\ndescription: d\n---\nhi\n", "utf-8")
    (tmp_path / "config.toml").write_text("model = 3\n", "utf-8")
    (tmp_path / "gbk.md").write_bytes("中".encode("gbk"))
    assert terminal("validate", "good", "good/SKILL.md").exit_code == 0
    result = terminal("validate", "good", "bad", "config.toml", "gbk.md")
    assert result.exit_code == 2
    assert [line.split(": ")[0] for line in result.stdout.splitlines()] == [
        "bad/SKILL.md",
        "config.toml",
        "gbk.md",
    ]
    one_line_error(terminal("validate", "missing"), "NOT_FOUND", 2)
    one_line_error(terminal("validate", str(tmp_path / "nowhere")), "NOT_FOUND", 2)
    assert "/tmp" not in terminal("validate", str(tmp_path / "bad")).output
