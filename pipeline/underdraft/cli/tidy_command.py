"""``memory tidy``: shows what says the same or the opposite."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.language import translated
from underdraft.cli.model_cost import agree_to_cost
from underdraft.cli.names import short

if TYPE_CHECKING:
    from underdraft.workspace import Workspace

SHOWN_CODE_POINTS = 200
WHY = {
    "same_words": "the same words",
    "same_meaning": "nearly the same meaning",
    "model_says": "the model found it",
}
"""Why statements are offered, in words."""
HOW = "one stays: underdraft memory confirm {id}, another with --keep 2; all stay: underdraft memory refuse {id}"
COUNTS = ("duplicates", "contradictions", "different", "unsaid", "tokens")
JUDGED = (
    "the model was asked once (some {tokens} tokens): {duplicates} the same, {contradictions} contradictions, "
    "{different} different, {unsaid} unclear"
)
NOTHING = "nothing to tidy: no two memories say the same"
ASK = "ask the model for what contradicts: underdraft memory tidy --model"


@command(name="tidy")
@click.option("--model", is_flag=True, help="Ask the model about near pairs first.")
@click.option("--limit", type=int, default=20, show_default=True, help="How many offers, 1 to 100.")
def tidy(call: Call, *, limit: int, model: bool) -> None:
    """List memories and facts that say the same or the opposite.

    underdraft memory confirm lets one of an offer stay and archives the others, underdraft memory refuse keeps them all.
    Nothing is changed unasked.
    """

    def payload(workspace: Workspace) -> dict[str, Any]:
        if model:
            agree_to_cost(call, workspace, {"work": "tidy"})
        return {"limit": limit, "model": model}

    call.perform("memory:offers:list", payload, show_offers)


def show_judged(judged: Mapping[str, Any]) -> None:
    """What the model was asked, and what it said."""
    for warning in judged["warnings"]:
        output.warning(warning)
    if judged["questions"]:
        output.note(JUDGED, **{name: judged[name] for name in COUNTS})
    if judged["left"]:
        output.note("{count} near pairs wait: ask again with --model", count=judged["left"])


def show_offers(answer: Mapping[str, Any]) -> None:
    """The offers, each with its statements."""
    if "judged" in answer:
        show_judged(answer["judged"])
    for offer in answer["offers"]:
        kind = translated("contradiction" if offer["kind"] == "contradiction" else "the same")
        because = output.sentence(WHY[offer["why"]])
        output.heading(f"{short(offer['id'])}  {kind}: {because}")
        for number, one in enumerate(offer["statements"], 1):
            marks = [output.day(one["updatedAt"]), translated(one["origin"])]
            marks += [translated("confirmed")] if one["userConfirmed"] else []
            marks += [translated("global")] if one["projectId"] is None else []
            output.entry(f"{number}  {'  '.join(marks)}", output.one_line(one["content"], SHOWN_CODE_POINTS))
    if not answer["offers"]:
        output.note(NOTHING)
        output.note(ASK)
    else:
        if answer["total"] > len(answer["offers"]):
            output.note("{count} more", count=answer["total"] - len(answer["offers"]))
        output.note(HOW, id=short(answer["offers"][0]["id"]))
    if answer["mode"] == "lexical":
        output.note("compared by words alone: only equal texts are found")
