"""Vectors as they are stored: little-endian float16, bytes in a file, pgvector's own on a server.

Half precision moves a cosine by some 0.00001, and three vectors of 512 components fit on a page where one of
float32 takes a page of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Dialect, LargeBinary, func
from sqlalchemy.types import TypeDecorator, UserDefinedType

HEADER = 4
"""Bytes before the components in what ``halfvec_send`` gives: how many there are, and two that are unused."""


class Named(UserDefinedType[Any]):
    """A type of PostgreSQL that SQLAlchemy does not know, or only with its dialect."""

    cache_ok = True

    def __init__(self, name: str) -> None:
        self.name = name

    def get_col_spec(self, **_: Any) -> str:
        """The type's name."""
        return self.name


class PgHalfVector(TypeDecorator[bytes]):
    """pgvector's ``halfvec``, of any dimension: it goes in as text, and comes out as bytes in the order of a file's."""

    impl, cache_ok = Named("halfvec"), True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - given
        """The numbers as text."""
        import numpy as np

        return None if value is None else str(np.frombuffer(value, "<f2").tolist())

    def column_expression(self, column: ColumnElement[Any]) -> ColumnElement[Any]:
        """As bytes it is read in a hundredth of the time."""
        return func.halfvec_send(column, type_=self)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:  # noqa: ARG002 - given
        """The numbers in the order of a file's."""
        import numpy as np

        return None if value is None else np.frombuffer(value, ">f2", offset=HEADER).astype("<f2").tobytes()


class PgBits(TypeDecorator[bytes]):
    """``bit varying``, of any length: text for the driver."""

    impl, cache_ok = Named("bit varying"), True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - given
        """The bits as text."""
        return None if value is None else "".join(f"{byte:08b}" for byte in value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> bytes | None:  # noqa: ARG002 - given
        """The bits as bytes."""
        return None if value is None else int(value, 2).to_bytes(len(value) // 8, "big")


VECTOR = LargeBinary().with_variant(PgHalfVector(), "postgresql")
"""The type of a column of vectors."""

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
