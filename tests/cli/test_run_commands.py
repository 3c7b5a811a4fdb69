"""``preview`` and ``run``."""

from __future__ import annotations

from contextlib import closing

import pytest

from cli.console import CHAPTER, one_line_error
from underdraft import ModelError
from underdraft.memory.db.sqlite import driver

ON_CHAPTER = ("--document", CHAPTER, "--select-lines", "9")


def test_preview_records_nothing(terminal, novel):
    """After previews the list of runs is empty."""
    terminal.json("preview", "polish", *ON_CHAPTER)
    assert terminal.json("runs")["items"] == []


def test_two_ways_to_select_give_one_prompt(terminal, novel):
    """Offsets and lines that mean the same passage give the same bytes."""
    text = (novel / CHAPTER).read_text("utf-8")
    line = text.split("\n")[8]
    start = text.index(line)
    ways = (
        ("--select", f"{start}:{start + len(line)}"),
        ("--select-lines", "9"),
        ("--select-lines", "9-9"),
    )
    hashes = {terminal.json("preview", "polish", "-d", CHAPTER, *way)["promptHash"] for way in ways}
    assert len(hashes) == 1


def test_run_streams_the_reply_and_tells_the_rest_on_stderr(terminal, novel):
    """The reply alone goes to stdout; the receipt on stderr names the recorded run."""
    result = terminal("run", "polish", *ON_CHAPTER)
    assert result.exit_code == 0
    stored = terminal.json("runs", "last")
    assert result.stdout == stored["text"] + "\n"
    assert f"run {stored['runId']}" in result.stderr
    assert "no earlier run" in result.stderr
    again = terminal("run", "polish", "--document", CHAPTER, "--select-lines", "21")
    assert "unchanged since the last run" in again.stderr


def test_run_as_json_is_the_channels_data(terminal, novel):
    """``--json`` prints what ``ai:skill:run`` answers with, and nothing else anywhere."""
    data = terminal.json("run", "polish", *ON_CHAPTER)
    stored = terminal.json("runs", data["runId"])
    for key in ("runId", "text", "stablePrefixHash", "promptHash", "layerHashes", "usage", "injected"):
        assert data[key] == stored[key]
    assert stored["documentId"] == CHAPTER


def test_document_from_stdin(terminal, novel):
    """``--document -`` reads stdin, and gives the prompt that the file gives."""
    text = (novel / CHAPTER).read_bytes()
    result = terminal("preview", "polish", "-d", "-", "--select-lines", "9", "--json", stdin=text)
    assert result.exit_code == 0
    assert terminal.json("preview", "polish", *ON_CHAPTER)["promptHash"] in result.stdout


def test_document_is_looked_for_here_and_then_in_the_workspace(terminal, novel, tmp_path, monkeypatch):
    """With ``-C`` a document may be named as the workspace knows it."""
    monkeypatch.chdir(tmp_path)
    inside = terminal.json("preview", "polish", "-C", "novel", "-d", CHAPTER)
    here = terminal.json("preview", "polish", "-C", "novel", "-d", f"novel/{CHAPTER}")
    assert inside["promptHash"] == here["promptHash"]


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (["polsih"], "NOT_FOUND", "polish"),
        (["polish", "-d", "nowhere.md"], "NOT_FOUND", "--document"),
        (["polish", "-d", "chapters"], "INVALID_ARGUMENT", "expected a file"),
        (["polish", "--select", "1:2"], "INVALID_ARGUMENT", "--document"),
        (["polish", "-d", CHAPTER, "--select", "9:3"], "INVALID_ARGUMENT", "--select"),
        (["polish", "-d", CHAPTER, "--select", "x"], "INVALID_ARGUMENT", "START:END"),
        (["polish", "-d", CHAPTER, "--select", "0:999999"], "INVALID_ARGUMENT", "--select"),
        (["polish", "-d", CHAPTER, "--select-lines", "0"], "INVALID_ARGUMENT", "--select-lines"),
        (["polish", "-d", CHAPTER, "--select-lines", "3-2"], "INVALID_ARGUMENT", "--select-lines"),
        (
            ["polish", "-d", CHAPTER, "--select", "1", "--select-lines", "1"],
            "INVALID_ARGUMENT",
            "one of them",
        ),
        (["polish", "--model", ""], "INVALID_ARGUMENT", "model"),
    ],
)
@pytest.mark.parametrize("command", ["preview", "run"])
def test_mistakes_are_named(terminal, novel, command, arguments, code, part):
    """A wrong option ends with status 2 and one line that says which."""
    assert part in one_line_error(terminal(command, *arguments), code, 2)
    assert terminal.json("runs")["items"] == []


def test_document_that_is_not_utf8(terminal, novel):
    """A document in another encoding is refused with the line of the first wrong byte."""
    (novel / "gbk.md").write_bytes("第一行\n".encode() + "第二行".encode("gbk"))
    assert "line 2" in one_line_error(terminal("run", "polish", "-d", "gbk.md"), "INVALID_ARGUMENT", 2)


def test_failures_of_the_model_end_with_1(terminal, novel, monkeypatch):
    """A model error is a failure, told in one line, also after the reply has begun."""
    from underdraft import TextDelta
    from underdraft_plugins.models.offline_model import OfflineModel

    async def answer(self, call):
        yield TextDelta(text="开头")
        raise ModelError("the provider answered 500 (an error)")

    monkeypatch.setattr(OfflineModel, "answer", answer)
    result = terminal("run", "polish")
    assert result.exit_code == 1
    assert result.stdout == "开头"
    assert result.stderr == (
        "MODEL_ERROR: the provider answered 500 (an error) (docs/errors.md#model_error)\n"
    )
    (kept,) = terminal.json("runs")["items"]
    assert kept["status"] == "failed"
    shown = terminal("runs", "last").stdout
    assert "failed: MODEL_ERROR: the provider answered 500 (an error)" in shown
    assert "开头" in shown
    assert "failed" in terminal("runs").stdout


def test_a_run_that_reached_no_model_is_listed_only_when_asked_for(terminal, novel):
    """``runs`` and ``last`` pass over runs that ended before a word of reply; ``--failed`` and ids find them."""
    answered = terminal.json("run", "polish")["runId"]
    assert terminal("run", "polish", "--model", "nobody").exit_code == 1
    assert [item["id"] for item in terminal.json("runs")["items"]] == [answered]
    assert terminal.json("runs", "last")["runId"] == answered
    lost = terminal.json("runs", "--failed")["items"][0]
    assert (lost["model"], lost["status"]) == ("nobody", "failed")
    assert terminal.json("runs", lost["id"][:8])["runId"] == lost["id"]


@pytest.mark.parametrize(
    ("finish", "text", "warning"),
    [
        (
            "length",
            "开头",
            "REPLY_TRUNCATED: The reply was cut off before its end (the model's reason: length)",
        ),
        (
            "content_filter",
            "开头",
            "REPLY_TRUNCATED: The reply was cut off before its end (the model's reason: content_filter)",
        ),
        ("stop", " ", "REPLY_EMPTY: The model wrote nothing."),
    ],
)
def test_reply_that_is_not_whole(terminal, novel, monkeypatch, finish, text, warning):
    """A writer cannot miss it: the receipt and the record say it in words, and the reason is kept."""
    from underdraft import Reply
    from underdraft_plugins.models.offline_model import OfflineModel

    async def answer(self, call):
        yield Reply(texts=(text,), finish_reason=finish)

    monkeypatch.setattr(OfflineModel, "answer", answer)
    result = terminal("run", "polish")
    assert result.exit_code == 0
    assert warning in result.stderr
    shown = terminal("runs", "last").stdout
    assert warning in shown
    place = f"(docs/errors.md#{warning.partition(' ')[0].strip(':').lower()})"
    assert place in result.stderr
    assert place in shown
    assert finish in shown


def test_prompt_that_does_not_fit_ends_with_2(terminal, novel):
    """What cannot be trimmed to the model's window is the user's to change."""
    config = novel / ".underdraft" / "config.toml"
    config.write_text("window_tokens = 5000\n" + config.read_text("utf-8"), "utf-8")
    one_line_error(terminal("preview", "polish"), "CONTEXT_OVERFLOW", 2)


def test_broken_rule_stops_the_run(terminal, novel):
    """A rule file that cannot be read is a failure that names the file, never a run without the rule."""
    (novel / ".underdraft/rules/99.md").write_bytes(b"\xff")
    assert ".underdraft/rules/99.md" in one_line_error(terminal("run", "polish"), "CONTEXT_LAYER_FAILED", 1)


def test_store_that_cannot_be_read_is_a_db_error(terminal, novel, tmp_path):
    """``runs`` on something that is no store fails with DB_ERROR; a run still gives its reply."""
    (tmp_path / "s.db").write_bytes(b"no database at all" * 100)
    store = ("--store", str(tmp_path / "s.db"))
    one_line_error(terminal("runs", *store), "DB_ERROR", 1)
    result = terminal("run", "polish", *store)
    assert result.exit_code == 0
    assert "离线" in result.stdout
    assert "RUN_NOT_RECORDED" in result.stderr


def test_store_option_keeps_the_writers_store_untouched(terminal, novel, tmp_path):
    """With ``--store`` the record goes there and nothing else is made."""
    terminal.json("run", "polish", "--store", str(tmp_path / "other.db"))
    assert not terminal.home.exists()
    with closing(driver().connect(tmp_path / "other.db")) as connection:
        assert connection.execute("select count(*) from run").fetchone() == (1,)


def test_an_unknown_model_is_put_right_in_the_language_of_the_project(terminal, novel, monkeypatch):
    """The likely name stands in the error, in Chinese in Chinese; no run is listed."""
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "zh")
    said = one_line_error(terminal("run", "polish", "--model", "qwen3"), "MODEL_ERROR", 1)
    assert "相近的：ollama_chat/qwen3；" in said
