"""Says what work that asks a model will cost, before it begins."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from underdraft.cli import output
from underdraft.cli.context import Call

if TYPE_CHECKING:
    from underdraft.workspace import Workspace


def agree_to_cost(call: Call, workspace: Workspace, work: Mapping[str, Any]) -> None:
    """Print what some work will ask and cost; on a terminal, more than one question needs the writer's consent.

    Raises:
        click.Abort: The writer does not want it.
    """
    with output.progress():
        cost = call.ask(workspace, "ai:model:estimate", work)
    if not cost["questions"]:
        return
    output.note(cost_in_words(cost))
    if cost["questions"] > 1 and not call.as_json and sys.stdin.isatty() and sys.stderr.isatty():
        output.agree("Go on?")


def cost_in_words(cost: Mapping[str, Any]) -> str:
    """Return an estimate as a line: who is asked, how often, the tokens, and the price where it is known."""
    questions = output.counted(cost["questions"], "1 question", "{count} questions")
    tokens = output.sentence("about {tokens} tokens", tokens=f"{cost['tokens']:,}")
    usd = [] if cost["usd"] is None else [f"${cost['usd']:.4f}"]
    return f"{cost['model']}: {', '.join([questions, tokens, *usd])}"
