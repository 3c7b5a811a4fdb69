"""``runs`` and ``replay``: what was run, and the proof of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from underdraft.cli import output, prompt_view
from underdraft.cli.context import Call, command
from underdraft.cli.exit_status import FAILURE
from underdraft.cli.language import in_words, translated
from underdraft.cli.names import full_run_id, short

HEARD_CODE_POINTS = 100
NOT_KEPT = "not kept: the prompt cannot be rendered again"


@command()
@click.argument("run_id", required=False)
@click.option("--failed", is_flag=True, help="Those that ended before the first word of a reply, too.")
@click.option("--limit", type=int, default=20, show_default=True, help="How many, 1 to 500.")
def runs(call: Call, *, run_id: str | None, failed: bool, limit: int) -> None:
    """List past runs, newest first; or show RUN_ID: its receipt, its figures and its reply.

    RUN_ID is an id, its beginning, or "last" ("last~1" is the one before).
    """
    with call.open() as workspace:
        if run_id is not None:
            answer = call.ask(workspace, "ai:run:get", {"runId": full_run_id(call, workspace, run_id)})
            call.show(answer, _show_run)
            return
        page = call.ask(workspace, "ai:run:list", {"answered": not failed, "limit": limit})
    call.show(page, _list_runs)


@command()
@click.argument("run_id")
def replay(call: Call, *, run_id: str) -> None:
    """Render the prompt of RUN_ID again from the stored chunks and templates, and compare every byte.

    RUN_ID is an id, its beginning, or "last" ("last~1" is the one before).
    """
    with call.open() as workspace:
        answer = call.ask(workspace, "ai:run:replay", {"runId": full_run_id(call, workspace, run_id)})
    call.show(answer, show_replay)
    if not answer["same"]:
        raise click.exceptions.Exit(FAILURE)


def _list_runs(page: Mapping[str, Any]) -> None:
    if not page["items"]:
        output.say("no run is recorded here yet; try: underdraft run SKILL --document FILE")
        return
    output.table(
        ("run", "when", "skill", "model", "prefix", ""),
        [
            (
                short(item["id"]),
                output.when(item["createdAt"]),
                item["skillId"],
                item["model"],
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
            ("when", output.when(data["createdAt"])),
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
    if data["heard"]:
        output.heading("heard in it")
        output.table(
            None,
            [(_outcome(one), output.one_line(one["content"], HEARD_CODE_POINTS)) for one in data["heard"]],
        )
        for one in data["heard"]:
            for older in one.get("replaced", ()):
                said = output.one_line(older, HEARD_CODE_POINTS)
                output.say(
                    "replaced: {said} (undo: underdraft memory delete {id})",
                    said=said,
                    id=short(one["memoryId"]),
                )
    output.heading("took (ms)")
    output.table(None, [(stage, f"{ms:,.1f}") for stage, ms in data["timings"].items()], right=(1,))
    for place, text in enumerate(data.get("candidates", [data["text"]]), start=1):
        if text:
            output.text()
            output.rule(translated(f"reply {place}" if "candidates" in data else "reply"))
            output.text(text)


def _outcome(one: Mapping[str, Any]) -> str:
    """Return the outcome of a statement that was heard, and its reason."""
    said = in_words("heard", one["outcome"])
    return f"{said} ({in_words('heard', one['reason'])})" if "reason" in one else said


def _remark(item: Mapping[str, Any]) -> str:
    remarks = [] if item["status"] == "done" else [output.words(item["status"])]
    return ", ".join(map(translated, [*remarks, *(["private"] if item["privacy"] else [])]))


def _finished(data: Mapping[str, Any]) -> str:
    """Say why the model stopped; of a run that ended too early, what ended it."""
    if "error" not in data:
        return data["finishReason"] or "-"
    code, message = data["error"]["code"], data["error"]["message"]
    return output.sentence(f"{output.words(data['status'])}: {code}" + (f": {message}" if message else ""))


def _used(usage: Mapping[str, int]) -> str:
    given, cached, written = (usage[name] for name in ("promptTokens", "cachedTokens", "completionTokens"))
    return output.sentence(
        "{given} in, {cached} of them cached; {written} out (as the provider counts)",
        given=f"{given:,}",
        cached=f"{cached:,}",
        written=f"{written:,}",
    )


def show_replay(data: Mapping[str, Any]) -> None:
    """Whether a prompt came out the same."""
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
