"""Cursors of lists by time: they point behind a row, so that pages do not shift when rows come in."""

from __future__ import annotations

import base64
import binascii
import json

from underdraft.errors import InvalidArgument


def make_cursor(created_at: str, item_id: str) -> str:
    """A cursor that continues after the row of this time and id."""
    return base64.urlsafe_b64encode(json.dumps([created_at, item_id]).encode()).decode()


def read_cursor(cursor: str) -> tuple[str, str]:
    """Time and id behind a cursor.

    Raises:
        InvalidArgument: It was not made by :func:`make_cursor`.
    """
    try:
        at, item_id = json.loads(base64.urlsafe_b64decode(cursor.encode("ascii")))
    except (ValueError, binascii.Error, TypeError):
        at = item_id = None
    if not isinstance(at, str) or not isinstance(item_id, str):
        raise InvalidArgument("cursor: not a cursor of this list", details={"field": "cursor"})
    return at, item_id
