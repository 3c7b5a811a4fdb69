"""A record's JSON as bytes, and back: what all records have in common is in a dictionary and not in the store."""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files

PLAIN = b"{"
"""The first byte of JSON that was not compressed; the bytes of zlib begin otherwise."""

LARGEST = 100_000_000
"""Limit of the bytes of an expanded record; its long texts are stored apart, so real records are far smaller."""


@cache
def dictionary() -> bytes:
    """Records of the shipped skills, without ids, hashes, numbers and names.

    It never changes, since what was compressed with it can only be read with it (zlib compares its checksum);
    a better one would be a second file.
    """
    return (files("underdraft.memory.runs") / "dictionary_1.txt").read_bytes()


def compress(record: str) -> bytes:
    """About a tenth of the JSON's size, in a fifth of a millisecond."""
    work = zlib.compressobj(zdict=dictionary())
    return work.compress(record.encode()) + work.flush()


def expand(data: bytes) -> str:
    """The JSON; bytes that hold none are a ``ValueError``."""
    if data.startswith(PLAIN):
        return data.decode()
    try:
        work = zlib.decompressobj(zdict=dictionary())
        record = work.decompress(data, LARGEST)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if work.unconsumed_tail:
        raise ValueError("the record is larger than the limit")
    return record.decode()
