"""The privacy canary: it goes in through every channel in privacy mode, and nothing that is written holds it."""

from __future__ import annotations

import logging
import secrets

import attrs
import pytest

from payloads import PROJECT, Known, in_order, payload_for
from traces import CONFIG, told, traces_beside
from underdraft import Channel, Workspace, hookimpl

pytestmark = pytest.mark.file_only("it searches the file")

ON_PURPOSE = {
    *("atomic:create", "atomic:update", "knowledge:add", "memory:create", "memory:import", "memory:update"),
    *("profile:update", "summary:update"),
}
"""Channels by which the writer asks for a text to be kept; privacy mode does not overrule the writer."""


@attrs.frozen
class Report:
    """Channels that succeeded, where each one's canary was found, and where any was after a purge."""

    accepted: set[str]
    traces: dict[str, set[str]]
    after_purge: set[str]

    def leaks(self) -> dict[str, set[str]]:
        """Where canaries were found that nobody asked to keep, by channel."""
        return {name: where for name, where in self.traces.items() if where and name not in ON_PURPOSE}


def try_channels(folder, plugins=()):
    """Send a canary of its own through each channel, look for it in all that was written, then purge everything."""
    (folder / "novel" / ".underdraft").mkdir(parents=True)
    (folder / "novel" / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
    log, handler = logging.getLogger("underdraft"), logging.FileHandler(folder / "u.log", encoding="utf-8")
    level = log.level
    log.addHandler(handler)
    log.setLevel(logging.DEBUG)
    try:
        with Workspace.open(folder / "novel", store=folder / "store.db", plugins=plugins) as ws:
            return report_on(ws, folder)
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
        handler.close()


def report_on(ws, folder):
    """Use every channel, those that make things first."""
    known, accepted, traces, canaries = Known(), set(), {}, []
    told(ws, "memory:settings:update", {"patch": {"privacyModeEnabled": True}})
    run = {"skillId": "polish", "document": "夜色。", "selection": {"start": 0, "end": 2}}
    known.learn("session:start", told(ws, "session:start", {"projectId": PROJECT}))
    known.learn("ai:skill:run", told(ws, "ai:skill:run", run))
    for name in in_order(ws.channels):
        canaries.append(f"金丝雀{secrets.token_hex(12)}在井口")
        answer = ws.invoke_sync(name, payload_for(ws.channels[name], canaries[-1], known))
        known.learn(name, answer.get("data"))
        accepted |= {name} if answer["ok"] else set()
        traces[name] = traces_beside(ws, folder, canaries[-1])
    ws.store.memory.indexer.wait(20.0)  # so that the purge has vectors to remove
    told(ws, "memory:purge", {"all": True, "confirm": True})
    left = {place for canary in canaries for place in traces_beside(ws, folder, canary)}
    return Report(accepted, traces, left)


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """One look at everything that is installed."""
    return try_channels(tmp_path_factory.mktemp("privacy"))


@pytest.mark.seed("001.2.3", "001.5.4")
def test_no_channel_keeps_a_canary(report):
    """MS1-5.2: in privacy mode no table, vector, index, log, free page or file holds what went in."""
    assert report.leaks() == {}
    assert report.after_purge == set()


def test_the_channels_did_their_work(report):
    """The look means something: runs ran, memories were made, and it saw what was kept on purpose."""
    assert report.accepted >= {
        *("ai:skill:run", "ai:skill:preview", "ai:skill:feedback", "conversation:append", "memory:create"),
        *("memory:episode:record", "memory:injection:preview", "memory:update", "working:put"),
    }
    assert report.traces["memory:create"] >= {"memory_item.content"}


class Leaky:
    """A plugin whose channel writes what it is told into the store, the log, and a file."""

    def __init__(self, how):
        self.name, self.how = f"leaky-{how}", how

    def leak(self, workspace, *, words: str):
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
def leaks(tmp_path_factory):
    """Where the words of leaky channels were found, in one look at all channels."""
    plugins = [Leaky(how) for how in ("table", "deleted", "log", "file")]
    return try_channels(tmp_path_factory.mktemp("leaky"), plugins).leaks()


@pytest.mark.long
@pytest.mark.parametrize(
    ("how", "where"),
    [("table", "blob.text"), ("deleted", "store.db-wal"), ("log", "u.log"), ("file", "notes.txt")],
)
def test_a_leak_is_found(leaks, how, where):
    """A channel that keeps words in a table, in the log of the store, in a log or in a file is told by name."""
    assert where in leaks[f"leaky:{how}"]
    assert leaks.keys() == {"leaky:table", "leaky:deleted", "leaky:log", "leaky:file"}
