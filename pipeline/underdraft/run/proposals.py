"""Proposals of a folder beside its ``config.toml``, unused until the writer trusts it: skills' models, templates."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from underdraft.errors import PROJECT_UNTRUSTED, InvalidArgument
from underdraft.project.config import FOLDER
from underdraft.project.settings import Proposal, Settings, model_proposal
from underdraft.prompt.template_set import template_files
from underdraft.skill.registry import SKILL_FILE
from underdraft.text.clean import sha256
from underdraft.types.model_call import STAND_IN

if TYPE_CHECKING:
    from underdraft.project.files import DiskFiles
    from underdraft.project.source_files import SourceFiles
    from underdraft.skill.registry import SkillRegistry

PROJECT = "project"
"""The origin of a folder's own skills."""

ENVIRONMENT_FILE = ".env"
_VARIABLE = re.compile(
    r"^\s*(?:export\s+)?(\w*(?:_BASE|_URL|_KEY|_TOKEN|_SECRET|_HOST|_ENDPOINT|_PROXY)|UNDERDRAFT_\w+)\s*=",
    re.MULTILINE,
)


def all_proposals(
    settings: Settings, files: DiskFiles | SourceFiles, skills: SkillRegistry
) -> tuple[Proposal, ...]:
    """All that the folder says and that is not used, as its files are now."""
    found = [*settings.proposals, *template_proposals(settings, files)]
    with suppress(InvalidArgument):
        for entry in skills.list():
            if entry.origin == PROJECT and entry.error is None and (model := skills.get(entry.id).model):
                proposal = skill_proposal(entry.id, model, entry.origin, settings)
                found += [proposal] if proposal else []
    return tuple(found)


def skill_proposal(name: str, model: str, origin: str, settings: Settings) -> Proposal | None:
    """The model that a skill of the folder names, if it is not to be used."""
    if origin != PROJECT or model == STAND_IN:
        return None
    address = settings.config.model_options.get("api_base")
    where = f"{FOLDER}/skills/{name}/{SKILL_FILE}"
    proposal = model_proposal(f"skills/{name}: model", model, address=address, where=where)
    return None if settings.trust.allows(proposal.key, proposal.remembered) else proposal


def template_proposals(settings: Settings, files: DiskFiles | SourceFiles) -> tuple[Proposal, ...]:
    """The folder's own templates that are not used, each with its digest."""
    if settings.trust.whole:
        return ()
    found = [
        Proposal(key=key, value=sha256(text), where=f"{FOLDER}/{key}")
        for key, text in template_files(files.folder(f"{FOLDER}/templates"))
    ]
    return tuple(p for p in found if not settings.trust.allows(p.key, p.value))


def environment_warnings(settings: Settings, files: DiskFiles | SourceFiles) -> tuple[str, ...]:
    """Warn that the ``.env`` of an untrusted folder is not read, if it names keys or addresses."""
    file = None
    if files.root is not None and not settings.trust:
        with suppress(InvalidArgument):
            file = files.read(ENVIRONMENT_FILE)
    names = sorted({*_VARIABLE.findall(file.text)}) if file else ()
    if not names:
        return ()
    what = ", ".join(names[:5])
    return (f"{PROJECT_UNTRUSTED}: {ENVIRONMENT_FILE}: never read; set {what} in your own environment",)
