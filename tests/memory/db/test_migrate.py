"""Stores that are opened: of releases, of a later version, of a crowd, and in the middle of a migration."""

from __future__ import annotations

import re
import shutil
import signal
import stat
from contextlib import closing
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest
from sqlalchemy import func, inspect, select

from memory import release_store
from memory.area_samples import copy_store
from memory.store_samples import open_database
from memory.store_workers import migrate_to, open_once
from processes import CONTEXT, answers, start
from soundness import integrity
from underdraft.cache.replay import replay
from underdraft.errors import StoreError
from underdraft.memory.db import migrate
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema import metadata
from underdraft.memory.db.sqlite import driver
from underdraft.memory.notes.rows import index_all
from underdraft.memory.runs.store import RunStore

pytestmark = [pytest.mark.migrates, pytest.mark.file_only("files; one test asks a server")]

RELEASES = sorted(file.stem for file in release_store.FOLDER.glob("*.sql"))
FOUND_BY = {"posting", "record_words"}
"""Tables by which records are found, which are made anew."""

NOT_KEPT = {"store_change", "known_writer"}
"""Tables that the server fills by itself."""


@pytest.fixture(scope="module")
def next_version(tmp_path_factory):
    """A folder with the migrations of this version and one more."""
    folder = tmp_path_factory.mktemp("next") / "migrations"
    shutil.copytree(str(files("underdraft.memory.db.migrations")), folder)
    shutil.copy(Path(__file__).with_name("v0007_made_up.py"), folder / "versions")
    return folder


@pytest.fixture
def released(tmp_path):
    """The store of the newest release, closed."""
    release_store.load(RELEASES[-1], tmp_path / "store.db")
    return tmp_path / "store.db"


def rows_of(path):
    """All rows of a file, by table and as dictionaries."""
    with closing(driver().connect(str(path))) as link:
        link.row_factory = lambda cursor, row: {
            column[0]: value for column, value in zip(cursor.description, row, strict=True)
        }
        listed = "SELECT name FROM sqlite_master WHERE type = 'table'"
        there = {row["name"] for row in link.execute(listed)}
        names = (metadata().tables.keys() & there) | {"alembic_version"}
        return {name: sorted(link.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names}


def compare(path, before):
    """See that a migrated store is whole: it has each row of before, and counts no change."""
    after = rows_of(path)
    assert integrity(path) == "ok"
    with closing(driver().connect(str(path))) as link:
        assert link.execute("PRAGMA foreign_key_check").fetchall() == []
        assert link.execute("SELECT count(*), max(title) FROM shelf").fetchone() == (400, "0399" * 1_000)
    assert {row["mood"] == row["content"][:1] for row in after["memory_item"]} == {True}
    assert after.pop("alembic_version") == [{"version_num": "0007"}]
    for name, kept in after.items():
        if name in FOUND_BY:
            assert kept, name
            continue
        if name not in before:
            assert kept == [], name
            continue
        both = before[name][0].keys() & kept[0].keys()
        rows, was = ([[row[c] for c in sorted(both)] for row in some] for some in (kept, before[name]))
        assert sorted(rows, key=repr) == sorted(was, key=repr), name


def test_revisions_form_one_chain():
    """Each revision follows the one before it; numbers and file names agree."""
    names = sorted(
        entry.name[:-3]
        for entry in (files("underdraft.memory.db.migrations") / "versions").iterdir()
        if re.match(r"v\d{4}_", entry.name)
    )
    before = None
    for name in names:
        module = import_module(f"underdraft.memory.db.migrations.versions.{name}")
        assert module.revision == name[1:5]
        assert module.down_revision == before
        before = module.revision
    assert [*migrate.revisions()] == [name[1:5] for name in names]


def test_a_fresh_store_belongs_to_its_owner_alone(tmp_path):
    """The file can be read by nobody else."""
    database = open_database(tmp_path / "new" / "u.db")
    with database.read():
        pass
    assert stat.S_IMODE(database.place.path.stat().st_mode) == 0o600


def test_a_release_has_something_of_everything(released):
    """Each table of the file that is kept has rows, so that comparing them means something."""
    assert [name for name, rows in rows_of(released).items() if not rows] == []


@pytest.mark.parametrize("revision", RELEASES)
def test_a_release_is_opened_with_its_prompts(tmp_path, revision):
    """Each run's prompt is rendered from its record as it was sent, and the store takes another run and memory."""
    release_store.load(revision, tmp_path / "store.db")
    with release_store.open_project(tmp_path, start=20_000) as ws:
        runs = RunStore(ws.store.database)
        listed = release_store.ask(ws, "ai:run:list")["items"]
        assert len(listed) >= 6
        assert all(replay(runs.get(run["id"])).same for run in listed)
        release_store.ask(ws, "memory:create", type="note", scope="global", content="后来的")
        run = ws.run_sync("talk", instruction="再写一句。", session_id="s1")
        assert {"后来的", "结尾不要比喻，也不要反问"} <= {
            line.removeprefix("- ").partition("（")[0]
            for line in run.preview.prompt.stable_prefix.split("\n")
        }
    assert integrity(tmp_path / "store.db") == "ok"


@pytest.mark.parametrize("revision", RELEASES)
def test_the_records_of_a_release_are_found_by_their_words(tmp_path, revision):
    """At once, by the same lists that an index made anew has; those that are deleted are not."""
    release_store.load(revision, tmp_path / "store.db")
    with release_store.open_project(tmp_path) as ws:
        found = release_store.ask(ws, "memory:search", keyword="反问 看守", projectId="harbour")["items"]
        assert {one["content"] for one in found} == {"结尾不要比喻，也不要反问", "灯塔的看守人叫沈默"}
        ws.store.memory.indexer.close()
        with ws.store.database.write() as link:
            made = lists(link)
            index_all(link)
            assert lists(link) == made


def lists(link):
    """The words of each record, and the length of each list."""
    words, posting = (metadata().tables[name].c for name in ("record_words", "posting"))
    sizes = link.execute(select(posting.key, func.length(posting.numbers)).order_by(posting.key))
    return link.execute(select(words.memory_id, words.words).order_by(words.memory_id)).all(), sizes.all()


@pytest.mark.parametrize("revision", ["9999", "0000", "?"])
def test_an_unknown_file_is_refused_and_left_alone(released, revision):
    """A store of a revision that this version does not know is a clear error each time, and not written to."""
    with closing(driver().connect(str(released))) as link:
        link.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        link.commit()
    before = released.read_bytes()
    database = open_database(released)
    for _ in range(2):
        with pytest.raises(StoreError) as raised, database.read():
            pass
        assert raised.value.details == {"reason": "newer_schema", "found": revision, "known": migrate.head()}
        assert "update Underdraft" in raised.value.message
    database.close()
    assert released.read_bytes() == before


@pytest.mark.long
def test_many_processes_open_one_fresh_store(tmp_path):
    """Six processes at once: all succeed, one schema, every write is there."""
    barrier, results = CONTEXT.Barrier(6), CONTEXT.Queue()
    workers = [start(open_once, tmp_path / "u.db", barrier, results) for _ in range(6)]
    assert answers(results, *workers) == ["ok"] * 6
    with open_database(tmp_path / "u.db").read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM setting").scalar() == 6
    assert integrity(tmp_path / "u.db") == "ok"


def test_the_next_version_loses_nothing(released, next_version, monkeypatch):
    """Each row is as it was, a copy of before lies beside, triggers are back, and prompts are the same bytes."""
    before = rows_of(released)
    monkeypatch.setattr(migrate, "MIGRATIONS", next_version)
    with release_store.open_project(released.parent, start=20_000) as ws:
        runs = release_store.ask(ws, "ai:run:list")["items"]
        compare(released, before)
        assert all(replay(RunStore(ws.store.database).get(run["id"])).same for run in runs)
        counted = rows_of(released)["store_change"]
        release_store.ask(ws, "memory:create", type="note", scope="global", content="后来的")
        assert rows_of(released)["store_change"] != counted
    copy = released.with_name(f"store.db.bak-{RELEASES[-1]}")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert rows_of(copy) == before


@pytest.mark.long
@pytest.mark.parametrize("step", ["copied", "begin", "tables", "rows", "moved", "end", "error at moved"])
def test_a_migration_that_dies_is_begun_anew(released, next_version, monkeypatch, step):
    """Killed at any step, or failed, the store is as it was; opened again it is migrated, and nothing is lost."""
    before = rows_of(released)
    monkeypatch.setenv("UNDERDRAFT_TEST_STOP", step)
    died = start(migrate_to, next_version, released)
    died.join(60)
    assert died.exitcode == (1 if step.startswith("error") else -signal.SIGKILL)
    assert rows_of(released) == before
    monkeypatch.delenv("UNDERDRAFT_TEST_STOP")
    monkeypatch.setattr(migrate, "MIGRATIONS", next_version)
    open_database(released).prepare()
    compare(released, before)
    assert rows_of(released.with_name(f"store.db.bak-{RELEASES[-1]}")) == before
    assert not released.with_name(f"store.db.bak-{RELEASES[-1]}.partial").exists()


@pytest.mark.long
@pytest.mark.parametrize("room", [0.3, 1.1, 3.0])
def test_a_full_disk_in_a_migration_is_a_clear_error(released, next_version, monkeypatch, room):
    """No room for the copy, for the log or for the new table: DB_ERROR, all as it was, and with room it is migrated."""
    before, results = rows_of(released), CONTEXT.Queue()
    largest = int(released.stat().st_size * room)
    failed = start(migrate_to, next_version, released, largest, results)
    assert answers(results, failed) == ["io_error"]  # what a limit of files' sizes is to SQLite
    assert rows_of(released) == before
    monkeypatch.setattr(migrate, "MIGRATIONS", next_version)
    open_database(released).prepare()
    compare(released, before)
    assert sorted(file.name for file in released.parent.iterdir() if "bak" in file.name) == [
        f"store.db.bak-{RELEASES[-1]}"
    ]


def test_a_copy_that_cannot_be_made_stops_the_migration(released, next_version, monkeypatch):
    """Where the copy before a migration fails, the store is left as it is, without a half copy."""
    before, copy = rows_of(released), released.with_name(f"store.db.bak-{RELEASES[-1]}")
    copy.mkdir()
    left = [copy.with_name(f"{copy.name}.partial{end}") for end in ("", "-journal")]
    for file in left:
        file.write_bytes(b"of a copy whose process was killed")
    monkeypatch.setattr(migrate, "MIGRATIONS", next_version)
    database = open_database(released)
    for _ in range(2):
        with pytest.raises(StoreError) as raised, database.read():
            pass
        assert raised.value.details == {"reason": "cannot_open"}
    assert rows_of(released) == before
    assert not any(file.exists() for file in left)
    copy.rmdir()
    database.prepare()
    compare(released, before)


@pytest.mark.long
def test_a_server_loses_nothing_either(released, next_version, monkeypatch, server_url):
    """Two writers' rows on PostgreSQL are as they were after the next version's migration, each writer's apart."""
    found = {}
    for after in (False, True):
        if after:
            monkeypatch.setattr(migrate, "MIGRATIONS", next_version)
        for writer in ("anna", "ben"):
            server = Database(server_url, writer=writer, clock=str, new_id=str)
            if not after:
                with closing(open_database(released)) as source:
                    copy_store(source, server)
            with server.read() as link:
                rows = [
                    sorted(map(repr, link.execute(table.select()).all()))
                    for name, table in metadata().tables.items()
                    if name not in NOT_KEPT
                ]
                assert found.setdefault(writer, rows) == rows
                if after:
                    assert link.exec_driver_sql("SELECT count(*) FROM shelf").scalar() == 400
            server.close()


def test_a_new_store_has_what_the_modules_say(tmp_path):
    """Alembic finds no difference between a new store and the schema's modules."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with open_database(tmp_path / "u.db").read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata()) == []


def described(database):
    """The tables with columns, keys and indexes, the triggers and the views of a file."""
    with database.read() as connection:
        look = inspect(connection)
        listed = "SELECT tbl_name, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')"
        found = {tuple(row) for row in connection.exec_driver_sql(listed)}
        for table in look.get_table_names():
            columns = [
                (c["name"], str(c["type"]), c["nullable"], c["default"]) for c in look.get_columns(table)
            ]
            keys = look.get_foreign_keys(table)
            unique = {str(u["column_names"]) for u in look.get_unique_constraints(table)}
            indexes = {(i["name"], str(i["column_names"])) for i in look.get_indexes(table)}
            checks = sorted(c["sqltext"] for c in look.get_check_constraints(table))
            links = {(str(k["constrained_columns"]), k["referred_table"], str(k["options"])) for k in keys}
            primary = str(look.get_pk_constraint(table)["constrained_columns"])
            found |= {
                (table, str(sorted(columns)), primary),
                (table, str(sorted(unique)), str(sorted(indexes))),
            }
            found.add((table, str(sorted(links)), str(checks)))
    database.close()
    return found


@pytest.mark.parametrize("revision", sorted(file.stem for file in release_store.FOLDER.glob("*.sql")))
def test_a_released_file_becomes_like_a_new_one(tmp_path, revision):
    """Tables, columns, keys, indexes, triggers and views are the same; the order of columns may be another."""
    release_store.load(revision, tmp_path / "old.db")
    assert described(open_database(tmp_path / "old.db")) == described(open_database(tmp_path / "new.db"))
