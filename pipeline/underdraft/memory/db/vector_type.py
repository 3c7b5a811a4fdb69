"""Vectors as they are stored: little-endian float16, bytes in a file, pgvector's own on a server.

Half precision moves a cosine by some 0.00001, and three vectors of 512 components fit on a page where one of
float32 takes a page of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Dialect, LargeBinary, func
from sqlalchemy.types import UserDefinedType

HEADER = 4
"""Bytes before the components in what ``halfvec_send`` gives: how many there are, and two that are unused."""


class PgHalfVector(UserDefinedType[bytes]):
    """pgvector's ``halfvec``, of any dimension."""

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        """The type's name."""
        return "halfvec"

    def bind_processor(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        dialect: Dialect,  # noqa: ARG002 - given
    ) -> Callable[[bytes | None], str | None]:
        """Vectors go in as text."""

        def text_of(value: bytes | None) -> str | None:
            import numpy as np

            return None if value is None else str(np.frombuffer(value, "<f2").tolist())

        return text_of

    def column_expression(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, column: ColumnElement[Any]
    ) -> ColumnElement[Any]:
        """They come out as bytes, which are read in a hundredth of the time."""
        return func.halfvec_send(column, type_=self)

    def result_processor(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        dialect: Dialect,  # noqa: ARG002 - given
        coltype: object,  # noqa: ARG002 - given
    ) -> Callable[[bytes | None], bytes | None]:
        """In the order of bytes of a file."""

        def bytes_of(value: bytes | None) -> bytes | None:
            import numpy as np

            return (
                None if value is None else np.frombuffer(value, ">f2", offset=HEADER).astype("<f2").tobytes()
            )

        return bytes_of


VECTOR = LargeBinary().with_variant(PgHalfVector(), "postgresql")
"""The type of such a column."""


class PgBits(UserDefinedType[bytes]):
    """``bit varying``, of any length."""

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        """The type's name."""
        return "bit varying"

    def bind_processor(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        dialect: Dialect,  # noqa: ARG002 - given
    ) -> Callable[[bytes | None], str | None]:
        """Bits go in as text."""
        return lambda value: None if value is None else "".join(f"{byte:08b}" for byte in value)

    def result_processor(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        dialect: Dialect,  # noqa: ARG002 - given
        coltype: object,  # noqa: ARG002 - given
    ) -> Callable[[str], bytes]:
        """They come out as bytes."""
        return lambda value: int(value, 2).to_bytes(len(value) // 8, "big")


BITS = LargeBinary().with_variant(PgBits(), "postgresql")
"""The type of a column of bits, which are compared in the database."""


def signs(vector: bytes, kind: str = "<f2") -> bytes:
    """The signs of a vector's components, 8 to a byte; the last one is filled up with zeros."""
    import numpy as np

    return np.packbits(np.frombuffer(vector, kind) > 0).tobytes()


def halved(vector: bytes) -> bytes:
    """A vector of little-endian float32 as it is stored."""
    import numpy as np

    return np.frombuffer(vector, "<f4").astype("<f2").tobytes()


def size_of(dimension: int) -> int:
    """Bytes of a stored vector of so many components."""
    return 2 * dimension


def unit_rows(stored: Sequence[bytes]) -> Any:
    """Stored vectors of one dimension, at least one, as the rows of a float32 matrix; each of length 1, or 0."""
    import numpy as np

    rows = np.frombuffer(b"".join(stored), "<f2").reshape(len(stored), -1).astype("<f4")
    lengths = np.sqrt(np.vecdot(rows, rows))[:, None]
    rows /= np.where(lengths == 0, 1, lengths)
    return rows
