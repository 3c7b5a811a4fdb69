"""The user's cache: what took long to make is read by the next process, and nothing depends on it."""

from __future__ import annotations

import os
import tomllib

import numpy as np
import pytest

from underdraft.text import user_cache
from underdraft.text.user_cache import user_cached

TEXT = 'word = "灯笼"\n'
VALUE = {"word": "灯笼"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The cache folder of the test."""
    monkeypatch.setattr(user_cache, "_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"


def never(_: str) -> None:
    """Stand in for a maker that must not be called."""
    raise AssertionError


never.__qualname__ = tomllib.loads.__qualname__


def test_a_value_is_made_once(folder):
    """The second time it is read from its file."""
    assert user_cached(TEXT, tomllib.loads) == VALUE
    assert user_cached(TEXT, never) == VALUE
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize("left", [0, 3, 4, 20])
def test_half_a_file_is_made_anew(folder, left):
    """A process that died, or a full disk, leaves nothing that is believed."""
    user_cached(TEXT, tomllib.loads)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:left])
    assert user_cached(TEXT, tomllib.loads) == VALUE
    assert file.read_bytes() == whole


def arrays(_: str) -> dict[str, object]:
    """Two arrays, of which one ends in the middle of a word."""
    return {"bytes": np.arange(1_001, dtype="u1"), "floats": np.arange(6.0).reshape(2, 3), "word": "灯笼"}


def test_arrays_are_mapped_into_memory(folder):
    """They are equal to the made ones, aligned, and cannot be changed; a file that is cut is made anew."""
    for cut in (None, 1, 100):
        made, found = user_cached(TEXT, arrays), user_cached(TEXT, arrays)
        for name in ("bytes", "floats"):
            assert np.array_equal(made[name], found[name])
            assert found[name].flags.aligned
            assert found[name].ctypes.data % user_cache.ALIGNED == 0
            with pytest.raises(ValueError, match="read-only"):
                found[name][0] = 0
        assert found["word"] == "灯笼"
        (file,) = folder.iterdir()
        del found
        if cut is not None:
            file.write_bytes(file.read_bytes()[:-cut])


def test_without_a_folder_there_is_nothing(folder):
    """The caller makes the value itself."""
    folder.write_text("a file stands there")
    assert user_cached(TEXT, tomllib.loads) is None


@pytest.mark.skipif(
    os.name == "nt", reason="Windows keeps the folder in the user's profile, and has no such modes"
)
def test_a_folder_that_others_may_write_into_is_not_trusted(folder):
    """What somebody else puts there would be run: it is neither read nor written, nor through a link."""
    user_cached(TEXT, tomllib.loads)
    folder.chmod(0o777)
    assert user_cached(TEXT, never) is None
    folder.chmod(0o700)
    elsewhere = folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(elsewhere)
    assert user_cached(TEXT, never) is None


def test_a_maker_that_fails_leaves_no_file(folder):
    """Its error is the caller's."""
    with pytest.raises(tomllib.TOMLDecodeError):
        user_cached("= 1", tomllib.loads)
    assert list(folder.iterdir()) == []
