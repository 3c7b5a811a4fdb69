"""Privacy mode that is turned on and off while work of every kind waits."""

from __future__ import annotations

import pytest

from e2e.open_work import walk_transitions
from traces import CONFIG
from underdraft import Workspace
from underdraft.learning.feedback import event
from underdraft.memory.episodes import apply
from underdraft.memory.episodes import service as episodes
from underdraft.memory.notes import rows
from underdraft.memory.runs.compacts import Compacts
from underdraft.memory.sessions import learn, transcript
from underdraft.memory.sessions.service import ConversationService
from underdraft.memory.store import Store

pytestmark = pytest.mark.file_only("the check makes its own store in a file")


@pytest.fixture
def written(tmp_path):
    """Walks all transitions; gives the columns that were written, by what waited."""

    def walk():
        folder = tmp_path / "novel" / ".underdraft"
        folder.mkdir(parents=True)
        (folder / "config.toml").write_text(CONFIG.replace('"local"', '"none"'), encoding="utf-8")
        with Workspace.open(tmp_path / "novel", store=tmp_path / "s.db") as workspace:
            steps = list(walk_transitions(workspace))
        assert {"on", "off"} == {step.turned for step in steps}
        assert len({step.work for step in steps}) > 10
        return {column for step in steps for column in step.written}

    return walk


@pytest.mark.long
def test_nothing_is_written_anew(written):
    """Work that waited while the switch was turned writes no word of before, and none of what was said in private."""
    assert written() == set()


def no(*_, **__):
    """A guard that has been taken out."""
    return False


def public_turn(self, connection, run, request, *, privacy, real=ConversationService.keep_turn, **more):
    """A turn that forgets that its run began in private."""
    return real(self, connection, run, request, privacy=False, **more)


def public_summary(self, connection, record, *, privacy, real=Compacts.register):
    """The summary of a private run with its words."""
    return real(self, connection, record)


@pytest.mark.long
@pytest.mark.parametrize(
    ("owner", "name", "instead", "column"),
    [
        (Compacts, "register", public_summary, "compact.body"),
        (transcript, "privacy_enabled", no, "conversation.content"),
        (rows, "privacy_enabled", no, "memory_revision.after"),
        (learn, "may_learn", lambda _: True, "memory_item.content"),
        (event, "tag_or_none", lambda text: text, "feedback_event.evidence_ref"),
        (episodes, "switched_since", no, "episode.input_context"),
        (Store, "_holds_private", no, "blob.text"),
        (apply, "privacy_enabled", no, "run_record.record"),
        (ConversationService, "keep_turn", public_turn, "conversation.instruction"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_guard_is_missed(written, monkeypatch, owner, name, instead, column):
    """Without any one of the guards the walk names a column in which words were written."""
    monkeypatch.setattr(owner, name, instead)
    assert column in written()
