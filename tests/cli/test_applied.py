"""``run --apply``: a reply in the file, and what the writer makes of it there."""

from __future__ import annotations

import pytest

from cli.console import one_line_error
from underdraft import Reply, Workspace
from underdraft.testing import FakeModel

PLAIN = "The bell had rung twice before anybody came down to the quay."
FIRST = "Ann went to the bridge and the bridge was gone."
REPLY = "Ann walked very slowly to the bridge, and the bridge was suddenly gone!"
EDITED = "Ann walked to the bridge, and the bridge was gone."
LAST = "Behind her somebody laughed, and a door fell shut."
CHAPTER = "chapters/01.md"


@pytest.fixture
def model(monkeypatch):
    """A model that answers what ``model.replies`` says."""
    made = FakeModel(REPLY)
    opened = Workspace.open.__func__
    monkeypatch.setattr(
        Workspace, "open", classmethod(lambda cls, *args, **more: opened(cls, *args, plugins=[made], **more))
    )
    return made


@pytest.fixture
def book(terminal, tmp_path, monkeypatch, model):
    """A new project with one chapter, as the current folder; gives the chapter's path."""
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "en")
    folder = tmp_path / "book"
    assert terminal("init", str(folder), "--locale", "en").exit_code == 0
    monkeypatch.chdir(folder)
    chapter = folder / CHAPTER
    chapter.write_text(f"# One\n\n{PLAIN}\n\n{FIRST}\n\n{LAST}\n", "utf-8")
    return chapter


def applied(terminal, *more):
    """Polish the second paragraph, into the file."""
    return terminal(
        "run", "polish", "-d", CHAPTER, "--select-lines", "5", "--model", "fake", "--apply", *more
    )


def heard(terminal):
    """What the next run reads off the files, a line each."""
    shown = terminal("run", "polish", "--model", "fake").stderr
    return [line for line in shown.splitlines() if line.startswith("read off")]


def test_the_reply_takes_the_place_of_the_selection(terminal, book):
    """The file has it, the rest is as it was; stderr shows the change and how to take it back."""
    done = applied(terminal)
    assert done.exit_code == 0, done.output
    assert done.stdout == f"{REPLY}\n"
    assert "Ann [-went -]{+walked very slowly +}to the bridge" in done.stderr
    assert "underdraft undo" in done.stderr
    assert book.read_text("utf-8") == f"# One\n\n{PLAIN}\n\n{REPLY}\n\n{LAST}\n"


def test_undo_puts_the_text_of_before_back(terminal, book):
    """The change is named, the file is as it was to the byte, and the reply counts as refused."""
    before = book.read_bytes()
    run = terminal.json("run", "polish", "-d", CHAPTER, "--select-lines", "5", "--model", "fake", "--apply")
    assert run["applied"] == {"path": CHAPTER}
    done = terminal("undo")
    assert done.exit_code == 0, done.output
    assert CHAPTER in done.stdout
    assert book.read_bytes() == before
    one_line_error(terminal("undo"), "NOT_FOUND", 2)


def test_what_the_writer_makes_of_it_is_learned_from(terminal, book):
    """The next run reads the edit off the file, once; the habit counts as with feedback."""
    applied(terminal)
    book.write_text(f"# One\n\nNew.\n\n{PLAIN}\n\n{EDITED}\n\n{LAST}\n", "utf-8")
    assert f"read off {CHAPTER}: " in terminal("run", "polish", "--model", "fake").stderr
    assert "read off" not in terminal("run", "polish", "--model", "fake").stderr
    habits = {one["statement"] for one in terminal.json("memory", "learned")["items"]}
    assert "uses few exclamation marks" in habits


def test_a_moved_passage_is_read_where_it_is(terminal, book):
    """A passage that was moved to another chapter before is learned from, and taken back there."""
    applied(terminal)
    book.write_text(f"# One\n\n{PLAIN}\n\n{LAST}\n", "utf-8")
    (book.parent / "02.md").write_text(f"# Two\n\n{REPLY}\n\nAnother text.\n", "utf-8")
    assert heard(terminal) == []
    (book.parent / "02.md").write_text(f"# Two\n\n{EDITED}\n\nAnother text.\n", "utf-8")
    [line] = heard(terminal)
    assert line.startswith("read off chapters/02.md: ")
    assert terminal("undo", "--yes").exit_code == 0
    assert (book.parent / "02.md").read_text("utf-8") == f"# Two\n\n{FIRST}\n\nAnother text.\n"


def test_what_is_gone_without_trace_teaches_nothing(terminal, book):
    """Neither a passage that is gone nor one that stands as it was put there says anything."""
    applied(terminal)
    assert heard(terminal) == []
    book.write_text(f"# One\n\n{PLAIN}\n\n{LAST}\n", "utf-8")
    assert heard(terminal) == []
    assert "not there any more" in one_line_error(terminal("undo"), "NOT_FOUND", 2)
    assert book.read_text("utf-8") == f"# One\n\n{PLAIN}\n\n{LAST}\n"


def test_the_text_of_before_by_hand_is_a_refusal(terminal, book):
    """Whoever puts the old words back has turned the reply down."""
    applied(terminal)
    book.write_text(f"# One\n\n{PLAIN}\n\n{FIRST}\n\n{LAST}\n", "utf-8")
    assert heard(terminal) == [f"read off {CHAPTER}: refused"]


def test_edits_are_not_taken_back_unasked(terminal, book):
    """An applied passage that was edited since is taken back with ``--yes`` alone."""
    applied(terminal)
    edited = f"# One\n\n{PLAIN}\n\n{EDITED}\n\n{LAST}\n"
    book.write_text(edited, "utf-8")
    assert "--yes" in one_line_error(terminal("undo"), "CONFLICT", 2)
    assert book.read_text("utf-8") == edited
    assert terminal("undo", "--yes").exit_code == 0
    assert FIRST in book.read_text("utf-8")


def test_line_ends_and_marks_of_the_file_stay(terminal, book, model):
    """A file of Windows keeps its line ends and its byte order mark; white space around the selection stays."""
    model.replies = ("One.\n\nTwo.\n",)
    before = b"\xef\xbb\xbf# One\r\n\r\n" + PLAIN.encode() + b"\r\n\r\n" + FIRST.encode() + b"\r\n"
    book.write_bytes(before)
    applied(terminal)
    assert book.read_bytes() == before.replace(FIRST.encode(), b"One.\r\n\r\nTwo.")
    terminal("undo")
    assert book.read_bytes() == before


def test_a_cursor_gets_the_reply_between(terminal, book):
    """Without a selected text the reply is put in at the cursor."""
    applied_at = ("run", "continue", "-d", CHAPTER, "--select", "7", "--model", "fake", "--apply")
    assert terminal(*applied_at).exit_code == 0
    assert book.read_text("utf-8").startswith(f"# One\n\n{REPLY}{PLAIN}")
    terminal("undo")
    assert book.read_text("utf-8").startswith(f"# One\n\n{PLAIN}")


@pytest.mark.parametrize("reply", [Reply(texts=("Ann w",), finish_reason="length"), " \n"])
def test_no_whole_reply_changes_no_file(terminal, book, model, reply):
    """A reply that is cut off or blank, and that of the stand-in, leave the file alone."""
    before = book.read_text("utf-8")
    model.replies = (reply,)
    done = applied(terminal)
    assert done.exit_code == 2
    assert "CONFLICT: --apply: the reply is empty or cut off" in done.stderr
    done = applied(terminal, "--model", "offline")
    assert "CONFLICT: --apply: no model is connected" in done.stderr
    assert book.read_text("utf-8") == before


def test_a_file_that_changed_meanwhile_is_not_overwritten(terminal, book, model, monkeypatch):
    """The reply goes to the passage where it stands by now; where that was edited the file stays as it is."""
    answer = FakeModel.answer

    def writing(text):
        async def later(self, call):
            book.write_text(text, "utf-8")
            async for event in answer(self, call):
                yield event

        monkeypatch.setattr(FakeModel, "answer", later)

    writing(f"# One\n\nNew.\n\n{PLAIN}\n\n{FIRST}\n\n{LAST}\n")
    assert applied(terminal).exit_code == 0
    assert book.read_text("utf-8") == f"# One\n\nNew.\n\n{PLAIN}\n\n{REPLY}\n\n{LAST}\n"
    book.write_text(f"# One\n\n{PLAIN}\n\n{FIRST}\n\n{LAST}\n", "utf-8")
    edited = f"# One\n\n{PLAIN}\n\nAnn went to the other bridge.\n\n{LAST}\n"
    writing(edited)
    assert "changed meanwhile" in applied(terminal).stderr
    assert book.read_text("utf-8") == edited


def test_what_cannot_be_applied_is_refused_before_the_run(terminal, book, model, tmp_path):
    """Without a file, a selection or a project nobody is asked."""
    for words in (
        ("run", "polish", "--model", "fake", "--apply"),
        ("run", "polish", "--model", "fake", "--apply", "-d", CHAPTER),
        ("-C", str(tmp_path / "none"), "run", "polish", "--apply", "-d", str(book), "--select-lines", "5"),
    ):
        (tmp_path / "none").mkdir(exist_ok=True)
        assert terminal(*words).exit_code == 2
    assert model.calls == []


def test_privacy_mode_keeps_no_text(terminal, book):
    """The file is written, and it is said that this cannot be undone."""
    terminal("memory", "settings", "privacyModeEnabled=true")
    assert "cannot be undone" in applied(terminal).stderr
    assert REPLY in book.read_text("utf-8")
    one_line_error(terminal("undo"), "NOT_FOUND", 2)


def test_a_purge_of_the_project_forgets_what_was_applied(terminal, book):
    """Afterwards there is nothing to take back, and the purge itself cannot be undone."""
    applied(terminal)
    project = terminal.json("status")["project"]["id"]
    assert "this cannot be undone" in terminal("memory", "purge", "--project", project, "--yes").stdout
    assert "purge, which cannot be undone" in one_line_error(terminal("undo"), "CONFLICT", 2)
    one_line_error(terminal("undo", "--older"), "NOT_FOUND", 2)
    assert REPLY in book.read_text("utf-8")
