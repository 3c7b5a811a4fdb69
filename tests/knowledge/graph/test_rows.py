"""Facts of the story in the store."""

from __future__ import annotations

import pytest

from underdraft import Conflict, InvalidArgument, NotFound
from underdraft.knowledge.graph.model import Evidence
from underdraft.knowledge.graph.rows import FactRows

EVENT = {"id": "x", "at": "2", "what": "x", "who": ["Ann"]}


@pytest.fixture
def rows(underdraft_workspace):
    """The facts of a fresh store."""
    return FactRows(underdraft_workspace().store.database)


def test_a_fact_is_written_once(rows):
    """The same words are the same fact; its evidence, where it gives none, is its entry in the store."""
    first = rows.add("p", "event", EVENT)
    assert rows.add("p", "event", dict(reversed(EVENT.items()))).id == first.id
    assert rows.add("q", "event", EVENT).id != first.id
    assert rows.graph("p").events[0].refs == (Evidence(f"knowledge/{first.id}"),)


def test_the_graph_is_the_same_object_until_a_fact_is_written(rows):
    """What depends on it can be kept; other projects' facts do not count."""
    rows.add("p", "entity", {"name": "Ann"})
    graph = rows.graph("p")
    rows.add("q", "entity", {"name": "Bert"})
    assert rows.graph("p") is graph
    rows.add("p", "entity", {"name": "Cleo"})
    assert [e.name for e in rows.graph("p").entities] == ["Ann", "Cleo"]


def test_a_proposal_is_settled_once(rows):
    """Confirming twice changes nothing; the other way round is a conflict."""
    made = rows.add("p", "event", EVENT, status="proposed")
    assert rows.graph("p").events == ()
    confirmed = rows.settle("p", made.id, "confirmed")
    assert (confirmed.status, confirmed.version) == ("confirmed", 2)
    assert rows.settle("p", made.id, "confirmed").version == 2
    with pytest.raises(Conflict):
        rows.settle("p", made.id, "rejected")
    with pytest.raises(NotFound):
        rows.settle("q", made.id, "confirmed")


def test_a_deleted_fact_is_gone(rows):
    """Neither the list nor the graph has it any more."""
    made = rows.add("p", "event", EVENT)
    assert rows.delete("p", made.id).deleted_at
    assert rows.list("p") == []
    assert rows.graph("p").events == ()
    with pytest.raises(NotFound):
        rows.delete("p", made.id)


def test_wrong_facts_are_refused(rows):
    """No such fact, no such status."""
    with pytest.raises(InvalidArgument):
        rows.add("p", "song", {})
    with pytest.raises(InvalidArgument):
        rows.list("p", "lost")
