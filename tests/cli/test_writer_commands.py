"""``writer`` and ``token``."""

from __future__ import annotations

import pytest

from cli.console import one_line_error
from underdraft import Workspace


@pytest.mark.long
def test_a_writer_is_listed_moved_and_removed(terminal, novel, server_url, tmp_path):
    """What one writer has goes into a file and comes back as another's; the others keep theirs."""
    for name, content in (("anna", "偏好短句"), ("ben", "偏好长句")):
        with Workspace.open(novel, store=server_url, writer=name, embedder="none") as ws:
            kept = ws.invoke_sync(
                "memory:create", {"type": "preference", "scope": "global", "content": content}
            )
            assert kept["ok"]

    def contents(writer):
        with Workspace.open(novel, store=server_url, writer=writer, embedder="none") as ws:
            found = ws.invoke_sync("memory:search", {"keyword": "短句"})["data"]["items"]
            ws.invoke_sync("memory:create", {"type": "note", "scope": "global", "content": "x"})
            return [item["content"] for item in found]

    store, file = ("--store", server_url), tmp_path / "anna.db"
    assert terminal.json(*store, "writer", "list") == {"items": ["anna", "ben"]}
    exported = terminal.json(*store, "backup", str(file), "--writer", "anna")
    assert {t["name"]: t["rows"] for t in exported["tables"]}["memory_item"] == 1
    (item,) = terminal.json("--store", str(file), "memory", "list")["items"]
    assert item["content"] == "偏好短句"
    one_line_error(terminal(*store, "backup", str(file), "--writer", "anna"), "CONFLICT", 2)
    one_line_error(terminal(*store, "backup", str(tmp_path / "n.db"), "--writer", "nobody"), "NOT_FOUND", 2)
    one_line_error(terminal(*store, "restore", str(file), "--writer", "ben"), "CONFLICT", 2)
    terminal.json(*store, "restore", str(file), "--writer", "carla")
    assert contents("carla") == ["偏好短句"]
    assert terminal.json(*store, "writer", "purge", "anna", "--yes")["purged"] > 0
    assert terminal.json(*store, "writer", "list") == {"items": ["ben", "carla"]}
    terminal.json(*store, "restore", str(file), "--writer", "ben", "--replace", "--yes")
    assert contents("ben") == ["偏好短句"]


def test_a_file_has_one_writer(terminal, novel, tmp_path):
    """There is nobody to list, to move or to remove."""
    terminal.json("memory", "add", "偏好短句")
    file = str(terminal.home / "underdraft.db")
    for command in (
        ("writer", "list"),
        ("writer", "purge", "anna", "--yes"),
        ("backup", str(tmp_path / "x.db"), "--writer", "anna"),
        ("restore", file, "--writer", "anna"),
    ):
        one_line_error(terminal(*command), "INVALID_ARGUMENT", 2)


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


def test_a_file_has_tokens_for_programs(terminal, novel):
    """A program's token can be made to only read the memory, and the list says so."""
    terminal.json("token", "add", "chat", "--memory", "read")
    [item] = terminal.json("token", "list")["items"]
    assert item["memory"] == "read"
    assert "memory: read" in terminal("token", "list").stdout
    terminal.json("token", "remove", item["id"])
    one_line_error(terminal("token", "remove", item["id"]), "NOT_FOUND", 2)
