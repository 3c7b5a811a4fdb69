"""The column type of vectors: bytes in a file, pgvector's own on a server; little-endian float32 either way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Dialect, LargeBinary, func
from sqlalchemy.types import UserDefinedType

HEADER = 4
"""Bytes before the components in what ``vector_send`` gives: how many there are, and two that are unused."""


class PgVector(UserDefinedType[bytes]):
    """pgvector's ``vector``, of any dimension."""

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        """The type's name."""
        return "vector"

    def bind_processor(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        dialect: Dialect,  # noqa: ARG002 - given
    ) -> Callable[[bytes | None], str | None]:
        """Vectors go in as text."""

        def text_of(value: bytes | None) -> str | None:
            import numpy as np

            return None if value is None else str(np.frombuffer(value, "<f4").tolist())

        return text_of

    def column_expression(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, column: ColumnElement[Any]
    ) -> ColumnElement[Any]:
        """They come out as bytes, which are read in a hundredth of the time."""
        return func.vector_send(column, type_=self)

    def result_processor(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        dialect: Dialect,  # noqa: ARG002 - given
        coltype: object,  # noqa: ARG002 - given
    ) -> Callable[[bytes | None], bytes | None]:
        """In the order of bytes of a file."""

        def bytes_of(value: bytes | None) -> bytes | None:
            import numpy as np

            return (
                None if value is None else np.frombuffer(value, ">f4", offset=HEADER).astype("<f4").tobytes()
            )

        return bytes_of


VECTOR = LargeBinary().with_variant(PgVector(), "postgresql")
"""The type of such a column."""
