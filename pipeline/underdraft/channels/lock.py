"""The lock of a project's prompts: written, and compared with what the prompts are now."""

from __future__ import annotations

import asyncio
import tempfile
from itertools import count
from pathlib import Path
from typing import Annotated

import attrs

from underdraft.cache.prompt_lock import (
    LOCK_FILE,
    LockChange,
    MadePrompt,
    changes_since,
    lock_of,
    lock_text,
    read_lock,
)
from underdraft.channels.arguments import disk_of
from underdraft.channels.parts import WorkspaceParts
from underdraft.errors import InvalidArgument, NotFound
from underdraft.project.files import DiskFiles, decoded
from underdraft.run.check_request import request_of
from underdraft.types.checks import check_name

MADE_AT = "2000-01-01T00:00:00.000Z"
"""The time that fetchers get: a lock knows no other."""

LOCALES_MAXIMUM = 8
LOCK_BYTES = 50_000_000
"""Largest lock that is read: nine bytes for each line of a prompt."""


@attrs.frozen(kw_only=True)
class LockAnswer:
    """The prompts that a lock covers, and the differences from it."""

    path: Annotated[str, "The lock's file in the project."]
    written: Annotated[bool, "Whether the file was written."]
    same: Annotated[bool, "Everything is as the lock says; also after it was written."]
    prompts: Annotated[tuple[str, ...], "The prompts it covers, as `skill (locale)`."]
    changes: Annotated[tuple[LockChange, ...], "What is not as the lock says; with `check` only."] = ()


async def lock_prompts(
    workspace: WorkspaceParts,
    *,
    check: bool,
    locales: tuple[str, ...],
) -> LockAnswer:
    """Write the hashes of every skill's prompt into `prompt.lock`, or say what has changed since."""
    files = disk_of(workspace)
    lock = await asyncio.to_thread(_read, files)
    if check and lock is None:
        raise NotFound(f"{LOCK_FILE}: there is none yet; write it with: underdraft lock")
    wanted = locales or tuple(lock["templates"] if lock else ()) or (workspace.config.locale,)
    for locale in wanted:
        check_name("locales", locale, 20)
    if len(wanted) > LOCALES_MAXIMUM:
        raise InvalidArgument(f"locales: expected at most {LOCALES_MAXIMUM}")
    made = [prompt for locale in wanted for prompt in await _prompts(workspace, locale)]
    names = tuple(prompt.name for prompt in made)
    if check and lock is not None:
        changes = changes_since(lock, made)
        return LockAnswer(path=LOCK_FILE, written=False, same=not changes, prompts=names, changes=changes)
    await asyncio.to_thread(files.write, LOCK_FILE, [lock_text(lock_of(made)).encode()])
    return LockAnswer(path=LOCK_FILE, written=True, same=True, prompts=names)


def _read(files: DiskFiles) -> dict[str, dict[str, object]] | None:
    content = files.read_bytes(LOCK_FILE, LOCK_BYTES)
    return None if content is None else read_lock(decoded(LOCK_FILE, content))


async def _prompts(workspace: WorkspaceParts, locale: str) -> list[MadePrompt]:
    """Every skill's prompt without a document and without the writer's store, which others do not have."""
    ids = count(1)
    with tempfile.TemporaryDirectory() as folder:
        beside = workspace.beside(
            store=Path(folder) / "store.db",
            locale=locale,
            embedder="none",
            clock=lambda: MADE_AT,
            new_id=lambda: f"lock-{next(ids)}",
        )
        try:
            made = []
            for name in sorted(entry.name for entry in beside.skills.list()):
                preview = await beside.runner.preview(request_of(name))
                sources = preview.assembly.templates if preview.assembly else {}
                made.append(MadePrompt(preview=preview, templates=sources, locale=locale))
        finally:
            await asyncio.to_thread(beside.close)
    return made
