"""``runs`` and ``replay``: what was run, and the proof of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output, prompt_view
from underdraft.cli.context import Call, command, short
from underdraft.cli.exit_status import FAILURE
from underdraft.cli.language import translated
from underdraft.errors import InvalidArgument, NotFound

if TYPE_CHECKING:
    from underdraft.workspace import Workspace


SHORTEST_PREFIX = 4
"""Fewest characters of an id that are taken for the whole, if no other run begins alike."""
PAGE = 500
STATUS = {"failed": "failed", "timed_out": "timed out", "canceled": "canceled"}
"""How a run that ended too early is called."""
NOT_KEPT = "not kept: the prompt cannot be rendered again"
_RECENT = re.compile(r"last(?:~(\d{1,3}))?")
_LIMIT = re.compile(r"[1-9]\d{0,2}")
_SHOWN = {"-": "red", "+": "green"}


@command(short_help="List past runs, or show one.")
@click.argument("run_id", required=False)
@click.option("--all", "everywhere", is_flag=True, help="Those of all projects in the store.")
@click.option("--limit", metavar="N", default="20", show_default=True, help="How many, 1 to 500.")
@click.option("--cursor", metavar="CURSOR", help="Go on where the last list ended.")
def runs(call: Call, *, run_id: str | None, everywhere: bool, limit: str, cursor: str | None) -> None:
    """List past runs, newest first; or show RUN_ID: its receipt, its figures and its reply.

    RUN_ID is an id, its beginning, or "last" ("last~1" is the one before).
    """
    with output.progress("reading"), call.open() as workspace:
        if run_id is not None:
            answer = call.ask(workspace, "ai:run:get", {"runId": full_id(call, workspace, run_id)})
            call.show(answer, _show_run)
            return
        if not _LIMIT.fullmatch(limit):
            raise InvalidArgument("--limit: expected a whole number from 1 to 500")
        payload = {"all": everywhere, "limit": int(limit), "cursor": cursor}
        page = call.ask(workspace, "ai:run:list", payload)
    call.show(page, partial(_list_runs, everywhere=everywhere))


@command(short_help="Render a past prompt again and compare it byte for byte.")
@click.argument("run_id")
@click.option("--diff", "other", metavar="RUN_ID", help="Also say what has changed since this other run.")
@click.option("--print", "whole", is_flag=True, help="Print the prompt.")
def replay(call: Call, *, run_id: str, other: str | None, whole: bool) -> None:
    """Render the prompt of RUN_ID again from the stored chunks and templates, and compare every byte.

    RUN_ID is an id, its beginning, or "last" ("last~1" is the one before).
    """
    with output.progress("rendering"), call.open() as workspace:
        payload = {"runId": full_id(call, workspace, run_id)}
        if other is not None:
            payload["otherId"] = full_id(call, workspace, other)
        answer = call.ask(workspace, "ai:run:replay", payload)

    def words(data: Mapping[str, Any]) -> None:
        if whole:
            prompt_view.messages(data)
            output.text()
        _show_replay(data)
        if "diff" in data:
            _show_difference(data["diff"])

    call.show(answer, words)
    if not answer["same"]:
        raise click.exceptions.Exit(FAILURE)


def full_id(call: Call, workspace: Workspace, given: str) -> str:
    """The project's run that is meant by an id, its beginning (among the newest 500), ``last`` or ``last~N``."""
    recent = _RECENT.fullmatch(given)
    if recent is None and len(given) < SHORTEST_PREFIX:
        raise InvalidArgument(f"runId: expected at least {SHORTEST_PREFIX} characters of an id, or 'last'")
    items = call.ask(workspace, "ai:run:list", {"limit": PAGE})["items"]
    if recent is not None:
        place = int(recent[1] or 0)
        if place >= len(items):
            raise NotFound(
                "runId: there are not so many runs in this project" if items else "runId: no run is recorded"
            )
        return str(items[place]["id"])
    found = [str(item["id"]) for item in items if item["id"].startswith(given)]
    if len(found) > 1 and given not in found:
        raise InvalidArgument(f"runId: {len(found)} runs begin like this; give more of the id")
    return found[0] if len(found) == 1 else given


def _list_runs(page: Mapping[str, Any], *, everywhere: bool) -> None:
    if not page["items"]:
        output.say("no run is recorded here yet; try: underdraft run SKILL --document FILE")
        return
    output.table(
        ("run", "when (UTC)", "skill", "model", *(["project"] if everywhere else []), "prefix", ""),
        [
            (
                short(item["id"]),
                item["createdAt"][:16].replace("T", " "),
                item["skillId"],
                item["model"],
                *([item["projectId"] or "-"] if everywhere else []),
                short(item["stablePrefixHash"]),
                _remark(item),
            )
            for item in page["items"]
        ],
    )
    output.more(page)


def _show_run(data: Mapping[str, Any]) -> None:
    output.pairs(
        [
            ("run", data["runId"]),
            ("when (UTC)", data["createdAt"][:19].replace("T", " ")),
            ("skill", data["skillId"]),
            ("model", data["model"]),
            ("project", data["projectId"] or "-"),
            ("document", data["documentId"] or "-"),
            ("tokens", _used(data["usage"])),
            ("finished", _finished(data)),
            ("stable prefix", f"{data['stablePrefixHash']}{prompt_view.unchanged(data)}"),
            ("prompt", data["promptHash"]),
            ("texts", translated("kept" if data["complete"] else NOT_KEPT)),
        ]
    )
    prompt_view.entries(data)
    prompt_view.warnings(data)
    output.heading("took (ms)")
    output.table(None, _timings(data["timings"]), right=(1,))
    for place, text in enumerate(data.get("candidates", [data["text"]]), start=1):
        if text:
            output.text()
            output.rule(f"reply {place}" if "candidates" in data else "reply")
            output.text(text)


def _remark(item: Mapping[str, Any]) -> str:
    remarks = [] if item["status"] == "done" else [STATUS[item["status"]]]
    return ", ".join(map(translated, [*remarks, *(["private"] if item["privacy"] else [])]))


def _finished(data: Mapping[str, Any]) -> str:
    """Why the model stopped; of a run that ended too early, what ended it."""
    if "error" not in data:
        return data["finishReason"] or "-"
    code, message = data["error"]["code"], data["error"]["message"]
    return output.sentence(f"{STATUS[data['status']]}: {code}" + (f": {message}" if message else ""))


def _timings(timings: Mapping[str, float]) -> list[tuple[str, str]]:
    """A stage's own parts (``fetch.rules``) indented below it."""
    rows: list[tuple[str, str]] = []
    for stage, ms in timings.items():
        if "." not in stage:
            rows.append((stage, f"{ms:,.1f}"))
            parts = [(name, took) for name, took in timings.items() if name.startswith(f"{stage}.")]
            rows += [(f"  {name.partition('.')[2]}", f"{took:,.1f}") for name, took in parts]
    return rows


def _used(usage: Mapping[str, int]) -> str:
    given, cached, written = (usage[name] for name in ("promptTokens", "cachedTokens", "completionTokens"))
    return output.sentence(
        "{given} in, {cached} of them cached; {written} out (as the provider counts)",
        given=f"{given:,}",
        cached=f"{cached:,}",
        written=f"{written:,}",
    )


def _show_replay(data: Mapping[str, Any]) -> None:
    differs = ", ".join(data["differs"])
    verdict = output.sentence("the same, byte for byte" if data["same"] else f"not the same: {differs}")
    output.pairs(
        [
            ("run", data["runId"]),
            ("replay", verdict),
            ("stable prefix", data["stablePrefixHash"]),
            *([] if data["same"] else [("  recorded", data["recorded"]["stablePrefixHash"])]),
            ("prompt", data["promptHash"]),
            *([] if data["same"] else [("  recorded", data["recorded"]["promptHash"])]),
        ]
    )


def _show_difference(diff: Mapping[str, Any]) -> None:
    output.text()
    output.rule(f"since run {diff['otherId']}")
    if diff["same"]:
        output.say("no difference: both sent the same messages")
        return
    prefix = "the same" if diff["stablePrefixSame"] else "changed"
    share = 100 * diff["sharedCodePoints"] // max(1, diff["codePoints"])
    output.pairs(
        [
            ("stable prefix", translated(prefix)),
            ("first difference", output.sentence(diff["first"])),
            (
                "shared beginning",
                output.sentence(
                    "{count} characters ({share} % of this prompt)",
                    count=f"{diff['sharedCodePoints']:,}",
                    share=share,
                ),
            ),
        ]
    )
    for layer in diff["layers"]:
        for chunk in layer["chunks"]:
            origin = f"{chunk['plugin']}/{chunk['fetcher']}"
            change = translated(chunk["change"])
            source = f"{layer['layer']} · {chunk['source']}"
            output.heading(f"{source} ({chunk['kind']}) {change} · {translated('plugin')} {origin}")
            show_lines(chunk["lines"])
    for text in diff["texts"]:
        output.heading(f"{text['name']} changed")
        show_lines(text["lines"])


def show_lines(lines: Sequence[str]) -> None:
    """A text diff, in colours on a terminal."""
    for line in lines:
        output.text(line, colour=_SHOWN.get(line[:1]))
