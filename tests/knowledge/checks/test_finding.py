"""The order of findings."""

from __future__ import annotations

from underdraft.knowledge.checks.finding import Finding, quoted
from underdraft.knowledge.graph.model import Evidence


def test_certain_findings_come_first():
    """Then by kind in the documented order, by place and by words."""
    doubt = Finding(code="ACTS_WHEN_DEAD", message="a", doubt=True)
    late = Finding(code="DIES_TWICE", message="a", refs=(Evidence("b.md"),))
    early = Finding(code="DIES_TWICE", message="b", refs=(Evidence("a.md"),))
    first = Finding(code="ACTS_WHEN_DEAD", message="z")
    assert sorted([doubt, late, early, first], key=lambda f: f.order) == [first, early, late, doubt]


def test_a_quote_is_short_and_on_one_line():
    """Long text is cut with a mark."""
    assert quoted("a\n b") == "“a b”"
    assert quoted("x" * 50) == f"“{'x' * 39}…”"
