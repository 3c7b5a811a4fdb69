"""Which place a path or URL names."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.store_samples import open_database
from underdraft.errors import InvalidArgument, StoreError
from underdraft.memory.db.choose_backend import backend_at, store_path

pytestmark = pytest.mark.file_only("paths of files")


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("a/u.db", "a/u.db"),
        ("sqlite:///a/u.db", "a/u.db"),
        ("sqlite:////a/u.db", "/a/u.db"),
        ("sqlite+pysqlite:///u.db", "u.db"),
        (Path("x y.db"), "x y.db"),
    ],
)
def test_a_store_is_a_path_or_a_url(given, path):
    """Paths and sqlite URLs name a file."""
    assert store_path(given).as_posix() == path


@pytest.mark.parametrize(
    "place",
    [
        *("mysql://host/db", "sqlite://", "sqlite:///", "http://x", "", ":memory:", "file:a.db?mode=rwc"),
        *("a\0b.db", "sqlite:///a\0b.db", "sqlite:////:memory:\0"),
    ],
)
def test_other_places_are_refused(place):
    """Another scheme, memory, or no file is a clear error that does not echo the URL (it may hold a password)."""
    with pytest.raises(StoreError) as raised:
        open_database(place)
    assert raised.value.details == {"reason": "unsupported_url"}
    assert "host" not in raised.value.message


@pytest.mark.parametrize(
    "url", ["postgresql://u:secret@host:1/db", "postgres://host/db", "postgresql+psycopg://host/db"]
)
def test_a_server_is_named_by_a_url(url):
    """Making the place reaches nobody; what waits here for it is in a file whose name holds no part of the URL."""
    place = backend_at(url, writer=None, busy_timeout_ms=1)
    assert (place.kind, place.writer, place.exists()) == ("postgresql", "writer", True)
    assert not {"secret", "host"} & set(place.path.name.split("-"))
    assert "secret" not in repr(place)


@pytest.mark.parametrize("writer", ["", "a\0b", "x" * 201, 3])
def test_a_writer_has_an_id(writer):
    """It can be printed, and is not endless; a file has one writer without a name."""
    with pytest.raises(InvalidArgument, match="writer: expected"):
        backend_at("postgresql://host/db", writer=writer, busy_timeout_ms=1)
    with pytest.raises(InvalidArgument, match="one writer"):
        backend_at("u.db", writer="anna", busy_timeout_ms=1)
