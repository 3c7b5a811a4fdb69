"""One thing that an edit shows, and the axes along which edits are looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import attrs

from underdraft.text.strings import strings
from underdraft.types.json_marks import shown
from underdraft.types.values import frozen

Lean = Literal["first", "second", "kept"]
"""Which pole of the axis an edit leans to, or that it left alone what it could have changed."""

SPAN_MAXIMUM = 120
"""Maximum length of a text span that is stored as evidence, in code points."""

AXES: Mapping[str, tuple[str, str]] = {
    "sentence_length": ("shorter", "longer"),
    "exclamation": ("fewer", "more"),
    "dialogue": ("more", "less"),
    "person": ("first", "third"),
    "modifiers": ("fewer", "more"),
    "quotation": ("first", "second"),
    "opening": ("speech", "narration"),
    "ending": ("shorter", "longer"),
    "order": ("forward", "back"),
    "paragraphs": ("shorter", "longer"),
    "word": ("first", "second"),
}
"""The two poles of every measure by its name, which with a pole makes a tag such as ``edit:sentence_length:shorter``.

Its statements are the section ``statements.NAME`` of the language files.
"""


@frozen(kw_only=True)
class Observation:
    """One thing that an edit shows."""

    axis: Annotated[str, "A name of :data:`AXES`."]
    key: Annotated[str, "The axis, or what is weighed in code point order: one key for both directions."]
    lean: Annotated[Lean, "To which pole."]
    before: Annotated[str, "Where it shows, in the model's text."] = ""
    after: Annotated[str, "The same place in the writer's."] = ""

    @property
    def holds_words(self) -> bool:
        """Whether the key itself is made of the writer's words."""
        return self.axis == "word"

    @property
    @shown
    def tag(self) -> str:
        """The observation without any text, e.g. ``edit:sentence_length:shorter``."""
        if self.lean == "kept":
            return f"edit:{self.axis}:kept"
        if self.axis == "word":
            return f"edit:word:{self.lean}"
        if self.axis == "quotation":
            return f"edit:quotation:{self._poles()[self.lean == 'second']}"
        return f"edit:{self.axis}:{AXES[self.axis][self.lean == 'second']}"

    def without_text(self) -> Observation:
        """The observation for privacy mode: no spans."""
        return attrs.evolve(self, before="", after="")

    def statements(self, locale: str) -> tuple[str, str]:
        """Word the wish of a writer who leans to the first pole, and to the second, in the locale's language."""
        pairs: Mapping[str, Any] = strings("statements", locale)
        first, second = pairs[self.axis]
        a, b = self._poles()
        if self.axis == "quotation":
            styles = strings("quotation_styles", locale)
            a, b = styles[a], styles[b]
        return first.format(a=a, b=b), second.format(a=a, b=b)

    def _poles(self) -> tuple[str, str]:
        a, _, b = self.key.partition("|")
        return a, b


def word_pair(old: str, new: str) -> tuple[str, Lean]:
    """The key of two words, or of two quotation styles, and the pole that ``new`` is."""
    return (f"{new}|{old}", "first") if new < old else (f"{old}|{new}", "second")
