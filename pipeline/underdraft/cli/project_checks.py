"""Checks of ``underdraft status``: every file that a run of this project would read."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from underdraft.errors import FILE_REFUSED, InvalidArgument
from underdraft.knowledge.scene.file_cache import KNOWLEDGE_SUFFIXES
from underdraft.project.config import CONFIG_PATH, FOLDER
from underdraft.project.files import DiskFiles
from underdraft.project.frontmatter import read_frontmatter, split_frontmatter
from underdraft.project.settings import NOT_USED, Settings
from underdraft.run.proposals import ENVIRONMENT_FILE, PROJECT, all_proposals, environment_warnings
from underdraft.skill.registry import SKILL_FILE, SkillRegistry
from underdraft.types.knowledge import CARD_FOLDERS
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.workspace import Workspace

READ_FOLDERS = sorted(("knowledge", "rules", "settings", *(folder.name for folder in CARD_FOLDERS)))
READ_FILES = ("outline.md", "project-settings.md", "style-guide.md")
KNOWN_ENTRIES = (*READ_FOLDERS, *READ_FILES, "config.toml", "skills", "templates")

CORRECT = "correct the file, or remove it"
CORRECT_OWN = "correct it, or remove it: then the shipped one of its name is used"
CORRECT_CONFIG = "correct it; all settings are in docs/configuration.md"


@frozen
class Problem:
    """Something that a run would stumble over, or a hint."""

    where: Annotated[str, 'Project-relative path, or what else it is about (`"plugin x"`).']
    message: Annotated[str, "What is wrong, on one line."]
    fix: Annotated[str, "What helps."] = CORRECT
    hint: Annotated[bool, "It is no fault, only worth a look."] = False


def check_files(workspace: Workspace, settings: Settings) -> tuple[list[str], list[Problem]]:
    """Return the files that a run of the project would read, and what is wrong with them.

    ``settings`` are those of the folder as the writer uses it; ``workspace`` may be over a store of its own.
    """
    files = DiskFiles(Path(workspace.root or "."))
    checked = [CONFIG_PATH] if _there(files, CONFIG_PATH) else []
    found: list[Problem] = []
    for path in _readable(files):
        checked.append(path)
        try:
            file = files.read(path)
            if file is not None and path.endswith(READ_FILES) and split_frontmatter(file.text):
                read_frontmatter(file.text, file=path)
        except InvalidArgument as error:
            found.append(Problem(path, error.message.removeprefix(f"{path}: ")))
    found += _refused(workspace)
    found += _broken_skills(workspace.skills, checked)
    found += [
        Problem(f"plugin {x.name}", f"{x.error} ({x.package})", "update or remove the package")
        for x in workspace.plugins.loaded
        if x.error
    ]
    found += [*_unread(files, workspace.config.knowledge.chapters), *_misnamed(files)]
    found += _unused(settings, files, workspace.skills)
    return checked, list(dict.fromkeys(found))


def _readable(files: DiskFiles) -> Iterator[str]:
    for folder in READ_FOLDERS:
        yield from files.list(f"{FOLDER}/{folder}", KNOWLEDGE_SUFFIXES if folder == "knowledge" else (".md",))
    yield from files.list(f"{FOLDER}/templates", ("",))
    for name in READ_FILES:
        if _there(files, f"{FOLDER}/{name}"):
            yield f"{FOLDER}/{name}"


def _there(files: DiskFiles, path: str) -> bool:
    """Whether there is something, be it what must not be read."""
    try:
        return files.exists(path)
    except InvalidArgument:
        return True


def _refused(workspace: Workspace) -> Iterator[Problem]:
    """Yield the rules, cards, knowledge files and chapters that are refused."""
    said = [f"{FILE_REFUSED}: {why}" for why in workspace.files.stamps(f"{FOLDER}/rules").refused]
    said += [*workspace.knowledge.graph().warnings, *workspace.knowledge.chapters().warnings]
    for warning in dict.fromkeys(said):
        code, _, refused = warning.partition(": ")
        path, _, message = refused.partition(": ")
        if code == FILE_REFUSED:
            yield Problem(path, message)


def _broken_skills(registry: SkillRegistry, checked: list[str]) -> Iterator[Problem]:
    try:
        items = registry.list()
    except InvalidArgument as error:
        yield Problem(f"{FOLDER}/skills", error.message, CORRECT_OWN)
        return
    for item in items:
        own = item.origin == PROJECT
        name = (
            f"{FOLDER}/skills/{item.id}/{SKILL_FILE}" if own else f"skill {item.id} of plugin {item.origin}"
        )
        checked += [name] if own else []
        if item.error:
            yield Problem(name, item.error, CORRECT_OWN if own else CORRECT)


def _unused(settings: Settings, files: DiskFiles, registry: SkillRegistry) -> Iterator[Problem]:
    """Yield settings that are valid but not used, because the folder is not trusted."""
    with suppress(InvalidArgument):  # a template that cannot be read has been told of
        for proposal in all_proposals(settings, files, registry):
            yield Problem(proposal.where, f"{proposal.key}: {NOT_USED}", "underdraft trust", hint=True)
    for warning in environment_warnings(settings, files):
        yield Problem(ENVIRONMENT_FILE, warning.partition(f"{ENVIRONMENT_FILE}: ")[2], hint=True)


def _unread(files: DiskFiles, chapters: str) -> Iterator[Problem]:
    """Yield files of an ending that is not read where they are, and instructions for other programs."""
    for folder in (*(f"{FOLDER}/{name}" for name in READ_FOLDERS), chapters):
        read = (
            KNOWLEDGE_SUFFIXES
            if folder.endswith("/knowledge")
            else (".md", ".txt")
            if folder == chapters
            else (".md",)
        )
        for path in files.list(folder, ("",)):
            if not path.lower().endswith((*read, ".png", ".jpg")):
                message = f"is not read; only {', '.join(read)} are read here"
                yield Problem(path, message, "underdraft import, or save it as Markdown", hint=True)
    for name in ("AGENTS.md", "CLAUDE.md"):
        if _there(files, name) and not _there(files, f"{FOLDER}/rules/{name}"):
            yield Problem(name, "is not read", f"underdraft import {name}", hint=True)


def _misnamed(files: DiskFiles) -> Iterator[Problem]:
    """Yield names that are not, or almost, those that are read: they would be passed over in silence."""
    try:
        names = sorted(entry.name for entry in files.folder(FOLDER).iterdir())
    except OSError:
        return
    for name in names:
        if name in KNOWN_ENTRIES or name.startswith(".") or not name.isprintable():
            continue
        near = difflib.get_close_matches(name.lower().replace("_", "-"), KNOWN_ENTRIES, n=1, cutoff=0.8)
        if near and near[0] not in names:
            message, fix = f"is not read; did you mean {near[0]}?", f"rename it to {near[0]}"
        elif name == "README.md" or name.startswith("underdraft.db"):
            continue
        else:
            message, fix = "is not read", "move it to rules, characters, world or knowledge, or out of here"
        yield Problem(f"{FOLDER}/{name}", message, fix, hint=True)
