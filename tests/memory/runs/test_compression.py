"""A record's JSON as bytes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from memory.runs.record_samples import words
from memory.store_samples import sample_run
from underdraft.memory.runs import compression
from underdraft.memory.runs.compression import compress, dictionary, expand
from underdraft.memory.runs.json import to_json
from underdraft.text.clean import sha256


@given(words)
def test_what_was_compressed_is_expanded(word):
    """Nothing is lost; JSON that was not compressed is read as it is."""
    record = json.dumps({"run": to_json(sample_run(text=word))}, ensure_ascii=False)
    assert expand(compress(record)) == expand(record.encode()) == record
    assert len(compress(record)) < len(record.encode()) / 3


@pytest.mark.parametrize("data", [b"", b"x", b"x\x9c\x00", b"\xff\xfe"])
def test_bytes_that_hold_no_record_are_refused(data):
    """A damaged value is one kind of error, or no JSON."""
    with pytest.raises(ValueError, match=r"."):
        json.loads(expand(data))


def test_a_record_that_grows_too_large_is_refused(monkeypatch):
    """A few bytes that would expand past the limit are refused."""
    monkeypatch.setattr(compression, "LARGEST", 1_000)
    assert expand(compress("{" + " " * 998)) == "{" + " " * 998
    with pytest.raises(ValueError, match="larger"):
        expand(compress("{" + " " * 9_999))


def test_the_dictionary_never_changes():
    """Stores hold what only this very one can expand."""
    assert sha256(dictionary().decode()) == "83ea447b306f53695ae3a78c7b0048a001a357c75aa3d560378542a941d780dd"
