"""``token``."""

from __future__ import annotations

import pytest

from cli.console import one_line_error


@pytest.mark.long
def test_tokens_from_beginning_to_end(terminal, novel, server_url):
    """A token is shown once, listed by its hash, and taken back."""
    made = terminal.json("--store", server_url, "token", "add", "anna")
    terminal.json("--store", server_url, "token", "add", "ben")
    items = terminal.json("--store", server_url, "token", "list")["items"]
    assert [item["writer"] for item in items] == ["anna", "ben"]
    shown = terminal("--store", server_url, "token", "list").stdout
    assert items[0]["id"] in shown
    assert made["token"] not in shown
    terminal.json("--store", server_url, "token", "remove", items[0]["id"])
    assert len(terminal.json("--store", server_url, "token", "list")["items"]) == 1
    one_line_error(terminal("--store", server_url, "token", "remove", items[0]["id"]), "NOT_FOUND", 2)


def test_a_file_has_one_writer(terminal, novel):
    """There are no tokens to give."""
    for command in (("add", "anna"), ("list",), ("remove", "x")):
        one_line_error(terminal("token", *command), "INVALID_ARGUMENT", 2)
