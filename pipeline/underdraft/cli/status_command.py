"""``status``: everything as a run would find it, and a fix for each thing that is wrong."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from underdraft.boundary.json import to_json
from underdraft.cli import output
from underdraft.cli.context import Call, command, trust_in_words
from underdraft.cli.exit_status import MISTAKE
from underdraft.cli.knowledge_commands import NO_CHAPTERS
from underdraft.cli.language import translated
from underdraft.cli.project_checks import CORRECT_CONFIG, Problem, check_files
from underdraft.errors import InvalidArgument, NotFound, UnderdraftError
from underdraft.project.config import CONFIG_PATH, FOLDER
from underdraft.text.strings import languages
from underdraft.types.model_call import STAND_IN

if TYPE_CHECKING:
    from underdraft.workspace import Workspace

MILLION = 1_000_000
STORE_FIXES = {
    "corrupt": "underdraft --store NEW restore FILE, with a backup",
    "disk_full": "make room on the disk",
    "io_error": "make room on the disk",
    "newer_schema": "update underdraft",
}
"""A fix for each reason why a store cannot be used; another one may be held by somebody."""

PROMPT_FIXES = {
    "SECRET_REDACTED": "take it out of the file",
    "PREFIX_VOLATILE": "take out what is different each time",
    "CONTEXT_CAPACITY": "shorten the rules, or set a larger [caps]",
    "FETCHER_": "underdraft plugins --check",
}
"""How the warnings of a prompt begin that nothing else has told, and what helps."""


@command()
@click.option("--ask", is_flag=True, help="Ask the model for a word, too; it costs a few tokens.")
@click.option("--confirm-id", is_flag=True, help="Say that it is the same project as in the other folder.")
def status(call: Call, *, ask: bool, confirm_id: bool) -> None:
    """Show project, trust, model, store and files as a run would find them, and a fix for each finding.

    Nothing is sent anywhere without --ask. The exit status is 2 if something is wrong; hints do not count. A single skill
    is checked by: underdraft call skill:validate markdown=@SKILL.md
    """
    if confirm_id:
        _confirm(call)
        return
    found: list[Problem] = []
    data: dict[str, Any] = {"checked": [], "folder": str(Path(call.folder).resolve())}
    data |= {"found": call.place.how, "asked": ask}
    with output.progress():
        _add_parts(call, data, found)
    data |= {"findings": to_json(found), "valid": all(one.hint for one in found)}
    call.show(data, _show)
    if not data["valid"]:
        raise click.exceptions.Exit(MISTAKE)


def _confirm(call: Call) -> None:
    """Say that the folder's project is the one that has its id in the store."""
    from underdraft.workspace import Workspace

    with Workspace.open(call.folder, store=call.store, confirm=True, prepare_model=False) as opened:
        if opened.config.project is None:
            raise NotFound(f"{CONFIG_PATH}: there is no project here; underdraft init makes one")
        opened.identity.find()
        made = {"projectId": opened.config.project_id}
    call.show(made, lambda data: output.say("the project's id is {id} now", id=data["projectId"]))


def _add_parts(call: Call, data: dict[str, Any], found: list[Problem]) -> None:
    """Add what a workspace tells of itself, and what is wrong with it; where the configuration cannot be read, that."""
    quiet = Call(call.place, call.store, as_json=True)
    try:
        with quiet.open(lasting=False) as workspace:
            data |= quiet.ask(workspace, "workspace:info", {"ask": data["asked"]})
            if data["origins"]["locale"] == "given":  # by the command, which knows it from the environment
                data["origins"]["locale"] = "environment"
            if (claim := workspace.identity.claim) is not None and claim.warning is not None:
                where = f"{CONFIG_PATH} ({', '.join(claim.folders)})"
                found.append(Problem(where, claim.warning, "underdraft status --confirm-id", hint=True))
            place = workspace.store.database.place
            data["storePath"] = None if place.shared else str(place.path.absolute())
            with _looking(workspace, data) as looking:
                data["checked"], wrong = check_files(looking, workspace.settings)
                found += wrong
                chapters = looking.knowledge.chapters().items
                data["chapters"] = len(chapters)
                data["unnumbered"] = [chapter.path for chapter in chapters if chapter.number is None]
                data["entities"] = len(looking.knowledge.graph().graph.entities)
                data["skills"] = len(looking.skills.list())
                found += [*_of_book(data), *_of_parts(data)]
                found += _of_prompt(looking, data, told={one.where for one in found})
    except InvalidArgument as error:
        found.append(Problem(CONFIG_PATH, error.message.removeprefix("config.toml: "), CORRECT_CONFIG))


@contextmanager
def _looking(workspace: Workspace, data: Mapping[str, Any]) -> Iterator[Workspace]:
    """The workspace without an embedder elsewhere, and over a store of its own where there is none that works."""
    options: dict[str, Any] = {} if data["asked"] else {"embedder": "none"}
    with tempfile.TemporaryDirectory() as folder:
        if not data["store"].get("revision"):
            options["store"] = Path(folder) / "store.db"
        with workspace.beside(**options) as looking:
            yield looking


def _of_book(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what the project and its manuscript lack."""
    if not data["checked"]:
        yield Problem(
            FOLDER, "there is no project here; underdraft init makes one", "underdraft init", hint=True
        )
    elif data["project"] is None and data["found"] == "here":
        yield Problem(
            CONFIG_PATH, "it names no project", 'a line [project], and below it id = "..."', hint=True
        )
    if data["project"] and data["origins"]["locale"] == "default":
        known = " or ".join(f'"{language}"' for language in languages())
        yield Problem(CONFIG_PATH, "no locale: prompts are Chinese", f"locale = {known}", hint=True)
    if data["project"] and not data["chapters"]:
        message, _, fix = NO_CHAPTERS.partition(": ")
        yield Problem("manuscript", message, fix, hint=True)
    if names := ", ".join(data["unnumbered"]):
        yield Problem(names, "no chapter number", "a first heading such as # Chapter 1", hint=True)


def _of_parts(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield faults of model, store and embedder."""
    model, store, index = data["model"], data["store"], data["index"] or {}
    if not model["healthy"]:
        why = model.get("message", "no plugin answers to this model's name")
        yield Problem(f"model {model['name']}", why, "set model in config.toml; docs/models.md")
    elif model["name"] == STAND_IN:
        yield Problem(
            "model", "no model is connected, a stand-in answers", "set model; docs/models.md", hint=True
        )
    if not store["healthy"]:
        fix = STORE_FIXES.get(store.get("reason"), "end what holds it, or name another one with --store")
        yield Problem("store", store["message"], fix)
    elif (why := index.get("diagnostics")) and why["code"] != "EMBEDDER_NONE":  # which was chosen
        yield Problem("embedder", why["reason"], why.get("suggestion") or "set embedder in config.toml")


def _of_prompt(workspace: Workspace, data: dict[str, Any], *, told: Collection[str]) -> list[Problem]:
    """Assemble a prompt; what it warns of besides, and how long it is before any text of the writer's."""
    try:
        preview = workspace.preview_sync("polish")
    except UnderdraftError as error:
        known = any(where in error.message for where in told)
        return [] if known else [Problem("prompt", error.message, "underdraft preview polish")]
    data["promptTokens"] = preview.tokens
    return [
        Problem(code, what, fix)
        for code, _, what in (warning.partition(": ") for warning in preview.warnings)
        for begins, fix in PROMPT_FIXES.items()
        if code.startswith(begins)
    ]


def _show(data: Mapping[str, Any]) -> None:
    output.pairs([("folder", f"{data['folder']} ({translated(data['found'])})"), *_rows(data)])
    for finding in data["findings"]:
        hint = output.sentence("hint: ") if finding["hint"] else ""
        output.say(f"{hint}{finding['where']}: {translated(finding['message'])}")
        output.say(f"  → {translated(finding['fix'])}")
    if data["valid"]:
        output.say("in order: {count} files checked", count=len(data["checked"]))


def _rows(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the status line by line; nothing if the configuration cannot be read."""
    if "chapters" not in data:
        return
    project, store, origins = data["project"], data["store"], data["origins"]
    trust = trust_in_words(trusted=data["trusted"], unused=data["notUsed"])
    held = ", ".join(f"{translated(name)} {count}" for name, count in store.get("counts", {}).items())
    files = Counter(path.split("/")[1] for path in data["checked"] if path.count("/") > 1)
    yield "project", f"{project['name']} ({project['id']})" if project else translated("none")
    yield "trust", trust
    yield "locale", f"{data['locale']} ({translated(origins['locale'])})"
    yield "model", f"{data['model']['name']} ({translated(origins['model'])}){_price(data)}"
    yield "reading", data["reader"] or translated("without a model: only what is said outright")
    yield "embedder", f"{data['embedder']['name']} ({translated(origins['embedder'])})"
    yield (
        "store",
        f"{data['storePath'] or store['kind']} ({held or translated(store.get('message', 'not made yet'))})",
    )
    yield "manuscript", output.chapters(data["chapters"])
    yield "story", str(data["entities"])
    yield "files", ", ".join(f"{name} {count}" for name, count in sorted(files.items())) or "-"
    yield "skills", str(data["skills"])
    yield "plugins", str(data["plugins"]["loaded"])


def _price(data: Mapping[str, Any]) -> str:
    """Whether the model answered, and what the shortest prompt costs by the table."""
    model, tokens = data["model"], data.get("promptTokens", 0)
    if model["name"] == STAND_IN or not model["healthy"]:
        return ""
    said = translated("it answered" if data["asked"] else "not asked; --ask asks it")
    usd = f"{tokens * model.get('inputUsd', 0) / MILLION:.4f}"
    cost = output.sentence("a prompt begins at {tokens} tokens, ${usd}", tokens=tokens, usd=usd)
    return f"; {said}; {cost}" if "inputUsd" in model and tokens else f"; {said}"
