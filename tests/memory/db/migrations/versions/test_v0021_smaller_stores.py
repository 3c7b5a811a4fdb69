"""Stores of revision 0006, whose runs and vectors took more room."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import select

from memory.old_stores import make
from memory.store_samples import open_database
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.db.sqlite import driver

pytestmark = [pytest.mark.migrates, pytest.mark.file_only("files of early versions; PostgreSQL came later")]


def test_vectors_of_before_are_halved(tmp_path):
    """They stay in place and are noted as no change; one that is not whole is made anew, as if it had never been."""
    rows = np.random.default_rng(7).normal(size=(1_203, 8)).astype("<f4")
    make.load(Path(make.__file__).with_name("schema_0006.sql").read_text("utf-8"), tmp_path / "u.db")
    with closing(driver().connect(tmp_path / "u.db")) as link:
        write = "INSERT INTO embedding (id, model, dimension, content_hash, vector) VALUES (?, 'm', 8, ?, ?)"
        link.executemany(write, [(n, f"h{n}", row.tobytes()) for n, row in enumerate(rows)])
        link.execute(write, (9999, "broken", b"\0"))
        link.commit()
    database = open_database(tmp_path / "u.db")
    noted = "SELECT max(seq) FROM store_log"
    with database.read() as connection:
        found = connection.execute(select(EMBEDDING.c.vector).order_by(EMBEDDING.c.id)).scalars().all()
        assert found == [row.astype("<f2").tobytes() for row in rows]
        assert connection.exec_driver_sql(noted).scalar() is None
    with database.write() as connection:
        connection.exec_driver_sql("UPDATE embedding SET model = 'n' WHERE id = 1")
        assert connection.exec_driver_sql(noted).scalar() == 1
    database.close()
