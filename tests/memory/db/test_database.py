"""Transactions, URLs, threads, connections."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from memory.store_samples import open_database
from underdraft.errors import StoreError

pytestmark = pytest.mark.both_stores


def test_a_failed_write_changes_nothing(database):
    """What was written before an exception is undone, and the exception comes through as it is."""

    def fail():
        with database.write() as connection:
            connection.exec_driver_sql("INSERT INTO blob (sha256, text) VALUES ('a', 'x')")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with database.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM blob").scalar() == 0


def test_a_reader_sees_one_state(database):
    """A write that commits while somebody reads does not show up in the middle."""
    with database.read() as reader:
        assert reader.exec_driver_sql("SELECT count(*) FROM blob").scalar() == 0
        with database.write() as writer:
            writer.exec_driver_sql("INSERT INTO blob (sha256, text) VALUES ('a', 'x')")
        assert reader.exec_driver_sql("SELECT count(*) FROM blob").scalar() == 0
    with database.read() as reader:
        assert reader.exec_driver_sql("SELECT count(*) FROM blob").scalar() == 1


@pytest.mark.migrates
def test_many_threads_write_and_read(database):
    """Twelve threads, twenty writes each: none is lost, none fails."""

    def work(number):
        for n in range(20):
            with database.write() as connection:
                connection.exec_driver_sql(f"INSERT INTO blob (sha256, text) VALUES ('{number}-{n}', 'x')")
            with database.read() as connection:
                connection.exec_driver_sql("SELECT count(*) FROM blob").scalar()

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(work, range(12)))
    with database.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM blob").scalar() == 240


def test_a_closed_store_says_so(tmp_path):
    """After close, use is an error; closing twice is none."""
    database = open_database(tmp_path / "u.db")
    with database.read():
        pass
    database.close()
    database.close()
    with pytest.raises(StoreError) as raised, database.read():
        pass
    assert raised.value.details == {"reason": "closed"}
