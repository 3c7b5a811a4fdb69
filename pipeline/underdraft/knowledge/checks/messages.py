"""The sentences of the check, in the workspace's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from underdraft.text.strings import strings

if TYPE_CHECKING:
    from collections.abc import Mapping


@attrs.frozen
class Wording:
    """Puts a finding into words."""

    templates: Mapping[str, str]

    @classmethod
    def of(cls, locale: str) -> Wording:
        """The words of a locale; English for one that has none."""
        return cls(strings("checks", locale))

    def __call__(self, key: str, **values: object) -> str:
        """The sentence."""
        return self.templates[key].format(**values)
