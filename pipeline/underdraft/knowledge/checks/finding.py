"""What a check found: one contradiction, with both its ends as evidence."""

from __future__ import annotations

from typing import Annotated

import attrs

from underdraft.knowledge.graph.model import Evidence
from underdraft.text.clean import one_line

CODES = {
    "ACTS_WHEN_DEAD": "somebody acts or speaks who is dead, or a thing is used that is gone",
    "DIES_TWICE": "somebody who is dead dies again",
    "TWO_PLACES": "somebody is in two places at one time, or could not have come from one to the other",
    "ATTRIBUTE_CHANGED": "something about somebody is different, and no event has changed it",
    "NOT_IN_HAND": "somebody has a thing that they have lost, or that somebody else has",
    "KNOWS_TOO_EARLY": "somebody knows what they learn later",
    "TOO_EARLY": "somebody acts before their first appearance",
    "OUT_OF_ORDER": "an event stands before what must come first",
    "UNKNOWN_NAME": "a fact names somebody or something that is not there",
    "AMBIGUOUS_NAME": "one name stands for two",
    "MISSPELT_NAME": "a word looks like a name with a mistake in it",
    "BAD_INTERVAL": "a relation ends before it begins, or two stand where only one can",
    "BAD_EVIDENCE": "the evidence is not there, or is not where the event is",
}
"""Every kind of finding, in the order in which they are listed."""


@attrs.frozen(kw_only=True)
class Finding:
    """One contradiction."""

    code: Annotated[str, "One of :data:`CODES`."]
    message: str
    names: tuple[str, ...] = ()
    refs: Annotated[
        tuple[Evidence, ...], "The evidence: first what is wrong, then what it is wrong against."
    ] = ()
    doubt: Annotated[bool, "It may well be right; look at it."] = False

    @property
    def order(self) -> tuple[bool, int, tuple[Evidence, ...], str]:
        """Certain ones first, then by kind, place and words."""
        return (self.doubt, list(CODES).index(self.code), self.refs, self.message)


def quoted(text: str, limit: int = 40) -> str:
    """A few words of the text for a message."""
    return f"“{one_line(text, limit)}”"
