"""``memory tidy``."""

from __future__ import annotations

import json

import pytest

from cli.console import one_line_error
from learning.rules.taste_samples import STATEMENT, TasteDesk


@pytest.mark.long
def test_what_waits_is_shown_with_its_evidence(terminal, tmp_path):
    """A worded taste with its edits and how it is taken; and what could be tidied."""
    desk = TasteDesk(tmp_path)
    desk.edits(3)
    for content in ("喜欢长句", "喜欢长句。"):
        desk.data("memory:create", {"content": content, "type": "preference", "scope": "project"})
    desk.close()
    where = ("-C", str(tmp_path), "--store", str(tmp_path / "store.db"))
    [one] = json.loads(terminal("memory", "tidy", "--json", *where).stdout)["learned"]
    number = one["id"].removeprefix("learned-")[:8]
    shown = terminal("memory", "tidy", *where)
    for words in (STATEMENT, "worded taste  proposed", "[-“谢谢你。”-]{+把伞递过去+}", "the same words"):
        assert words in shown.stdout, shown.stdout
    assert f"underdraft preferences confirm {number}" in shown.stderr
    terminal("preferences", "confirm", number, *where)
    assert "worded taste  confirmed" in terminal("memory", "tidy", *where).stdout


def test_an_offer_from_list_to_undo(terminal, novel):
    """Listed with its reason, merged by the beginning of its id, and taken back."""
    assert "nothing to tidy" in terminal("memory", "tidy").stderr
    for content in ("对白后面不加副词", "对白后面不加副词。", "喜欢长句", "喜欢长句。"):
        terminal.json("memory", "add", content)
    shown = terminal("memory", "tidy").stdout
    assert shown.count("the same: the same words") == 2
    offer, other = terminal.json("memory", "tidy")["tidying"]["offers"]
    merged = terminal("memory", "tidy", offer["id"][:8], "--merge", "--keep", "2")
    assert merged.stdout.startswith("merged: memory:")
    assert terminal.json("memory", "tidy")["tidying"]["total"] == 1
    undo = merged.stderr.rpartition("underdraft ")[2].split()
    assert terminal(*undo).exit_code == 0
    assert terminal.json("memory", "tidy")["tidying"]["total"] == 2
    assert terminal.json("memory", "tidy", other["id"], "--keep-both")["others"]
    assert terminal.json("memory", "tidy")["tidying"]["total"] == 1


def test_what_is_expected(terminal, novel):
    """An answer needs an offer, an offer an answer, and both must be there."""
    for options in (("--merge",), ("abc",), ("abc", "--drop")):
        one_line_error(terminal("memory", "tidy", *options), "INVALID_ARGUMENT", 2)
