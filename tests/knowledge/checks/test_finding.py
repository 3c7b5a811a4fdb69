"""The order of findings, and their words."""

from __future__ import annotations

from underdraft.knowledge.checks.finding import Finding, Messages, quoted
from underdraft.knowledge.graph.model import Evidence


def test_certain_findings_come_first():
    """Then by kind in the documented order, by place and by words."""
    doubt = Finding(code="ACTS_WHEN_DEAD", message="a", doubt=True)
    late = Finding(code="TWO_PLACES", message="a", refs=(Evidence("b.md"),))
    early = Finding(code="TWO_PLACES", message="b", refs=(Evidence("a.md"),))
    first = Finding(code="ACTS_WHEN_DEAD", message="z")
    assert sorted([doubt, late, early, first], key=lambda f: f.order) == [first, early, late, doubt]


def test_a_quote_is_short_and_on_one_line():
    """Long text is cut with a mark."""
    assert quoted("a\n b") == "“a b”"
    assert quoted("x" * 50) == f"“{'x' * 39}…”"


def test_a_finding_is_put_into_the_locales_words():
    """The first name fills the blank of a name, unless another is given; English stands in for other locales."""
    refs = (Evidence("1.md", 3, 3),)
    made = Messages.of("zh-Hans").finding(
        "TWO_PLACES", "two_places", ["沈砚"], refs, place="井", other="塔", at=5
    )
    assert (made.message, made.names, made.refs) == ("沈砚在 5 同时身处井与塔", ("沈砚",), refs)
    other = Messages.of("fr").finding(
        "AMBIGUOUS_NAME", "ambiguous", ("A", "B"), (), name="X", one="A", other="B"
    )
    assert other.message == "“X” is A and also B"
