"""The privacy canary: every entry, everything that is written."""

from __future__ import annotations

import pytest

from underdraft import Channel, hookimpl
from underdraft.privacy.check import KEPT_ON_PURPOSE, check_privacy


@pytest.fixture(scope="module")
def report():
    """One check of everything that is installed."""
    return check_privacy()


@pytest.mark.seed("001.2.3", "001.5.4")
def test_no_entry_keeps_a_canary(report):
    """MS1-5.2: in privacy mode no table, vector, index, log, free page or file holds what went in."""
    kept = {e.channel: sorted({t.where for t in e.traces}) for e in report.entries if not e.clean}
    assert kept == {}
    assert report.after_purge == ()
    assert report.ok


def test_the_entries_did_their_work(report):
    """The check means something: runs ran, memories were made, and it looked into the files."""
    by_name = {e.channel: e for e in report.entries}
    for name in ("ai:skill:run", "ai:skill:preview", "ai:skill:feedback", "conversation:append", "memory:create",
                 "memory:episode:record", "memory:injection:preview", "memory:update", "working:put"):  # fmt: skip
        assert by_name[name].accepted, name
    assert {t.where for t in by_name["memory:create"].traces} >= {"memory_item.content", "lexical_content.c0"}
    assert {"store.db", "underdraft.log"} <= set(report.searched)
    assert {e.channel for e in report.entries if e.on_purpose} <= set(KEPT_ON_PURPOSE)


class Leaky:
    """A plugin whose channel writes what it is told into the store, the log, and a file."""

    def __init__(self, how):
        self.name, self.how = f"leaky-{how}", how

    def leak(self, workspace, *, words: str):
        import logging

        if self.how == "table":
            with workspace.store.database.write() as connection:
                connection.exec_driver_sql("INSERT INTO blob (sha256, text) VALUES ('x', ?)", (words,))
        elif self.how == "deleted":
            for statement in (
                "INSERT INTO blob (sha256, text) VALUES ('x', ?)",
                "DELETE FROM blob WHERE text = ?",
            ):
                with workspace.store.database.write() as connection:
                    connection.exec_driver_sql(statement, (words,))
        elif self.how == "log":
            logging.getLogger("underdraft.leaky").debug("told %s", words)
        else:
            (workspace.root / "notes.txt").write_text(words, "utf-8")

    @hookimpl
    def underdraft_channels(self):
        return [Channel(f"leaky:{self.how}", self.leak)]


@pytest.fixture(scope="module")
def leaks():
    """Where the words of each leaky channel were found, in one check of all channels."""
    report = check_privacy(plugins=[Leaky(how) for how in ("table", "deleted", "log", "file")])
    assert not report.ok
    return {e.channel: {t.where for t in e.traces} for e in report.entries if not e.clean}


@pytest.mark.parametrize(
    ("how", "where"),
    [("table", "blob.text"), ("deleted", "store.db-wal"), ("log", "underdraft.log"), ("file", "notes.txt")],
)
def test_a_leak_is_found(leaks, how, where):
    """A channel that keeps words in a table, in the log of the store, in a log or in a file is told by name."""
    assert where in leaks[f"leaky:{how}"]


def test_only_leaks_are_told(leaks):
    """The channels beside the leaky ones are clean."""
    assert leaks.keys() == {"leaky:table", "leaky:deleted", "leaky:log", "leaky:file"}
