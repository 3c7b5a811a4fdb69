"""Schema: what the revisions make, what the modules say, old files, newer files, crowds."""

from __future__ import annotations

import re
import stat

import pytest

from memory.store_samples import open_database, sample_run
from memory.store_workers import open_once
from processes import CONTEXT, start
from soundness import integrity
from underdraft.errors import StoreError
from underdraft.memory.db import migrate
from underdraft.memory.db.schema import metadata
from underdraft.memory.runs import store
from underdraft.memory.runs.store import RunStore

pytestmark = pytest.mark.migrates

COLUMNS_0001 = {
    "id",
    "project_id",
    "skill_id",
    "session_id",
    "document_id",
    "scene_type",
    "model",
    "created_at",
    "stable_prefix_hash",
    "prompt_hash",
}
"""What revision 0001 keeps of a run beside its record."""


def test_the_revisions_make_what_the_modules_say(tmp_path):
    """Alembic finds no difference between a fresh store and the schema modules."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    def ours(_object, name, kind, _reflected, _compared):
        return not (
            kind == "table"
            and (name == "lexical" or (name.startswith("lexical_") and name != "lexical_entry"))
        )

    database = open_database(tmp_path / "u.db")
    with database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "include_object": ours})
        assert compare_metadata(context, metadata()) == []


def test_revisions_form_one_chain():
    """Each revision follows the one before it; numbers and file names agree."""
    from importlib import import_module
    from importlib.resources import files

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
    assert migrate.revisions() == tuple(name[1:5] for name in names)


def test_a_fresh_store_belongs_to_its_owner_alone(tmp_path):
    """The file can be read by nobody else."""
    database = open_database(tmp_path / "new" / "u.db")
    with database.read():
        pass
    assert stat.S_IMODE(database.path.stat().st_mode) == 0o600


def test_an_old_file_is_copied_and_migrated(tmp_path, monkeypatch):
    """An older store keeps its rows, gets the newest schema, and a copy of it stays beside it."""
    path = tmp_path / "u.db"
    with monkeypatch.context() as old:
        from alembic import command

        upgrade = command.upgrade
        old.setattr(migrate, "revisions", lambda: ("0001",))
        old.setattr(command, "upgrade", lambda config, _: upgrade(config, "0001"))
        row_of = store.row_of
        old.setattr(store, "row_of", lambda run: {k: v for k, v in row_of(run).items() if k in COLUMNS_0001})
        database = open_database(path)
        RunStore(database).add(sample_run(), privacy=False)
        database.close()
    database = open_database(path)
    assert RunStore(database).get("run-1").record == sample_run()
    with database.read() as connection:
        assert migrate.current(connection) == migrate.head()
    copy = tmp_path / "u.db.bak-0001"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert "sample" not in copy.name
    with open_database(copy).prepare().connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM run").scalar() == 1


def test_a_newer_file_is_refused_and_left_alone(tmp_path):
    """A store of a later Underdraft is a clear error, no matter how often it is tried, and not written to."""
    path = tmp_path / "u.db"
    database = open_database(path)
    with database.write() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    database.checkpoint()
    database.close()
    before = path.read_bytes()
    database = open_database(path)
    for _ in range(2):
        with pytest.raises(StoreError) as raised, database.read():
            pass
        assert raised.value.details["reason"] == "newer_schema"
        assert "newer version" in raised.value.message
    database.close()
    assert path.read_bytes() == before


def test_many_processes_open_one_fresh_store(tmp_path):
    """Six processes at once: all succeed, one schema, every write is there."""
    barrier, results = CONTEXT.Barrier(6), CONTEXT.Queue()
    workers = [start(open_once, tmp_path / "u.db", barrier, results) for _ in range(6)]
    answers = [results.get(timeout=60) for _ in workers]
    for worker in workers:
        worker.join()
    assert answers == ["ok"] * 6
    with open_database(tmp_path / "u.db").read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM blob").scalar() == 6
    assert integrity(tmp_path / "u.db") == "ok"


def test_a_failed_migration_leaves_nothing(tmp_path, monkeypatch):
    """A revision that fails is undone as a whole, and the next open starts anew."""
    from alembic import command

    upgrade = command.upgrade

    def half(config, target):
        upgrade(config, target)
        raise RuntimeError("power cut")

    with monkeypatch.context() as broken:
        broken.setattr(command, "upgrade", half)
        with pytest.raises(RuntimeError), open_database(tmp_path / "u.db").read():
            pass
    database = open_database(tmp_path / "u.db")
    with database.read() as connection:
        assert migrate.current(connection) == migrate.head()
