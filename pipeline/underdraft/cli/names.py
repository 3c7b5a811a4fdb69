"""The names that people type: ids found by their beginning, and what the shell completes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import click
from click.shell_completion import CompletionItem

from underdraft.cli import output
from underdraft.errors import InvalidArgument, NotFound, UnderdraftError

if TYPE_CHECKING:
    from underdraft.cli.context import Call
    from underdraft.workspace import Workspace

SHORT_ID = 8
"""Characters of an id that are shown; as many as tell it apart may be typed."""
LEARNED, RULE, EPISODE = "learned-", "rule-", "ep-"
"""How some ids begin; what tells them apart comes after it."""
SHORTEST_RUN = 4
"""Fewest characters of a run's id that are taken for the whole, if no other run begins alike."""
_PAGE = 500
_RECENT = re.compile(r"last(?:~(\d{1,3}))?")
_ABOUT = 60

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def short(id_: str) -> str:
    """The beginning of an id, without what many ids begin with."""
    return _bare(id_)[:SHORT_ID]


def _bare(id_: str) -> str:
    for prefix in (LEARNED, RULE, EPISODE):
        id_ = id_.removeprefix(prefix)
    return id_


@attrs.frozen
class Ids:
    """The ids of one kind of thing."""

    several: Annotated[str, "What the things are called in a message."]
    lists: Annotated[Mapping[str, Mapping[str, Any]], "The channels that list them, with payloads."]
    key: Annotated[str, "Where an item has its id."] = "id"
    about: Annotated[str, "Where an item has a few words about itself."] = "content"
    items: Annotated[str, "Where an answer has its items."] = "items"

    def all(self, call: Call, workspace: Workspace) -> Iterator[Mapping[str, Any]]:
        """All items, page by page where a list has pages."""
        for channel, payload in self.lists.items():
            page = {"nextCursor": None, **call.ask(workspace, channel, payload)}
            yield from page[self.items]
            while page["nextCursor"] is not None:
                page = call.ask(workspace, channel, {**payload, "cursor": page["nextCursor"]})
                yield from page[self.items]


def full_id(call: Call, workspace: Workspace, given: str, *kinds: Ids) -> str:
    """The only id of the first kind that has one which begins with what was typed, else what was typed."""
    for kind in kinds:
        ids = [item[kind.key] for item in kind.all(call, workspace)]
        if (found := complete_id(given, ids, kind.several)) in ids:
            return found
    return given


def complete_id(given: str, ids: Iterable[str], several: str) -> str:
    """The only id that begins with what was typed, with or without its prefix, else what was typed."""
    wanted = _bare(given)
    found = [id_ for id_ in dict.fromkeys(ids) if _bare(id_).startswith(wanted)]
    if len(found) > 1 and given not in found:
        raise InvalidArgument(f"ID: several {several} begin like this; give more of it")
    return found[0] if len(found) == 1 else given


MEMORIES = Ids(
    "memories",
    {channel: {"includeDeleted": True, "limit": 1000} for channel in ("memory:list", "atomic:list")},
)
PREFERENCES = Ids("preferences", {"memory:preferences:list": {}}, about="statement")
OFFERED = Ids("offers", {"memory:list": {"state": "proposed", "source": "said", "limit": 1000}})
RULES = Ids("rules", {"memory:offers:list": {"limit": 1}}, about="text", items="learned")
SESSIONS = Ids("sessions", {"session:list": {"limit": _PAGE}}, key="sessionId", about="title")
EPISODES = Ids("episodes", {"memory:episode:list": {"limit": _PAGE}}, about="skillUsed")
FACTS = Ids("facts", {"knowledge:list": {}}, about="kind")


def full_run_id(call: Call, workspace: Workspace, given: str) -> str:
    """The project's run that is meant by an id, its beginning (among the newest 500), ``last`` or ``last~N``."""
    recent = _RECENT.fullmatch(given)
    if recent is None and len(given) < SHORTEST_RUN:
        raise InvalidArgument(f"runId: expected at least {SHORTEST_RUN} characters of an id, or 'last'")
    items = call.ask(workspace, "ai:run:list", {"limit": _PAGE})["items"]
    if recent is not None:
        place = int(recent[1] or 0)
        if place >= len(items):
            raise NotFound("runId: this project has fewer runs" if items else "runId: no run is recorded")
        return str(items[place]["id"])
    return complete_id(given, (str(item["id"]) for item in items), "runs")


# --- what the shell completes -----------------------------------------------------------------


def completes(offers: Callable[[Call, Workspace], Iterable[tuple[str, str]]]) -> Complete:
    """A completion for click from a function that gives names, each with a few words about it.

    It is silent: a shell that waits for a name can show no error, and nothing is made for it.
    """

    def complete(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from underdraft.cli.context import call_of

        found: list[tuple[str, str]] = []
        with suppress(UnderdraftError, OSError), output.quiet():
            call = call_of(context)
            with call.open(lasting=False) as workspace:
                found = list(offers(call, workspace))
        return [
            CompletionItem(name, help=" ".join(about.split())[:_ABOUT] or None)
            for name, about in found
            if name.startswith(incomplete)
        ]

    return complete


def _stored(workspace: Workspace) -> bool:
    """Whether there is a store to look into."""
    return workspace.store.database.exists()


def ids_of(*kinds: Ids) -> Complete:
    """Completes the short ids of things."""

    def offers(call: Call, workspace: Workspace) -> Iterator[tuple[str, str]]:
        for kind in kinds if _stored(workspace) else ():
            for item in kind.all(call, workspace):
                yield short(item[kind.key]), str(item.get(kind.about) or "")

    return completes(offers)


@completes
def run_ids(call: Call, workspace: Workspace) -> Iterator[tuple[str, str]]:
    """Completes the ids of runs, the newest first, after ``last``."""
    if _stored(workspace):
        items = call.ask(workspace, "ai:run:list", {"limit": 50})["items"]
        yield from [("last", items[0]["skillId"])] if items else []
        for item in items:
            yield short(item["id"]), f"{item['skillId']} {item['createdAt'][:16].replace('T', ' ')}"


@completes
def skill_names(call: Call, workspace: Workspace) -> Iterator[tuple[str, str]]:
    """Completes the names of skills."""
    for item in call.ask(workspace, "skill:list")["items"]:
        yield item["id"], item["description"]


@completes
def _chapters(call: Call, workspace: Workspace) -> Iterator[tuple[str, str]]:
    for chapter in workspace.knowledge.chapters().items:
        typed = (
            os.path.relpath(Path(call.folder) / chapter.path) if call.place.how == "above" else chapter.path
        )
        yield Path(typed).as_posix(), chapter.heading


def documents(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Completes the project's chapters, as they are typed from where the user stands; else any file."""
    found = _chapters(context, parameter, incomplete)
    return found or [CompletionItem(incomplete, type="file")]


@completes
def channel_names(call: Call, workspace: Workspace) -> Iterator[tuple[str, str]]:
    """Completes the names of channels."""
    del call
    for name, channel in workspace.channels.items():
        yield name, channel.signature.summary
