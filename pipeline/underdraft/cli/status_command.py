"""``status``: everything as a run would find it, and a fix for each thing that is wrong."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output, starter
from underdraft.cli.context import Call, command, trust_in_words
from underdraft.cli.exit_status import MISTAKE
from underdraft.cli.knowledge_commands import NO_CHAPTERS
from underdraft.cli.language import translated
from underdraft.cli.project_checks import Problem, check_paths, check_project
from underdraft.errors import InvalidArgument, NotFound, UnderdraftError
from underdraft.project.config import CONFIG_PATH
from underdraft.project.settings import NOT_USED
from underdraft.types.model_call import STAND_IN

if TYPE_CHECKING:
    from underdraft.memory.project_folders import ProjectClaim
    from underdraft.workspace import Workspace

MILLION = 1_000_000
_FIXES = (
    (re.escape(NOT_USED), "underdraft trust"),
    (r"did you mean (\S+)\?", "rename it to {}"),
    (r"^plugin ", "update or remove the package"),
    (r"^\.underdraft: ", "underdraft init"),
    (r"^\.underdraft/config.toml: ", "correct it; all settings are in docs/configuration.md"),
    (
        r"^\.underdraft/(?:skills|templates)",
        "correct it, or remove it: then the shipped one of its name is used",
    ),
    (r"^SECRET_REDACTED", "take it out of the file"),
    (r"^PREFIX_VOLATILE", "take out what is different each time"),
    (r"^CONTEXT_CAPACITY", "shorten the rules, or set a larger [caps]"),
    (r"^FETCHER_", "underdraft plugins --check"),
    ("", "correct the file, or remove it"),
)
"""How a problem or warning reads, and its fix; the first that fits."""

_OTHER_WARNINGS = ("SECRET_REDACTED", "PREFIX_VOLATILE", "CONTEXT_CAPACITY", "FETCHER_")
"""How warnings of a prompt begin that nothing else has told."""


@command()
@click.argument("paths", nargs=-1)
@click.option("--ask", is_flag=True, help="Ask the model for a word, too; it costs a few tokens.")
@click.option("--fix-id", is_flag=True, help="Give the project a new id, where another folder has the same.")
@click.option("--confirm-id", is_flag=True, help="Say that it is the same project as in the other folder.")
def status(call: Call, *, paths: tuple[str, ...], ask: bool, fix_id: bool, confirm_id: bool) -> None:
    """Show project, trust, model, store and files as a run would find them, and a fix for each finding.

    With PATHS only those files are checked. Nothing is sent anywhere without --ask. The exit status is 2 if something
    is wrong; hints do not count.
    """
    root = Path(call.folder)
    if fix_id and confirm_id:
        raise InvalidArgument("--fix-id: not together with --confirm-id")
    if fix_id or confirm_id:
        claim = _claim(call, confirm=confirm_id)
        own = claim.project_id if claim and not claim.confirmed else None
        made = claim.project_id if claim and confirm_id else starter.fix_id(root, own)
        call.show(
            {"projectId": made}, lambda data: output.say("the project's id is {id} now", id=data["projectId"])
        )
        return
    with output.progress():
        files = check_paths(root, paths) if paths else check_project(root)
        data: dict[str, Any] = {"checked": list(files.checked), "findings": [*map(_of_file, files.problems)]}
        if not paths:
            data |= {"folder": str(root.resolve()), "found": call.place.how, "asked": ask}
            _add_parts(call, data)
    data["valid"] = all(finding["hint"] for finding in data["findings"])
    call.show(data, _show)
    if not data["valid"]:
        raise click.exceptions.Exit(MISTAKE)


def _claim(call: Call, *, confirm: bool) -> ProjectClaim | None:
    """Whose the project's id is in the store; ``None`` where there is nothing to ask."""
    from underdraft.workspace import Workspace

    with (
        suppress(*([] if confirm else [UnderdraftError])),
        Workspace.open(call.folder, store=call.store, confirm=confirm, prepare_model=False) as opened,
    ):
        if confirm and opened.config.project is None:
            raise NotFound(f"{CONFIG_PATH}: there is no project here; underdraft init makes one")
        return opened.identity.find() if confirm else opened.identity.find_if_stored()
    return None


def _add_parts(call: Call, data: dict[str, Any]) -> None:
    """Add what a workspace tells of itself; where the configuration cannot be read, that."""
    quiet = Call(call.place, call.store, as_json=True)
    try:
        with quiet.open(lasting=False) as workspace:
            data |= quiet.ask(workspace, "workspace:info", {"ask": data["asked"]})
            if (claim := workspace.identity.claim) is not None and claim.warning is not None:
                where = f"{CONFIG_PATH} ({', '.join(claim.folders)})"
                data["findings"].append(
                    _found(where, claim.warning, "underdraft status --confirm-id", hint=True)
                )
            place = workspace.store.database.place
            data["storePath"] = None if place.shared else str(place.path.absolute())
            with _looking(workspace, data) as looking:
                chapters = looking.knowledge.chapters().items
                data["chapters"] = len(chapters)
                data["unnumbered"] = [chapter.path for chapter in chapters if chapter.number is None]
                data["entities"] = len(looking.knowledge.graph().graph.entities)
                data["skills"] = len(looking.skills.list())
                data["findings"] += [*_of_book(data), *_of_parts(data), *_of_prompt(looking, data)]
    except InvalidArgument as error:
        if not any(finding["where"] == CONFIG_PATH for finding in data["findings"]):
            data["findings"].append(_found("config.toml", error.message, "correct it, or remove it"))


@contextmanager
def _looking(workspace: Workspace, data: Mapping[str, Any]) -> Iterator[Workspace]:
    """The workspace without an embedder elsewhere, and over a store of its own where there is none that works."""
    options: dict[str, Any] = {} if data["asked"] else {"embedder": "none"}
    with tempfile.TemporaryDirectory() as folder:
        if not data["store"].get("revision"):
            options["store"] = Path(folder) / "store.db"
        with workspace.beside(**options) as looking:
            yield looking


def _found(where: str, message: str, fix: str, *, hint: bool = False) -> dict[str, Any]:
    return {"where": where, "message": message, "fix": fix, "hint": hint}


def _of_file(problem: Problem) -> dict[str, Any]:
    """A problem with its fix."""
    said = f"{problem.path}: {problem.message}"
    fix = next(fix.format(*found.groups()) for like, fix in _FIXES if (found := re.search(like, said)))
    return _found(problem.path, problem.message, fix, hint=problem.hint)


def _of_book(data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What the project and its manuscript lack."""
    if data["project"] is None and data["found"] == "here":
        yield _found(
            CONFIG_PATH, "it names no project", 'a line [project], and below it id = "..."', hint=True
        )
    if data["project"] and data["origins"]["locale"] == "default":
        yield _found(CONFIG_PATH, "no locale: prompts are Chinese", 'locale = "en" or "zh"', hint=True)
    if data["project"] and not data["chapters"]:
        message, _, fix = NO_CHAPTERS.partition(": ")
        yield _found("manuscript", message, fix, hint=True)
    if names := ", ".join(data["unnumbered"]):
        yield _found(names, "no chapter number", "a first heading such as # Chapter 1", hint=True)


def _of_parts(data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What is wrong with model, store and embedder."""
    model, store, index = data["model"], data["store"], data["index"] or {}
    if not model["healthy"]:
        why = model.get("message", "no plugin answers to this model's name")
        yield _found(f"model {model['name']}", why, "set model in config.toml; docs/models.md")
    elif model["name"] == STAND_IN:
        yield _found(
            "model", "no model is connected, a stand-in answers", "set model; docs/models.md", hint=True
        )
    if not store["healthy"]:
        yield _found("store", store["message"], "end what holds it, or name another one with --store")
    elif (why := index.get("diagnostics")) and why["code"] != "EMBEDDER_NONE":  # which was chosen
        yield _found("embedder", why["reason"], why.get("suggestion") or "set embedder in config.toml")


def _of_prompt(workspace: Workspace, data: dict[str, Any]) -> list[dict[str, Any]]:
    """Assemble a prompt; what it warns of besides, and how long it is before any text of the writer's."""
    try:
        preview = workspace.preview_sync("polish")
    except UnderdraftError as error:  # of a file, which has been told
        return [] if data["findings"] else [_found("prompt", error.message, "underdraft preview polish")]
    data["promptTokens"] = preview.tokens
    told = (w.partition(": ") for w in preview.warnings if w.startswith(_OTHER_WARNINGS))
    return [_of_file(Problem(code, what)) for code, _, what in told]


def _show(data: Mapping[str, Any]) -> None:
    if "folder" in data:
        output.pairs([("folder", f"{data['folder']} ({translated(data['found'])})"), *_rows(data)])
    for finding in data["findings"]:
        hint = output.sentence("hint: ") if finding["hint"] else ""
        output.say(f"{hint}{finding['where']}: {translated(finding['message'])}")
        output.say(f"  → {translated(finding['fix'])}")
    if data["valid"]:
        output.say("in order: {count} files checked", count=len(data["checked"]))


def _rows(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What there is, line by line; nothing where the configuration cannot be read."""
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
    yield "embedder", f"{data['embedder']['name']} ({translated(origins['embedder'])})"
    yield "store", f"{data['storePath'] or store['kind']} ({held or translated('not made yet')})"
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
