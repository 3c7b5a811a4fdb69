"""The sentences of the check in one language, and findings made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from underdraft.knowledge.checks.finding import Finding
from underdraft.knowledge.graph.model import Event, Evidence, Relation, State
from underdraft.text.strings import strings


@attrs.frozen
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
        refs: Sequence[Evidence],
        *,
        of: Event | Relation | State | None = None,
        doubt: bool = False,
        **values: object,
    ) -> Finding:
        """A finding whose message is the sentence ``key``; its blanks are what the fact says, and the values.

        ``{name}`` is the first name, unless given.
        """
        said = {} if of is None else attrs.asdict(of, recurse=False)
        message = self.text(key, **said | dict(zip(("name",), names, strict=False)) | values)
        return Finding(code=code, message=message, names=tuple(names), refs=tuple(refs), doubt=doubt)
