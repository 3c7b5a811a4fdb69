"""Transcripts through the workspace: bytes, places, limits of tokens, deletion."""

from __future__ import annotations

from itertools import pairwise

import attrs
import pytest

from memory.sessions.session_samples import code, data, opened, project, say, settings
from memory.store_samples import open_database
from underdraft.errors import NotFound
from underdraft.memory.sessions.transcript import (
    check_session,
    claim_session,
    insert_message,
    read_window,
    read_window_start,
)
from underdraft.memory.sessions.window import Limits
from underdraft.testing import FakeModel
from underdraft.types.sessions import StoredMessage

pytestmark = pytest.mark.both_stores


@pytest.mark.long
@pytest.mark.parametrize("block", [0, 6])
def test_a_turn_once_sent_is_never_sent_with_other_bytes(tmp_path, block):
    """Over 30 turns, with memories coming and going, every message of a history was sent or received before."""
    with opened(project(tmp_path), *[f"答{n}" for n in range(30)]) as ws:
        settings(ws, context_limit=10, memory__window_block=block)
        sent = {}
        for n in range(30):
            if n % 3 == 0:
                data(ws, "atomic:create", {"content": f"灯塔第{n}层", "projectId": "harbour"})
            run = say(ws, f"灯塔{n}")
            for message in run.preview.prompt.history:
                assert message in sent.values()
            assert len(run.preview.prompt.history) <= 10
            sent[run.id, "user"] = run.preview.messages[-1]
            sent[run.id, "assistant"] = type(run.preview.messages[-1])(role="assistant", content=run.text)


@pytest.mark.parametrize(("model", "drops"), [("claude-sonnet-4-5", 7), ("who-knows", 19)])
def test_the_model_decides_how_the_window_moves(tmp_path, model, drops):
    """By itself the window is a block for a model with a cache, also where it is small, else a round."""
    with opened(project(tmp_path), plugins=[FakeModel("答。", name=model)], model=model) as ws:
        assert settings(ws)["memory.window_block"] == "auto"
        settings(ws, context_limit=8)
        runs = [say(ws, f"第{n}句") for n in range(24)]
    firsts = [run.preview.prompt.history[:1] for run in runs]
    assert sum(a != b for a, b in pairwise(firsts[1:])) == drops
    assert all(runs[n].preview.prompt.history for n in range(1, 24))


def test_the_window_keeps_within_the_models_room(tmp_path):
    """Long turns leave before the model's window overflows; the run never fails for its history."""
    config = '[project]\nid = "harbour"\nname = "灯港"\n'
    with opened(project(tmp_path, config="window_tokens = 24000\n" + config)) as ws:
        for n in range(8):
            run = say(ws, f"第{n}句" + "很长的话。" * 400)
            assert run.preview.capacity_percent < 95
        assert 0 < len(run.preview.prompt.history) < 14
        assert len(data(ws, "conversation:list", {"sessionId": "s1"})["items"]) == 16


def test_a_run_never_fails_for_its_history(tmp_path):
    """Where a pinned selection leaves no room, earlier turns are left out with a warning."""
    config = 'window_tokens = 12000\noutput_reserve_tokens = 1000\n[project]\nid = "harbour"\n'
    with opened(project(tmp_path, config=config)) as ws:
        say(ws, "前面的话。" * 300)
        document = "很长的选区。" * 1_000
        run = say(ws, "改", document=document, selection=(0, len(document)))
        assert run.preview.prompt.history == ()
        assert any("earlier turns were left out" in w for w in run.warnings)


def test_the_window_channel_shows_what_the_next_request_sends(ws):
    """conversation:window and the history of the next run are the same messages."""
    settings(ws, context_limit=4)
    for n in range(4):
        say(ws, f"第{n}句")
    shown = data(ws, "conversation:window", {"sessionId": "s1"})["messages"]
    sent = ws.preview_sync("talk", instruction="下一句", session_id="s1").prompt.history
    assert [(m["role"], m["content"]) for m in shown] == [(m.role, m.content) for m in sent]


def test_a_preview_writes_nothing(ws):
    """Looking at a prompt neither begins a session nor appends to one."""
    ws.preview_sync("talk", instruction="看看", session_id="s1")
    assert data(ws, "conversation:list", {"sessionId": "s1"})["items"] == []


def test_a_skill_without_the_rule_is_no_turn(tmp_path):
    """A run of a skill that does not ask for the conversation is not in the transcript, and gets none."""
    with opened(project(tmp_path, edit=("surrounding: 0",))) as ws:
        say(ws, "第一句")
        run = say(ws, "改", skill="edit")
        assert run.preview.prompt.history == ()
        assert len(data(ws, "conversation:list", {"sessionId": "s1"})["items"]) == 2


def test_appended_messages_are_part_of_the_window(ws):
    """What an application appends is sent as it stands, in its place."""
    say(ws, "第一句")
    data(ws, "conversation:append", {"sessionId": "s1", "role": "user", "content": "插一句"})
    data(ws, "conversation:append", {"sessionId": "s1", "role": "assistant", "content": "收到"})
    history = say(ws, "第二句").preview.prompt.history
    assert [m.content for m in history][2:] == ["插一句", "收到"]


def test_a_deleted_message_takes_its_turn_along(ws):
    """Deleting one message removes question and reply; the rest is sent as before."""
    for n in range(3):
        say(ws, f"第{n}句")
    items = data(ws, "conversation:list", {"sessionId": "s1"})["items"]
    assert data(ws, "conversation:delete", {"sessionId": "s1", "id": items[3]["id"]}) == {"deleted": 2}
    left = data(ws, "conversation:list", {"sessionId": "s1"})["items"]
    assert [i["id"] for i in left] == [items[n]["id"] for n in (0, 1, 4, 5)]
    assert code(ws, "conversation:delete", {"sessionId": "s1", "id": items[3]["id"]}) == "NOT_FOUND"


def test_the_list_is_walked_page_by_page(ws):
    """Pages of a long transcript meet every message once; only marked ones on request."""
    for n in range(5):
        say(ws, f"第{n}句")
    seen, cursor = [], None
    while True:
        page = data(ws, "conversation:list", {"sessionId": "s1", "limit": 3, "cursor": cursor})
        seen += [i["id"] for i in page["items"]]
        cursor = page["nextCursor"]
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == 10
    data(ws, "conversation:collect", {"id": seen[4], "collected": True})
    [marked] = data(ws, "conversation:list", {"sessionId": "s1", "collected": True})["items"]
    assert marked["id"] == seen[4]


@pytest.mark.parametrize(
    ("channel", "payload", "wanted"),
    [
        ("conversation:append", {"sessionId": "s1", "role": "system", "content": "x"}, "INVALID_ARGUMENT"),
        ("conversation:append", {"sessionId": "s1", "role": "user", "content": " "}, "INVALID_ARGUMENT"),
        ("conversation:list", {"sessionId": "s1", "limit": 0}, "INVALID_ARGUMENT"),
        ("conversation:list", {"sessionId": "s1", "cursor": "x"}, "INVALID_ARGUMENT"),
        ("conversation:collect", {"id": "none", "collected": True}, "NOT_FOUND"),
        ("profile:update", {"markdown": "长" * 60_000}, "INVALID_ARGUMENT"),
        ("atomic:create", {"content": "x", "tags": [""]}, "INVALID_ARGUMENT"),
        ("atomic:create", {"content": "长" * 501}, "INVALID_ARGUMENT"),
        ("atomic:update", {"id": "none", "patch": {"content": "x"}}, "NOT_FOUND"),
        ("atomic:list", {"limit": 0}, "INVALID_ARGUMENT"),
        ("memory:show", {"ref": "atomic:none"}, "NOT_FOUND"),
        ("memory:show", {"ref": "session:none"}, "NOT_FOUND"),
        ("memory:show", {"ref": "memory:none"}, "NOT_FOUND"),
    ],
)
def test_wrong_payloads_are_named(ws, channel, payload, wanted):
    """Every wrong field has its code, and its value is in no message."""
    answer = ws.invoke_sync(channel, payload)
    assert answer["error"]["code"] == wanted
    assert "长长" not in answer["error"]["message"]


AT = "2026-01-01T00:00:00.000Z"


@pytest.fixture
def connection(tmp_path):
    """A transaction in a fresh store."""
    database = open_database(tmp_path / "u.db")
    with database.write() as connection:
        yield connection
    database.close()


def message(number, role="user", **more):
    """A message of the session ``s``."""
    return StoredMessage(
        id=f"m{number}", session_id="s", role=role, content=f"{number}", create_time=AT, tokens=1, **more
    )


def test_a_session_belongs_to_its_project(connection):
    """Another project is told that there is none; looking makes none."""
    check_session(connection, "s", "p")
    claim_session(connection, "s", "p", at=AT)
    check_session(connection, "s", "p")
    for project_id in ("q", None):
        for call in (
            lambda p: check_session(connection, "s", p),
            lambda p: claim_session(connection, "s", p, at=AT),
        ):
            with pytest.raises(NotFound):
                call(project_id)


def test_a_session_without_project_and_messages_becomes_the_first_ones(connection):
    """Once something was said in it, it stays without a project."""
    claim_session(connection, "s", None, at=AT)
    claim_session(connection, "t", None, at=AT)
    insert_message(connection, attrs.evolve(message(1), session_id="t"))
    claim_session(connection, "s", "p", at=AT)
    with pytest.raises(NotFound):
        claim_session(connection, "s", None, at=AT)
    with pytest.raises(NotFound):
        check_session(connection, "t", "p")


def test_a_message_takes_the_place_of_what_was_sent(connection):
    """Under one id there is one message, at the end of the transcript."""
    insert_message(connection, message(1, answered=False))
    insert_message(connection, message(2))
    insert_message(connection, message(1))
    window = read_window(connection, "s", Limits(messages=9))
    assert [m.id for m in window] == ["m2", "m1"]
    assert window[1] == message(1)


def test_a_window_is_read_from_its_end(connection):
    """Whole rounds, answered ones only, private ones at its end."""
    for number in range(1, 7):
        insert_message(connection, message(number, "user" if number % 2 else "assistant"))
    insert_message(connection, message(7, answered=False))
    limits = Limits(messages=3)
    assert [m.id for m in read_window(connection, "s", limits)] == ["m5", "m6"]
    window = read_window(connection, "s", Limits(messages=9), [message(8), message(9, "assistant")])
    assert [m.id for m in window][-4:] == ["m5", "m6", "m8", "m9"]
    assert read_window_start(connection, "s", 2) is not None
    assert read_window_start(connection, "s", 0) is None
    assert read_window_start(connection, "s", 99) is None
