"""The last change to what is remembered, and taking it back."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.service_samples import close, note_line, open_service
from underdraft.memory.notes.import_export import import_lines
from underdraft.memory.notes.profile import read_profile, update_profile
from underdraft.memory.notes.record import DELETED, PROPOSED
from underdraft.memory.sections import FACTS


def live(service, project_id=None):
    """What is remembered and in use, or offered, by content."""
    found = service.items.list(section=None, project_id=project_id, include_deleted=True, limit=1000).items
    return sorted(item.content for item in found if item.deleted_at is None)


def shown(service):
    """The profile as it is shown."""
    with service.database.read() as connection:
        return read_profile(connection).markdown


def add(service, content, **more):
    """Write a memory for all projects."""
    return service.items.create(**({"type": "note", "scope": "global", "content": content} | more))


def test_each_undo_takes_back_the_change_before(service):
    """A deletion, an edit and what was added go in turn; with nothing left there is nothing to take back."""
    first, second = add(service, "first"), add(service, "second")
    service.items.update(first.id, {"content": "first, edited"})
    service.items.delete(second.id)
    seen = []
    while (change := service.items.undo(None)) is not None:
        seen.append((change.records[0].action, live(service)))
    assert seen == [
        ("delete", ["first, edited", "second"]),
        ("update", ["first", "second"]),
        ("create", ["first"]),
        ("create", []),
    ]
    assert service.items.get(first.id).state == DELETED
    assert service.items.last_change(None) == (None, None)


def test_what_followed_is_taken_back_along(service):
    """A fact that replaced another one gives its place back; what only followed is not named."""
    where = {"section": FACTS, "type": "fact", "about": "user.name"}
    add(service, "I am called Ann", value="Ann", **where)
    add(service, "I am called Beth", value="Beth", **where)
    change = service.items.undo(None)
    assert [record.content for record in change.records] == ["I am called Beth"]
    (fact,) = service.items.list(section=FACTS, state="active").items
    assert (fact.content, fact.replaced_by) == ("I am called Ann", None)


def test_an_offer_waits_again(service):
    """An offer that was taken, or turned down, waits for an answer again."""
    offer = {"source": "said", "state": PROPOSED, "user_confirmed": False}
    for patch in ({"user_confirmed": True}, None):
        item = add(service, f"an offer {patch}", **offer)
        done = service.items.update(item.id, patch) if patch else service.items.delete(item.id)
        assert done.state != PROPOSED
        service.items.undo(None)
        assert service.items.get(item.id).state == PROPOSED


def test_an_import_is_one_change(service):
    """All lines of an import go together, and the profile that came with them."""
    add(service, "of before")
    update_profile(service.database, "# Of before")
    lines = [f'{{"content": "line {n}"}}' for n in range(250)]
    profile = '{"kind": "profile", "markdown": "# Imported", "updatedAt": "2030-01-01T00:00:00.000Z"}'
    import_lines(service.items, [profile, *lines])
    assert len(live(service)) == 251
    change = service.items.undo(None)
    assert (len(change.records), change.actor) == (250, "import")
    assert live(service) == ["of before"]
    assert shown(service) == "# Of before"


def test_the_profile_goes_back_step_by_step(service):
    """Each write of the profile is a change of its own, down to the empty one."""
    for text in ("# One", "# Two"):
        update_profile(service.database, text)
    seen = []
    while service.items.undo(None) is not None:
        seen.append(shown(service))
    assert seen == ["# One", ""]


def test_a_noted_line_comes_back_with_the_profile(service):
    """A line that the writer has taken out of the profile is a record, and stands in it again."""
    before = note_line(service.database, "likes rain")
    update_profile(service.database, "# Mine")
    service.items.undo(None)
    assert shown(service) == before
    assert live(service) == ["likes rain"]


def test_other_projects_are_left_alone(service):
    """Only what a project sees is taken back; a purge is told apart."""
    add(service, "global")
    add(service, "of a", scope="project", project_id="a")
    assert service.items.undo("b").records[0].content == "global"
    assert service.items.undo("b") is None
    assert live(service, "a") == ["of a"]


@pytest.mark.long
@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["add", "edit", "delete", "restore", "undo"]), st.integers(0, 3)),
        max_size=14,
    )
)
def test_undo_leads_back_through_every_state(steps):
    """After any changes and undos each undo gives the state of before the newest change that stands."""
    with tempfile.TemporaryDirectory() as folder:
        service = open_service(Path(folder) / "u.db")
        try:
            ids, before = [], []
            for number, (step, place) in enumerate(steps):
                now = live(service)
                if step == "undo":
                    done = service.items.undo(None)
                    assert (done is None) is (before == [])
                    assert live(service) == (before.pop() if before else now)
                elif step == "add":
                    ids.append(add(service, f"text {number}").id)
                    before.append(now)
                elif place < len(ids):
                    item = service.items.get(ids[place])
                    if step == "edit" and item.deleted_at is None:
                        service.items.update(item.id, {"content": f"text {number}"})
                    elif step == "delete" and item.deleted_at is None:
                        service.items.delete(item.id)
                    elif step == "restore" and item.deleted_at is not None:
                        service.items.restore(item.id)
                    else:
                        continue
                    before.append(now)
            while before:
                service.items.undo(None)
                assert live(service) == before.pop()
            assert service.items.undo(None) is None
        finally:
            close(service)
