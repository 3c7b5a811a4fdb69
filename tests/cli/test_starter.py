"""The files that ``init`` lays down."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.console import one_line_error
from underdraft.cli.starter import config_text, fresh_id, starter_texts
from underdraft.errors import InvalidArgument
from underdraft.project.config import CONFIG_PATH, parse_config


@pytest.mark.parametrize("locale", ["zh", "en"])
def test_hints_of_the_starter_files_are_not_sent(terminal, tmp_path, monkeypatch, locale):
    """What the files say to the writer never reaches a prompt, whatever a skill asks for."""
    monkeypatch.chdir(tmp_path)
    terminal("init", "--locale", locale)
    assert terminal.json("preview", "consistency-check")["warnings"] == []
    text = terminal("preview", "consistency-check", "--json").stdout
    for hint in ("只给人看", "For people only", "第一章 归乡", "Chapter 1: Home", "何三桅", "Hester Cole"):
        assert hint not in text
    rule = {"zh": "人称、时态和叙述视角", "en": "person, tense and point of view"}[locale]
    assert rule in text


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
    one_line_error(terminal("init"), "INVALID_ARGUMENT", 2)
    assert list(elsewhere.iterdir()) == []


@given(st.text(max_size=80))
def test_a_fresh_id_is_always_valid(name):
    """Any folder name gives an id that config.toml accepts."""
    parse_config(config_text(project_id=fresh_id(name), name="x", locale="zh"))


@pytest.mark.parametrize(
    ("name", "slug"),
    [("My Novel!", "my-novel"), ("灯港", "project"), ("a" * 99, "a" * 57), ("..", "project"), ("卷2", "2")],
)
def test_fresh_id(name, slug):
    """The id is the folder's name in lower case, or "project", and a random part."""
    assert fresh_id(name, lambda: "c0ffee") == f"{slug}-c0ffee"
    assert fresh_id(name) != fresh_id(name)


def test_two_folders_of_one_name_get_two_ids(terminal, tmp_path, monkeypatch):
    """What looks alike to an id, and what is called alike, shares no memories."""
    monkeypatch.chdir(tmp_path)
    ids = set()
    for folder in ("剑来", "雪中悍刀行", "a/novel", "b/novel"):
        terminal("init", folder)
        ids.add(parse_config((tmp_path / folder / CONFIG_PATH).read_text("utf-8")).project.id)
    assert len(ids) == 4


@given(st.text(min_size=1, max_size=60))
def test_any_name_survives_the_configuration(name):
    """A title with quotes, backslashes or line breaks comes back on one line, or is refused as empty."""
    try:
        text = config_text(project_id="x", name=name, locale="zh", language=name)
    except InvalidArgument:
        return
    found = tomllib.loads(text)["project"].get("name")
    assert found is None or found == " ".join(found.split())


def test_starter_files_of_both_languages_have_the_same_paths():
    """Both languages lay down the same set."""
    assert starter_texts("zh").keys() == starter_texts("en-GB").keys()
    assert ".underdraft/README.md" in starter_texts("zh")
