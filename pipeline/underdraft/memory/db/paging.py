"""Pages of lists: a cursor points after a row, so that pages do not shift when rows come in."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from underdraft.errors import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import ColumnElement, Connection, RowMapping, Select


T = TypeVar("T")

Key = list[int] | list[str]
"""The values of the columns that order a list, in one row: a lone whole number, or texts."""

DIGITS_MAXIMUM = 18
"""Most digits of a number in a cursor: what a 64-bit integer holds in any case."""


@attrs.frozen(kw_only=True)
class Page(Generic[T]):
    """Some items of a list; ``next_cursor`` asks for the following page, ``None`` ends the list."""

    items: tuple[T, ...]
    next_cursor: str | None = None


def read_page(
    connection: Connection,
    query: Select[Any],
    order: Sequence[ColumnElement[Any]],
    *,
    limit: int,
    cursor: str | None,
    value_of: Callable[[RowMapping], T],
) -> Page[T]:
    """One page of a query.

    Args:
        connection: Where to read.
        query: What is listed; it selects the columns of ``order`` under their own names.
        order: A column of whole numbers or several of texts, with ``desc()`` where it falls; unique together.
        limit: Most items.
        cursor: ``next_cursor`` of the page before; ``None`` for the first page.
        value_of: The item of a row.

    Raises:
        InvalidArgument: The cursor is none of this list's.
    """
    terms = [_column(term) for term in order]
    if cursor is not None:
        query = query.where(_after(terms, read_cursor(cursor, number=len(terms) == 1)))
    rows = connection.execute(query.order_by(*order).limit(limit + 1)).mappings().all()
    more = len(rows) > limit
    return Page(
        items=tuple(value_of(row) for row in rows[:limit]),
        next_cursor=make_cursor([rows[limit - 1][column.name] for column, _ in terms]) if more else None,
    )


def make_cursor(key: Key) -> str:
    """A cursor after the row of this key: a number as its digits, texts as JSON in base64."""
    if len(key) == 1:
        return str(key[0])
    return base64.urlsafe_b64encode(json.dumps(key).encode()).decode()


def read_cursor(cursor: str, *, number: bool) -> Key:
    """The key in a cursor.

    Args:
        cursor: What :func:`make_cursor` gave.
        number: Whether the key is a number, else two texts.

    Raises:
        InvalidArgument: It was not made for such a key.
    """
    if number:
        if cursor.isascii() and cursor.isdigit() and len(cursor) <= DIGITS_MAXIMUM:
            return [int(cursor)]
    else:
        try:
            key = json.loads(base64.urlsafe_b64decode(cursor.encode("ascii")))
        except ValueError:
            key = None
        if isinstance(key, list) and [type(value) for value in key] == [str, str]:
            return key
    raise InvalidArgument("cursor: not a cursor of this list", details={"field": "cursor"})


def _column(term: ColumnElement[Any]) -> tuple[Any, bool]:
    """The column of an ordering term, and whether it falls."""
    from sqlalchemy import UnaryExpression  # late: channels name Page, and are imported without the store
    from sqlalchemy.sql.operators import desc_op

    if isinstance(term, UnaryExpression):
        return term.element, term.modifier is desc_op
    return term, False


def _after(terms: Sequence[tuple[Any, bool]], key: Key) -> ColumnElement[bool]:
    """The condition for rows after the one of this key."""
    from sqlalchemy import and_, or_

    (column, falls), value = terms[0], key[0]
    further: ColumnElement[bool] = column < value if falls else column > value
    if len(terms) == 1:
        return further
    return or_(further, and_(column == value, _after(terms[1:], key[1:])))
