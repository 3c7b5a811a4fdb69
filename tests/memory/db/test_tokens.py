"""Tokens of writers; what they open is in tests/service/test_writer_door.py."""

from __future__ import annotations

import pytest

from underdraft.errors import NotFound, StoreError
from underdraft.memory.db.database import Database
from underdraft.memory.db.tokens import add_token, list_tokens, remove_token, token_of

NOW = "2026-01-01T00:00:00.000Z"


def opened(where):
    """A store."""
    return Database(where, clock=lambda: "2026-01-01T00:00:00.000Z", new_id=str)


@pytest.mark.long
def test_only_the_hash_is_kept(server_url):
    """A token is recognised whoever asks, and is nowhere in the database; taken back it is nobody's."""
    store = opened(server_url)
    token = add_token(store, "阿明")
    assert token_of(store, token).writer == "阿明"
    assert token_of(store, token[:-1]) is None
    with store.read() as connection:
        assert token not in str(connection.exec_driver_sql("SELECT * FROM writer_token").all())
    (known,) = list_tokens(store)
    for wrong in ("", "nothing"):
        with pytest.raises(NotFound):
            remove_token(store, wrong)
    remove_token(store, known.id)
    assert token_of(store, token) is None
    store.close()


@pytest.mark.long
def test_a_token_ends_with_the_generation(server_url):
    """One that comes back with a backup opens nothing after a purge of its writer; a new one does."""
    store, own = opened(server_url), Database(server_url, clock=lambda: NOW, new_id=str, writer="anna")
    token = add_token(store, "anna")
    with own.ending_generation():
        pass
    assert token_of(store, token) is None
    assert token_of(store, add_token(store, "anna")).writer == "anna"
    for one in (store, own):
        one.close()


@pytest.mark.file_only("its tokens are for programs")
def test_a_file_has_tokens_for_programs(tmp_path):
    """A store with one writer has tokens, too; each says what its chats see of the memory."""
    store = opened(tmp_path / "store.db")
    for memory in ("on", "read", "off"):
        assert token_of(store, add_token(store, "a chat program", memory=memory)).memory == memory
    assert len(list_tokens(store)) == 3
    store.close()


@pytest.mark.long
def test_a_token_has_limits_an_end_and_a_last_use(server_url):
    """They are listed; from its end on it opens nothing; its use is noted once a minute."""
    times = [NOW]
    store = Database(server_url, clock=lambda: times[-1], new_id=str)
    token = add_token(store, "anna", projects=["novel", "harbour"], read_only=True, days=1)
    (made,) = list_tokens(store)
    assert (made.projects, made.read_only) == (("harbour", "novel"), True)
    assert (made.expires_at, made.used_at) == ("2026-01-02T00:00:00.000Z", None)
    for time in ("2026-01-01T08:00:01.000Z", "2026-01-01T08:00:59.000Z"):
        times.append(time)
        assert token_of(store, token).writer == "anna"
    assert list_tokens(store)[0].used_at == "2026-01-01T08:00:01.000Z"
    times.append("2026-01-02T00:00:00.000Z")
    assert token_of(store, token) is None
    store.close()


@pytest.mark.long
def test_the_role_of_the_application_writes_no_token(server_url):
    """It recognises one and notes its use, and neither makes, changes nor removes any."""
    import postgres

    name = postgres.name_in(server_url)
    store, app = opened(server_url), opened(postgres.url(name, postgres.GUEST))
    token = add_token(store, "anna")
    assert token_of(app, token).writer == "anna"
    assert list_tokens(store)[0].used_at == NOW
    id_ = list_tokens(store)[0].id
    for write in (lambda: add_token(app, "ben"), lambda: remove_token(app, id_)):
        with pytest.raises(StoreError) as refused:
            write()
        assert refused.value.details["reason"] == "permission"
    with pytest.raises(StoreError), app.write() as connection:
        connection.exec_driver_sql("UPDATE writer_token SET owner = 'ben'")
    for one in (store, app):
        one.close()
