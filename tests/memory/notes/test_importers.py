"""Memories from files of other programs."""

from __future__ import annotations

import json

import pytest

from cli.console import Terminal
from underdraft.memory.notes.importers import IMPORTERS, lines_of


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("m.jsonl", '{"content": "x"}\n- y\n', ['{"content": "x"}', "- y", ""]),
        (
            "notes/M.MD",
            '# 记忆\n\n- 猫叫阿福\n  2. "quoted"\n#\n',
            ["", "", '{"content": "猫叫阿福"}', '{"content": "\\"quoted\\""}', "", ""],
        ),
        (
            "m.txt",
            '* a\nb - c\n{"content": "x"}',
            ['{"content": "a"}', '{"content": "b - c"}', '{"content": "x"}'],
        ),
    ],
)
def test_lines(name, text, lines):
    """A list has a memory a line; the lines keep their numbers, and what is JSON stays."""
    assert lines_of(name, text) == lines


@pytest.mark.parametrize("through", ["command", "channel"])
def test_an_importer_is_one_entry(tmp_path, monkeypatch, through):
    """The command and the channel find it by the end of the file's name."""
    monkeypatch.setitem(
        IMPORTERS, ".mem0", lambda text: [json.dumps({"content": one}) for one in text.split("|")]
    )
    (tmp_path / "list.mem0").write_text("Ann is tall|Ben is not", "utf-8-sig")
    monkeypatch.chdir(tmp_path)
    import_it = (
        ["memory", "import", "list.mem0"]
        if through == "command"
        else ["call", "memory:import", "path=list.mem0"]
    )
    run = Terminal(tmp_path / "home")
    assert run.json(*import_it)["created"] == 2
    assert {item["content"] for item in run.json("memory", "list")["items"]} == {"Ann is tall", "Ben is not"}
