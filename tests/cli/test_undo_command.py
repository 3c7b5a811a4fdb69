"""``undo`` of what is remembered, as it is typed."""

from __future__ import annotations

import json

import attrs

from cli.console import one_line_error
from memory.store_samples import add_run
from underdraft import Workspace


def test_undo_names_what_it_takes_back(terminal, novel):
    """The profile, an edit and a memory go in turn, each by its words."""
    first = terminal.json("memory", "add", "短句优先")
    terminal("memory", "edit", first["id"], "长句优先")
    terminal("profile", "edit", "--file", "-", stdin="# 我\n\n我写悬疑。")
    assert "a change of your profile" in terminal("undo").stdout
    assert terminal.json("profile")["markdown"] == ""
    assert "memory, changed: 长句优先" in terminal("undo").stdout
    assert [item["content"] for item in terminal.json("memory")["items"]] == ["短句优先"]
    assert "memory, added: 短句优先" in terminal("undo").stdout
    assert terminal.json("memory")["items"] == []
    one_line_error(terminal("undo"), "NOT_FOUND", 2)


def test_undo_of_an_import_counts_it(terminal, novel):
    """All memories of one import are one change, in words and as JSON."""
    lines = novel / "list.jsonl"
    lines.write_text("\n".join(json.dumps({"content": f"line {n}"}) for n in range(7)), "utf-8")
    for as_json in (False, True):
        terminal("call", "memory:import", "path=list.jsonl", "all=true")
        if as_json:
            assert len(terminal.json("undo")["records"]) == 7
        else:
            assert "7" in terminal("undo").stdout.splitlines()[0]
        assert terminal.json("memory")["items"] == []


def test_a_preference_is_what_it_was_before(terminal, novel):
    """What was confirmed is a candidate again, and so is what was refused."""
    with Workspace.open(novel, store=terminal.home / "underdraft.db") as workspace:
        run = workspace.run_sync("polish", model="offline")
        finished(workspace, run)
        workspace.feedback_sync("written", "accept", evidence_ref="偏好短句")
    (before,) = terminal.json("memory", "learned")["items"]
    assert before["state"] == "candidate"
    for word in ("confirm", "refuse"):
        assert terminal("memory", word, before["id"]).exit_code == 0
        assert terminal.json("memory", "learned")["items"][0]["state"] != "candidate"
        assert terminal("undo").exit_code == 0
        assert terminal.json("memory", "learned")["items"] == [before]


def finished(workspace, run):
    """Record the same run as a real model's."""
    preview = attrs.evolve(run.preview, run_id="written", model="claude-sonnet-4-5")
    add_run(
        workspace.store.runs, attrs.evolve(run, id="written", preview=preview), privacy=False, templates={}
    )


def test_a_merge_comes_apart(terminal, novel):
    """Both statements are what they were, and each is named; in Chinese in Chinese."""
    for text in ("对话只用“说”", "对话只用“说”。"):
        terminal("memory", "add", text)
    (offer,) = terminal.json("memory", "tidy")["offers"]
    terminal("memory", "confirm", offer["id"], "--content", "只用“说”")
    assert [item["content"] for item in terminal.json("memory")["items"]] == ["只用“说”"]
    shown = terminal("undo").stdout
    assert "memory, merged: 对话只用“说”" in shown
    assert len(terminal.json("memory")["items"]) == 2
