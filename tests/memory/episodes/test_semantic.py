"""Semantic rules as rows, and the writer's decisions."""

from __future__ import annotations

import pytest

from underdraft.errors import CapacityExceeded, InvalidArgument, NotFound
from underdraft.memory.episodes.semantic import item_of_rule, rules_in_force
from underdraft.memory.notes.rows import write
from underdraft.types.episodes import SEMANTIC_RULE_BUDGET, RuleEvidence, SemanticRule


def put(database, *rules):
    """Write rules as distilling does."""
    with database.write() as connection:
        for rule in rules:
            item = item_of_rule(rule, topic_id="t", pole="accept")
            write(connection, None, item, action="create", actor="learning", at="")


def rule(number, **more):
    """A rule."""
    seen = (RuleEvidence(episode_id="ep-1", run_id="r1"),)
    return SemanticRule(
        id=f"rule-{number}", project_id="p", text=f"对白：{number}", support=3, evidence=seen, **more
    )


def test_decisions(episodes):
    """Confirmed in other words, refused, confirmed again; each is a version, and a repetition none."""
    put(episodes.database, rule(1))
    book = episodes.rule_book
    assert book.list("p") == (rule(1),)
    assert book.confirm("rule-1", "p", text=" 对白\n要短 ").text == "对白 要短"
    assert episodes.semantic_rules("p").rules[0].version == 2
    assert book.refuse("rule-1", "p").version == 3
    assert book.refuse("rule-1", "p").version == 3
    assert episodes.semantic_rules("p").rules == ()
    assert book.confirm("rule-1", "p").state == "confirmed"


@pytest.mark.seed("002.3.4")
def test_what_is_refused(episodes):
    """Blank words, another project's rule, and more rules than there is room for."""
    full = [rule(n, state="confirmed") for n in range(SEMANTIC_RULE_BUDGET)]
    put(episodes.database, *full, rule("x"))
    for error, asked in (
        (InvalidArgument, ("rule-1", "p", " ")),
        (NotFound, ("rule-1", "q", None)),
        (CapacityExceeded, ("rule-x", "p", None)),
    ):
        with pytest.raises(error):
            episodes.rule_book.confirm(*asked[:2], text=asked[2])
    with episodes.database.read() as connection:
        assert len(rules_in_force(connection, "p")) == SEMANTIC_RULE_BUDGET


def test_switched_off_with_the_memories(episodes):
    """Without injection no rule is given."""
    put(episodes.database, rule(1, state="confirmed"))
    assert len(episodes.semantic_rules("p").rules) == 1
    with episodes.database.write() as connection:
        connection.exec_driver_sql("INSERT INTO setting VALUES ('injectionEnabled', 'false', 'x')")
    assert episodes.semantic_rules("p").rules == ()
