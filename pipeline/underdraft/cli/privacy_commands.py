"""``privacy-check``: proof that privacy mode keeps nothing, on a store made for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from underdraft.boundary.json import to_json
from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.exit_status import FAILURE
from underdraft.privacy.check import check_privacy
from underdraft.privacy.traces import find_traces


@command()
@click.option("--find", metavar="TEXT", help="Look for TEXT in the store that is in use instead.")
def privacy_check(call: Call, *, find: str | None) -> None:
    """Send a canary through every entry in privacy mode, and look for it in everything that was written.

    This happens in a store made for it. With --find, the store that is in use is searched for a text:
    tables, indexes, vectors, and the raw bytes of the files, free pages too.
    """
    if find is not None:
        with call.open() as workspace:
            traces = find_traces(workspace.store.database, find)
        data = {"ok": not traces, "traces": to_json(traces)}
    else:
        with output.bar("entries") as advance:
            report = check_privacy(progress=advance)
        data = {"ok": report.ok, **to_json(report)}
    call.show(data, show_found if find is not None else show_report)
    if not data["ok"]:
        click.get_current_context().exit(FAILURE)


def show_found(data: Mapping[str, Any]) -> None:
    """Print where a text was found."""
    for trace in data["traces"]:
        output.say(f"{trace['where']} ({trace['form']})")
    output.note("found" if data["traces"] else "not found")


def show_report(data: Mapping[str, Any]) -> None:
    """Print where each canary was found."""
    rows = []
    for entry in data["entries"]:
        where = ", ".join(sorted({trace["where"] for trace in entry["traces"]}))
        said = "kept on purpose, gone after a purge" if entry["onPurpose"] else f"KEPT in {where}"
        rows.append((entry["channel"], output.sentence(said if where else "nothing kept")))
    output.table(("entry", "canary"), rows)
    for trace in data["afterPurge"]:
        output.say("LEFT after the purge: {where} ({form})", where=trace["where"], form=trace["form"])
    output.text()
    output.say("searched: tables, indexes, vectors, {files}", files=", ".join(data["searched"]))
    output.say("ok" if data["ok"] else "privacy mode does not hold")
