"""``feedback``, ``preferences``, ``why``: say what became of a result, see and settle what was learned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output
from underdraft.cli.context import command
from underdraft.cli.manuscript import read_manuscript
from underdraft.cli.runs_commands import full_id
from underdraft.errors import InvalidArgument
from underdraft.text.clean import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from underdraft.cli.context import Session
    from underdraft.workspace import Workspace


PREFIX = "learned-"
SHORT_ID = 8
SHOWN_CODE_POINTS = 60


@command(short_help="Say what became of a result.")
@click.argument("run_id")
@click.argument("action", type=click.Choice(["accept", "reject", "partial"]))
@click.option("--evidence", metavar="WORDS", help="What it was about: a few words or a tag.")
@click.option("--final", "final", metavar="FILE", help="The text that you kept (- for stdin).")
@click.option("--candidate", type=int, metavar="N", help="The candidate that you took, from 0; -1 for none.")
@click.option("--undo", is_flag=True, help="Take back an accept of the last 30 seconds.")
def feedback(
    session: Session,
    *,
    run_id: str,
    action: str,
    evidence: str | None,
    final: str | None,
    candidate: int | None,
    undo: bool,
) -> None:
    """Say what became of RUN_ID's result; preferences are learned from it.

    RUN_ID is an id, its beginning, or "last".
    """
    with output.progress("learning"), session.open() as workspace:
        payload: dict[str, Any] = {
            "runId": full_id(session, workspace, run_id),
            "action": action,
            "undo": undo,
        }
        if evidence is not None:
            payload["evidenceRef"] = evidence
        if final is not None:
            payload["finalText"] = read_manuscript(final, session.folder).text
        if candidate is not None:
            payload["selectedIndex"] = candidate
        answer = session.ask(workspace, "ai:skill:feedback", payload)
    session.show(answer, show_feedback)


def show_feedback(answer: Mapping[str, Any]) -> None:
    """What came of a feedback."""
    rows = [("recorded", "yes"), ("signal", f"{answer['signal']} {answer['weight']:+.2f}")]
    if answer["ignored"]:
        rows.append(("learned", f"nothing: {answer['ignoredReason']}"))
    else:
        rows.append(("score", f"{answer['score']:g} of {answer['threshold']}"))
    if "learned" in answer:
        rows.append(("learned", one_line(answer["learned"]["content"], SHOWN_CODE_POINTS)))
    for seen in answer.get("observations", ()):
        rows.append(("the edit shows", seen["tag"]))
        rows.append(("", f"{one_line(seen['before'], 40)} -> {one_line(seen['after'], 40)}"))
    output.pairs(rows)


@command(short_help="Show a run's memories and how they fared.")
@click.argument("run_id")
def why(session: Session, *, run_id: str) -> None:
    """Show which memories stood in RUN_ID's prompt, and how runs with and without each fared.

    RUN_ID is an id, its beginning, or "last".
    """
    with output.progress("reading"), session.open() as workspace:
        answer = session.ask(workspace, "ai:run:why", {"runId": full_id(session, workspace, run_id)})
    session.show(answer, show_why)


def show_why(answer: Mapping[str, Any]) -> None:
    """The memories of a run, one a line."""
    said = answer["feedback"]
    verdict = f"{said['action']} ({said['signal']} {said['weight']:+.2f})" if said else "none yet"
    output.pairs([("run", answer["runId"]), ("skill", answer["skillId"]), ("feedback", verdict)])
    if not answer["memories"]:
        output.text("\nno memories stood in this prompt")
        return
    output.heading("Memories, and how runs of this skill fared (mean weight -1 to 1, accepted, runs)")
    rows = [
        (
            one_line(m["content"] or m["id"], SHOWN_CODE_POINTS),
            fared(m["withIt"]),
            fared(m["withoutIt"]),
            m["reason"],
        )
        for m in answer["memories"]
    ]
    output.table(("memory", "with it", "without it", "why it was there"), rows)


def fared(figures: Mapping[str, Any]) -> str:
    """Three figures in one cell."""
    if not figures["runs"]:
        return "-"
    return f"{figures['meanWeight']:+.2f}  {figures['accepted']:.0%}  n={figures['runs']}"


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.pass_context
def preferences(context: click.Context) -> None:
    """See what was learned from feedback, with its evidence; confirm, edit, refuse or promote it."""
    if context.invoked_subcommand is None:
        context.invoke(list_preferences)


@command(name="list", short_help="List preferences, candidates too.")
@click.option("--global", "everywhere", is_flag=True, help="Only those for all projects.")
@click.option("--evidence", is_flag=True, help="Show where edits showed it.")
@click.option("--all", "every", is_flag=True, help="Show what a single edit hints at, too.")
def list_preferences(
    session: Session, *, everywhere: bool = False, evidence: bool = False, every: bool = False
) -> None:
    """List preferences with state, score and evidence, candidates short of the threshold among them."""
    with session.open() as workspace:
        answer = session.ask(workspace, "memory:preferences:list", scope(workspace, everywhere=everywhere))
    session.show(answer, lambda data: show_ledger(data, evidence=evidence, every=every))


def scope(workspace: Workspace, *, everywhere: bool) -> dict[str, Any]:
    """The folder's project, or all projects."""
    own = workspace.config.project
    return {} if everywhere or own is None else {"projectId": own.id}


def show_ledger(ledger: Mapping[str, Any], *, evidence: bool, every: bool) -> None:
    """One line a preference."""
    shown = [item for item in ledger["items"] if every or telling(item)]
    if not shown:
        output.text("nothing learned yet, and no candidates")
        return
    rows = [
        (
            short(item["id"]),
            item["state"],
            item["scope"],
            f"{item['score']:g}/{item['threshold']}",
            f"{item['confidence']:.0%}",
            f"+{item['support']} -{item['against']} ~{item['partials'] + item['kept']}",
            (item["lastAt"] or "")[:10],
            one_line(item["statement"], SHOWN_CODE_POINTS)
            + (f"  [{item['reason']}]" if item["reason"] else ""),
        )
        for item in shown
    ]
    output.table(("id", "state", "scope", "score", "sure", "for/against", "last", "preference"), rows)
    for item in shown if evidence else ():
        for span in item["spans"]:
            output.text(
                f"\n{short(item['id'])}  {one_line(span['before'], 80)}\n       -> {one_line(span['after'], 80)}"
            )
    for conflict in ledger["conflicts"]:
        output.text(
            f"\nconflict: “{one_line(conflict['first'], 40)}” ({short(conflict['firstId'])}, followed meanwhile) and "
            f"“{one_line(conflict['second'], 40)}” ({short(conflict['secondId'])}); confirm both, or refuse one"
        )


def telling(item: Mapping[str, Any]) -> bool:
    """Whether an entry is more than what one edit happened to show."""
    return bool(item["state"] != "candidate" or item["axis"] == "evidence" or item["support"] > 1)


def short(preference_id: str) -> str:
    """The part of an id that people type."""
    return preference_id.removeprefix(PREFIX)[:SHORT_ID]


def full(session: Session, workspace: Workspace, given: str) -> str:
    """The preference that begins with what was typed, with or without its prefix.

    Raises:
        InvalidArgument: Several begin like this.
    """
    answer = session.ask(workspace, "memory:preferences:list", scope(workspace, everywhere=False))
    wanted = given.removeprefix(PREFIX)
    found = [i["id"] for i in answer["items"] if i["id"].removeprefix(PREFIX).startswith(wanted)]
    if len(found) > 1:
        raise InvalidArgument("ID: several preferences begin like this")
    return found[0] if found else given


@command(name="confirm", short_help="Keep a preference for good.")
@click.argument("preference_id", metavar="ID")
def confirm(session: Session, *, preference_id: str) -> None:
    """Make it your own: it is injected, and learning leaves it alone."""
    choose(session, "confirm", preference_id, {})


@command(name="edit", short_help="Put a preference into your words.")
@click.argument("preference_id", metavar="ID")
@click.argument("content")
def edit(session: Session, *, preference_id: str, content: str) -> None:
    """Replace its words by CONTENT; this confirms it, too."""
    choose(session, "edit", preference_id, {"content": content})


@command(name="refuse", short_help="Remove a preference; it is never learned again.")
@click.argument("preference_id", metavar="ID")
def refuse(session: Session, *, preference_id: str) -> None:
    """Say no."""
    choose(session, "refuse", preference_id, {})


@command(name="promote", short_help="Let a project's preference hold for all projects.")
@click.argument("preference_id", metavar="ID")
def promote(session: Session, *, preference_id: str) -> None:
    """Make it global."""
    choose(session, "promote", preference_id, {})


def choose(session: Session, choice: str, preference_id: str, more: Mapping[str, Any]) -> None:
    """Call the channel of a choice, and show what it answers."""
    with session.open() as workspace:
        payload = {"id": full(session, workspace, preference_id), **more}
        answer = session.ask(workspace, f"memory:preferences:{choice}", payload)

    def words(data: Mapping[str, Any]) -> None:
        output.text(
            f"{choice}: {one_line(data['content'], SHOWN_CODE_POINTS)}" if "content" in data else "refused"
        )

    session.show(answer, words)


@command(name="clear", short_help="Forget everything that was learned.")
@click.option("--global", "everywhere", is_flag=True, help="What holds for all projects.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def clear(session: Session, *, everywhere: bool, yes: bool) -> None:
    """Forget what was learned for this project, and the signals; what you wrote or refused stays."""
    if not yes:
        click.confirm("Forget everything that was learned here?", abort=True)
    with session.open() as workspace:
        answer = session.ask(workspace, "memory:preferences:clear", scope(workspace, everywhere=everywhere))
    session.show(answer, lambda data: output.text(f"{data['cleared']} learned preferences forgotten"))


for one in (list_preferences, confirm, edit, refuse, promote, clear):
    preferences.add_command(one)
