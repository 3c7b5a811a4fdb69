"""Snapshots as readable files that mirror ``tests/`` under ``snapshots/``: one text file a prompt."""

from __future__ import annotations

from pathlib import Path

from underdraft.testing import prompt_file

TESTS = Path(__file__).parent
SNAPSHOTS = TESTS.parent / "snapshots"


class PromptFile(prompt_file.PromptFile):
    """Files of one prompt, in a tree of their own."""

    @classmethod
    def dirname(cls, *, test_location) -> str:
        """``tests/a/test_b.py`` keeps its files in ``snapshots/a/test_b/``."""
        place = Path(test_location.filepath).resolve()
        try:
            inside = place.parent.relative_to(TESTS)
        except ValueError:  # a test that was made up by another test
            return str(place.parent / "snapshots" / place.stem)
        return str(SNAPSHOTS / inside / place.stem)
