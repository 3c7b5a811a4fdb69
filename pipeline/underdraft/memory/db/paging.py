"""Pages of lists: a cursor points after a row, so that pages do not shift when rows come in."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from underdraft.errors import InvalidArgument
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from sqlalchemy import Column, Connection, RowMapping, Select


T = TypeVar("T")

Key = list[int] | list[str]
"""The values of the columns that order a list, in one row: a lone whole number, or texts."""

DIGITS_MAXIMUM = 18
"""Maximum digits of a number in a cursor: a 64-bit integer holds as many in any case."""


@frozen(kw_only=True)
class Page(Generic[T]):
    """Some items of a list; ``next_cursor`` asks for the following page, ``None`` ends the list."""

    items: tuple[T, ...]
    next_cursor: str | None = None


def read_page(
    connection: Connection,
    query: Select[*tuple[Any, ...]],
    first: Column[Any],
    tie: Column[Any] | None = None,
    *,
    falls: bool = True,
    limit: int,
    cursor: str | None,
    value_of: Callable[[RowMapping], T],
) -> Page[T]:
    """One page of a query; a cursor of another list is refused.

    It is ordered by ``first``, unique whole numbers or texts, which fall or rise; rows with equal texts by
    ``tie``, unique texts that rise. The query selects them under their own names.
    """
    if cursor is not None:
        value, *tied = read_cursor(cursor, number=tie is None)
        further = first < value if falls else first > value
        query = query.where(further if tie is None else further | ((first == value) & (tie > tied[0])))
    columns = [first] if tie is None else [first, tie]
    query = query.order_by(first.desc() if falls else first, *columns[1:]).limit(limit + 1)
    rows = connection.execute(query).mappings().all()
    more = make_cursor([rows[limit - 1][column.name] for column in columns]) if len(rows) > limit else None
    return Page(items=tuple(value_of(row) for row in rows[:limit]), next_cursor=more)


def make_cursor(key: Key) -> str:
    """A cursor after the row of this key: a number as its digits, texts as JSON in base64."""
    if len(key) == 1:
        return str(key[0])
    return base64.urlsafe_b64encode(json.dumps(key).encode()).decode()


def read_cursor(cursor: str, *, number: bool) -> Key:
    """The key in a cursor of :func:`make_cursor`: a number, else two texts; anything else is refused."""
    if number:
        if cursor.isascii() and cursor.isdigit() and len(cursor) <= DIGITS_MAXIMUM:
            return [int(cursor)]
    else:
        try:
            key = json.loads(base64.urlsafe_b64decode(cursor.encode("ascii")))
        except (ValueError, RecursionError):
            key = None
        if isinstance(key, list) and [type(value) for value in key] == [str, str]:
            return key
    raise InvalidArgument("cursor: not a cursor of this list", details={"field": "cursor"})
