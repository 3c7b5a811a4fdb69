"""Checks of what callers hand in. Each refuses with one sentence: the field, and what is expected.

A message never holds the value itself. ``field`` is written as the caller knows it (camelCase on channels).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Iterable
from collections.abc import Set as AbstractSet
from typing import NoReturn

from underdraft.errors import Conflict, InvalidArgument, NotFound

_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")

TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z"
ID = r"[^\x00-\x1f\x7f\ud800-\udfff]{1,200}"


def refuse(field: str, expected: str) -> NoReturn:
    """Refuse a field; ``details`` names it."""
    raise InvalidArgument(f"{field}: expected {expected}", details={"field": field})


# Every check below that says nothing else raises InvalidArgument when the value is not as its first line says.


def check_one_of(field: str, value: object, allowed: Iterable[str]) -> None:
    """One of the words."""
    words = list(allowed)
    if value not in words:
        refuse(field, " or ".join(words))


def check_known(field: str, names: Iterable[object], known: Collection[str], *, what: str = "field") -> None:
    """Only known names; they are listed in their order, those of a set sorted."""
    if not set(names) <= set(known):
        listed = ", ".join(sorted(known) if isinstance(known, AbstractSet) else known)
        raise InvalidArgument(f"{field}: unknown {what}; known are {listed}", details={"field": field})


def check_name(field: str, value: object, maximum: int, *, may_be_blank: bool = False) -> None:
    """A name or id of 1 to ``maximum`` code points without control characters."""
    if (
        not isinstance(value, str)
        or not (value if may_be_blank else value.strip())
        or len(value) > maximum
        or _CONTROL.search(value)
    ):
        refuse(field, f"a name of 1 to {maximum} characters")


def check_text(field: str, value: object, maximum: int) -> None:
    """A text of at most ``maximum`` code points that is not blank and that a store can hold."""
    if type(value) is not str or not value.strip():
        refuse(field, "a text that is not blank")
    check_length(field, value, maximum)
    check_storable(field, value)


def check_length(field: str, value: str, maximum: int, *, unit: str = "characters") -> None:
    """At most ``maximum`` code points."""
    if len(value) > maximum:
        refuse(field, f"at most {maximum} {unit}")


def check_storable(field: str, value: object) -> None:
    """A text without NUL and lone surrogates, which have no place in a store or in UTF-8."""
    if type(value) is not str or _UNSTORABLE.search(value):
        refuse(field, "a text without NUL and lone surrogates")


def check_whole(field: str, value: object, least: int, most: int | None = None) -> None:
    """A whole number (a bool is none) from ``least`` to ``most``, both included; ``None`` for no upper end."""
    if type(value) is not int or value < least or (most is not None and value > most):
        upper = f">= {least}" if most is None else f"from {least} to {most}"
        refuse(field, f"a whole number {upper}")


def check_range(field: str, value: float, least: int, most: int) -> None:
    """A number within the range, both ends included."""
    if not least <= value <= most:
        refuse(field, f"{least} to {most}")


def check_limit(limit: int, most: int) -> None:
    """Require that a page holds 1 to ``most`` items."""
    check_range("limit", limit, 1, most)


def check_fraction(field: str, value: object) -> None:
    """A number from 0 to 1; a bool and NaN are none."""
    if type(value) not in {int, float} or not 0 <= value <= 1:  # type: ignore[operator]
        refuse(field, "a number from 0 to 1")


def check_version(expected: int | None, stored: int, what: str) -> None:
    """The version that the caller has read is the stored one, else ``Conflict``; ``None`` takes any."""
    if expected is not None and expected != stored:
        raise Conflict(
            f"expectedVersion: the {what} has been changed since",
            details={"expectedVersion": expected, "version": stored},
        )


def check_reach(field: str, owner: str | None, project_id: str | None, what: str) -> None:
    """Require that an id names something of the project or of none, else raise ``NotFound``: docs/contract.md, section 9."""
    if owner not in {None, project_id}:
        raise NotFound(f"{field}: there is no such {what}", details={"field": field})


def checked_source(name: str, source: Callable[[], object], pattern: str, expected: str) -> Callable[[], str]:
    """A caller's function whose texts are checked; what it raises or gives else is the caller's mistake."""
    form = re.compile(pattern)

    def checked() -> str:
        try:
            given = source()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
                raise  # Ctrl-C comes nowhere else
            raise InvalidArgument(
                f"{name}: raised {type(error).__name__}", details={"field": name}
            ) from error
        if not isinstance(given, str) or not form.fullmatch(given):
            refuse(name, expected)
        return given

    return checked


def check_flag(field: str, value: object) -> None:
    """``True`` or ``False`` itself."""
    if type(value) is not bool:
        refuse(field, "true or false")
