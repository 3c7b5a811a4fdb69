"""``init`` and ``trust``: a project's files, and what they may say."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from underdraft.boundary.json import to_json
from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.language import translated
from underdraft.cli.starter import folders_to_fill, lay_down, project_texts, trust_own, written
from underdraft.errors import InvalidArgument, UnderdraftError
from underdraft.project import trust as trusting
from underdraft.project.config import FOLDER
from underdraft.project.discovery import ProjectPlace
from underdraft.project.settings import Proposal


@command()
@click.argument("folder", required=False)
@click.option("--name", metavar="TITLE", help="The work's title (default: the folder's name).")
@click.option(
    "--locale", metavar="LOCALE", help="Language of the prompts, e.g. zh or en (default: your own)."
)
def init(call: Call, *, folder: str | None, **options: str | None) -> None:
    """Make FOLDER a project: .underdraft/ with a few files to begin with, and chapters/. Nothing is ever overwritten."""
    name = folder or (call.folder if call.place.how == "given" else ".")
    root = Path(name)
    if root.exists() and not root.is_dir():
        raise InvalidArgument("FOLDER: expected a folder")
    texts = project_texts(root, **options)
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise UnderdraftError("FOLDER: cannot be made") from None
    new = not (root / FOLDER).exists()  # what is there already may be a stranger's
    laid = lay_down(root, texts, folders_to_fill(root) if new else ())
    if new:
        trust_own(root)
    call.show(laid, lambda data: _show_laid(data, name, written(root)))


def _show_laid(data: Mapping[str, Any], folder: str, chapters: list[str]) -> None:
    for word in ("made", "kept"):
        for path in data[word]:
            output.say("{word}  {path}", word=translated(word), path=path)
    here = "" if folder == "." or Path(folder).is_absolute() else f"-C {shlex.quote(folder)} "
    output.note("")
    if chapters:
        output.note("next: put your rules into .underdraft/rules/, and see what a model would get")
    else:
        output.note("next: put your text into chapters/ and your rules into .underdraft/rules/, then")
    chapter = shlex.quote(chapters[0]) if chapters else "chapters/YOUR-TEXT.md"
    output.command_line(
        f"  underdraft {here}preview polish --document {chapter} --select-lines 1-3", err=True
    )
    output.note("characters, notes, a manuscript or memories from elsewhere")
    output.command_line(f"  underdraft {here}import PATH", err=True)


@command()
@click.option("--forget", is_flag=True, help="Take the trust back.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def trust(call: Call, *, forget: bool, yes: bool) -> None:
    """Trust what the folder says about models, addresses and stores, and its templates; until then it is not used.

    A project from elsewhere could send what you write, and your key, to anybody. What you allow is kept in your own
    config folder, value by value: a change asks again. What you have made with init is trusted anyway.
    """
    if forget:
        trusting.remember(Path(call.folder), None)
        call.show({"folders": []}, lambda _: output.say("no longer trusted"))
        return
    folder = Path(call.folder).resolve()
    quiet = Call(ProjectPlace(str(folder)), call.store, as_json=True)
    with quiet.open(lasting=False) as workspace:
        asked = workspace.settings.proposals
    if asked and not yes:
        output.note("{folder}:", folder=folder)
        for proposal in asked:
            output.note(_ALLOWED[_kind(proposal)], **_words(proposal))
        output.agree("Trust this folder?")
    if asked:
        values = {**trusting.trust_in(folder).values, **{p.key: p.remembered for p in asked}}
        trusting.remember(folder, trusting.Trust(values=values))
    data = [{"folder": str(folder), "allowed": to_json(asked)}] if asked else []
    call.show({"folders": data}, lambda _: output.say("trusted" if asked else "there is nothing to allow"))


_ALLOWED = {
    "model": "{key} = {value}: what you write is sent to {host}, with the key in {variable}",
    "keyless": "{key} = {value}: what you write is sent to {host}",
    "address": "{key} = {value}: what you write, and the key of the model, are sent to {host}",
    "store": "{key} = {value}: what is remembered of you is kept there",
    "template": "{key}: makes your prompts (SHA-256 {value})",
}


def _kind(proposal: Proposal) -> str:
    if proposal.key.startswith("templates/"):
        return "template"
    if proposal.key.startswith("model_options."):
        return "address"
    if proposal.key == "store":
        return "store"
    return "model" if proposal.key_variable else "keyless"


def _words(proposal: Proposal) -> dict[str, str]:
    return {
        "key": proposal.key,
        "value": proposal.value,
        "host": proposal.host or translated("its provider"),
        "variable": proposal.key_variable or "",
    }
