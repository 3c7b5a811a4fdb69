"""What is remembered, in a purge."""

from __future__ import annotations

import pytest

from memory.area_samples import purge
from memory.episodes.episode_samples import put_rules, rule, rules
from memory.service_samples import note_line
from memory.sessions.fact_samples import items
from memory.sessions.session_samples import data, opened, project, say, settle
from traces import find_traces
from underdraft.memory.areas.scope import PurgeScope
from underdraft.memory.notes.area import find_items
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.notes.rows import write

SAID = "我喜欢白描"


def test_rules_go_with_their_project_and_their_words(service):
    """A purged memory takes the rule along that says the same; the project all of them."""
    put_rules(service.database, rule(1), rule("把伞递过去不说谢谢"))
    item = service.items.create(type="preference", scope="global", content="把伞递过去不说谢谢")
    assert {count.kind for count in purge(service.database, item_id=item.id).counts} == {
        "memory",
        "semantic_rule",
    }
    assert rules(service.database) == ["rule-1"]
    purge(service.database, project_id="p")
    assert rules(service.database) == []


def test_a_project_is_its_memories(service):
    """The global ones stay."""
    kept = service.items.create(type="note", scope="global", content="a")
    service.items.create(type="note", scope="project", project_id="p", content="b")
    assert purge(service.database, project_id="p").purged == 1
    assert service.items.list(project_id="p", include_deleted=True).items == (kept,)


def test_vectors_go_with_the_last_text_that_has_them(service):
    """Another memory with the same words keeps them."""

    def vectors():
        with service.database.read() as connection:
            return connection.exec_driver_sql("SELECT count(*) FROM embedding").scalar()

    first, second = (service.items.create(type="note", scope="global", content="灯塔") for _ in range(2))
    assert service.indexer.wait(10)
    purge(service.database, item_id=first.id)
    assert vectors() == 1
    purge(service.database, item_id=second.id)
    assert vectors() == 0


def test_a_purged_line_leaves_the_profile(service):
    """The profile is shown anew: without the line, and with the one that it had replaced."""
    old = {"section": "profile", "state": "outdated", "replaced_by": "note-1"}
    older = MemoryItem(id="older", type="preference", scope="global", content="只写雪", **old)
    with service.database.write() as connection:
        write(connection, None, older, action="create", actor="user", at="2026-01-01T00:00:00.000Z")
    shown = [note_line(service.database, "只写雨", "少用比喻")]
    purge(service.database, item_id="note-1")
    with service.database.read() as connection:
        shown += connection.exec_driver_sql("SELECT markdown FROM user_profile").scalars()
    words = ("只写雪", "只写雨", "少用比喻")
    assert [[word in text for word in words] for text in shown] == [[False, True, True], [True, False, True]]


def test_a_record_is_named_with_every_wording_it_had(service):
    """Of its past too."""
    item = service.items.create(type="note", scope="global", content="first\nline")
    service.items.update(item.id, {"content": "second"})
    with service.database.read() as connection:
        found = find_items(connection, PurgeScope(), item.id)
        assert (found.item_ids, found.texts) == ({item.id}, {"first\nline", "first line", "second"})
        assert find_items(connection, PurgeScope(), "none").texts == frozenset()


@pytest.fixture
def ws(tmp_path):
    """A project in which a preference and something about the writer were said, and another one."""
    with opened(project(tmp_path)) as workspace:
        say(workspace, f"{SAID}。")
        say(workspace, "记住：我住在港口的灯塔旁边。")
        say(workspace, "我讨厌感叹号。", session="t1", project_id="other")
        settle(workspace)
        yield workspace


def left(ws, **payload):
    """What a purge leaves, by kind."""
    found = data(ws, "memory:purge", {**payload, "confirm": True})["left"]
    return {(one["kind"], one["content"]): one["id"] for one in found}


@pytest.mark.long
def test_a_purged_project_lists_what_the_profile_keeps(ws):
    """The line that was learned there is listed, others are not; its id purges it, with every trace."""
    assert SAID in data(ws, "profile:get")["markdown"]
    told = data(ws, "memory:purge", {"projectId": "harbour", "dryRun": True})["left"]
    found = left(ws, projectId="harbour")
    assert [one["id"] for one in told] == list(found.values())
    [(line, id_)] = [(content, id_) for (kind, content), id_ in found.items() if kind == "profile"]
    assert SAID in line
    assert SAID in data(ws, "profile:get")["markdown"]
    assert SAID in ws.store.conversation.profile()
    answer = data(ws, "memory:purge", {"id": id_, "confirm": True})
    assert SAID not in ws.store.conversation.profile()
    assert (answer["purged"], answer["left"]) == (1, [])
    assert SAID not in data(ws, "profile:get")["markdown"]
    assert "感叹号" in data(ws, "profile:get")["markdown"]
    assert find_traces(ws.store.database, SAID) == set()
    refused = ws.invoke_sync("memory:purge", {"id": id_, "confirm": True})
    assert refused["error"]["code"] == "NOT_FOUND"


def test_a_line_goes_from_the_prompts_of_other_projects(ws):
    """Any run shows the profile: the purged line stands in no recorded prompt, whatever the project; the rest does."""
    say(ws, "接着写。", session="t1", project_id="other")
    settle(ws)
    run = data(ws, "ai:run:list", {"projectId": "other"})["items"][0]["id"]
    assert SAID in str(data(ws, "ai:run:get", {"runId": run, "projectId": "other"}))
    found = left(ws, projectId="harbour")
    [id_] = [id_ for (kind, _), id_ in found.items() if kind == "profile"]
    data(ws, "memory:purge", {"id": id_, "confirm": True})
    assert find_traces(ws.store.database, SAID) == set()
    assert "接着写" in str(data(ws, "ai:run:get", {"runId": run, "projectId": "other"}))


def test_a_global_fact_of_a_purged_project_is_listed(ws):
    """A fact for all projects that a session of the project taught stays, and is purged by its id."""
    with ws.store.database.write() as connection:
        connection.exec_driver_sql(
            "UPDATE memory_item SET project_id = NULL, scope = 'global' WHERE section = 'facts'"
        )
    facts = {("fact", content): item["id"] for content, item in items(ws).items()}
    assert facts
    found = left(ws, projectId="harbour")
    assert facts.items() <= found.items()
    for id_ in facts.values():
        assert data(ws, "memory:purge", {"id": id_, "confirm": True})["purged"] == 1
    assert items(ws) == {}


def test_a_global_memory_from_a_purged_project_is_listed(ws):
    """A memory for all projects whose evidence is a run of the project stays, and is named; others are not."""
    run = data(ws, "ai:run:list", {"projectId": "harbour"})["items"][0]["id"]
    mine = {"type": "preference", "scope": "global", "origin": "learned"}
    made = ws.store.memory.items.create(content="偏好短句", evidence=({"runId": run},), **mine)
    ws.store.memory.items.create(content="偏好长句", evidence=({"runId": "elsewhere"},), **mine)
    found = left(ws, projectId="harbour")
    assert {key: id_ for key, id_ in found.items() if key[0] == "memory"} == {("memory", "偏好短句"): made.id}


@pytest.mark.both_stores
@pytest.mark.long
def test_nothing_is_left_of_everything(ws):
    """A purge of everything leaves nothing, and so does one of a project in which nothing for all was said."""
    assert left(ws, projectId="nowhere") == {}
    assert left(ws, all=True) == {}
