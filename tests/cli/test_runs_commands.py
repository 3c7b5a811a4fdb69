"""``runs`` and ``replay``."""

from __future__ import annotations

import attrs
import pytest

from cli.console import CHAPTER, one_line_error
from memory.store_samples import add_run
from underdraft import Workspace


@pytest.fixture
def three(terminal, novel):
    """Ids of three runs, the oldest first; before the last one a rule was changed and a rule added."""
    ids = [
        terminal.json("run", "polish", "-d", CHAPTER, "--select-lines", line)["runId"] for line in ("9", "21")
    ]
    rules = novel / ".underdraft/rules"
    changed = (rules / "20-language.md").read_text("utf-8").replace("九点", "十点")
    (rules / "20-language.md").write_text(changed, "utf-8")
    (rules / "50-new.md").write_text("不许写雨。\n", "utf-8")
    ids.append(terminal.json("run", "polish", "-d", CHAPTER, "--select-lines", "21")["runId"])
    return ids


def test_empty_store_says_what_to_do(terminal, novel):
    """Without a run the list says how to make one."""
    assert "underdraft run" in terminal("runs").stdout
    assert "no run" in one_line_error(terminal("replay", "last"), "NOT_FOUND", 2)


def test_runs_are_listed_newest_first(terminal, three):
    """Each run is one line; where ``--limit`` leaves some out, that is said."""
    lines = terminal("runs").stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == [run[:8] for run in three[::-1]]
    assert [item["id"] for item in terminal.json("runs", "--limit", "2")["items"]] == three[:0:-1]
    assert "a larger --limit" in terminal("runs", "--limit", "2").stderr
    for wrong in (("--limit", "0"), ("--limit", "999")):
        one_line_error(terminal("runs", *wrong), "INVALID_ARGUMENT", 2)


@pytest.mark.long
def test_a_run_is_found_by_id_beginning_and_age(terminal, three):
    """``last``, ``last~N`` and the beginning of an id name a run."""
    oldest = three[0]
    for name in (oldest, oldest[:13], "last~2"):
        assert terminal.json("runs", name)["runId"] == oldest
    assert "fewer runs" in one_line_error(terminal("runs", "last~3"), "NOT_FOUND", 2)
    one_line_error(terminal("runs", "00000000-aaaa"), "NOT_FOUND", 2)
    one_line_error(terminal("runs", "zz"), "NOT_FOUND", 2)


def test_beginning_that_several_runs_share_is_refused(terminal, novel, monkeypatch):
    """An ambiguous beginning never picks one of them."""
    numbers = iter(range(100))
    opened = Workspace.open.__func__

    def with_ids(cls, *args, **options):
        return opened(cls, *args, new_id=lambda: f"aaaa-{next(numbers)}", **options)

    monkeypatch.setattr(Workspace, "open", classmethod(with_ids))
    for _ in range(2):
        terminal.json("run", "polish")
    assert "several runs" in one_line_error(terminal("runs", "aaaa"), "INVALID_ARGUMENT", 2)


def test_one_run_is_shown_with_receipt_and_reply(terminal, three):
    """The record shows what stood in the prompt, what was left out, the figures and the reply."""
    data = terminal.json("runs", "last")
    shown = terminal("runs", "last").stdout
    for part in (three[-1], data["promptHash"], data["text"], ".underdraft/rules/50-new.md", "changed since"):
        assert part in shown


def test_replay_proves_the_bytes(terminal, three):
    """MS1: any past prompt renders again, byte for byte, though the rules have changed since."""
    first = terminal.json("runs", three[0])
    data = terminal.json("replay", three[0])
    assert data["same"] is True
    assert data["promptHash"] == first["promptHash"] == data["recorded"]["promptHash"]
    assert data["messages"] == first["messages"]
    assert "the same, byte for byte" in terminal("replay", three[0]).stdout


def test_run_without_texts_cannot_be_replayed(terminal, novel):
    """A run recorded in privacy mode says why it cannot be rendered again, and is still listed."""
    with Workspace.open(novel, store=terminal.home / "underdraft.db") as workspace:
        run = workspace.run_sync("polish")
        private = attrs.evolve(run, id="private-run", preview=attrs.evolve(run.preview, run_id="private-run"))
        add_run(workspace.store.runs, private, privacy=True, templates={})
    assert "privacy mode" in one_line_error(terminal("replay", "private-run"), "CONFLICT", 2)
    assert "private" in terminal("runs").stdout.splitlines()[1]
    assert "not kept" in terminal("runs", "private-run").stdout


def test_replay_that_differs_ends_with_1(terminal, novel, monkeypatch):
    """A prompt that does not come out the same is told, with both hashes, and the status is 1."""
    terminal.json("run", "polish")
    from underdraft.cache import replay as module

    original = module.render

    def other(sections, **options):
        prompt = original(sections, **options)
        return attrs.evolve(prompt, dynamic=prompt.dynamic + "x", prompt_hash="0" * 64)

    monkeypatch.setattr(module, "render", other)
    result = terminal("replay", "last")
    assert result.exit_code == 1
    assert "not the same: dynamic, prompt_hash" in result.stdout
    assert "0" * 64 in result.stdout
