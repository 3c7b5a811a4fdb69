"""The lock of a project's prompts: written, and compared with what the prompts are now."""

from __future__ import annotations

import asyncio
import tempfile
from itertools import count
from pathlib import Path
from typing import Annotated

import attrs

from underdraft.cache.prices import billed_again_usd, prices_of
from underdraft.cache.prompt_lock import (
    LOCK_FILE,
    LockChange,
    LockCost,
    MadePrompt,
    changes_since,
    costs_since,
    lock_of,
    lock_text,
    read_lock,
)
from underdraft.cache.provider_rules import caps_of, window_for
from underdraft.channels.arguments import disk_of
from underdraft.channels.lock_scenes import LockScene, scenes_of
from underdraft.channels.parts import WorkspaceParts
from underdraft.errors import NotFound
from underdraft.project.files import DiskFiles, decoded
from underdraft.project.source_files import SourceFiles
from underdraft.run.check_request import request_of
from underdraft.types.skill import Skill
from underdraft.types.values import frozen

OFFLINE = "offline"
"""The model of a lock of a folder that names none: whose window is fixed."""

SCENE_RULES = ("characters", "knowledge_graph", "outline", "world")
"""Rules whose chunks depend on who is named and on the chapter; of the skills the one with the most is made for each scene."""

MADE_AT = "2000-01-01T00:00:00.000Z"
"""The time that fetchers get: a lock knows no other."""

LOCK_BYTES = 50_000_000
"""Largest lock that is read: nine bytes for each line of a prompt."""


@frozen(kw_only=True)
class LockAnswer:
    """The prompts that a lock covers, and the differences from it."""

    path: Annotated[str, "The lock's file in the project."]
    written: Annotated[bool, "Whether the file was written."]
    same: Annotated[bool, "Everything is as the lock says; also after it was written."]
    prompts: Annotated[tuple[str, ...], "The prompts it covers, as `skill (locale)`."]
    changes: Annotated[tuple[LockChange, ...], "What is not as the lock says; with `check` only."] = ()
    costs: Annotated[tuple[LockCost, ...], "What the changed prompts cost once more."] = ()


async def lock_prompts(workspace: WorkspaceParts, *, check: bool) -> LockAnswer:
    """Write the hashes of every skill's prompt into `prompt.lock`, or say what has changed since."""
    files = disk_of(workspace)
    lock = await asyncio.to_thread(_read, files)
    if check and lock is None:
        raise NotFound(f"{LOCK_FILE}: there is none yet; write it with: underdraft lock")
    settings = _settings(workspace)
    made = await _prompts(workspace, workspace.config.locale, settings["model"])
    names = tuple(prompt.name for prompt in made)
    if check and lock is not None:
        changes = changes_since(lock, made, settings)
        prices = prices_of(settings["model"])
        costs = costs_since(lock, made, lambda tokens: billed_again_usd(tokens, prices))
        return LockAnswer(
            path=LOCK_FILE, written=False, same=not changes, prompts=names, changes=changes, costs=costs
        )
    await asyncio.to_thread(files.write, LOCK_FILE, [lock_text(lock_of(made, settings)).encode()])
    return LockAnswer(path=LOCK_FILE, written=True, same=True, prompts=names)


def _read(files: DiskFiles | SourceFiles) -> dict[str, dict[str, object]] | None:
    content = files.read_bytes(LOCK_FILE, LOCK_BYTES)
    return None if content is None else read_lock(decoded(LOCK_FILE, content))


def _settings(workspace: WorkspaceParts) -> dict[str, str]:
    """Return what else decides prompts: locale, model, window and caps, as folder or caller set them, on any machine."""
    config, settings = workspace.config, workspace.settings
    named = settings.origin("model") in {"given", "project"}
    model = config.model if named else OFFLINE
    config = attrs.evolve(config, model=model)
    caps = ", ".join(f"{layer.name} {cap}" for layer, cap in sorted(caps_of(config).items()))
    return {"locale": config.locale, "model": model, "window": str(window_for(model, config)), "caps": caps}


async def _prompts(workspace: WorkspaceParts, locale: str, model: str) -> list[MadePrompt]:
    """Every skill's prompt, and those of the scenes, without the writer's store, which others do not have."""
    ids = count(1)
    with tempfile.TemporaryDirectory() as folder:
        beside = workspace.beside(
            store=Path(folder) / "store.db",
            locale=locale,
            embedder="none",
            model=model,
            clock=lambda: MADE_AT,
            new_id=lambda: f"lock-{next(ids)}",
        )
        try:
            skills = [beside.skills.get(entry.name) for entry in beside.skills.list()]
            asked = [(skill.id, LockScene()) for skill in sorted(skills, key=lambda skill: skill.id)]
            teller = max(skills, key=lambda skill: (_tells(skill), skill.id), default=None)
            if teller is not None and _tells(teller):
                asked += [(teller.id, scene) for scene in scenes_of(beside.files, beside.knowledge)]
            made = []
            for skill_id, scene in asked:
                request = request_of(skill_id, document=scene.text or None, document_id=scene.path)
                preview = await beside.runner.preview(request)
                sources = preview.assembly.templates if preview.assembly else {}
                made.append(MadePrompt(preview=preview, templates=sources, locale=locale, scene=scene.name))
        finally:
            await asyncio.to_thread(beside.close)
    return made


def _tells(skill: Skill) -> int:
    """How many rules of a skill depend on the scene."""
    return sum(bool(skill.rules[rule]) for rule in SCENE_RULES if rule in skill.rules)
