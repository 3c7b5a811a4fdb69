"""Plain values of a fact's attribute, of the kinds that a text can state as plainly: age, colour, side."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product

import attrs

from underdraft.knowledge.checks.language import NUMBER, alternatives, lines_in, lines_of, patterns
from underdraft.knowledge.graph.model import Attribute
from underdraft.text.language import read_number, word_alternatives, word_pattern

_AGE = word_pattern("story.values.age")
_YEARS = re.compile(rf"({NUMBER})\s*(?:{word_alternatives('story.values.years')})?", re.IGNORECASE)
_COLOUR = word_pattern("story.values.colour")
_COLOURED = frozenset({"eye", "hair", "fur"})
_OTHER = {"left": "right", "right": "left"}
_NEAR = frozenset(
    frozenset(pair.split())
    for pair in (
        "grey white", "grey blue", "blue green", "brown black", "brown red", "brown yellow", "red yellow",
        "grey black", "yellow white",
    )
)  # fmt: skip
"""Colours that one thing may well have at once or by turns."""


@attrs.frozen(kw_only=True)
class PlainValue:
    """A value that a statement can contradict.

    Attributes:
        kind: ``age``, ``colour``, ``own_colour`` (of the thing itself), ``side`` or ``handed``.
        value: The age as digits, or names of lines of ``story.toml``.
        part: Which part of the body, or ``""``.
        mark: What is special about that side, or ``""``.
    """

    kind: str
    value: frozenset[str]
    part: str = ""
    mark: str = ""

    @property
    def other_side(self) -> str:
        """The words for the side that it is not."""
        return alternatives(lines_of("sides")[_OTHER[min(self.value)]])

    def excludes(self, stated: str) -> bool:
        """Whether a stated age or colour cannot be this one."""
        if self.kind == "age":
            years, known = read_number(stated), int(min(self.value))
            return years is not None and (years < known or years > known + 1)  # a birthday may have passed
        colours = lines_in("colours", stated)
        return bool(colours) and not any(_near(one, other) for one, other in product(colours, self.value))


def _near(one: str, other: str) -> bool:
    return one == other or frozenset((one, other)) in _NEAR


@lru_cache(maxsize=4_096)
def plain_value(attribute: Attribute) -> PlainValue | None:
    """Read the plain value of an attribute; ``None`` where it is of another kind, or says more than one thing."""
    name, value = attribute.name, attribute.value
    years = _YEARS.fullmatch(value.strip())
    if _AGE.fullmatch(name.strip()) and years:
        known = read_number(years[1])
        return None if known is None else PlainValue(kind="age", value=frozenset({str(known)}))
    both = f"{name} {value}"
    sides, parts, marks = (lines_in(section, both) for section in ("sides", "parts", "marks"))
    if len(sides) == 1 and "handed" in marks:
        return PlainValue(kind="handed", value=sides)
    if len(sides) == 1 and len(parts) == 1 and len(marks) == 1:
        return PlainValue(kind="side", value=sides, part=min(parts), mark=min(marks))
    colours = lines_in("colours", value)
    if sides or marks or not colours:
        return None
    coloured = parts & _COLOURED
    if len(coloured) == 1:
        return PlainValue(kind="colour", value=colours, part=min(coloured))
    own = _COLOUR.fullmatch(name.strip()) and not parts
    return PlainValue(kind="own_colour", value=colours) if own else None


@lru_cache(maxsize=1)
def any_colour() -> str:
    """Any colour as a group that is read."""
    words = [word for line in lines_of("colours").values() for word in line]
    return f"(?:{word_alternatives('story.values.shade')})?(?P<value>{alternatives(words)})"


def part_words(part: str) -> str:
    """The words for a part of the body."""
    return patterns("parts")[part].pattern
