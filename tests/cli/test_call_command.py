"""``call``: every channel by its name."""

from __future__ import annotations

import json

import pytest

from cli.console import one_line_error
from underdraft.channels import underdraft_channels

CHANNELS = sorted(channel.name for channel in underdraft_channels())


def test_channels_are_listed_with_what_they_do(terminal, novel):
    """Each once, by area; as JSON, too."""
    shown = [line.split(" ")[0] for line in terminal("call").stdout.splitlines()]
    assert [name for name in shown if ":" in name] == CHANNELS
    assert [item["name"] for item in terminal.json("call")["items"]] == CHANNELS


@pytest.mark.parametrize("name", ["ai:skill:run", "memory:list", "memory:create", "skill:list"])
def test_keys_of_a_channel(terminal, novel, name):
    """Its keys, each with its meaning; what is required says so."""
    shown = terminal("call", name, "--keys")
    assert shown.exit_code == 0, shown.output
    fields = next(c for c in underdraft_channels() if c.name == name).signature.fields
    assert [line.split()[0] for line in shown.stdout.splitlines()] == [field.key for field in fields]
    assert ("[required]" in shown.stdout) is any(field.required for field in fields)
    assert list(terminal.json("call", name, "--keys")) == [field.key for field in fields]


def test_an_answer_is_json(terminal, novel):
    """The channel's data, with --json or without; JSON, text and files as arguments."""
    (novel / "fog.txt").write_text("雾里的灯", "utf-8")
    words = ("type=note", "scope=project", "content=@fog.txt")
    shown = terminal("call", "memory:create", *words).stdout
    assert json.loads(shown)["content"] == "雾里的灯"
    made = terminal.json("call", "memory:create", "content=另一条", "type=fact", "scope=project")
    assert (made["type"], made["content"]) == ("fact", "另一条")
    done = terminal("call", "memory:list", "--json", "limit=1")
    assert [item["id"] for item in json.loads(done.stdout)["items"]] == [made["id"]]
    assert "另一条" in terminal("call", "memory:list").stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("memory:creat",), "NOT_FOUND", "channel: there is no channel of this name; similar: memory:create"),
        (("zzz",), "NOT_FOUND", "channel: there is no channel of this name"),
        (("memory:list", "limit=x"), "INVALID_ARGUMENT", "limit: expected a whole number"),
        (("memory:list", "x=1"), "INVALID_ARGUMENT", "x: unknown field; known are: "),
        (("memory:create", "type=note"), "INVALID_ARGUMENT", "content: required field is missing"),
        (("memory:list", "limit"), "INVALID_ARGUMENT", "limit: expected KEY=VALUE"),
    ],
)  # fmt: skip
def test_mistakes_name_the_key(terminal, novel, words, code, said):
    """One line with the code, the key as it was typed, and what is expected."""
    assert one_line_error(terminal("call", *words), code, 2).startswith(said)
