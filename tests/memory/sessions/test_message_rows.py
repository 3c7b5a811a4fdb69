"""Whose a session is, and messages as rows."""

from __future__ import annotations

import attrs
import pytest

from memory.store_samples import open_database
from underdraft.errors import NotFound
from underdraft.memory.sessions.message_rows import (
    check_session,
    claim_session,
    insert_message,
    read_window,
    read_window_start,
)
from underdraft.memory.sessions.window import Limits
from underdraft.types.sessions import StoredMessage

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
    """Whole rounds, answered ones only, private ones in their place."""
    for number in range(1, 7):
        insert_message(connection, message(number, "user" if number % 2 else "assistant"))
    insert_message(connection, message(7, answered=False))
    limits = Limits(messages=3)
    assert [m.id for m in read_window(connection, "s", limits)] == ["m5", "m6"]
    start = read_window_start(connection, "s", 2)
    private = [(start, message(8)), (start, message(9, "assistant"))]
    window = read_window(connection, "s", Limits(messages=9), private)
    assert [m.id for m in window][-4:] == ["m5", "m8", "m9", "m6"]
    assert read_window_start(connection, "s", 0) is None
    assert read_window_start(connection, "s", 99) is None
