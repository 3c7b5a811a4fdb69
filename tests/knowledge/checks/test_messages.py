"""Findings in words."""

from __future__ import annotations

from underdraft.knowledge.checks.messages import Messages
from underdraft.knowledge.graph.model import Evidence


def test_a_finding_is_put_into_the_locales_words():
    """The first name fills the blank of a name, unless another is given; English stands in for other locales."""
    refs = (Evidence("1.md", 3, 3),)
    made = Messages.of("zh-Hans").finding("DIES_TWICE", "dies_twice", ["沈砚"], refs, since=3, at=5)
    assert (made.message, made.names, made.refs) == ("沈砚在 3 已死，5 又死一次", ("沈砚",), refs)
    other = Messages.of("fr").finding(
        "AMBIGUOUS_NAME", "ambiguous", ("A", "B"), (), name="X", one="A", other="B"
    )
    assert other.message == "“X” is A and also B"
