"""``memory tidy``: what says the same or the opposite is shown, and settled one by one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.language import translated
from underdraft.cli.model_cost import agree_to_cost
from underdraft.cli.names import complete_id, short
from underdraft.errors import InvalidArgument, NotFound

if TYPE_CHECKING:
    from underdraft.workspace import Workspace

SHOWN_CODE_POINTS = 200
LISTED = 100
WHY = {
    "same_words": "the same words",
    "same_meaning": "nearly the same meaning",
    "model_says": "the model found it",
}
"""Why statements are offered, in words."""
DONE = {"merge": "merged", "keep_both": "both kept", "drop": "dropped"}
HOW = "settle one: underdraft memory tidy {id} --merge --keep 1, or --keep-both, or --drop --keep 1"
COUNTS = ("duplicates", "contradictions", "different", "unsaid", "tokens")
JUDGED = (
    "the model was asked once (some {tokens} tokens): {duplicates} the same, {contradictions} contradictions, "
    "{different} different, {unsaid} unclear"
)
NOTHING = "nothing to tidy: no two memories say the same"
ASK = "ask the model for what contradicts: underdraft memory tidy --model"


@command(name="tidy")
@click.argument("offer_id", metavar="[OFFER]", required=False)
@click.option(
    "--merge", "action", flag_value="merge", help="One stays; the others are archived, linked to it."
)
@click.option("--keep-both", "action", flag_value="keep_both", help="They stay, and are never offered again.")
@click.option("--drop", "action", flag_value="drop", help="One stays; the others are deleted.")
@click.option("--keep", type=int, metavar="N", help="Which one stays, by its number (default: 1).")
@click.option("--content", metavar="TEXT", help="With --merge: what it says from now on.")
@click.option("--model", "by_model", is_flag=True, help="Ask the model about near pairs first.")
@click.option("--limit", type=int, default=20, show_default=True, help="How many offers, 1 to 100.")
def tidy(
    call: Call,
    *,
    offer_id: str | None,
    action: str | None,
    limit: int,
    by_model: bool,
    **how: Any,
) -> None:
    """List memories and facts that say the same or the opposite, and settle one.

    OFFER is the beginning of an offer's id. Nothing is changed unasked; underdraft undo ID brings a merged or dropped one back.
    """
    if offer_id is None and action is None:
        call.perform("memory:offers:list", partial(listed, call, limit=limit, by_model=by_model), show_offers)
        return
    if offer_id is None or action is None:
        raise InvalidArgument("expected an OFFER and one of --merge, --keep-both and --drop")

    def payload(workspace: Workspace) -> dict[str, Any]:
        return settled_as(call, workspace, offer_id, action, **how)

    call.perform("memory:tidy:settle", payload, show_settlement)


def listed(call: Call, workspace: Workspace, *, limit: int, by_model: bool) -> dict[str, Any]:
    """Return the payload of the list; first ask the model about near pairs, with ``--model``."""
    if by_model:
        agree_to_cost(call, workspace, {"work": "tidy"})
        judged = call.ask(workspace, "memory:tidy:judge", {})
        for warning in judged["warnings"]:
            output.warning(warning)
        if judged["questions"]:
            output.note(JUDGED, **{name: judged[name] for name in COUNTS})
        if judged["left"]:
            output.note("{count} near pairs wait: ask again with --model", count=judged["left"])
    return {"limit": limit}


def settled_as(
    call: Call,
    workspace: Workspace,
    offer_id: str,
    action: str,
    *,
    keep: int | None,
    content: str | None,
) -> dict[str, Any]:
    """Return the payload that settles an offer, found by the first characters of the id."""
    offers = call.ask(workspace, "memory:offers:list", {"limit": LISTED})["offers"]
    refs_of = {offer["id"]: offer["refs"] for offer in offers}
    refs = refs_of.get(complete_id(offer_id, refs_of, "offers"))
    if refs is None:
        raise NotFound("OFFER: no offer begins like this; list them: underdraft memory tidy")
    answer: dict[str, Any] = {"refs": refs, "action": action}
    if action != "keep_both":
        if not 0 < (keep or 1) <= len(refs):
            raise InvalidArgument("--keep: expected the number of one of the statements")
        answer["keep"] = refs[(keep or 1) - 1]
    return answer | ({"content": content} if content is not None else {})


def show_offers(answer: Mapping[str, Any]) -> None:
    """The offers, each with its statements."""
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


def show_settlement(answer: Mapping[str, Any]) -> None:
    """Print what was done, and the command that undoes it."""
    output.say(f"{translated(DONE[answer['action']])}: {answer['stays']}")
    if answer["action"] != "keep_both":
        for ref in answer["others"]:
            output.note("bring it back: underdraft undo {id}", id=short(ref.partition(":")[2]))
