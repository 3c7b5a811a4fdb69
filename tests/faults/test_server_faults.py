"""A store on a server: what goes wrong there is said with what mends it, and it works again once it is mended."""

from __future__ import annotations

import threading
import time
from contextlib import closing

import pytest

import postgres
from memory.store_samples import open_database
from underdraft import Workspace
from underdraft.errors import StoreError
from underdraft.testing import FakeModel

psycopg = pytest.importorskip(
    "psycopg", reason="needs the extra postgres: pip install 'underdraft[postgres]'"
)


@pytest.fixture
def name(server_url):
    """The name of a database with all tables."""
    return postgres.name_in(server_url)


def fault_of(url):
    """The error of a store that cannot be opened."""
    with pytest.raises(StoreError) as raised, closing(open_database(url)) as database, database.read():
        pass
    return raised.value


def end_connections(name):
    """What a restart of the server does to those who are connected to a database."""
    postgres.ask(
        "postgres",
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
        f"SELECT pg_sleep(0.05) FROM pg_stat_activity WHERE datname = '{name}'",
    )


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("postgresql://u:hunter2@127.0.0.1:1/db?connect_timeout=1", "away"),
        ("postgresql://u:hunter2@no.such.host.invalid/db?connect_timeout=1", "away"),
        ("postgresql://u:hunter2@127.0.0.1:port/db", "unsupported_url"),
        ("postgresql://u:hunter2@127.0.0.1/db?pool_size=many", "unsupported_url"),
        ("postgresql://u:hunter2@127.0.0.1/db?pool_siz=3", "unknown_option"),
    ],
)
def test_a_server_that_is_away(url, reason):
    """A typed error in a moment, with no password and no address in it, in the whole chain of words."""
    error = fault_of(url)
    assert error.details["reason"] == reason
    assert "hunter2" not in repr(error) + str(error.details)
    assert "127.0.0.1" not in error.message


@pytest.mark.long
def test_what_the_server_lacks(name, monkeypatch):
    """Database, role, right, pgvector, version: each is named with its mend; mended, the same store opens."""
    assert fault_of(postgres.url("no_such")).details["reason"] == "no_database"
    assert fault_of(postgres.url(name, "no_such")).details["reason"] == "refused"
    above = fault_of(postgres.url(name, "postgres"))
    assert (above.details["reason"], "CREATE ROLE" in above.message) == ("role_above_security", True)

    guest = f"guest_{name}"
    postgres.ask(name, f"CREATE ROLE {guest} LOGIN")
    assert fault_of(postgres.url(name, guest)).details["reason"] == "permission"
    postgres.ask(name, f"DROP ROLE {guest}")

    bare = postgres.new_database("template0")
    database = open_database(postgres.url(bare))
    for _ in range(2):
        with pytest.raises(StoreError, match="CREATE EXTENSION vector") as raised, database.read():
            pass
        assert raised.value.details["reason"] == "extension_missing"
    postgres.ask(bare, "CREATE EXTENSION vector")
    with database.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM run").scalar() == 0
    database.close()
    postgres.drop(bare)

    monkeypatch.setattr("underdraft.memory.db.postgresql.OLDEST_SERVER", 990_000)
    assert fault_of(postgres.url(name)).details["reason"] == "version_too_old"
    monkeypatch.undo()
    monkeypatch.setattr("underdraft.memory.db.postgresql.OLDEST_VECTOR", (99, 0))
    assert fault_of(postgres.url(name)).details["reason"] == "extension_too_old"


def test_a_newer_schema_is_refused(name, server_url):
    """As in a file."""
    postgres.ask(name, "UPDATE underdraft.alembic_version SET version_num = '9999'")
    error = fault_of(server_url)
    assert error.details["reason"] == "newer_schema"


@pytest.mark.pooler_too
def test_a_restart_of_the_server(name, server_url):
    """Whoever comes after it is connected anew and notices nothing; whoever was in the middle is told."""
    database = open_database(server_url)
    for _ in range(3):
        with database.read() as one, database.read():
            assert one.exec_driver_sql("SELECT count(*) FROM blob").scalar() == 0
        end_connections(name)
        with database.write() as connection:
            connection.exec_driver_sql("SELECT 1")
        end_connections(name)

    def broken_off():
        with database.write() as connection:
            connection.exec_driver_sql("INSERT INTO setting VALUES ('k', '1', 'now')")
            end_connections(name)
            connection.exec_driver_sql("SELECT 1")

    with pytest.raises(StoreError) as raised:
        broken_off()
    assert raised.value.details["reason"] == "away"
    with database.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM setting").scalar() == 0
    database.close()


@pytest.mark.pooler_too
def test_limits_of_time_and_size(server_url):
    """A statement that takes too long, a writer who does, a full pool, a text with NUL, a full disk."""
    database = open_database(
        f"{server_url}&statement_timeout_ms=300&lock_timeout_ms=100&pool_size=2&max_overflow=0&pool_timeout=1"
    )

    def reason_of(statement, values=()):
        with pytest.raises(StoreError) as raised, database.write() as connection:
            connection.exec_driver_sql(statement, values)
        return raised.value.details["reason"]

    assert reason_of("SELECT pg_sleep(5)") == "timeout"
    assert reason_of("SELECT %s::text", ("a\0b",)) == "too_big"
    assert reason_of("DO $$ BEGIN RAISE SQLSTATE '53100'; END $$") == "disk_full"
    with database.write():
        assert reason_of("SELECT 1") == "locked"
        with database.read():
            assert reason_of("SELECT 1") == "locked"
    database.close()


@pytest.mark.pooler_too
def test_a_run_survives_a_server_that_goes_away(name, server_url, novel, monkeypatch):
    """Its reply is there, it waits on this machine, and is in the store once the server is back."""
    options = {"plugins": [FakeModel("他敲了钟。")], "model": "fake", "embedder": "none"}
    with Workspace.open(novel, store=server_url, **options) as ws:
        ws.run_sync("polish", document="夜色很深。")
        postgres.ask("postgres", f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        end_connections(name)
        try:
            run = ws.run_sync("polish", document="夜色很深。")
        finally:
            postgres.ask("postgres", f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert run.text == "他敲了钟。"
        assert any(warning.startswith("RUN_NOT_RECORDED") for warning in run.warnings)
        ws.store.settle()
        deadline = time.monotonic() + 20
        while len(ws.store.runs.list(everywhere=True).items) < 2 and time.monotonic() < deadline:
            ws.store.settle()
        assert {found.id for found in ws.store.runs.list(everywhere=True).items} >= {run.id}


@pytest.mark.pooler_too
def test_writers_do_not_wait_for_each_other(server_url):
    """One who writes for long keeps only that writer's own writes waiting."""
    from underdraft.memory.db.database import Database

    options = {"clock": str, "new_id": str}
    anna, anna_too, ben = (Database(server_url, writer=w, **options) for w in ("anna", "anna", "ben"))
    done = []

    def write(store, name):
        with store.write():
            done.append(name)

    with anna.write():
        threads = [threading.Thread(target=write, args=args) for args in ((anna_too, "anna"), (ben, "ben"))]
        for thread in threads:
            thread.start()
        threads[1].join(10)
        time.sleep(0.1)
        assert done == ["ben"]
    threads[0].join(10)
    assert done == ["ben", "anna"]
    for store in (anna, anna_too, ben):
        store.close()
