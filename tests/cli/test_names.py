"""Ids by their beginning."""

from __future__ import annotations

import pytest

from underdraft import InvalidArgument
from underdraft.cli.context import Call
from underdraft.cli.names import Ids, complete_id, full_id


@pytest.mark.parametrize(
    ("given", "found"),
    [("ep-ab", "ep-abc"), ("ab", "ep-abc"), ("ep-abc", "ep-abc"), ("x", "x"), ("ep-b", "ep-b"), ("", None)],
)
def test_an_id_is_completed_when_only_one_begins_so(given, found):
    """With or without its prefix; an unknown one is left to the channel, an unclear one is refused."""
    ids = ["ep-abc", "ep-b", "ep-bc"]
    if found is None:
        with pytest.raises(InvalidArgument, match="ID: several episodes begin like this"):
            complete_id(given, ids, "episodes")
    else:
        assert complete_id(given, ids, "episodes") == found


def test_an_id_is_found_on_all_pages_and_in_the_next_kind(terminal, novel):
    """The list is asked for until it has no next page; what the first kind does not have, the next may."""
    made = {terminal.json("memory", "add", f"memory {n}")["id"] for n in range(3)}
    call = Call(store=str(terminal.home / "underdraft.db"), as_json=True)
    facts = Ids("facts", {"atomic:list": {}})
    paged = Ids("memories", {"memory:list": {"limit": 1}})
    with call.open() as workspace:
        assert {item["id"] for item in paged.all(call, workspace)} == made
        for id_ in made:
            assert full_id(call, workspace, id_[:10], facts, paged) == id_
        assert full_id(call, workspace, "zzz", facts, paged) == "zzz"
