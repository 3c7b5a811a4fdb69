"""Ids by their beginning, and what the shell completes."""

from __future__ import annotations

import pytest
from click.shell_completion import ShellComplete

from underdraft import InvalidArgument
from underdraft.cli import cli
from underdraft.cli.context import Call
from underdraft.cli.names import Ids, complete_id, full_id


@pytest.mark.parametrize(
    ("given", "found"),
    [("ep-ab", "ep-abc"), ("ab", "ep-abc"), ("ep-abc", "ep-abc"), ("x", "x"), ("ep-b", "ep-b"), ("", None)],
)
def test_an_id_is_completed_when_only_one_begins_so(given, found):
    """With or without its prefix; an unknown one is left to the channel, an unclear one is refused."""
    ids = ["ep-abc", "ep-b", "ep-bc"]
    if found is None:
        with pytest.raises(InvalidArgument, match="ID: several episodes begin like this"):
            complete_id(given, ids, "episodes")
    else:
        assert complete_id(given, ids, "episodes") == found


def test_an_id_is_found_on_all_pages_and_in_the_next_kind(terminal, novel):
    """The list is asked for until it has no next page; what the first kind does not have, the next may."""
    made = {terminal.json("memory", "add", f"memory {n}")["id"] for n in range(3)}
    call = Call(store=str(terminal.home / "underdraft.db"), as_json=True)
    facts = Ids("facts", {"atomic:list": {}})
    paged = Ids("memories", {"memory:list": {"limit": 1}})
    with call.open() as workspace:
        assert {item["id"] for item in paged.all(call, workspace)} == made
        for id_ in made:
            assert full_id(call, workspace, id_[:10], facts, paged) == id_
        assert full_id(call, workspace, "zzz", facts, paged) == "zzz"


@pytest.fixture
def completed(terminal, monkeypatch):
    """What a shell would offer for a line that has been typed so far."""
    monkeypatch.setenv("UNDERDRAFT_HOME", str(terminal.home))

    def complete(*words):
        *before, last = words
        return ShellComplete(cli, {}, "underdraft", "_UNDERDRAFT_COMPLETE").get_completions(before, last)

    return complete


def offered(items):
    """The values alone."""
    return [item.value for item in items]


def test_the_shell_completes_names(completed, terminal, novel):
    """Skills, runs, chapters, channels, memories and sessions, each with a few words about it."""
    run = terminal.json("run", "polish")["runId"]
    memory = terminal.json("memory", "add", "偏好短句")["id"]
    [skill] = completed("run", "pol")
    assert (skill.value, bool(skill.help)) == ("polish", True)
    assert "polish" in offered(completed("chat", "--skill", ""))
    assert offered(completed("runs", "")) == ["last", run[:8]]
    assert "polish" in completed("replay", run[:3])[0].help
    assert offered(completed("preview", "polish", "--document", "chapters/01"))[0].startswith("chapters/01-")
    assert offered(completed("memory", "edit", "")) == [memory[:8]]
    assert offered(completed("call", "memory:hist")) == ["memory:history"]
    assert "memory" in offered(completed("mem"))


def test_chapters_are_completed_from_where_one_stands(completed, novel, monkeypatch):
    """Below the project's folder, with ``-C``, and any file where no chapter begins so."""
    monkeypatch.chdir(novel / "chapters")
    assert "../chapters/01-the-ferry.md" not in offered(completed("run", "polish", "-d", ""))
    assert offered(completed("run", "polish", "-d", "01"))[0].startswith("01-")
    [item] = completed("run", "polish", "-d", "notes/")
    assert (item.value, item.type) == ("notes/", "file")


@pytest.mark.parametrize("words", [("runs", ""), ("memory", "edit", ""), ("chat", "--session", "")])
def test_completion_makes_nothing_and_says_nothing(completed, terminal, tmp_path, monkeypatch, capfd, words):
    """Without a store there is nothing to offer, and none is made; a broken project offers nothing."""
    monkeypatch.chdir(tmp_path)
    assert completed(*words) == []
    assert not terminal.home.exists()
    (tmp_path / ".underdraft").mkdir()
    (tmp_path / ".underdraft/config.toml").write_text("locale = 5\n", "utf-8")
    assert completed(*words) == []
    assert capfd.readouterr() == ("", "")
