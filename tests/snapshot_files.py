"""Snapshots as readable files that mirror ``tests/`` under ``snapshots/``: one text file a prompt."""

from __future__ import annotations

import difflib
from pathlib import Path

from syrupy.extensions.single_file import SingleFileSnapshotExtension

TESTS = Path(__file__).parent
SNAPSHOTS = TESTS.parent / "snapshots"


class PromptFile(SingleFileSnapshotExtension):
    """Bytes on disk, so that no platform touches a newline; text for people when they differ."""

    file_extension = "txt"

    def serialize(self, data, **_):
        """The prompt's UTF-8 bytes."""
        return data.encode()

    @classmethod
    def dirname(cls, *, test_location) -> str:
        """``tests/a/test_b.py`` keeps its files in ``snapshots/a/test_b/``."""
        place = Path(test_location.filepath).resolve()
        try:
            inside = place.parent.relative_to(TESTS)
        except ValueError:  # a test that was made up by another test
            return str(place.parent / "snapshots" / place.stem)
        return str(SNAPSHOTS / inside / place.stem)

    def diff_lines(self, serialized_data, snapshot_data):
        """What has changed, as a unified diff."""
        before, now = (side.decode().split("\n") for side in (snapshot_data, serialized_data))
        yield from difflib.unified_diff(before, now, "snapshot", "now", lineterm="")
