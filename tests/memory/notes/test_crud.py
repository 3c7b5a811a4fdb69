"""Create, list, change, delete, restore, undo."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.service_samples import close, open_service
from underdraft.errors import Conflict, InvalidArgument, NotFound
from underdraft.memory.sections import FACTS
from underdraft.memory.settings import update_settings


def make(service, content="偏好短句", **more):
    """Make a memory."""
    return service.items.create(**({"type": "preference", "scope": "global", "content": content} | more))


def test_a_created_memory_is_complete_and_listed(service):
    """MS1-3.1: create gives the whole item, and list shows it."""
    item = make(service)
    assert (item.version, item.origin, item.user_confirmed, item.deleted_at) == (1, "manual", True, None)
    assert item.created_at == item.updated_at == "2026-01-01T00:00:00.000Z"
    assert service.items.list().items == (item,)
    assert service.items.get(item.id) == item


def test_a_list_holds_what_has_all_words(service):
    """Words are parts of the content in any order and case; a sign with a meaning in SQL is itself."""
    made = make(service, "Short sentences, 100% of them")
    make(service, "Long sentences")
    for words in ("SENTENCES short", "100%", "  "):
        assert made in service.items.list(words=words).items
    assert [len(service.items.list(words=words).items) for words in ("short", "short%of", " ")] == [1, 0, 2]
    with pytest.raises(InvalidArgument, match="words"):
        service.items.list(words="x" * 201)


def test_another_type_is_kept_and_listed(service):
    """MS1-1.1: a type that this version does not know is kept, listed and previewed, also straight from the table."""
    item = make(service, type="glossary")
    with service.database.write() as connection:
        connection.exec_driver_sql(f"UPDATE memory_item SET type = 'Unknown Type!' WHERE id = '{item.id}'")
    assert [i.type for i in service.items.list().items] == ["Unknown Type!"]
    assert [i.type for i in service.preview_injection(None).items] == ["Unknown Type!"]


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("content", {"content": ""}),
        ("content", {"content": "x" * 10_001}),
        ("content", {"content": "\ud800"}),
        ("content", {"content": 3}),
        ("type", {"type": ""}),
        ("type", {"type": None}),
        ("scope", {"scope": "galaxy"}),
        ("projectId", {"scope": "project", "project_id": " "}),
        ("projectId", {"scope": "global", "project_id": "novel"}),
        ("documentId", {"document_id": ""}),
        ("origin", {"origin": "guessed"}),
        ("confidence", {"confidence": 1.5}),
        ("metadata", {"metadata": {"a": object()}}),
        ("evidence", {"evidence": ("x" * 30_000,)}),
    ],
)
def test_wrong_input_is_refused_and_not_echoed(service, field, values):
    """Each field's fault names the field, holds nothing of the value, and writes nothing."""
    with pytest.raises(InvalidArgument) as raised:
        make(service, **values)
    assert raised.value.details == {"field": field}
    assert "galaxy" not in raised.value.message
    assert service.items.list(include_deleted=True).items == ()


def test_updating_makes_a_version_and_keeps_the_rest(service):
    """A patch changes what it names, adds one to the version, and moves updatedAt."""
    item = make(service)
    after = service.items.update(item.id, {"content": "偏好长句"}, expected_version=1)
    assert (after.content, after.version, after.type) == ("偏好长句", 2, "preference")
    assert after.updated_at > item.updated_at
    assert after.created_at == item.created_at


def test_a_patch_that_changes_nothing_writes_nothing(service):
    """The same values again leave version, time and history alone."""
    item = make(service)
    assert service.items.update(item.id, {"content": item.content}) == item
    assert len(service.items.history(item.id)) == 1


def test_an_old_version_is_a_conflict(service):
    """Two writers, one version: the second is told, and nothing of its patch is written."""
    item = make(service)
    service.items.update(item.id, {"content": "first"}, expected_version=1)
    for write in (
        lambda: service.items.update(item.id, {"content": "second"}, expected_version=1),
        lambda: service.items.delete(item.id, expected_version=1),
        lambda: service.items.restore(item.id, to_version=1, expected_version=1),
    ):
        with pytest.raises(Conflict) as raised:
            write()
        assert raised.value.details == {"expectedVersion": 1, "version": 2}
    assert service.items.get(item.id).content == "first"


@pytest.mark.parametrize("patch", [{"id": "x"}, {"version": 9}, {"origin": "learned"}, {"nonsense": 1}])
def test_what_may_not_be_patched_is_refused(service, patch):
    """Id, version, origin and unknown fields stay out of a patch."""
    item = make(service)
    with pytest.raises(InvalidArgument):
        service.items.update(item.id, patch)


def test_a_memory_moves_between_project_and_global(service):
    """To global drops the project; to project needs one."""
    item = make(service, scope="project", project_id="novel")
    assert service.items.update(item.id, {"scope": "global"}).project_id is None
    with pytest.raises(InvalidArgument):
        service.items.update(item.id, {"scope": "project"})
    assert service.items.update(item.id, {"scope": "project", "project_id": "other"}).project_id == "other"


def test_a_learned_memory_that_the_writer_edits_is_confirmed(service):
    """An edit by the writer confirms."""
    item = make(service, origin="learned")
    assert item.user_confirmed is False
    assert service.items.update(item.id, {"content": "y"}).user_confirmed is True


def test_deleting_is_soft_and_idempotent(service):
    """MS1-3.2: a deleted memory is hidden from list and preview, twice is once, and it can come back."""
    item = make(service)
    gone = service.items.delete(item.id)
    assert gone.deleted_at is not None
    assert service.items.delete(item.id) == gone
    assert service.items.list().items == ()
    assert service.preview_injection(None).items == ()
    assert service.items.list(include_deleted=True).items == (gone,)
    back = service.items.restore(item.id)
    assert (back.deleted_at, back.updated_at, back.version) == (None, item.updated_at, 3)
    assert service.items.restore(item.id) == back
    assert [i.id for i in service.preview_injection(None).items] == [item.id]


def test_a_deleted_memory_is_not_edited(service):
    """An edit of a deleted memory is a conflict that says to restore it first."""
    item = make(service)
    service.items.delete(item.id)
    with pytest.raises(Conflict):
        service.items.update(item.id, {"content": "x"})


def test_history_tells_who_when_before_and_after(service):
    """Every write is a revision in order."""
    item = make(service, origin="learned")
    service.items.update(item.id, {"content": "second"})
    service.items.delete(item.id)
    past = service.items.history(item.id)
    assert [(r.action, r.actor, r.version) for r in past] == [
        ("create", "user", 1),
        ("update", "user", 2),
        ("delete", "user", 3),
    ]
    assert past[0].before is None
    assert past[1].before == item
    assert past[1].after.content == "second"
    assert [r.at for r in past] == sorted(r.at for r in past)


def test_a_record_goes_back_to_any_version(service):
    """Going back is a write, too, that can be taken back; a deletion is taken back like an edit."""
    item = make(service, "first")
    service.items.update(item.id, {"content": "second"})
    service.items.delete(item.id)
    for version, content in ((2, "second"), (1, "first"), (2, "second")):
        back = service.items.restore(item.id, to_version=version)
        assert (back.content, back.deleted_at) == (content, None)
    with pytest.raises(InvalidArgument):
        service.items.restore(item.id, to_version=99)
    assert [r.action for r in service.items.history(item.id)][3:] == ["undo"] * 3


@pytest.mark.parametrize("call", ["get", "delete", "restore", "history"])
def test_an_unknown_id_is_not_found(service, call):
    """Every operation on a missing memory is NOT_FOUND."""
    with pytest.raises(NotFound):
        getattr(service.items, call)("nope")
    with pytest.raises(NotFound):
        service.items.update("nope", {})


def test_projects_do_not_see_each_other(service):
    """A project lists its own and the global memories, never another's; no project sees the global ones only."""
    everywhere = make(service, "g")
    a = make(service, "a", scope="project", project_id="a")
    b = make(service, "b", scope="project", project_id="b")

    def listed(**query):
        return {i.id for i in service.items.list(**query).items}

    assert listed() == {everywhere.id}
    assert listed(project_id="a") == {everywhere.id, a.id}
    assert listed(project_id="b", scope="project") == {b.id}
    assert listed(project_id="b", scope="global") == {everywhere.id}


def test_filters_by_type_and_source(service):
    """Type and source narrow a list."""
    make(service, type="fact")
    learned = make(service, origin="learned")
    assert [i.id for i in service.items.list(type="preference").items] == [learned.id]
    assert [i.id for i in service.items.list(source="measured").items] == [learned.id]
    with pytest.raises(InvalidArgument):
        service.items.list(scope="project")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(count=st.integers(0, 12), limit=st.integers(1, 5), same_time=st.booleans())
def test_pages_hold_every_memory_once(tmp_path_factory, count, limit, same_time):
    """Walking the cursor gives each memory once, newest first, also when all have one time and new ones come in."""
    service = open_service(tmp_path_factory.mktemp("pages") / "u.db")
    if same_time:
        service.database.clock = lambda: "2026-01-01T00:00:00.000Z"
    made = [make(service, f"m{n}").id for n in range(count)]
    seen, cursor = [], None
    while True:
        page = service.items.list(limit=limit, cursor=cursor)
        seen += [i.id for i in page.items]
        service.items.update(page.items[0].id, {"content": "edited meanwhile"}) if page.items else None
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == sorted(made) if same_time else seen == made[::-1]
    close(service)


def test_privacy_mode_keeps_no_words_as_evidence(service):
    """MS1-2: with privacy mode on, evidence keeps tags and ids, and the words of it are nowhere."""
    update_settings(service.database, {"privacyModeEnabled": True})
    item = make(service, evidence=({"run": "run-1", "text": "他说的原话在这里"}, "tag:short"))
    assert item.evidence[0]["run"] == "run-1"
    assert item.evidence[1] == "tag:short"
    assert "原话" not in str(service.items.history(item.id))


def test_an_edit_in_privacy_mode_keeps_no_words_as_evidence(service):
    """Evidence that an edit or an undo would bring is reduced as that of a new memory."""
    item = make(service, evidence=({"text": "从前的原话"},))
    service.items.update(item.id, {"evidence": []})
    update_settings(service.database, {"privacyModeEnabled": True})
    back = service.items.restore(item.id, to_version=1)
    changed = service.items.update(item.id, {"evidence": [{"text": "现在的原话"}]})
    assert "原话" not in str((back.evidence, changed.evidence))
    with service.database.read() as connection:
        rows = connection.exec_driver_sql(
            "SELECT before, after FROM memory_revision WHERE version > 2"
        ).fetchall()
    assert len(rows) == 2
    assert "原话" not in str(rows)


def test_history_in_privacy_mode_repeats_no_text(service):
    """What a fact says, gives as a value, and of what, is named by its hash, also once deleted; undo brings all back."""
    said = {"about": "user.name", "value": "林溪"}
    fact = service.items.create(type="fact", section=FACTS, scope="global", content="作者叫林溪", **said)
    update_settings(service.database, {"privacyModeEnabled": True})
    service.items.update(fact.id, {"tags": ["name"]})
    service.items.delete(fact.id)
    service.items.restore(fact.id)
    with service.database.read() as connection:
        query = "SELECT before, after FROM memory_revision WHERE version > 1"
        rows = connection.exec_driver_sql(query).fetchall()
    assert len(rows) == 3
    assert not any(word in str(rows) for word in ("林溪", "user.name"))
    past = service.items.history(fact.id)
    assert {(r.after.content, r.after.value) for r in past} == {("作者叫林溪", "林溪")}
    assert {r.before.content for r in past[1:]} == {"作者叫林溪"}
    service.items.update(fact.id, {"content": "作者叫林川", "value": "林川"})
    back = service.items.restore(fact.id, to_version=2)
    assert (back.content, back.about, back.value, back.tags) == ("作者叫林溪", "user.name", "林溪", ("name",))


def test_present_are_those_that_are_there_and_not_deleted(service):
    """Of any number of ids."""
    kept, gone = (service.items.create(type="note", scope="global", content=text).id for text in ("a", "b"))
    service.items.delete(gone)
    assert service.items.present([kept, gone, *(f"none-{n}" for n in range(1_200))]) == {kept}
