"""What the areas declare, and that purges and copies of generated stores follow it."""

from __future__ import annotations

from contextlib import closing

import attrs
import pytest
from sqlalchemy import Boolean, Float, Integer, func, select

from memory.area_samples import AREAS, purge, read_backup, write_backup
from memory.areas.generated_stores import OF_PROJECT, REMEMBERED, TRACE, generate
from memory.service_samples import close
from memory.store_samples import open_database
from traces import find_traces
from underdraft.memory.areas.area import Area, check_declared, copied_tables
from underdraft.memory.areas.words import MARKER
from underdraft.memory.copies.copying import fingerprint
from underdraft.memory.db.schema import metadata
from underdraft.memory.db.word_types import HoldsWords, NoWords, NoWordsBytes, NoWordsJson

pytestmark = pytest.mark.both_stores

SEEDS = range(4)


@pytest.fixture(params=SEEDS)
def made(request, tmp_path):
    """A generated store."""
    store = generate(tmp_path / "u.db", request.param)
    yield store
    close(store.service)


def count_rows(database):
    """How many rows each table has, of what is a writer's."""
    with database.read() as connection:
        tables = (table for area in AREAS for table in area.copied)
        return {t.name: connection.scalar(select(func.count()).select_from(t)) for t in tables}


def test_every_table_is_declared_once():
    """One that is missing, or stands twice, stops a purge and a copy before anything is done."""
    check_declared(AREAS)
    for wrong in (AREAS[1:], (*AREAS, AREAS[0]), (*AREAS, Area(local=(AREAS[0].local[0],)))):
        with pytest.raises(LookupError, match="store_change"):
            check_declared(wrong)


def test_every_column_says_whether_it_holds_words():
    """A column is a number, a vector, or of a type that says whether a purge takes words out of it."""
    declared = (HoldsWords, NoWords, NoWordsBytes, NoWordsJson, Boolean, Float, Integer)
    columns = (column for table in metadata().sorted_tables for column in table.c)
    assert {str(c) for c in columns if not isinstance(c.type, declared)} == {
        "embedding.vector",
        "vector_place.bits",
    }


@pytest.mark.long
def test_a_purged_project_leaves_nothing(made):
    """No word of it is in any table, index, file or log; each row of the other is there, without what it quoted."""
    database = made.service.database
    before = count_rows(database)
    assert 0 not in before.values()  # else this would say nothing of a table
    assert find_traces(database, OF_PROJECT["p"])
    assert purge(database, project_id="p").complete is not database.place.shared
    assert find_traces(database, OF_PROJECT["p"]) == set()
    assert find_traces(database, TRACE["p"]) == set()
    after = count_rows(database)
    assert {name for name, count in after.items() if count == 0} == set()
    assert purge(database, project_id="p").counts == ()
    assert purge(database, project_id="q").complete is not database.place.shared
    for word in (OF_PROJECT["q"], TRACE["q"]):
        assert find_traces(database, word) == set()
    lasting = {table.name for area in AREAS for table in area.lasting}
    everyone = {"profile_document", "user_profile_revision"}
    left = {name for name, count in count_rows(database).items() if count}
    assert left == lasting | everyone
    assert {before[name] for name in everyone} == {count_rows(database)[name] for name in everyone}


def test_a_purged_memory_leaves_nothing(made):
    """Its words are gone from both projects; nothing else is, and rows that are not about it stay."""
    database = made.service.database
    before = count_rows(database)
    purge(database, item_id=made.items["p"])
    assert find_traces(database, TRACE["p"]) == set()
    assert find_traces(database, TRACE["q"])
    assert find_traces(database, MARKER)
    after = count_rows(database)
    about = {"memory_item", "memory_revision", "memory_tidy"}
    indexed = {"embedding", "record_words", "audit", "blob"}
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= about | indexed
    assert about <= changed
    assert made.service.items.get(made.items["q"]).content == f"{REMEMBERED['q']}!"


@pytest.mark.long
def test_a_purge_of_everything_leaves_what_says_nothing(made):
    """Settings and the log of purges stay, and no word of either project."""
    database = made.service.database
    assert purge(database, everything=True).complete is not database.place.shared
    for word in (*OF_PROJECT.values(), *TRACE.values()):
        assert find_traces(database, word) == set()
    lasting = {table.name for area in AREAS for table in area.lasting}
    assert {name for name, count in count_rows(database).items() if count} == lasting


@pytest.mark.long
@pytest.mark.file_only("a backup is a file")
def test_a_backup_loses_nothing(made, tmp_path):
    """Each row of each table comes back as it was."""

    def rows_of(database):
        with database.read() as connection:
            return {table.name: fingerprint(connection, table) for table in copied_tables(AREAS)}

    before = rows_of(made.service.database)
    assert set(metadata().tables) - before.keys() == {t.name for area in AREAS for t in area.local}
    write_backup(made.service.database, tmp_path / "saved")
    with closing(open_database(tmp_path / "to.db")) as target:
        read_backup(tmp_path / "saved", target)
        assert rows_of(target) == before


def test_a_table_without_an_area_is_refused(made):
    """A purge that could not reach a table does nothing at all."""
    from underdraft.memory.purge import purge as purge_with

    database = made.service.database
    before = count_rows(database)
    less = [attrs.evolve(area, follow=()) for area in AREAS]
    with pytest.raises(LookupError):
        purge_with(database, less, everything=True)
    assert count_rows(database) == before
