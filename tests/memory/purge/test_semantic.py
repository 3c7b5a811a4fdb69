"""The purge of semantic rules."""

from __future__ import annotations

from memory.episodes.test_semantic import put, rule
from underdraft.memory.episodes.semantic import SemanticRuleBook


def test_rules_go_with_their_project_and_their_words(service):
    """A purged memory takes the rule along that says the same; the project all of them."""
    put(service.database, rule(1), rule("把伞递过去不说谢谢"))
    book = SemanticRuleBook(service.database)
    item = service.items.create(type="preference", scope="global", content="把伞递过去不说谢谢")
    assert {count.kind for count in service.purge(item_id=item.id).counts} == {"memory", "semantic_rule"}
    assert [one.id for one in book.list("p")] == ["rule-1"]
    service.purge(project_id="p")
    assert book.list("p") == ()
