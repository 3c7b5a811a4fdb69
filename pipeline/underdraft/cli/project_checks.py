"""Checks of ``underdraft status``: every file that a run of this project would read."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

import attrs

from underdraft.errors import FILE_REFUSED, InvalidArgument, NotFound
from underdraft.knowledge.scene.file_cache import KNOWLEDGE_SUFFIXES, FileCache
from underdraft.plugins import Plugins, load_plugins
from underdraft.project.config import CONFIG_PATH, FOLDER, Config, read_config
from underdraft.project.files import DiskFiles
from underdraft.project.frontmatter import read_frontmatter, split_frontmatter
from underdraft.project.settings import NOT_USED, Settings, resolve
from underdraft.prompt.render import render
from underdraft.prompt.template_set import load_templates, template_files
from underdraft.run.proposals import ENVIRONMENT_FILE, all_proposals, environment_warnings
from underdraft.skill.context_rules import rule_table
from underdraft.skill.registry import SKILL_FILE, ParsedSkills, SkillRegistry
from underdraft.types.knowledge import CARD_FOLDERS
from underdraft.types.layers import Layer
from underdraft.types.prompt import Section
from underdraft.types.skill import ContextRules, Skill

READ_FOLDERS = sorted(("knowledge", "rules", "settings", *(folder.name for folder in CARD_FOLDERS)))
READ_FILES = ("outline.md", "project-settings.md", "style-guide.md")
KNOWN_ENTRIES = (*READ_FOLDERS, *READ_FILES, "config.toml", "skills", "templates")


CORRECT = "correct the file, or remove it"
CORRECT_OWN = "correct it, or remove it: then the shipped one of its name is used"
CORRECT_CONFIG = "correct it; all settings are in docs/configuration.md"


@attrs.frozen
class Problem:
    """Something that a run would stumble over, or a hint."""

    where: Annotated[str, 'Project-relative path, or what else it is about (`"plugin x"`).']
    message: Annotated[str, "What is wrong, on one line."]
    fix: Annotated[str, "What helps."] = CORRECT
    hint: Annotated[bool, "It is no fault, only worth a look."] = False


def check_project(root: Path) -> tuple[list[str], list[Problem]]:
    """The files that a run of the project would read, and what is wrong with them."""
    if not root.is_dir():
        raise NotFound("folder: there is no such folder")
    files = DiskFiles(root)
    loaded = load_plugins()
    checked = [CONFIG_PATH] if _there(files, CONFIG_PATH) else []
    found: list[Problem] = []
    config, settings = Config(), Settings(config=Config(), origins={})
    try:
        config, settings = read_config(files), resolve(files)
    except InvalidArgument as error:
        found.append(Problem(CONFIG_PATH, error.message.removeprefix("config.toml: "), CORRECT_CONFIG))
    for path in _readable(files):
        checked.append(path)
        try:
            file = files.read(path)
            if file is not None and path.endswith(READ_FILES) and split_frontmatter(file.text):
                read_frontmatter(file.text, file=path)
        except InvalidArgument as error:
            found.append(Problem(path, error.message.removeprefix(f"{path}: ")))
    found += _refused(files, config)
    registry = SkillRegistry(
        [("project", files.folder(f"{FOLDER}/skills")), *loaded.folders("underdraft_skill_dirs")],
        parsed=ParsedSkills(rule_table(loaded.rule_fields), loaded.unloaded),
    )
    found += _broken_skills(registry, checked)
    found += _broken_templates(files, loaded, config, checked)
    found += [
        Problem(f"plugin {x.name}", f"{x.error} ({x.package})", "update or remove the package")
        for x in loaded.loaded
        if x.error
    ]
    found += [*_unread(files, config.knowledge.chapters), *_misnamed(files)]
    found += _unused(settings, files, registry)
    if not checked:
        no_project = "there is no project here; underdraft init makes one"
        found.append(Problem(FOLDER, no_project, "underdraft init", hint=True))
    return checked, list(dict.fromkeys(found))


def _readable(files: DiskFiles) -> Iterator[str]:
    for folder in READ_FOLDERS:
        yield from files.list(f"{FOLDER}/{folder}", KNOWLEDGE_SUFFIXES if folder == "knowledge" else (".md",))
    for name in READ_FILES:
        if _there(files, f"{FOLDER}/{name}"):
            yield f"{FOLDER}/{name}"


def _there(files: DiskFiles, path: str) -> bool:
    """Whether there is something, be it what must not be read."""
    try:
        return files.exists(path)
    except InvalidArgument:
        return True


def _refused(files: DiskFiles, config: Config) -> Iterator[Problem]:
    """Read cards, story graph and chapters as a run does, and yield the files that are refused."""
    cache = FileCache(files)
    said = [w for folder in CARD_FOLDERS for w in cache.cards(folder.path).warnings]
    said += [f"{FILE_REFUSED}: {why}" for why in files.stamps(f"{FOLDER}/rules").refused]
    said += [*cache.graph().warnings, *cache.chapters(config.knowledge.chapters).warnings]
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
        own = item.origin == "project"
        name = (
            f"{FOLDER}/skills/{item.id}/{SKILL_FILE}" if own else f"skill {item.id} of plugin {item.origin}"
        )
        checked.append(name)
        if item.error:
            yield Problem(name, item.error, CORRECT_OWN if own else CORRECT)


def _broken_templates(
    files: DiskFiles, loaded: Plugins, config: Config, checked: list[str]
) -> Iterator[Problem]:
    """Render an empty prompt: a broken template, a missing name or heading shows itself."""
    own = f"{FOLDER}/templates"
    folders: list[Traversable] = [folder for _, folder in loaded.folders("underdraft_template_dirs")]
    checked += files.list(own, ("",))
    skill = Skill(
        id="check",
        description="-",
        instruction="-",
        output_format="-",
        rules=ContextRules({}),
        origin="underdraft",
    )
    try:
        texts = dict(template_files(files.folder(own), config.locale))
        templates = load_templates(config.locale, folders, own=texts)
        render([Section(layer=layer) for layer in Layer], skill=skill, history=(), templates=templates)
    except InvalidArgument as error:
        yield Problem(f"{FOLDER}/templates", error.message, CORRECT_OWN)


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
        names = files.names(FOLDER)
    except InvalidArgument:
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
