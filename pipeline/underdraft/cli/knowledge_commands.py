"""``check``, ``story`` and ``knowledge``: contradictions, the ledger, and facts that are settled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output
from underdraft.cli.call_command import typed
from underdraft.cli.context import Call, command
from underdraft.cli.exit_status import MISTAKE
from underdraft.cli.language import in_words, translated
from underdraft.cli.model_cost import agree_to_cost
from underdraft.cli.names import FACTS, full_id, short
from underdraft.errors import FILE_REFUSED, InvalidArgument, NotFound
from underdraft.knowledge.graph.model import CATEGORIES

if TYPE_CHECKING:
    from underdraft.workspace import Workspace

SETTLES = ("confirm", "reject", "delete")
NO_CHAPTERS = "0 chapters: put them into chapters/, or set [knowledge] chapters in config.toml"
QUOTED = 100
"""Code points of a quote that are shown."""
ACTIONS = ("list", "propose", "edit", "confirm", "reject", "delete")


@command()
@click.option("--chapter", type=int, metavar="N", help="Read the text of this chapter alone.")
@click.option("--model", is_flag=True, help="Have the project's model read what has changed, too.")
def check(call: Call, *, chapter: int | None, model: bool) -> None:
    """Check the story graph against itself and the chapters against the graph; each finding with its refs.

    The first line says which chapters were read, the last ones what was not looked at. One paragraph a finding; the
    exit status is 2 if there is any that is certain, or a file cannot be read. Without a model it finds facts
    against facts, the dead who act, and, as doubts, sentences that contradict a fact about somebody they
    name. With --model each chapter that has changed is read into the ledger, and pairs of
    claims are judged; the most that this costs is said first. What a model finds is a doubt, and stays until a quote
    changes or you reject it.
    """
    with call.open() as workspace:
        _check_number(workspace, chapter)
        if model:
            data = _with_model(call, workspace, chapter)
        else:
            data = call.ask(workspace, "knowledge:check", {} if chapter is None else {"chapter": chapter})
    certain = [item for item in data["items"] if not item["doubt"]]
    if not call.as_json:
        _say_read(data)
        _show_findings(data)
        if data["chapters"]:
            _say_not_looked(data)
    refused = [line for line in data["warnings"] if line.startswith(FILE_REFUSED)]
    found = [f"contradictions: {len(certain)}"] if certain else []
    found += [f"refused files: {len(refused)}"] if refused else []
    if not found:
        call.show(data, _say_nothing_found)
        return
    if call.as_json:
        details = {"items": data["items"], "warnings": data["warnings"]}
        raise InvalidArgument(f"check: {', '.join(found)}", details=details)
    output.note(", ".join(map(translated, found)))
    click.get_current_context().exit(MISTAKE)


def _check_number(workspace: Workspace, chapter: int | None) -> None:
    """Refuse a number that no chapter has: "nothing found" would be said of nothing."""
    if chapter is not None and chapter not in {c.number for c in workspace.knowledge.chapters().items}:
        raise NotFound(f"--chapter: there is no chapter {chapter}")


def _say_read(data: Mapping[str, Any]) -> None:
    """Say how many chapters were read, and their numbers, such as ``1-3, 5``."""
    if not data["chapters"]:
        output.say("0 chapters were read" if data["unnumbered"] else NO_CHAPTERS)
        return
    runs: list[list[int]] = []
    for number in sorted(data["read"].values()):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    numbers = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)
    output.say("read: {chapters} ({numbers})", chapters=output.chapters(data["chapters"]), numbers=numbers)


def _say_nothing_found(data: Mapping[str, Any]) -> None:
    """Print that nothing was found, not even a doubt, and in which comparisons."""
    looked = data["looked"]
    if data["items"]:
        return
    if (
        data["chapters"]
        and not any(looked[key] for key in ("attributes", "deaths", "events"))
        and not data["questions"]
    ):
        output.say("nothing was compared: no card or knowledge file gives an attribute, a death or an event")
    elif data["chapters"]:
        output.say("nothing found among {what}", what=_compared(data))


def _compared(data: Mapping[str, Any]) -> str:
    """Return the comparisons that were made, as a sentence."""
    return output.sentence(
        "{events} events, {compared} of {attributes} attributes, {deaths} deaths, and {sentences} plain sentences of {chapters}",
        chapters=output.chapters(data["chapters"]),
        **data["looked"],
    )


def _say_not_looked(data: Mapping[str, Any]) -> None:
    """Print the comparisons that were not made; with a model there are fewer."""
    parts = [in_words("story.not_looked", key) for key in data["notLooked"]]
    output.note("not looked at: {parts}", parts=output.sentence("; ").join(parts))
    if data["questions"]:
        output.note("the model was asked {count} times", count=data["questions"])
    else:
        output.note("a model looks at more: --model")


def _with_model(call: Call, workspace: Workspace, only: int | None) -> dict[str, Any]:
    """The answer after the model was asked chapter by chapter; it can be stopped, and the next time goes on from there."""
    asked = {"chapter": only, "model": True}
    agree_to_cost(call, workspace, {"work": "check", "chapter": only})
    chapters = workspace.knowledge.chapters().items
    numbers = sorted({c.number for c in chapters if c.number is not None}) if only is None else []
    questions = 0
    with output.progress("asking the model") as advance:
        for done, number in enumerate(numbers):
            advance(done, len(numbers) + 1)
            said = call.ask(workspace, "knowledge:check", {"chapter": number, "model": True})
            questions += said["questions"]
        data = dict(call.ask(workspace, "knowledge:check", asked))
        advance(len(numbers) + 1, len(numbers) + 1)
    return {**data, "questions": questions + data["questions"]}


def _show_findings(data: Mapping[str, Any]) -> None:
    for item in data["items"]:
        doubt = output.sentence("doubt: ") if item["doubt"] else ""
        output.say(f"{doubt}{item['code']}: {item['message']}")
        for ref in item["refs"]:
            output.say(f"  {ref}")
        if item.get("id"):
            category, sure = (
                in_words("story.category", item.get("category", "")),
                f"{100 * item['sure']:.0f} %",
            )
            said = {"category": category, "sure": sure, "id": short(item["id"])}
            output.say("  {category}, {sure} sure; meant so: underdraft knowledge reject {id}", **said)
    for warning in data["warnings"]:
        output.warning(warning)
    if data["unnumbered"]:
        output.note(
            "not read, for want of a number (a first heading such as # Chapter 1): {paths}",
            paths=", ".join(data["unnumbered"]),
        )


@command()
@click.option("--person", metavar="NAME", help="Only about this one, by any name.")
@click.option(
    "--category",
    type=click.Choice(CATEGORIES),
    metavar="KIND",
    help="Only this kind of claims, e.g. looks; a wrong one lists all.",
)
@click.option("--chapter", type=int, metavar="N", help="Only what this chapter says.")
def story(call: Call, *, person: str | None, category: str | None, chapter: int | None) -> None:
    """Show the story ledger: who, what, when, with each quote.

    Claims come from knowledge files, and from chapters and cards that the model has read: underdraft check --model.
    An id is for underdraft knowledge confirm, edit, reject and delete; proposed is what nobody has confirmed.
    """
    asked = {"subject": person, "category": category, "chapter": chapter}
    call.perform("knowledge:ledger", asked, _show_ledger)


def _show_ledger(data: Mapping[str, Any]) -> None:
    for item in data["items"]:
        waits = f"  {short(item['id'])}" if item["id"] else ""
        waits += f" {translated('proposed')}" if item["state"] == "proposed" else ""
        frame = "" if item["frame"] == "told" else f"  ({in_words('story.frame', item['frame'])})"
        title = f"{item['at']}  {item['subject']}  {item['attribute']}: {item['value']}{frame}{waits}"
        quote = f"“{output.one_line(item['quote'], QUOTED)}” " if item["quote"] else ""
        output.entry(title, f"{quote}{item['ref'] or ''}")
    if not data["items"]:
        output.note("no claims; the model reads the chapters for them: underdraft check --model")


@command()
@click.argument("action", metavar="[ACTION]", type=click.Choice(ACTIONS), default="list")
@click.argument("words", nargs=-1)
def knowledge(call: Call, *, action: str, words: tuple[str, ...]) -> None:
    """Propose facts of the story out of the chapters, and settle them.

    \b
    list                  facts in the store, and what waits for you
    propose               read people's names out of the chapters; you decide
    edit ID KEY=VALUE...  change what a fact says, such as value="grey eyes", and confirm it
    confirm | reject | delete ID...

    Claims of the chapters and their ids: underdraft story.
    To ask the story graph: underdraft call knowledge:query entity=NAME; to draw it: underdraft call knowledge:draw path=story.svg.
    """  # noqa: D301 - click wants the character itself
    if action == "propose":
        call.perform("knowledge:propose", {}, _show_proposals)
    elif action == "edit":
        _edit(call, words)
    elif action in SETTLES:
        _settle(call, action, words)
    else:
        call.perform("knowledge:list", {}, _show)


def _edit(call: Call, words: tuple[str, ...]) -> None:
    """Confirm a fact with other values."""
    if len(words) < 2:  # noqa: PLR2004 - an id and a value
        raise InvalidArgument("WORDS: expected an id and KEY=VALUE")
    changes = dict(typed(word, call.folder) for word in words[1:])
    with call.open() as workspace:
        id_ = full_id(call, workspace, words[0], FACTS)
        facts = call.ask(workspace, "knowledge:list", {"kind": "all"})["items"]
        known = next(({**item["fact"], **changes} for item in facts if item["id"] == id_), changes)
        asked = {"id": id_, "action": "confirm", "fact": known}
        item = call.ask(workspace, "knowledge:settle", asked)
    call.show(item, _show)


def _show_proposals(data: Mapping[str, Any]) -> None:
    for item in data["items"]:
        output.entry(f"{short(item['id'])}  {_said(item)}", _quoted(item))
    if not data["chapters"]:
        output.note(NO_CHAPTERS)
    elif not data["items"]:
        output.note("nothing new was found in {chapters}", chapters=output.chapters(data["chapters"]))
    if data["waiting"]:
        output.note(
            "{count} proposals wait; underdraft knowledge confirm ID or reject ID settles them",
            count=data["waiting"],
        )


def _said(item: Mapping[str, Any]) -> str:
    """Return a proposal on one line."""
    fact = item["fact"]
    if item["kind"] == "claim":
        return f"{fact.get('at', 0)}  {fact['subject']}  {fact['attribute']}: {fact['value']}"
    if item["kind"] == "clash":
        return f"{translated(fact['verdict'])}  {fact['why']}"
    if item["kind"] == "relation":
        return f"{fact['from']} → {fact['to']}: {fact['is']}"
    if item["kind"] != "entity":
        return f"{fact.get('at', '')}  {fact.get('what') or fact.get('who', '')}"
    aliases = fact.get("aliases", ())
    return "  ".join((fact["name"], translated(fact.get("kind", "character")), ", ".join(aliases))).rstrip()


def _quoted(item: Mapping[str, Any]) -> str:
    refs = item["fact"].get("ref", ())
    quotes = [ref for ref in refs if isinstance(ref, dict)] if isinstance(refs, list) else []
    return "\n".join(f"“{output.one_line(ref['quote'], QUOTED)}” {ref['path']}" for ref in quotes[:1])


def _settle(call: Call, action: str, words: tuple[str, ...]) -> None:
    """Confirm, reject or delete each of the facts; their ids may be shortened."""
    if not words:
        raise InvalidArgument("WORDS: expected one id or several")
    with call.open() as workspace:
        ids = [full_id(call, workspace, word, FACTS) for word in words]
        items = [call.ask(workspace, "knowledge:settle", {"id": id_, "action": action}) for id_ in ids]
    call.show(items[0] if len(items) == 1 else {"items": items}, _show)


def _show(data: Mapping[str, Any]) -> None:
    """Facts, a line each."""
    items = data.get("items", [data])
    for item in items:
        output.say(f"{short(item['id'])}  {translated(item['status'])}  {_said(item)}")
    if not items:
        output.note("no facts yet; read some out of the chapters: underdraft knowledge propose")
