"""Stores that are opened: old files, newer files, crowds."""

from __future__ import annotations

import re
import stat
from contextlib import closing
from pathlib import Path

import pytest

from memory.area_samples import purge
from memory.old_stores import make
from memory.store_samples import open_database
from memory.store_workers import open_once
from processes import CONTEXT, answers, start
from soundness import integrity
from underdraft.cache.replay import replay
from underdraft.errors import StoreError
from underdraft.memory.db import migrate
from underdraft.memory.db.sqlite import driver
from underdraft.memory.runs.store import RunStore
from underdraft.types.layers import Layer

pytestmark = [pytest.mark.migrates, pytest.mark.file_only("files of early versions; PostgreSQL came later")]

ROWS_0006 = Path(__file__).with_name("store_0006.sql")
"""What was written at revision 0006: a run, one in privacy mode, and the memory that stood in their prompts."""

KEPT, PRIVATE = "f613ab9b-ab8c-4582-b90a-140c82428574", "d841b9b5-1fc8-4875-8d9a-bbf885104c9e"
"""The two runs."""


@pytest.fixture
def old_file(tmp_path):
    """A store as revision 0006 left it, closed."""
    for sql in (Path(make.__file__).with_name("schema_0006.sql"), ROWS_0006):
        make.load(sql.read_text(encoding="utf-8"), tmp_path / "u.db")
    return tmp_path / "u.db"


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


def test_an_old_file_is_copied_and_migrated(old_file):
    """An older store gets the newest schema, loses no row, and a copy of it stays beside it."""
    database = open_database(old_file)
    with database.read() as connection:
        assert migrate.current(connection) == migrate.head()
        assert connection.exec_driver_sql("SELECT count(*) FROM run_source").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
    assert integrity(old_file) == "ok"
    copy = old_file.with_name("u.db.bak-0006")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with open_database(copy).prepare().connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM run").scalar() == 2


def test_an_old_run_is_rendered_again_and_purged(old_file):
    """Its prompt comes out byte for byte; in privacy mode it has its hashes still; a memory goes from it as from any."""
    database = open_database(old_file)
    runs, kept = RunStore(database), RunStore(database).get(KEPT)
    assert replay(kept).same
    assert (kept.record.text, kept.complete, kept.privacy) == ("改过的一段。", True, False)
    (memory,) = (line for line in kept.record.injected if line.layer is Layer.PROFILE)
    private = runs.get(PRIVATE)
    assert (private.complete, private.privacy, private.record.text) == (False, True, "")
    assert private.record.prompt_hash == kept.record.prompt_hash
    purge(database, item_id=memory.id)
    assert runs.get(KEPT).purged == (f"memory:{memory.id}",)
    assert "风灯" not in repr(runs.get(KEPT))
    assert not any("风灯".encode() in file.read_bytes() for file in database.files())
    purge(database, project_id="novel")
    with database.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM blob").scalar() == 0


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


def test_a_file_between_releases_is_refused(old_file):
    """A revision that no release has is a clear error."""
    with closing(driver().connect(old_file)) as link:
        link.execute("UPDATE alembic_version SET version_num = '0010'")
        link.commit()
    with pytest.raises(StoreError) as raised, open_database(old_file).read():
        pass
    assert raised.value.details["reason"] == "unreleased_schema"
    assert "between releases" in raised.value.message


def test_many_processes_open_one_fresh_store(tmp_path):
    """Six processes at once: all succeed, one schema, every write is there."""
    barrier, results = CONTEXT.Barrier(6), CONTEXT.Queue()
    workers = [start(open_once, tmp_path / "u.db", barrier, results) for _ in range(6)]
    assert answers(results, *workers) == ["ok"] * 6
    with open_database(tmp_path / "u.db").read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM setting").scalar() == 6
    assert integrity(tmp_path / "u.db") == "ok"


def test_a_failed_migration_leaves_nothing(old_file, monkeypatch):
    """A revision that fails is undone as a whole, and the next open starts anew."""
    from alembic import command

    upgrade = command.upgrade

    def half(config, target):
        upgrade(config, target)
        raise RuntimeError("power cut")

    with monkeypatch.context() as broken:
        broken.setattr(command, "upgrade", half)
        with pytest.raises(RuntimeError), open_database(old_file).read():
            pass
    with closing(driver().connect(old_file)) as link:
        assert link.execute("SELECT version_num FROM alembic_version").fetchone() == ("0006",)
    with open_database(old_file).read() as connection:
        assert migrate.current(connection) == migrate.head()
