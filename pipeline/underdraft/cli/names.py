"""Ids as people type them: found by their beginning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from underdraft.errors import InvalidArgument, NotFound
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.cli.context import Call
    from underdraft.workspace import Workspace

SHORT_ID = 8
"""Characters of an id that are shown; as many as tell it apart may be typed."""
PREFIXES = "learned-", "rule-", "ep-", "offer-"
"""How some ids begin; what tells them apart comes after it."""
_PAGE = 500
_RECENT = re.compile(r"last(?:~(\d{1,2}))?")


def short(id_: str) -> str:
    """The beginning of an id, without what many ids begin with."""
    return _bare(id_)[:SHORT_ID]


def _bare(id_: str) -> str:
    for prefix in PREFIXES:
        id_ = id_.removeprefix(prefix)
    return id_


@frozen
class Ids:
    """The ids of one kind of thing."""

    several: Annotated[str, "What the things are called in a message."]
    lists: Annotated[Mapping[str, Mapping[str, Any]], "The channels that list them, with payloads."]
    key: Annotated[str, "Where an item has its id."] = "id"
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
REMEMBERED = (
    MEMORIES,
    *(Ids("memories", {"memory:list": {"state": state, "limit": 1000}}) for state in ("active", "outdated")),
)
"""Memories and facts, deleted ones, too; then the lines of the profile and the rules that are listed with them."""
PREFERENCES = Ids("preferences", {"memory:preferences:list": {}})
OFFERED = Ids("offers", {"memory:list": {"state": "proposed", "source": "said", "limit": 1000}})
TIDYING = Ids("offers", {"memory:offers:list": {"limit": 100}}, items="offers")
SESSIONS = Ids("sessions", {"session:list": {"limit": _PAGE}}, key="sessionId")
RUNS = Ids("runs", {"ai:run:list": {"answered": False, "limit": _PAGE}})
FACTS = Ids("facts", {"knowledge:list": {"kind": "all"}})


def full_run_id(call: Call, workspace: Workspace, given: str) -> str:
    """The project's run that is meant by an id, its beginning, ``last`` or ``last~N``.

    Only runs that got a reply are counted for ``last``.
    """
    recent = _RECENT.fullmatch(given)
    if recent is None:
        return full_id(call, workspace, given, RUNS)
    place = int(recent[1] or 0)
    items = call.ask(workspace, "ai:run:list", {"answered": True, "limit": place + 1})["items"]
    if place >= len(items):
        raise NotFound("runId: this project has fewer runs" if items else "runId: no run is recorded")
    return str(items[place]["id"])
