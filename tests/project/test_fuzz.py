"""Every kind of file of a project, spoilt in every way: an error that says so, or a warning, never a fault."""

from __future__ import annotations

import os

import pytest

from fuzzing import fuzz_files, portions

SEED = 20_261_123
COUNT = int(os.environ.get("UNDERDRAFT_FUZZ_FILES", "1000"))


@pytest.mark.long
@pytest.mark.parametrize(("seed", "count"), portions(SEED, COUNT, a_portion=1_000, few=60))
def test_no_file_makes_a_fault(tmp_path, seed, count, record_property):
    """Encodings, bombs, depth and rubbish: answers in JSON, no fault, no broken store, none over 8 s."""
    seen = fuzz_files(tmp_path, seed=seed, files=count)
    record_property("seen", (count, dict(seen.codes), seen.slowest))
    assert seen.wrong == []
    assert seen.codes.total() >= count
    assert seen.codes["ok"] > count / 2
