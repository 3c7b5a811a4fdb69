"""The lock of a project's prompts: written, and compared with what the prompts are now."""

from __future__ import annotations

import asyncio
import tempfile
from itertools import count
from pathlib import Path
from typing import Annotated

import attrs

from underdraft.boundary.channel import channel
from underdraft.channels.arguments import root_of
from underdraft.errors import InvalidArgument, NotFound
from underdraft.run.prompt_lock import (
    LOCK_FILE,
    LockChange,
    MadePrompt,
    changes_since,
    lock_of,
    lock_text,
    read_lock,
)
from underdraft.types.checks import check_name
from underdraft.workspace import Workspace

MADE_AT = "2000-01-01T00:00:00.000Z"
"""The time that fetchers are told: a lock knows no other."""

LOCALES_MAXIMUM = 8


@attrs.frozen(kw_only=True)
class LockAnswer:
    """What a lock holds, and what is not as it says."""

    path: Annotated[str, "The lock's file in the project."]
    written: Annotated[bool, "Whether the file was written."]
    same: Annotated[bool, "Everything is as the lock says; also after it was written."]
    prompts: Annotated[tuple[str, ...], "The prompts it covers, as `skill (locale)`."]
    changes: Annotated[tuple[LockChange, ...], "What is not as the lock says; with `check` only."] = ()


@channel("ai:prompt:lock")
async def lock_prompts(
    workspace: Workspace,
    *,
    check: Annotated[bool, "Write nothing; compare with the file that is there."] = False,
    locales: Annotated[
        tuple[str, ...], "Languages to lock; if missing those of the file, else the project's."
    ] = (),
) -> LockAnswer:
    """Write the hashes of every skill's prompt into `prompt.lock`, or say what has changed since."""
    path = root_of(workspace) / LOCK_FILE
    for locale in locales:
        check_name("locales", locale, 20)
    if len(locales) > LOCALES_MAXIMUM:
        raise InvalidArgument(f"locales: expected at most {LOCALES_MAXIMUM}")
    lock = await asyncio.to_thread(_read, path)
    if check and lock is None:
        raise NotFound(f"{LOCK_FILE}: there is none yet; write it with: underdraft lock")
    wanted = locales or tuple(lock["templates"] if lock else ()) or (workspace.config.locale,)
    made = [prompt for locale in wanted for prompt in await _prompts(workspace, locale)]
    names = tuple(prompt.name for prompt in made)
    if check and lock is not None:
        changes = changes_since(lock, made)
        return LockAnswer(path=LOCK_FILE, written=False, same=not changes, prompts=names, changes=changes)
    await asyncio.to_thread(path.write_text, lock_text(lock_of(made)), encoding="utf-8", newline="\n")
    return LockAnswer(path=LOCK_FILE, written=True, same=True, prompts=names)


def _read(path: Path) -> dict[str, dict[str, object]] | None:
    try:
        return read_lock(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError):
        raise InvalidArgument(f"{LOCK_FILE}: cannot be read as UTF-8") from None


async def _prompts(workspace: Workspace, locale: str) -> list[MadePrompt]:
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
        async with beside:
            made = []
            for name in sorted(entry.name for entry in beside.skills.list()):
                preview = await beside.preview(name)
                sources = preview.assembly.templates if preview.assembly else {}
                made.append(MadePrompt(preview=preview, templates=sources, locale=locale))
    return made
