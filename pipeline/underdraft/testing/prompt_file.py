"""The extension of syrupy behind the fixture ``prompt_snapshot``; needs syrupy."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from syrupy.extensions.single_file import SingleFileSnapshotExtension

from underdraft.testing.prompts import prompt_text
from underdraft.types.run import Preview

if TYPE_CHECKING:
    from syrupy.location import PyTestLocation


class PromptFile(SingleFileSnapshotExtension):
    """One text file a prompt: bytes on disk, so that no platform touches a newline; a diff when they differ."""

    file_extension = "txt"
    folder: ClassVar[Path | None] = None
    """Where the files are, one folder below it for each file of tests; ``None``: ``prompts/`` beside those."""

    def serialize(self, data: Any, **_: Any) -> bytes:
        """The bytes of a preview's :func:`prompt_text`, or of a text."""
        return (prompt_text(data) if isinstance(data, Preview) else str(data)).encode()

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        """The folder of one file of tests."""
        place = Path(test_location.filepath)
        return str((cls.folder or place.parent / "prompts") / place.stem)

    def diff_lines(self, serialized_data: Any, snapshot_data: Any) -> Iterator[str]:
        """Yield the changes as a unified diff."""
        before, now = (side.decode().split("\n") for side in (snapshot_data, serialized_data))
        yield from difflib.unified_diff(before, now, "kept", "now", lineterm="")


def kept_in(folder: Path | None) -> type[PromptFile]:
    """The extension for one folder."""
    return type("PromptFile", (PromptFile,), {"folder": folder})
