"""What a fact's attribute plainly states, where it is of a kind that a text can state as plainly: age, colour, side."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product

import attrs

from underdraft.knowledge.checks.language import NUMBER, alternatives, lines_in, number, patterns, table
from underdraft.knowledge.graph.model import Attribute

_AGE = re.compile(r"age|年龄|年纪|岁数", re.IGNORECASE)
_YEARS = re.compile(rf"({NUMBER})\s*(?:岁|years old|years)?", re.IGNORECASE)
_COLOUR = re.compile(r"colou?r|颜色|毛色", re.IGNORECASE)
_COLOURED = frozenset({"eye", "hair", "fur"})
_OTHER = {"left": "right", "right": "left"}


@attrs.frozen(kw_only=True)
class PlainValue:
    """A value that a statement can contradict.

    Attributes:
        kind: ``age``, ``colour``, ``own_colour`` (of the thing itself), ``side`` or ``handed``.
        value: The age as digits, or names of lines of ``words.toml``.
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
        return alternatives(table("sides")[_OTHER[min(self.value)]])

    def excludes(self, stated: str) -> bool:
        """Whether a stated age or colour cannot be this one."""
        if self.kind == "age":
            years, known = number(stated), int(min(self.value))
            return years is not None and (years < known or years > known + 1)  # a birthday may have passed
        colours = lines_in("colours", stated)
        return bool(colours) and not any(_near(one, other) for one, other in product(colours, self.value))


def _near(one: str, other: str) -> bool:
    return one == other or any({one, other} == set(pair.split()) for pair in table("colours")["near"])


@lru_cache(maxsize=4_096)
def plain_value(attribute: Attribute) -> PlainValue | None:
    """What an attribute plainly states; ``None`` where it is of another kind, or says more than one thing."""
    name, value = attribute.name, attribute.value
    years = _YEARS.fullmatch(value.strip())
    if _AGE.fullmatch(name.strip()) and years:
        known = number(years[1])
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
    words = [word for name, line in table("colours").items() if name != "near" for word in line]
    return f"[浅深淡暗亮]?(?P<value>{alternatives(words)})"


def part_words(part: str) -> str:
    """The words for a part of the body."""
    return patterns("parts")[part].pattern
