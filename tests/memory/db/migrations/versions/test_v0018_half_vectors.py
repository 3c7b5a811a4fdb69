"""Vectors of before, in single precision, once the store has been opened again."""

from __future__ import annotations

import numpy as np
import pytest
from alembic import command
from sqlalchemy import select

from memory.store_samples import open_database
from underdraft.memory.db import migrate
from underdraft.memory.db.dialect import on_server
from underdraft.memory.db.schema.recall import EMBEDDING


@pytest.mark.both_stores
@pytest.mark.migrates
def test_vectors_of_before_are_halved(tmp_path, monkeypatch):
    """They stay in place and are noted as no change; one that is not whole is made anew, as if it had never been."""
    rows = np.random.default_rng(7).normal(size=(1_203, 8)).astype("<f4")
    upgrade = command.upgrade
    monkeypatch.setattr(command, "upgrade", lambda config, _: upgrade(config, "0017"))
    database = open_database(tmp_path / "u.db")
    with database.write() as connection:
        server = on_server(connection)
        write = "INSERT INTO embedding (id, model, dimension, content_hash, vector) VALUES "
        for number, row in enumerate(rows):
            if server:
                connection.exec_driver_sql(f"{write} ({number}, 'm', 8, 'h{number}', '{row.tolist()}')")
            else:
                connection.exec_driver_sql(f"{write} ({number}, 'm', 8, 'h{number}', ?)", (row.tobytes(),))
        if not server:
            connection.exec_driver_sql(f"{write} (9999, 'm', 8, 'broken', x'00')")
        noted = connection.exec_driver_sql("SELECT max(seq) FROM store_log").scalar()
    database.close()
    monkeypatch.setattr(command, "upgrade", upgrade)
    database = open_database(tmp_path / "u.db")
    with database.read() as connection:
        assert migrate.current(connection) == migrate.head()
        found = connection.execute(select(EMBEDDING.c.vector).order_by(EMBEDDING.c.id)).scalars().all()
        assert found == [row.astype("<f2").tobytes() for row in rows]
        assert connection.exec_driver_sql("SELECT max(seq) FROM store_log").scalar() in {noted, noted + 1}
    with database.write() as connection:
        connection.exec_driver_sql("UPDATE embedding SET model = 'n' WHERE id = 1")
        assert connection.exec_driver_sql("SELECT max(seq) FROM store_log").scalar() > noted
    database.close()
