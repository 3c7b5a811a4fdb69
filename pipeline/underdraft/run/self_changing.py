"""Finds a plugin's text in the stable prefix that is another one than in the last run, although nothing that feeds it is."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from underdraft.errors import PREFIX_VOLATILE
from underdraft.project.config import FOLDER
from underdraft.project.files import STAMP_PARTS, DiskFiles
from underdraft.types.chunk import Chunk
from underdraft.types.run import Preview

if TYPE_CHECKING:
    from underdraft.memory.runs.store import StoredRun

FEEDING = (".md", ".toml", ".yaml", ".yml", ".j2", ".txt", ".json")
"""Files of the project that plugins may draw on."""

_Key = tuple[str, str, str, str | None]


def changed_alone(
    before: StoredRun, now: Preview, *, own: Collection[str], files: object, memories_at: str | None
) -> tuple[str, ...]:
    """One ``PREFIX_VOLATILE`` warning for each such chunk.

    Args:
        before: The last run of the project and model.
        now: The prompt of this one.
        own: Plugins that are not looked at: the built-in ones follow the scene, and are tested.
        files: The project's files; only those of a folder tell when they were written.
        memories_at: When a memory was last written.
    """
    record = before.record
    if not before.complete or record.skill_id != now.skill.id or not isinstance(files, DiskFiles):
        return ()
    if (memories_at or "") >= record.created_at or _written_since(files, record.created_at):
        return ()
    cut = {t.source for t in (*record.preview.trims, *now.trims)}
    earlier, later = (dict(_chunks(preview, own)) for preview in (record.preview, now))
    return tuple(
        f"{PREFIX_VOLATILE}: {chunk.source} (layer {chunk.layer.name}, plugin {chunk.plugin}) is another text than in "
        f"run {record.id[:8]}, and no file and no memory has changed"
        for key, chunk in later.items()
        if key in earlier and earlier[key].body != chunk.body and chunk.source not in cut
    )


def _chunks(preview: Preview, own: Collection[str]) -> Iterator[tuple[_Key, Chunk]]:
    for section in preview.prompt.sections:
        for chunk in section.chunks if section.layer.stable else ():
            if chunk.plugin not in own:
                yield (chunk.plugin, chunk.fetcher, chunk.source, chunk.id), chunk


def _written_since(files: DiskFiles, at: str) -> bool:
    """Whether a file of the project was written since, or so recently that this cannot be told."""
    since = datetime.fromisoformat(at).timestamp() * 1e9
    stamps = [stamp for _, stamp in files.stamps(FOLDER, FEEDING).files if isinstance(stamp, tuple)]
    return any(len(stamp) > STAMP_PARTS or max(stamp[:2]) >= since for stamp in stamps)
