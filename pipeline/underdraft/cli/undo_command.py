"""``undo``: the last change, named and taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from underdraft.boundary.json import to_json
from underdraft.cli import output
from underdraft.cli.applied import AppliedReplies, show_diff
from underdraft.cli.context import Call, command
from underdraft.cli.import_command import import_at, show_taken_back, take_back
from underdraft.cli.language import in_words, translated
from underdraft.cli.memory_commands import show_item
from underdraft.cli.names import REMEMBERED, full_id
from underdraft.errors import Conflict, NotFound
from underdraft.memory.sections import SECTIONS

if TYPE_CHECKING:
    from underdraft.workspace import Workspace

SHOWN, SHOWN_CODE_POINTS = 5, 100


@command()
@click.argument("item_id", metavar="[ID]", required=False)
@click.option("--yes", is_flag=True, help="Also where you have edited what was applied since.")
@click.option("--older", is_flag=True, help="Pass over a purge, which cannot be undone.")
def undo(call: Call, *, item_id: str | None, yes: bool, older: bool) -> None:
    """Take back the last change and name it: applied text, a memory, a rule, the profile, an offer, an import.

    With ID it is the last change to that memory or fact; one that was deleted or replaced comes back. Called without ID
    again it takes back the change before. A purge cannot be undone.
    """
    if item_id is not None:
        call.perform("memory:restore", lambda workspace: _before_last(call, workspace, item_id), show_item)
        return
    with call.open() as workspace:
        project_id, items = workspace.config.project_id, workspace.store.memory.items
        change, purged = items.last_change(project_id)
        replies = AppliedReplies(call, workspace)
        text = next(replies.kept(), None)
        imported = import_at(workspace)
        at = max((imported, *(one.at for one in (change, text) if one)))
        if purged is not None and purged > at and not older:
            raise Conflict(
                "the last change is a purge, which cannot be undone; --older takes back the change before it"
            )
        if imported and imported == at:
            data = take_back(call, workspace)
        elif text is not None and text.at == at:
            data = replies.take_back(text, sure=yes)
        elif change is not None:
            data = to_json(items.undo(project_id))
        else:
            raise NotFound("there is no change to take back")
    call.show(data, show_taken_back if "removed" in data else show_undone)


def _before_last(call: Call, workspace: Workspace, item_id: str) -> dict[str, Any]:
    """Return the payload that restores a memory or fact as it was before its last change."""
    id_ = full_id(call, workspace, item_id, *REMEMBERED)
    now = call.ask(workspace, "memory:history", {"id": id_})["revisions"][-1]["after"]
    return {"id": id_} if now.get("replacedBy") else {"id": id_, "toVersion": max(1, now["version"] - 1)}


def show_undone(data: Mapping[str, Any]) -> None:
    """Print what was taken back."""
    when = output.when(data["at"])
    if "path" in data:
        output.say("taken back: what was applied to {path}, {when}", path=data["path"], when=when)
        show_diff(data["before"], data["after"])
        return
    records = data["records"]
    if not records:
        output.say("taken back: a change of your profile, {when}", when=when)
        return
    output.say(
        "taken back: {count} changes, {when}" if len(records) > 1 else "taken back: a change, {when}",
        count=len(records),
        when=when,
    )
    for one in records[:SHOWN]:
        noun = translated(SECTIONS[one["section"]].purged_as.replace("_", " "))
        said = output.one_line(one["content"], SHOWN_CODE_POINTS)
        action = in_words("action", one["action"])
        output.say("  {noun}, {action}: {said}", noun=noun, action=action, said=said)
    if len(records) > SHOWN:
        output.show("  …")
