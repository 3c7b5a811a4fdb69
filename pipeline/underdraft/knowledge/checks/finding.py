"""A finding of a check: one contradiction, with both its ends as evidence, in the words of one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import attrs

from underdraft.knowledge.graph.model import Event, Evidence, Relation
from underdraft.text.clean import one_line
from underdraft.text.strings import strings
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.values import frozen

CODES = {
    "ACTS_WHEN_DEAD": "somebody acts or speaks who is dead, or a thing is used that is gone",
    "TWO_PLACES": "somebody is in two places at one time",
    "ATTRIBUTE_CHANGED": "something about somebody is different, and no event has changed it",
    "OUT_OF_ORDER": "an event stands before what must come first",
    "UNKNOWN_NAME": "a fact names somebody or something that is not there",
    "AMBIGUOUS_NAME": "one name stands for two",
    "BAD_INTERVAL": "a relation ends before it begins",
    "SAYS_OTHERWISE": "a model says that two claims contradict each other; both quotes are there word for word",
    "BAD_EVIDENCE": "the evidence is not there",
}
"""Every kind of finding, in the order in which they are listed."""


@frozen(kw_only=True)
class Finding:
    """One contradiction."""

    code: Annotated[str, "What kind of finding it is."]
    message: Annotated[str, "One sentence."]
    names: Annotated[tuple[str, ...], "Who and what it is about."] = ()
    refs: Annotated[
        tuple[Evidence, ...], "The evidence: first what is wrong, then what it is wrong against."
    ] = ()
    doubt: Annotated[bool, "It may well be right; look at it."] = False
    id: Annotated[str | None, "Of what a model found: `knowledge:settle` with `reject` dismisses it."] = (
        OMIT_NONE
    )
    category: Annotated[str | None, "Category of the two claims."] = OMIT_NONE
    quotes: Annotated[tuple[str, ...], "Both quotes of what a model found, in the order of the refs."] = ()
    sure: Annotated[float | None, "How sure the model is, 0 to 1."] = OMIT_NONE

    @property
    def order(self) -> tuple[bool, int, tuple[Evidence, ...], str]:
        """Certain ones first, then by kind, place and words."""
        return (self.doubt, list(CODES).index(self.code), self.refs, self.message)


def quoted(text: str, limit: int = 40) -> str:
    """A few words of the text for a message."""
    return f"“{one_line(text, limit)}”"


@frozen
class Messages:
    """Templates by key; their blanks are filled with keyword arguments."""

    templates: Mapping[str, str]

    @classmethod
    def of(cls, locale: str) -> Messages:
        """The sentences in the locale's language."""
        return cls(strings("checks", locale))

    def text(self, key: str, **values: object) -> str:
        """One sentence, or a part of one."""
        return self.templates[key].format(**values)

    def finding(
        self,
        code: str,
        key: str,
        names: Sequence[str],
        refs: Sequence[Evidence] = (),
        *,
        of: Event | Relation | None = None,
        doubt: bool = False,
        **values: object,
    ) -> Finding:
        """A finding whose message is the sentence ``key``; its blanks are what the fact says, and the values.

        ``{name}`` is the first name, unless given. The fact's own evidence comes before ``refs``.
        """
        said = {} if of is None else attrs.asdict(of, recurse=False)
        refs = refs if of is None else (*of.refs, *refs)
        message = self.text(key, **said | dict(zip(("name",), names, strict=False)) | values)
        return Finding(code=code, message=message, names=tuple(names), refs=tuple(refs), doubt=doubt)
