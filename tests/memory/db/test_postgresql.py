"""A store in PostgreSQL: opened, written, read, by several writers, by one who may not."""

from __future__ import annotations

import threading
from contextlib import suppress

import psycopg
import pytest

import postgres
from underdraft import Workspace
from underdraft.errors import StoreError
from underdraft.memory.db import postgresql
from underdraft.memory.db.database import Database
from underdraft.memory.db.migrate import head
from underdraft.memory.db.migrations.writers import OWN
from underdraft.testing import FakeModel, counted_ids

pytestmark = pytest.mark.pooler_too

POLICY = f"CREATE POLICY own_rows ON underdraft.memory_item USING ({OWN}) WITH CHECK ({OWN})"
OPTIONS = {"plugins": [FakeModel("他敲了钟。")], "model": "fake", "embedder": "none"}


@pytest.fixture
def open_for(server_url, novel):
    """Opens the sample novel for a writer."""
    opened = []

    def open_it(writer=None, **options):
        told = {"store": server_url, "writer": writer, "new_id": counted_ids(), **OPTIONS, **options}
        opened.append(Workspace.open(novel, **told))
        return opened[-1]

    yield open_it
    for workspace in opened:
        workspace.close()


def data(workspace, channel, **payload):
    """What a channel answers with."""
    answer = workspace.invoke_sync(channel, payload)
    assert answer["ok"], answer
    return answer["data"]


@pytest.mark.long
def test_a_store_on_a_server(open_for):
    """It takes a memory, a run with it in the prompt, and feedback; another writer sees nothing of them."""
    anna, ben = open_for("an'na\\"), open_for("ben")
    kept = data(anna, "memory:create", type="preference", scope="global", content="偏好短句")
    run = anna.run_sync("polish", document="夜色很深。他笑了。")
    assert (run.text, run.warnings) == ("他敲了钟。", ())
    assert kept["id"] in {line.id for line in run.injected}
    assert anna.feedback_sync(run.id, "accept", evidence_ref="短句").recorded
    assert [found["content"] for found in data(anna, "memory:search", keyword="短句")["items"]] == [
        "偏好短句"
    ]
    assert data(anna, "workspace:info")["store"] == {
        "healthy": True,
        "kind": "postgresql",
        "revision": head(),
        "counts": {"memories": 1, "facts": 0, "runs": 1, "sessions": 0},
    }
    for channel in ("memory:list", "ai:run:list", "memory:search"):
        payload = {"keyword": "短句"} if channel == "memory:search" else {}
        assert data(ben, channel, **payload)["items"] == []
    own = ben.run_sync("polish", document="夜色很深。他笑了。")
    assert not any(line.id == kept["id"] for line in own.injected)


def test_a_run_asks_the_server_seldom_and_never_on_the_loop(open_for, monkeypatch):
    """Of a writer who is known, a preview by words is at most 16 statements and its record 18, none on the event loop."""
    asked = []
    run = psycopg.Cursor.execute

    def counted(cursor, statement, *args, **options):
        asked.append(threading.current_thread().name)
        return run(cursor, statement, *args, **options)

    monkeypatch.setattr(psycopg.Cursor, "execute", counted)
    workspace = open_for("anna")
    data(workspace, "memory:create", type="preference", scope="global", content="偏好短句")
    workspace.record_sync(workspace.preview_sync("chat", instruction="灯在哪里？"), "在港口。")
    asked.clear()
    preview = workspace.preview_sync("chat", instruction="船在哪里？")
    for_preview = len(asked)
    workspace.record_sync(preview, "在海上。")
    for_record = sum(not name.startswith("underdraft-") for name in asked[for_preview:])
    assert for_preview <= 16
    assert for_record <= 18
    assert "underdraft-loop" not in asked


def test_a_connection_that_another_writer_has_used(server_url):
    """Committed, undone or broken off: whoever gets it next sees their own rows, and without a writer none."""
    one = f"{server_url}&pool_size=1&max_overflow=0"
    anna, ben = (Database(one, clock=str, new_id=str, writer=name) for name in ("anna", "ben"))
    rows = "SELECT writer FROM underdraft.setting"

    def seen(engine):
        with engine.connect() as connection:
            return connection.exec_driver_sql(rows).scalars().all()

    with anna.write() as connection:
        connection.exec_driver_sql("INSERT INTO setting VALUES ('k', '1', 'now')")
    nobodys = anna.prepare().execution_options(bare=True)
    for fails in (False, True):
        with ben.read() as connection:
            assert connection.exec_driver_sql(rows).scalars().all() == []
        assert seen(nobodys) == []
        with suppress(StoreError), anna.write() as connection:
            connection.exec_driver_sql("SELECT no_such_column" if fails else rows)
        assert (seen(nobodys), seen(anna.prepare())) == ([], ["anna"])
    anna.close()
    ben.close()


@pytest.mark.long
@pytest.mark.parametrize(
    ("broken", "mended"),
    [
        ("DROP POLICY own_rows ON underdraft.memory_item", POLICY),
        ("CREATE POLICY more ON underdraft.run USING (true)", "DROP POLICY more ON underdraft.run"),
        (
            "ALTER TABLE underdraft.run NO FORCE ROW LEVEL SECURITY",
            "ALTER TABLE underdraft.run FORCE ROW LEVEL SECURITY",
        ),
        (
            "ALTER TABLE underdraft.record_words DISABLE ROW LEVEL SECURITY",
            "ALTER TABLE underdraft.record_words ENABLE ROW LEVEL SECURITY",
        ),
        (
            "CREATE TABLE underdraft.forgotten (writer text, words text)",
            "DROP TABLE underdraft.forgotten",
        ),
    ],
)
def test_a_table_that_shows_others_rows_stops_everything(server_url, monkeypatch, broken, mended):
    """At once in a process that begins, within a minute in one that runs; once it is as it was made, all goes on."""
    name = postgres.name_in(server_url)
    running = Database(server_url, clock=str, new_id=str, writer="anna")
    with running.read():
        pass
    postgres.ask(name, broken, role=postgres.ROLE)
    with running.read():  # a minute has not passed
        pass
    monkeypatch.setattr(postgresql, "POLICY_SECONDS", 0.0)
    running.place._server.check_at = 0.0
    begun = Database(f"{server_url}&pool_size=2", clock=str, new_id=str, writer="ben")
    for store in (running, begun):
        for use in (store.read, store.write):
            with pytest.raises(StoreError) as refused, use():
                pass
            assert refused.value.details["reason"] == "unprotected"
    postgres.ask(name, mended, role=postgres.ROLE)
    for store in (running, begun):
        with store.read():
            pass
        store.close()
