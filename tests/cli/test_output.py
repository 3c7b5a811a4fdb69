"""Printing for people."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time

import pytest
from rich.cells import cell_len

from underdraft.cli import output


def test_columns_are_aligned_by_width_not_by_length(capsys):
    """A Chinese character is two columns wide; numbers stand at the right; no line ends in spaces."""
    output.table(("name", "n", "more"), [("中文", "1", "x"), ("ab", "1,234", "")], right=(1,))
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["name      n  more", "中文      1  x", "ab    1,234"]


def test_times_are_those_of_the_clock_on_the_wall(monkeypatch):
    """A stored time in UTC is shown in the time zone of the reader, to the minute; the day turns with it."""
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()
    try:
        assert output.when("2026-11-26T20:05:59.123Z") == "2026-11-27 04:05"
        assert output.day("2026-11-26T20:05:59.123Z") == "2026-11-27"
        assert output.when(None) == ""
    finally:
        monkeypatch.undo()
        time.tzset()


def test_empty_table(capsys):
    """A table without rows prints its headers, or nothing."""
    output.table(("a", "b"), [])
    output.table(None, [])
    assert capsys.readouterr().out == "a  b\n"


@pytest.mark.parametrize("title", ["0 SYSTEM", "技能 polish", ""])
def test_rules_have_one_width(capsys, title):
    """Headings are equally wide whatever the script."""
    output.rule(title)
    line = capsys.readouterr().out.rstrip("\n")
    assert cell_len(line) == output.PLAIN_WIDTH
    assert title in line


class Screen(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("steering", ["\x1b[2J", "\x9b31m", "\u202e", "\u2066", "\x85", "\r"])
def test_names_and_contents_of_others_are_escaped(terminal, tmp_path, monkeypatch, steering):
    """A folder and a memory that hold such characters show them as JSON writes them, into pipes, too."""
    shown = f"\\u{ord(steering[0]):04x}{steering[1:]}"
    folder = tmp_path / f"evil{steering}novel"
    (folder / ".underdraft").mkdir(parents=True)
    (folder / ".underdraft" / "config.toml").write_text(
        'model = "openai/x"\n[project]\nid = "p"\nname = "n"\n'
    )
    monkeypatch.chdir(folder)
    assert terminal("memory", "add", f"fog {steering}over the pier", "--json").exit_code == 0
    for command in (("status",), ("memory", "list"), ("trust",)):
        done = terminal(*command)
        assert shown in done.output, command
        assert steering not in done.output.replace("\r\n", "\n"), command


def test_progress_appears_on_a_terminal_and_only_for_slow_work(monkeypatch):
    """Quick work shows nothing; slow work shows what is going on, on stderr."""
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with output.progress("reading"):
        pass
    assert screen.getvalue() == ""
    monkeypatch.setattr(output, "PROGRESS_AFTER_S", 0.0)
    with output.progress("reading"):
        deadline = time.monotonic() + 10
        while "reading" not in screen.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    assert "reading" in screen.getvalue()


def test_progress_is_silent_without_a_terminal(capsys, monkeypatch):
    """Nothing is written into a log."""
    monkeypatch.setattr(output, "PROGRESS_AFTER_S", 0.0)
    with output.progress("reading"):
        time.sleep(0.05)
    assert capsys.readouterr().err == ""


def test_every_question_shows_progress_once(novel, terminal, monkeypatch):
    """On a terminal whatever a command asks shows that it is under way, one spinner at a time; in a pipe nothing does."""
    begun, shown = [], []
    spinner = output.Spinner
    monkeypatch.setattr(output, "Spinner", lambda what: begun.append(what) or spinner(what))
    monkeypatch.setattr(output, "PROGRESS_AFTER_S", 0.0)
    for command in (
        ("memory", "search", "fog"),
        ("call", "memory:injection:preview", "queryText=fog"),
        ("knowledge", "list"),
        ("runs",),
    ):
        begun.clear()
        done = terminal(*command)
        assert done.exit_code == 0, done.output
        assert len(begun) >= 1
        shown += [what for what in begun if what in done.stderr and what != "working"]
    assert shown == []
    with output.progress("a"), output.progress("b"):
        pass
    assert begun[-1] == "a"


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo terminal")
def test_terminal_gets_colours_and_no_control_characters_of_the_text(novel, tmp_path):
    """On a terminal headings are coloured; an escape sequence inside a document cannot steer it."""
    import pty

    (novel / "evil.md").write_text("之前 \x1b]0;owned\x07 之后\u202e\x9b31m", "utf-8")
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "underdraft",
            "preview",
            "polish",
            "-d",
            "evil.md",
            "--store",
            str(tmp_path / "s.db"),
        ],
        stdout=child,
        stderr=child,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"},
    )
    os.close(child)
    shown = b""
    while True:
        try:
            piece = os.read(parent, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    assert process.wait(60) == 0
    assert b"\x1b[" in shown
    assert "之后".encode() in shown
    assert b"\x1b]0;" not in shown
    assert "之后\\u202e" in shown.decode()
