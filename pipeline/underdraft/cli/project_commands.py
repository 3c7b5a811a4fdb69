"""``init`` and ``validate``: a project's files, made and checked."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from underdraft.boundary.json import to_json
from underdraft.cli import output, starter
from underdraft.cli.context import Call, command
from underdraft.cli.language import translated
from underdraft.cli.project_checks import check_paths, check_project
from underdraft.cli.starter import lay_down, project_texts
from underdraft.errors import InvalidArgument, UnderdraftError
from underdraft.project import trust as trusting
from underdraft.project.config import read_config
from underdraft.project.files import DiskFiles


@command(short_help="Make a folder a project.")
@click.argument("folder", required=False)
@click.option(
    "--id",
    "project_id",
    metavar="ID",
    help="The project's id (default: the folder's name and a random part).",
)
@click.option("--name", metavar="TITLE", help="The work's title (default: the folder's name).")
@click.option("--language", metavar="LANGUAGE", help="The language it is written in, e.g. zh.")
@click.option("--genre", metavar="GENRE", help="Its genre.")
@click.option(
    "--locale", metavar="LOCALE", help="Language of the prompt templates: zh or en (default: your own)."
)
def init(call: Call, *, folder: str | None, **options: str | None) -> None:
    """Write .underdraft/config.toml and a few files to begin with into FOLDER. Nothing is ever overwritten."""
    name = folder or call.folder
    root = Path(name)
    if root.exists() and not root.is_dir():
        raise InvalidArgument("FOLDER: expected a folder")
    texts = project_texts(root, **options)
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise UnderdraftError("FOLDER: cannot be made") from None
    laid = lay_down(root, texts)
    call.show({"made": list(laid.made), "kept": list(laid.kept)}, lambda data: _show_laid(data, name))


def _show_laid(data: Mapping[str, Any], folder: str) -> None:
    for word in ("made", "kept"):
        for path in data[word]:
            output.say("{word}  {path}", word=translated(word), path=path)
    here = "" if folder == "." or Path(folder).is_absolute() else f"-C {shlex.quote(folder)} "
    output.note("")
    output.note("next: put rules into .underdraft/rules/, then")
    output.command_line(
        f"  underdraft {here}preview polish --document YOUR-TEXT.md --select-lines 1-3", err=True
    )


@command(short_help="Check a project's files.")
@click.argument("paths", nargs=-1)
@click.option("--fix-id", is_flag=True, help="Give the project a new id, where another folder has the same.")
def validate(call: Call, *, paths: tuple[str, ...], fix_id: bool) -> None:
    """Check config.toml, rules, skills, templates and all other files of the project; or only PATHS.

    One line a problem; the exit status is 2 if there is any. What was remembered under an id stays with that id.
    """
    if fix_id:
        made = starter.fix_id(Path(call.folder))
        call.show(
            {"projectId": made}, lambda data: output.say("the project's id is {id} now", id=data["projectId"])
        )
        return
    with output.progress("checking"):
        root = Path(call.folder)
        findings = check_paths(root, paths) if paths else check_project(root)
    wrong = [p for p in findings.problems if not p.hint]
    if not call.as_json:
        for problem in findings.problems:
            hint = output.sentence("hint: ") if problem.hint else ""
            output.say(f"{hint}{problem.path}: {output.sentence(problem.message)}")
    if wrong:
        count = "1 problem" if len(wrong) == 1 else f"{len(wrong)} problems"
        details = {"problems": to_json(findings.problems), "checked": list(findings.checked)}
        raise InvalidArgument(f"validate: {count} in {len(findings.checked)} checked files", details=details)
    data = {"valid": True, "checked": list(findings.checked), "hints": to_json(findings.problems)}
    call.show(data, lambda _: output.say("in order: {count} files checked", count=len(findings.checked)))


@command(short_help="Let a project say where keys are sent.")
@click.option("--forget", is_flag=True, help="Take the trust back.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def trust(call: Call, *, forget: bool, yes: bool) -> None:
    """Trust what the folder's config.toml says about hosts; until then it is ignored.

    A project from elsewhere could send your key to anybody. The list of trusted folders is in your own config folder.
    """
    root = Path(call.folder)
    if forget:
        trusting.trust(root, None)
        call.show({"hosts": {}}, lambda _: output.say("no longer trusted"))
        return
    hosts = trusting.hosts_of(read_config(DiskFiles(root)))
    if hosts and not yes:
        for key, address in hosts.items():
            said = (
                "store = {address}: what is remembered of you is kept there"
                if key == trusting.STORE
                else "model_options.{key} = {address}: what you write, and your key, are sent there"
            )
            output.note(said, key=key, address=address)
        if not click.confirm(translated("Trust this folder?"), default=False, err=True):
            raise click.Abort
    trusting.trust(root, hosts)
    call.show({"hosts": hosts}, lambda data: output.say("trusted" if data["hosts"] else "it names no host"))
