"""``lock``: the hashes of the project's prompts, for version control and CI."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.exit_status import FAILURE
from underdraft.cli.language import translated


@command()
@click.option("--check", is_flag=True, help="Write nothing; say what has changed since.")
def lock(call: Call, *, check: bool) -> None:
    """Write the hashes of every skill's prompt into prompt.lock, or check them.

    With --check nothing is written: it says what has changed since, and exits with 1 if anything has.

    The lock is made without your memories, so that it is the same on every machine. It covers every skill and,
    for the skill that uses most of the story, one scene for each name and each chapter, or the passages in
    .underdraft/scenes.
    """
    with call.open() as workspace:
        answer = call.ask(workspace, "ai:prompt:lock", {"check": check})
    call.show(answer, show_lock)
    if not answer["same"]:
        raise click.exceptions.Exit(FAILURE)


def show_lock(answer: Mapping[str, Any]) -> None:
    """Print what was written, or what has changed since."""
    count, path = len(answer["prompts"]), answer["path"]
    if answer["written"]:
        output.say("{count} prompts written to {path}", count=count, path=path)
    elif answer["same"]:
        output.say("{count} prompts are as {path} says", count=count, path=path)
    for change in answer["changes"]:
        output.text(f"{_where(change)}: {translated(change['happened'])}")
        if change["now"] and change["happened"] != "removed":
            output.text(f"  + {change['now']}", colour="green")
        output.text(f"    {', '.join(change['prompts'])}")
    for cost in answer["costs"]:
        output.text(f"{cost['tokens']:>9,} tokens{_price(cost):>10}  {cost['prompt']}")
    if not answer["same"]:
        output.text()
        output.say(
            "{path} does not say this any more; if it is meant, write it anew: underdraft lock", path=path
        )


def _price(cost: Mapping[str, Any]) -> str:
    return "" if cost["usd"] is None else f"${cost['usd']:.4f}"


def _where(change: Mapping[str, Any]) -> str:
    name = change["name"] + (f":{change['line']}" if change["line"] else "")
    if change["kind"] == "chunk":
        return f"{change['layer']} · {name} · plugin {change['plugin']}"
    return f"{change['kind']} {name}"
