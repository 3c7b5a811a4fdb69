"""``blame`` and ``cache``: what broke the prefix, and what the provider's cache did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.language import spoken, translated
from underdraft.cli.names import full_run_id, short
from underdraft.cli.prompt_view import additions

COLOURS = {"-": "red", "+": "green"}
"""Of the lines of a diff, on a terminal."""


@command()
@click.argument("run_id", default="last")
@click.argument("other", metavar="[EARLIER]", default="last~1")
def blame(call: Call, *, run_id: str, other: str) -> None:
    """Explain why the prompts of two runs differ: where RUN_ID's prompt departs from EARLIER's, the cause, and what was billed again.

    Both are an id, its beginning, or "last" ("last~1" is the one before). Without them the last two runs are
    compared.
    """
    with call.open() as workspace:
        later, earlier = (full_run_id(call, workspace, name) for name in (run_id, other))
        payload = {"runId": later, "beforeId": earlier, "language": spoken()}
        answer = call.ask(workspace, "ai:run:blame", payload)
    call.show(answer, show_blame)


@command()
@click.option("--limit", type=int, default=40, show_default=True, help="How many of the last runs, 1 to 200.")
@click.option("--as", "as_model", metavar="MODEL", help="Predict as if all runs had been this model's.")
def cache(call: Call, *, limit: int, as_model: str | None) -> None:
    """Show predicted and reported cached tokens run by run, what was lost by which cause, and what to do."""
    payload = {"limit": limit, "asModel": as_model, "language": spoken()}
    call.perform("ai:cache:report", payload, show_report)


def show_blame(data: Mapping[str, Any]) -> None:
    """A blame."""
    if data["same"]:
        output.say("no difference: both sent the same messages")
    first = data["first"]
    rows = [("stable prefix", translated("the same") if data["prefixSame"] else translated("changed"))]
    if first is not None:
        rows.append(("first byte", f"{first['byte']:,}"))
        rows.append(("where", place_in_words(data)))
    if data["cause"]:
        rows.append(("cause", data["said"]))
        rows.append(("billed again", lost_in_words(data["lostTokens"], data["lostUsd"])))
        rows.append(("prices", prices_in_words(data["prices"])))
    output.pairs([*rows, *additions(data)])
    if not data["cause"]:
        output.say("nothing that the provider could have kept was changed")
        return
    output.text(f"→ {data['advice']}")
    if data["alsoSaid"]:
        output.heading("changed behind it")
        for line in data["alsoSaid"]:
            output.text(f"  {line}")
    output.text()
    for line in data["lines"]:
        output.text(line, colour=COLOURS.get(line[:1]))


def place_in_words(data: Mapping[str, Any]) -> str:
    """Return where the two prompts of a blame differ first."""
    parts = [f"{data['layer']}"] if data["layer"] else [translated(data["first"]["part"].replace("_", " "))]
    if data["template"]:
        parts.append(f"{data['template']['name']}:{data['template']['line']}")
    if data["chunk"]:
        parts.append(f"{data['chunk']['source']} ({data['chunk']['plugin']})")
        if data["cause"]["line"]:
            parts[-1] = f"{data['chunk']['source']}:{data['cause']['line']} ({data['chunk']['plugin']})"
    return " · ".join(parts)


def show_report(data: Mapping[str, Any]) -> None:
    """The report: runs, misses, sums."""
    if not data["runs"]:
        output.say("no run is recorded here yet; try: underdraft run SKILL --document FILE")
        return
    output.table(
        ("run", "when", "skill", "model", "sent", "predicted", "cached", "error", "lost", "cause"),
        [_row(use) for use in data["runs"]],
        right=(4, 5, 6, 7, 8),
    )
    output.heading("in all")
    share = 100 * data["predictedTokens"] // max(1, data["promptTokens"])
    rows = [
        ("sent", f"{data['promptTokens']:,}"),
        ("predicted", f"{data['predictedTokens']:,} ({share} %)"),
        (
            "cached",
            translated("not reported") if data["cachedTokens"] is None else f"{data['cachedTokens']:,}",
        ),
    ]
    if data["errorTokens"] is not None:
        error = 100 * data["errorTokens"] / max(1, data["comparedTokens"])
        rows.append(("error of the prediction", f"{data['errorTokens']:,} ({error:.1f} %)"))
    rows.append(("billed again", lost_in_words(data["lostTokens"], data["lostUsd"])))
    rows += [("prices", prices_in_words(prices)) for prices in data["prices"]]
    rows += [("prices", f"{model}: {translated('not known')}") for model in data["unpriced"]]
    output.pairs([*rows, *additions(data)])
    if data["questions"]:
        output.heading("asked behind the runs")
        output.table(
            ("task", "model", "questions", "sent", "written", "price"),
            [_question(total) for total in data["questions"]],
            right=(2, 3, 4, 5),
        )
    if data["misses"]:
        output.heading("what was lost, and what to do")
    for miss in data["misses"]:
        output.text(
            f"{lost_in_words(miss['lostTokens'], miss['lostUsd'])} · {miss['runs']}× · {miss['said']}"
        )
        output.text(f"  → {miss['advice']}")


def _question(total: Mapping[str, Any]) -> tuple[str, ...]:
    price = translated("not known") if total["usd"] is None else f"${total['usd']:.4f}"
    figures = (total["questions"], total["promptTokens"], total["completionTokens"])
    return (total["task"], total["model"], *(f"{figure:,}" for figure in figures), price)


def _row(use: Mapping[str, Any]) -> tuple[str, ...]:
    figures = (use["predictedTokens"], use["cachedTokens"], use["errorTokens"])
    shown = ["-" if figure is None else f"{figure:,}" for figure in figures]
    return (
        short(use["runId"]),
        output.when(use["createdAt"])[5:],
        use["skillId"],
        use["model"],
        f"{use['promptTokens']:,}",
        *shown,
        f"{use['lostTokens']:,}" if use["cause"] else "",
        use["cause"]["code"].replace("_", " ") if use["cause"] else "",
    )


def lost_in_words(tokens: int, usd: float | None) -> str:
    """Tokens with their price."""
    price = translated("price not known") if usd is None else f"${usd:.4f}"
    return translated("{tokens} tokens, {price}").format(tokens=f"{tokens:,}", price=price)


def prices_in_words(prices: Mapping[str, Any] | None) -> str:
    """A model's prices, with their table's date."""
    if prices is None:
        return translated("not known")
    figures = "/".join(f"{prices[name]:g}" for name in ("inputUsd", "writeUsd", "readUsd"))
    return translated("{model}: ${figures} a million tokens read, written, cached ({source}, {day})").format(
        model=prices["model"], figures=figures, source=prices["source"], day=prices["asOf"] or "-"
    )
