"""Tokens of writers; what they open is in tests/service/test_writer_door.py."""

from __future__ import annotations

import pytest

from underdraft.errors import InvalidArgument, NotFound
from underdraft.memory.db.database import Database
from underdraft.memory.db.tokens import add_token, list_tokens, remove_token, writer_of

NOW = "2026-01-01T00:00:00.000Z"


def opened(where):
    """A store."""
    return Database(where, clock=lambda: "2026-01-01T00:00:00.000Z", new_id=str)


@pytest.mark.long
def test_only_the_hash_is_kept(server_url):
    """A token is recognised whoever asks, and is nowhere in the database; taken back it is nobody's."""
    store = opened(server_url)
    token = add_token(store, "阿明")
    assert writer_of(store, token) == "阿明"
    assert writer_of(store, token[:-1]) is None
    with store.read() as connection:
        assert token not in str(connection.exec_driver_sql("SELECT * FROM writer_token").all())
    (known,) = list_tokens(store)
    for wrong in ("", "nothing"):
        with pytest.raises(NotFound):
            remove_token(store, wrong)
    remove_token(store, known.id)
    assert writer_of(store, token) is None
    store.close()


@pytest.mark.long
def test_a_token_ends_with_the_generation(server_url):
    """One that comes back with a backup opens nothing after a purge of its writer; a new one does."""
    store, own = opened(server_url), Database(server_url, clock=lambda: NOW, new_id=str, writer="anna")
    token = add_token(store, "anna")
    with own.ending_generation():
        pass
    assert writer_of(store, token) is None
    assert writer_of(store, add_token(store, "anna")) == "anna"
    for one in (store, own):
        one.close()


@pytest.mark.file_only("a file has none")
def test_a_file_has_none(tmp_path):
    """Its writer needs none."""
    store = opened(tmp_path / "store.db")
    for ask in (
        lambda: add_token(store, "anna"),
        lambda: list_tokens(store),
        lambda: remove_token(store, "x"),
    ):
        with pytest.raises(InvalidArgument):
            ask()
    store.close()
