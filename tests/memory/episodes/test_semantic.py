"""Semantic rules as records."""

from __future__ import annotations

from underdraft.memory.episodes.semantic import read_items, rules_in_force
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.notes.rows import write


def put(database, *rules):
    """Write rules as distilling does."""
    with database.write() as connection:
        for rule in rules:
            write(connection, None, rule, action="create", actor="learning", at="")


def rule(number, state="proposed", **more):
    """A rule's record."""
    return MemoryItem(
        id=f"rule-{number}",
        type="rule",
        section="rules",
        scope="project",
        project_id="p",
        origin="learned",
        source="distilled",
        state=state,
        content=f"对白：{number}",
        scene="dialogue",
        metadata={"support": 3, "against": 1},
        evidence=({"episodeId": "ep-1", "runId": "r1"},),
        **more,
    )


def rules(database, project="p"):
    """The ids of a project's rules."""
    with database.read() as connection:
        return [one.id for one in read_items(connection, project)]


def test_a_rule_is_a_record(episodes):
    """Only confirmed ones are in force, with what speaks for them, and each project has its own."""
    put(episodes.database, rule(1), rule(2, state="active"))
    with episodes.database.read() as connection:
        [found] = rules_in_force(connection, "p")
    assert (found.id, found.text, found.support, found.against) == ("rule-2", "对白：2", 3, 1)
    assert found.run_id == "r1"
    assert rules(episodes.database) == ["rule-1", "rule-2"]
    assert rules(episodes.database, "q") == []


def test_switched_off_with_the_memories(episodes):
    """Without injection no rule is given."""
    put(episodes.database, rule(1, state="active"))
    assert len(episodes.semantic_rules("p").rules) == 1
    with episodes.database.write() as connection:
        connection.exec_driver_sql("INSERT INTO setting VALUES ('injectionEnabled', 'false', 'x')")
    assert episodes.semantic_rules("p").rules == ()
