"""One thing that an edit shows, and the axes along which edits are looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

Lean = Literal["first", "second", "kept"]
"""Which pole of its axis an edit leans to, or that it left alone what it could have changed."""

SPAN_MAXIMUM = 120
"""Most code points of a text span that is kept as evidence."""


@attrs.frozen(kw_only=True)
class Axis:
    """A measure with two poles.

    Attributes:
        name: Stable name; with the pole it makes a tag such as ``edit:sentence_length:shorter``.
        poles: Names of the poles.
        statements: By language, what a writer wants who leans to the first and to the second pole.
            Axes whose poles are words (``{a}``, ``{b}``) fill them in.
    """

    name: str
    poles: tuple[str, str]
    statements: Mapping[str, tuple[str, str]]


AXES: Mapping[str, Axis] = {
    axis.name: axis
    for axis in (
        Axis(
            name="sentence_length",
            poles=("shorter", "longer"),
            statements={
                "zh": ("叙述句偏好短句", "叙述句偏好长句"),
                "en": ("prefers shorter sentences in narration", "prefers longer sentences in narration"),
            },
        ),
        Axis(
            name="exclamation",
            poles=("fewer", "more"),
            statements={
                "zh": ("少用感叹号", "多用感叹号"),
                "en": ("uses few exclamation marks", "uses exclamation marks freely"),
            },
        ),
        Axis(
            name="dialogue",
            poles=("more", "less"),
            statements={
                "zh": ("偏好对白多、叙述少", "偏好对白少、叙述多"),
                "en": ("prefers more dialogue", "prefers less dialogue"),
            },
        ),
        Axis(
            name="person",
            poles=("first", "third"),
            statements={
                "zh": ("叙述用第一人称", "叙述用第三人称"),
                "en": ("narrates in the first person", "narrates in the third person"),
            },
        ),
        Axis(
            name="modifiers",
            poles=("fewer", "more"),
            statements={
                "zh": ("少用形容词、副词等修饰语", "多用形容词、副词等修饰语"),
                "en": ("cuts modifiers", "adds modifiers"),
            },
        ),
        Axis(
            name="quotation",
            poles=("first", "second"),
            statements={
                "zh": ("引号用{a}，不用{b}", "引号用{b}，不用{a}"),
                "en": ("puts quotations in {a}, not in {b}", "puts quotations in {b}, not in {a}"),
            },
        ),
        Axis(
            name="word",
            poles=("first", "second"),
            statements={
                "zh": ("用“{a}”，不用“{b}”", "用“{b}”，不用“{a}”"),
                "en": ('writes "{a}", not "{b}"', 'writes "{b}", not "{a}"'),
            },
        ),
    )
}
"""Every axis by its name."""

QUOTATION_NAMES: Mapping[str, Mapping[str, str]] = {
    "zh": {"corner": "「」", "curly": "“”", "straight": '""'},
    "en": {"corner": "corner brackets 「」", "curly": "curly quotes “”", "straight": 'straight quotes ""'},
}


@attrs.frozen(kw_only=True)
class Observation:
    """One thing that an edit shows.

    Attributes:
        axis: A name of :data:`AXES`.
        key: Which one of the axis: its own name, or the two words or quotation styles that it weighs
            against each other, in code point order, so that both directions have one key.
        lean: To which pole.
        before: Where it shows, in the model's text.
        after: The same place in the writer's.
        amount: The measure before and after, for people; its unit belongs to the axis.
    """

    axis: str
    key: str
    lean: Lean
    before: str = ""
    after: str = ""
    amount: tuple[float, float] | None = None

    @property
    def holds_words(self) -> bool:
        """Whether the key itself is made of the writer's words."""
        return self.axis == "word"

    @property
    def tag(self) -> str:
        """The observation without any text, e.g. ``edit:sentence_length:shorter``."""
        if self.lean == "kept":
            return f"edit:{self.axis}:kept"
        if self.axis == "word":
            return f"edit:word:{self.lean}"
        if self.axis == "quotation":
            return f"edit:quotation:{self._poles()[self.lean == 'second']}"
        return f"edit:{self.axis}:{AXES[self.axis].poles[self.lean == 'second']}"

    def without_text(self) -> Observation:
        """The observation for privacy mode: no spans."""
        return attrs.evolve(self, before="", after="")

    def statements(self, locale: str) -> tuple[str, str]:
        """What a writer wants who leans to the first pole, and to the second, in the locale's language."""
        language = "zh" if locale.startswith("zh") else "en"
        first, second = AXES[self.axis].statements[language]
        if "{a}" not in first:
            return first, second
        a, b = self._poles()
        if self.axis == "quotation":
            a, b = QUOTATION_NAMES[language][a], QUOTATION_NAMES[language][b]
        return first.format(a=a, b=b), second.format(a=a, b=b)

    def _poles(self) -> tuple[str, str]:
        a, _, b = self.key.partition("|")
        return a, b


def word_pair(old: str, new: str) -> tuple[str, Lean]:
    """The key of two words and the pole that ``new`` is."""
    return (f"{new}|{old}", "first") if new < old else (f"{old}|{new}", "second")


def quotation_pair(old: str, new: str) -> tuple[str, Lean]:
    """The key of two quotation styles and the pole that ``new`` is."""
    return word_pair(old, new)
