"""Where vectors are searched: in each place that has their text, and nowhere else."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from memory.service_samples import LetterEmbedder, add
from underdraft.memory.db.schema.recall import EMBEDDING, POSTING, VECTOR_PLACE
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index import places
from underdraft.memory.index.indexer import Indexer
from underdraft.memory.index.postings import look_up
from underdraft.memory.notes.rows import index_all

pytestmark = pytest.mark.both_stores


def placed(service):
    """The places, without the model, and how many vectors each has."""
    query = select(VECTOR_PLACE.c.place, func.count()).group_by(VECTOR_PLACE.c.place)
    with service.database.read() as connection:
        return {place.replace(" letters ", " "): many for place, many in connection.execute(query)}


def test_a_text_is_searched_where_it_is(service):
    """Of each project and of none, once; not what is deleted, moved away or written anew."""
    own = {"scope": "project", "project_id": "novel"}
    service.indexer.close()
    first, _ = add(service, "灯塔", "码头")
    [second] = add(service, "灯塔", **own)
    [moving] = add(service, "后巷", **own)
    service.indexer.fill()
    assert placed(service) == {"memory_item ": 2, "memory_item novel": 2}
    service.items.delete(first)
    service.items.update(second, {"content": "灯笼"})
    service.items.update(moving, {"scope": "global", "project_id": None})
    service.indexer.fill()
    assert placed(service) == {"memory_item ": 2, "memory_item novel": 1}
    with service.database.read() as connection:
        assert not places.is_behind(connection, "letters")


def test_what_came_without_places_is_caught_up_with(service):
    """A copy of a store, or one of the release before, has vectors alone."""
    service.indexer.close()
    add(service, *(f"第{number}条 lamp" for number in range(9)))
    service.indexer.fill()
    asked = len(service.embedder.load().texts)
    with service.database.write() as connection:
        connection.execute(VECTOR_PLACE.delete())
        connection.execute(POSTING.delete())
        index_all(connection)
    Indexer(service.database, service.embedder).fill()
    assert placed(service) == {"memory_item ": 9}
    assert len(service.embedder.load().texts) == asked
    found = service.recall(None, "第3条 lamp")
    assert found.mode == "semantic"
    assert found.items[0].content == "第3条 lamp"


def test_a_vector_goes_with_all_by_which_it_is_found(service):
    """The totals of the place stay, and say that one has left."""
    service.indexer.close()
    add(service, "灯塔 lamp")
    service.indexer.fill()
    with service.database.write() as connection:
        assert places.drop(connection, connection.scalars(select(EMBEDDING.c.id)).all()) == 1
        place = places.place_of(MEMORY_ITEM, "letters", None)
        assert look_up(connection, None, "灯塔", [place]).totals == {place: (0, 0, 1)}
    assert placed(service) == {}


def test_another_embedder_has_places_of_its_own(service):
    """The vectors of the first are there still, and go when they are made anew."""
    service.indexer.close()
    add(service, "灯塔")
    service.indexer.fill()
    other = LetterEmbedder("other", 16)
    service.embedder._embedder = other
    service.indexer.fill()
    assert placed(service) == {"memory_item ": 1, "memory_item other ": 1}
    service.indexer.rebuild()
    assert placed(service) == {"memory_item other ": 1}
