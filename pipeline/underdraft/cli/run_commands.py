"""``preview`` and ``run``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output, prompt_view
from underdraft.cli.context import Call, command, opened
from underdraft.cli.embedder_waits import wait_before
from underdraft.cli.language import in_words, translated
from underdraft.cli.manuscript import read_manuscript, select
from underdraft.cli.names import short
from underdraft.errors import InvalidArgument
from underdraft.types.model_call import TextDelta

if TYPE_CHECKING:
    from underdraft.cli.applied import Applied
    from underdraft.types.run import Event
from underdraft.workspace import Workspace

STAGES = ("fetch", "deduplicate", "budget", "cache_plan", "model")
"""The stages whose times make up how long a run took."""


def request_options(function: Callable[..., None]) -> Callable[..., None]:
    """The options that say what a skill is to work on."""
    for option in (
        click.option("--session", "sessionId", metavar="ID", help="A session, for conversation and notes."),
        click.option("--model", metavar="NAME", help="Who answers, e.g. ollama_chat/qwen3."),
        click.option("-i", "--instruction", metavar="TEXT", help="What you want, in words."),
        click.option("--select-lines", metavar="A-B", help="Select whole lines, counted from 1."),
        click.option("--select", metavar="START:END", help="Select by code points; one number is a cursor."),
        click.option(
            "-d",
            "--document",
            type=click.Path(readable=False, allow_dash=True),
            metavar="FILE",
            help="The text that is being written; - is stdin.",
        ),
        click.argument("skill"),
    ):
        function = option(function)
    return function


@command()
@request_options
def preview(call: Call, **options: Any) -> None:
    """Show the prompt of SKILL as it would be sent, layer by layer. No model is called, nothing is recorded."""
    call.perform("ai:skill:preview", payload_of(call, **options), prompt_view.prompt)


@command()
@request_options
@click.option("--apply", is_flag=True, help="Put the reply into the file, in the place of what is selected.")
def run(call: Call, *, apply: bool, **options: Any) -> None:
    """Run SKILL. The reply goes to stdout as it is written, a short receipt to stderr.

    With --apply the reply also takes the place of the selection in the file; underdraft undo takes it back. What you make of
    it there is read by the next run, which learns from it as from feedback.
    """
    from underdraft.cli.applied import AppliedReplies  # late, like the others: a preview needs none of it

    payload = payload_of(call, **options)
    with call.open() as workspace:
        replies = AppliedReplies(call, workspace)
        if apply:
            replies.check_place(payload)
        for heard in replies.hear():
            show_heard(call, *heard)
        call.shows_warnings = True
        if not call.as_json:
            receipt(done := _stream(workspace, payload))
            if apply:
                _show_applied(replies.apply(payload, done))
            return
        done = call.ask(workspace, "ai:skill:run", payload)
        made = {"applied": {"path": replies.apply(payload, done).path}} if apply else {}
    call.show({**done, **made}, receipt)


def payload_of(call: Call, *, skill: str, document: str | None, **options: str | None) -> dict[str, Any]:
    """The payload of ``ai:skill:run`` and ``ai:skill:preview``; see :mod:`underdraft.cli.manuscript`."""
    offsets, lines = (options.pop(name) for name in ("select", "select_lines"))
    payload: dict[str, Any] = {"skillId": skill}
    if document is not None:
        text = read_manuscript(document, call.folder)
        payload.update(document=text.text, documentId=text.id)
        found = select(text.text, offsets=offsets, lines=lines)
        if found is not None:
            payload["selection"] = {"start": found[0], "end": found[1]}
    elif offsets or lines:
        raise InvalidArgument("--document: there is nothing to select in; name the file")
    return payload | {key: value for key, value in options.items() if value is not None}


def show_heard(call: Call, path: str, answer: Mapping[str, Any]) -> None:
    """Say on stderr that the writer's edit of an applied reply was read, and what it shows."""
    if call.as_json:
        return
    output.note("read off {path}: {signal}", path=path, signal=in_words("signal", answer["signal"]))
    from underdraft.cli.feedback_commands import habit_in_words

    for one in answer.get("noticed", ()):
        output.note(habit_in_words(one))


def _show_applied(applied: Applied) -> None:
    from underdraft.cli.applied import show_diff

    output.note("")
    output.note("applied to {path}; take it back: underdraft undo", path=applied.path)
    show_diff(applied.was, applied.put)


def receipt(data: Mapping[str, Any]) -> None:
    """A few lines on stderr: what was run, what it took, what to look at."""
    usage = data["usage"]
    output.note("")
    for line in data["warnings"]:
        output.warning(line)
    output.note(
        "{skill} · {model} · {given} tokens in ({cached} of them from the cache), {written} out · {seconds} s",
        skill=data["skillId"],
        model=data["model"],
        given=f"{usage['promptTokens']:,}",
        cached=f"{usage['cachedTokens']:,}",
        written=f"{usage['completionTokens']:,}",
        seconds=f"{sum(data['timings'].get(stage, 0) for stage in STAGES) / 1000:.1f}",
    )
    output.note(
        "prefix {hash}{remark} · {injected} entries injected, {left} left out",
        hash=short(data["stablePrefixHash"]),
        remark=prompt_view.unchanged(data),
        injected=len(data["injected"]),
        left=sum(line.get("count", 1) > 0 for line in data["excluded"]),
    )
    output.note("run {id}", id=data["runId"])


def _stream(workspace: Workspace, payload: Mapping[str, Any]) -> Any:
    """Run and print the reply while it comes."""
    gone: list[BrokenPipeError] = []
    written: list[str] = []

    def on_event(event: Event) -> None:
        if not isinstance(event, TextDelta):
            return
        spinner.stop()
        try:
            output.text(event.text, newline=False)
        except BrokenPipeError as error:
            gone.append(error)
            task = asyncio.current_task()
            if task is not None:
                task.cancel()  # nobody reads: the model may stop
        written.append(event.text)

    wait_before(workspace, "ai:skill:run", payload)
    spinner = output.Spinner(translated("running"))
    try:
        answer = asyncio.run(workspace.invoke("ai:skill:run", {**payload, "stream": True}, on_event=on_event))
    except asyncio.CancelledError:
        raise (gone[0] if gone else KeyboardInterrupt) from None
    finally:
        spinner.stop()
    data = opened(answer)
    if not "".join(written).endswith("\n"):
        output.text()
    return data
