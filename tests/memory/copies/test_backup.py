"""A backup in one file, and a store that is filled from it."""

from __future__ import annotations

import os
import stat
import time
from contextlib import closing

import pytest

from memory.area_samples import AREAS, read_backup, write_backup
from processes import start
from soundness import integrity
from underdraft.errors import Conflict, InvalidArgument, NotFound, StoreError
from underdraft.memory.areas.area import copied_tables
from underdraft.memory.copies.copying import fingerprint
from underdraft.memory.db.database import Database
from underdraft.memory.db.sqlite import driver
from underdraft.testing import counted_ids

pytestmark = pytest.mark.file_only("it reads and writes files")


def store_at(path):
    """A store in a file."""
    return Database(path, clock=lambda: "2026-01-02T03:04:05.678Z", new_id=counted_ids("row"))


def rows_of(database):
    """Count and hash of every table's rows."""
    with database.read() as connection:
        return {table.name: fingerprint(connection, table) for table in copied_tables(AREAS)}


@pytest.fixture
def saved(filled, tmp_path):
    """A backup, and what it was made of."""
    filled.close()
    source = store_at(tmp_path / "from.db")
    (tmp_path / "saved").mkdir()
    with closing(source):
        write_backup(source, tmp_path / "saved" / "all.underdraft")
        yield tmp_path / "saved" / "all.underdraft", rows_of(source)


@pytest.mark.long
def test_what_is_restored_equals_what_was_saved(saved, tmp_path):
    """Every row of every table, indexes and vectors too; the backup is one file for its owner and stays as it is."""
    file, rows = saved
    before = file.read_bytes()
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert rows["memory_item"][0] >= 3
    with closing(store_at(tmp_path / "new" / "to.db")) as target:
        read_backup(file, target)
        assert rows_of(target) == rows
        assert stat.S_IMODE((tmp_path / "new" / "to.db").stat().st_mode) == 0o600
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_nothing_is_overwritten_unasked(saved, tmp_path):
    """A store with anything in it and a file that exists are refused and stay; a store is replaced on demand."""
    file, rows = saved
    with closing(store_at(tmp_path / "other.db")) as target:
        with target.write() as connection:
            connection.exec_driver_sql("INSERT INTO setting VALUES ('context_limit', '3', '')")
        before = rows_of(target)
        with pytest.raises(Conflict):
            read_backup(file, target)
        with pytest.raises(Conflict):
            write_backup(target, file)
        assert rows_of(target) == before
        read_backup(file, target, replace=True)
        assert rows_of(target) == rows


def test_a_store_without_anything_gives_no_backup(tmp_path):
    """Neither a store that does not exist nor a file is made."""
    with closing(store_at(tmp_path / "none.db")) as source, pytest.raises(NotFound):
        write_backup(source, tmp_path / "file")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_a_broken_off_restore_leaves_the_store_as_it_was(saved, tmp_path):
    """Wherever it stops, nothing of the file is in the store, and what was there stays, also when it is replaced."""
    file, rows = saved
    total = sum(count for count, _ in rows.values())

    def stop_at(number):
        def advance(done, _):
            if done >= number:
                raise KeyboardInterrupt

        return advance

    with closing(store_at(tmp_path / "to.db")) as target:
        empty = rows_of(target)
        for number in (1, total // 2, total):
            with pytest.raises(KeyboardInterrupt):
                read_backup(file, target, advance=stop_at(number))
            assert rows_of(target) == empty
        read_backup(file, target)
        with pytest.raises(KeyboardInterrupt):
            read_backup(file, target, replace=True, advance=stop_at(total // 2))
        assert rows_of(target) == rows


def restore_and_die(file, path):
    """Restore, and be killed in the middle of it."""

    def advance(done, total):
        if done > total // 2:
            os.kill(os.getpid(), 9)

    read_backup(file, store_at(path), advance=advance)


@pytest.mark.long
def test_kill_9_in_a_restore_leaves_an_empty_store(saved, tmp_path):
    """A process that is killed in the middle leaves a sound store with nothing of the file; then it is restored."""
    file, rows = saved
    process = start(restore_and_die, file, tmp_path / "to.db")
    process.join(60)
    assert process.exitcode == -9
    assert integrity(tmp_path / "to.db") == "ok"
    with closing(store_at(tmp_path / "to.db")) as target:
        assert {count for count, _ in rows_of(target).values()} == {0}
        read_backup(file, target)
        assert rows_of(target) == rows


@pytest.mark.parametrize(
    "content", [b"", b"SQLite format", b"{}\n" * 900, b"SQLite format 3\0" + b"x" * 5_000]
)
def test_what_is_no_backup_is_refused(tmp_path, content):
    """A file of another kind and a cut or overwritten one are typed errors, and no store is made."""
    (tmp_path / "file").write_bytes(content)
    with closing(store_at(tmp_path / "to.db")) as target:
        with pytest.raises((InvalidArgument, StoreError)) as caught:
            read_backup(tmp_path / "file", target)
        assert str(tmp_path) not in caught.value.message
    assert not (tmp_path / "to.db").exists()


def test_a_database_of_another_program_is_refused(tmp_path):
    """It is SQLite, but no store."""
    with closing(driver().connect(str(tmp_path / "file"))) as connection:
        connection.execute("CREATE TABLE notes (text)")
        connection.commit()
    with (
        closing(store_at(tmp_path / "to.db")) as target,
        pytest.raises(InvalidArgument, match="not a backup"),
    ):
        read_backup(tmp_path / "file", target)


ENDLESS = "AS WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT n AS run_id, n AS run_seq FROM x"
NESTED = "[" * 100_000 + "]" * 100_000


@pytest.mark.long
@pytest.mark.parametrize(
    ("statement", "value", "found"),
    [
        (f"CREATE VIEW more {ENDLESS}", None, "view"),
        (f"ALTER TABLE compact RENAME TO gone; DROP TABLE gone; CREATE VIEW compact {ENDLESS}", None, "view"),
        ("CREATE TRIGGER more AFTER INSERT ON run BEGIN DELETE FROM run; END", None, "trigger"),
        ("CREATE TABLE more (a)", None, "table"),
        ("ALTER TABLE run ADD COLUMN more AS (1)", None, "run"),
        ("DROP TRIGGER changed_run_insert", None, "changed_run_insert"),
        (
            "DROP INDEX ix_run_heard_run_seq; CREATE INDEX ix_run_heard_run_seq ON run_heard (outcome)",
            None,
            "ix_run_heard_run_seq",
        ),
        ("UPDATE memory_item SET content = ?", b"\xff", "memory_item.content"),
        ("UPDATE memory_item SET project_id = zeroblob(1000 + ?)", 1, "memory_item.project_id"),
        ("UPDATE memory_item SET evidence = ?", NESTED, "memory_item.evidence"),
        ("UPDATE memory_item SET tags = ?", "[1", "memory_item.tags"),
        ("UPDATE memory_item SET content = CAST(? AS TEXT)", b"\xff", None),
    ],
)
def test_a_strangers_file_is_refused(saved, tmp_path, statement, value, found):
    """What no backup holds is refused by name before a row is copied: views, triggers, values of other kinds."""
    file, _ = saved
    with closing(driver().connect(str(file))) as connection:
        connection.execute(statement, (value,)) if value else connection.executescript(statement)
        connection.commit()
    began = time.process_time()
    with closing(store_at(tmp_path / "to.db")) as target:
        with pytest.raises(InvalidArgument if found else StoreError) as caught:
            read_backup(file, target)
        assert {count for count, _ in rows_of(target).values()} == {0}
    assert caught.value.details == ({"field": "file", "found": found} if found else {"reason": "corrupt"})
    assert time.process_time() - began < 5


def test_a_newer_backup_is_refused(saved, tmp_path):
    """A backup that a newer version has written says so, and nothing is restored."""
    file, _ = saved
    with closing(driver().connect(str(file))) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with closing(store_at(tmp_path / "to.db")) as target:
        with pytest.raises(StoreError) as caught:
            read_backup(file, target)
        assert caught.value.details["reason"] == "newer_schema"


def test_a_store_in_use_is_no_backup(saved, tmp_path):
    """A file whose last writes are in another one is refused, for they would be missing."""
    file, _ = saved
    with closing(store_at(file)) as source, closing(store_at(tmp_path / "to.db")) as target:
        with source.write() as connection:
            connection.exec_driver_sql("INSERT INTO setting VALUES ('context_limit', '3', '')")
        with pytest.raises(InvalidArgument, match="in use"):
            read_backup(file, target)


@pytest.mark.long
def test_a_backup_moves_between_a_file_and_a_server(saved, tmp_path, server_url):
    """A writer's rows go from a file to a server and back through backups; another writer's are in neither."""
    file, rows = saved

    def on_server(writer):
        clock = lambda: "2026-01-02T03:04:05.678Z"
        return Database(server_url, clock=clock, new_id=counted_ids(writer), writer=writer)

    with closing(on_server("anna")) as anna, closing(on_server("ben")) as ben:
        read_backup(file, anna)
        with ben.write() as connection:
            connection.exec_driver_sql("INSERT INTO setting (key, value, updated_at) VALUES ('x', '1', '')")
        assert rows_of(anna) == rows
        write_backup(anna, tmp_path / "anna")
        write_backup(ben, tmp_path / "ben")
    with closing(store_at(tmp_path / "back.db")) as target, closing(store_at(tmp_path / "ben.db")) as other:
        read_backup(tmp_path / "anna", target)
        assert rows_of(target) == rows
        read_backup(tmp_path / "ben", other)
        assert sum(count for count, _ in rows_of(other).values()) == 1
