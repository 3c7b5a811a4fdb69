"""``memory tidy``."""

from __future__ import annotations

import pytest

from cli.console import one_line_error


@pytest.mark.long
def test_an_offer_from_list_to_undo(terminal, novel):
    """Listed with its reason, settled by the beginning of its id, and taken back."""
    assert "nothing to tidy" in terminal("memory", "tidy").stderr
    for content in ("对白后面不加副词", "对白后面不加副词。", "喜欢长句", "喜欢长句。"):
        terminal.json("memory", "add", content)
    shown = terminal("memory", "tidy").stdout
    assert shown.count("the same: the same words") == 2
    offer, other = terminal.json("memory", "tidy")["offers"]
    merged = terminal("memory", "confirm", offer["id"][:14], "--keep", "2")
    assert merged.stdout.startswith("confirmed: ")
    assert terminal.json("memory", "tidy")["total"] == 1
    undo = merged.stderr.rpartition("underdraft ")[2].split()
    assert terminal(*undo).exit_code == 0
    assert terminal.json("memory", "tidy")["total"] == 2
    assert terminal.json("memory", "refuse", other["id"])["action"] == "refuse"
    assert terminal.json("memory", "tidy")["total"] == 1


def test_what_is_expected(terminal, novel):
    """The offer must be there, and have the statement that is to stay."""
    terminal("memory", "add", "喜欢长句")
    terminal("memory", "add", "喜欢长句。")
    [offer] = terminal.json("memory", "tidy")["offers"]
    one_line_error(terminal("memory", "confirm", offer["id"], "--keep", "3"), "INVALID_ARGUMENT", 2)
    one_line_error(terminal("memory", "confirm", "offer-abc"), "NOT_FOUND", 2)
