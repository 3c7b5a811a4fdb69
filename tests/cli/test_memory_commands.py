"""``memory``."""

from __future__ import annotations

from cli.console import one_line_error


def add(terminal, content="偏好短句", *options):
    """Add a memory."""
    return terminal.json("memory", "add", content, *options)


def test_a_memory_from_beginning_to_end(terminal, novel):
    """Add, list, edit, undo, delete, undo, show; an id may be given by its beginning."""
    item = add(terminal)
    assert (item["scope"], item["projectId"]) == ("project", "lantern-harbour")
    short = item["id"][:8]
    assert "偏好短句" in terminal("memory", "list").stdout
    assert terminal.json("memory", "edit", short, "偏好长句")["version"] == 2
    assert terminal.json("undo", short)["content"] == "偏好短句"
    assert terminal.json("memory", "delete", short)["deletedAt"]
    assert terminal.json("memory", "list")["items"] == []
    assert len(terminal.json("memory", "list", "--deleted")["items"]) == 1
    assert terminal.json("undo", short)["deletedAt"] is None
    assert [r["action"] for r in terminal.json("memory", "show", short)["revisions"]] == [
        "create", "update", "undo", "delete", "undo",
    ]  # fmt: skip
    shown = terminal("memory", "show", short).stdout
    assert "偏好短句" in shown
    assert "taken back" in shown


def test_what_is_remembered_is_listed(terminal, novel):
    """All in use is listed, facts too; --deleted shows what was hidden."""
    typed, gone = add(terminal), add(terminal, "喜欢长句")
    fact = terminal.json("call", "atomic:create", "content=灯塔有九层")
    terminal.json("memory", "delete", gone["id"])

    def found(*options):
        return {item["id"] for item in terminal.json("memory", "list", *options)["items"]}

    assert found() == {typed["id"], fact["id"]}
    assert gone["id"] in found("--deleted")


def test_global_memories_are_remembered_for_every_project(terminal, novel):
    """--global makes a memory that stands in no project."""
    add(terminal, "到处", "--global", "--type", "fact")
    add(terminal, "这里")
    items = terminal.json("memory", "list")["items"]
    assert {item["content"]: item["projectId"] is None for item in items} == {"到处": True, "这里": False}


def test_facts_are_remembered_alike(terminal, talked):
    """Facts of sessions are listed, shown with the words that taught them, changed, hidden, brought back and found."""
    [fact] = terminal.json("memory", "list", "--facts")["items"]
    assert fact["content"] == "主角的猫叫阿福"
    assert "extracted" in terminal("memory", "list", "--facts").stdout
    short = fact["id"][:8]
    assert f"you said: {fact['evidence'][0]['quote']}\n" in terminal("memory", "show", short).stdout
    terminal.json("memory", "edit", short, "主角的猫叫阿禄")
    assert terminal.json("memory", "delete", short)["deletedAt"]
    assert terminal.json("memory", "list", "--facts")["items"] == []
    assert "deleted" in terminal("memory", "list", "--facts", "--deleted").stdout
    assert "阿禄" in terminal("undo", short).stdout
    found = terminal.json("memory", "search", "阿禄")["items"]
    assert [f["ref"] for f in found] == [f"atomic:{fact['id']}"]
    assert fact["id"] in terminal("memory", "search", "阿禄").stdout


def test_a_reference_brings_the_whole_record_back(terminal, talked):
    """``show`` takes what receipts and lists name: a run with what was sent and what came back, a session."""
    terminal("call", "memory:maintenance:run", "trigger=compactRuns")
    newest, *_ = terminal.json("call", "compact:list")["items"]
    shown = terminal("memory", "show", newest["ref"])
    assert "我喜欢白描" in shown.stdout
    assert "system" in shown.stdout
    assert terminal.json("memory", "show", f"session:{talked}")["summary"]["sessionId"] == talked
    one_line_error(terminal("memory", "show", "run:none"), "NOT_FOUND", 2)
    one_line_error(terminal("memory", "show", "nonsense"), "NOT_FOUND", 2)


def test_a_run_holds_the_memory(terminal, novel):
    """What was added on the command line is in the next prompt."""
    add(terminal)
    data = terminal.json("preview", "polish", "--document", "chapters/01-the-ferry.md")
    assert "- 偏好短句（来源：手动添加）" in data["stablePrefix"]


def test_settings_are_shown_and_changed(terminal, novel):
    """KEY=VALUE changes; a wrong type is the user's mistake and changes nothing."""
    assert terminal.json("memory", "settings", "injectionEnabled=false")["injectionEnabled"] is False
    wrong = one_line_error(terminal("memory", "settings", "context_limit=many"), "INVALID_ARGUMENT", 2)
    assert wrong.startswith("context_limit: expected")
    unknown = one_line_error(terminal("memory", "settings", "foo=1"), "INVALID_ARGUMENT", 2)
    assert unknown.startswith("KEY=VALUE: unknown setting")
    one_line_error(terminal("memory", "settings", "context_limit"), "INVALID_ARGUMENT", 2)
    assert "injectionEnabled" in terminal("memory", "settings").stdout
    assert terminal.json("memory", "settings")["context_limit"] == 20


def test_out_and_in_again(terminal, novel):
    """Export to a file, purge, import: back; a second import changes nothing."""
    add(terminal)
    assert terminal.json("call", "memory:export", "path=memories.jsonl")["exported"] == 1
    assert terminal.json("memory", "purge", "--all", "--yes")["purged"] == 1
    assert terminal.json("call", "memory:import", "path=memories.jsonl")["created"] == 1
    again = terminal.json("call", "memory:import", "path=memories.jsonl")
    assert again == {"created": 0, "updated": 0, "unchanged": 1}


def test_a_purge_asks_first(terminal, novel):
    """Without --yes and without a yes nothing is removed."""
    add(terminal)
    assert terminal("memory", "purge", "--all", stdin="n\n").exit_code != 0
    assert len(terminal.json("memory", "list")["items"]) == 1


def test_the_index_is_made_anew(terminal, novel):
    """Reindexing makes a vector for each memory, with the local embedder."""
    add(terminal)
    assert terminal.json("memory", "reindex") == {"vectors": 1}
    answer = terminal.json("call", "memory:injection:preview", "queryText=句子要短")
    assert answer["mode"] == "semantic"


def test_mistakes_are_one_line(terminal, novel):
    """Unknown ids, blank contents and missing options are told in a line."""
    one_line_error(terminal("memory", "show", "nope"), "NOT_FOUND", 2)
    one_line_error(terminal("memory", "add", " "), "INVALID_ARGUMENT", 2)
    one_line_error(terminal("memory", "edit", "nope"), "INVALID_ARGUMENT", 2)


def test_what_a_purge_leaves_is_listed(terminal, talked):
    """A preference from a purged project that stands in the profile is named; its id removes it, too."""
    assert "我喜欢白描" in terminal.json("profile", "show")["markdown"]
    project = terminal.json("runs")["items"][0]["projectId"]
    asked = terminal("memory", "purge", "--project", project, stdin="y\n")
    assert "  我喜欢白描" in asked.stderr
    assert "underdraft memory purge ID" in asked.stderr
    left = asked.stdout.rpartition("我喜欢白描")[0].split()[-2]
    assert terminal.json("memory", "purge", left, "--yes")["purged"] == 1
    assert "我喜欢白描" not in terminal.json("profile", "show")["markdown"]
