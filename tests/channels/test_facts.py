"""The channels of atomic memories, the profile, search, references, compacts and the work in the background."""

from __future__ import annotations

import pytest

from channels.envelopes import data, error

PROJECT = {"projectId": "test-project"}


@pytest.fixture
def ws(underdraft_workspace):
    """A workspace."""
    return underdraft_workspace(embedder="none")


@pytest.fixture
def fact(ws):
    """A fact of the project."""
    payload = {"content": "灯塔在北角", "tags": ["place"], "projectId": "test-project"}
    return data(ws, "atomic:create", payload)


def test_a_fact_lives_through_the_channels(ws, fact):
    """Created, read, listed, changed, deleted, restored."""
    assert data(ws, "memory:show", {"ref": f"atomic:{fact['id']}"})["item"] == fact
    assert data(ws, "atomic:list", {"projectId": None})["items"] == []
    assert data(ws, "atomic:list", {"projectId": "test-project", "tag": "place"})["items"] == [fact]
    changed = data(ws, "atomic:update", {"id": fact["id"], "patch": {"tags": ["light"]}})
    assert (changed["tags"], changed["userConfirmed"], changed["version"]) == (["light"], True, 2)
    stale = {"id": fact["id"], "patch": {"content": "x"}, "expectedVersion": 1}
    assert error(ws, "atomic:update", stale)["code"] == "CONFLICT"
    assert data(ws, "atomic:delete", {"id": fact["id"]})["deletedAt"]
    assert data(ws, "memory:restore", {"id": fact["id"]})["deletedAt"] is None


def test_a_fact_is_reached_as_a_record(ws, fact):
    """Its writes are listed, an earlier wording comes back as a fact, a source or a state lists it, a purge ends it."""
    data(ws, "atomic:update", {"id": fact["id"], "patch": {"content": "灯塔在南角"}})
    revisions = data(ws, "memory:history", {"id": fact["id"]})["revisions"]
    assert [one["action"] for one in revisions] == ["create", "update"]
    back = data(ws, "memory:restore", {"id": fact["id"], "toVersion": 1})
    assert (back["content"], back["tags"], back["version"]) == ("灯塔在北角", ["place"], 3)
    assert data(ws, "memory:list")["items"] == []
    for chosen in ({"source": "typed"}, {"state": "active"}):
        assert [one["id"] for one in data(ws, "memory:list", chosen)["items"]] == [fact["id"]]
    assert data(ws, "memory:list", {"state": "deleted"})["items"] == []
    assert error(ws, "memory:list", {"source": "heard"})["code"] == "INVALID_ARGUMENT"
    elsewhere = {"id": fact["id"], "projectId": "other"}
    for channel in ("memory:history", "memory:restore"):
        assert error(ws, channel, elsewhere)["code"] == "NOT_FOUND"
    data(ws, "memory:purge", {"id": fact["id"], "confirm": True})
    assert error(ws, "memory:history", {"id": fact["id"]})["code"] == "NOT_FOUND"


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        ({"content": "x", "tags": "place"}, "tags: expected a list"),
        ({"content": "x", "tags": [1]}, "tags.0: expected a string"),
    ],
)
def test_a_text_is_no_list(ws, payload, said):
    """A single word in the place of a list is not taken apart into letters."""
    assert error(ws, "atomic:create", payload)["message"] == said


@pytest.mark.parametrize("patch", [[], "x", None, {"secret": 1}])
def test_a_wrong_patch(ws, fact, patch):
    """A patch is an object of known keys."""
    said = error(ws, "atomic:update", {"id": fact["id"], "patch": patch})
    assert said["message"].startswith("patch: ")
    assert "secret" not in said["message"]


def test_search(ws, fact):
    """By keyword and time; a wrong span says what is expected."""
    span = {"from": "2026-01-01", "to": "2026-01-31"}
    (found,) = data(ws, "memory:search", {"keyword": "灯塔", "timeRange": span})["items"]
    assert found["ref"] == f"atomic:{fact['id']}"
    assert data(ws, "memory:search", {"keyword": "灯塔", "timeRange": {"to": "2020-01-01"}})["items"] == []
    for wrong, said in (
        ([], "timeRange: expected an object with from and to"),
        ({"until": "x"}, "timeRange.until: unknown field; known are: from, to"),
        ({"from": 5}, "timeRange.from: expected a string"),
    ):
        assert error(ws, "memory:search", {"keyword": "x", "timeRange": wrong})["message"] == said


def test_the_same_statement_is_kept_once(ws):
    """Case, white space and marks do not make another fact; another project's does not count."""
    first = data(ws, "atomic:create", {"content": "灯塔 有九层。", **PROJECT})
    assert data(ws, "atomic:create", {"content": "灯塔有九层", **PROJECT})["id"] == first["id"]
    assert data(ws, "atomic:create", {"content": "灯塔有九层", "projectId": "other"})["id"] != first["id"]


WRONG = [0.5, 0, None, True, "ab", {"a": 1}, [1], [[]], ["a" * 70_000], "a" * 70_000, {}, []]


@pytest.mark.parametrize("key", ["content", "tags", "projectId", "about", "value"])
def test_a_patch_is_checked_field_by_field(ws, key):
    """Whatever stands in a patch is taken as what it should be, or refused by its field's name; nothing is half done."""
    fits = {"tags": [[]], "projectId": [None, "ab"], "content": ["ab"], "about": ["ab"], "value": ["ab"]}[key]
    for number, wrong in enumerate(WRONG):
        made = data(ws, "atomic:create", {"content": f"灯塔 有 {number} 层。", **PROJECT})
        payload = {"id": made["id"], "patch": {key: wrong}, **PROJECT}
        envelope = ws.invoke_sync("atomic:update", payload)
        if envelope["ok"]:
            assert any(wrong == fit and type(wrong) is type(fit) for fit in fits), wrong
        else:
            error = envelope["error"]
            assert (error["code"], error["message"].split(":")[0]) == ("INVALID_ARGUMENT", key), wrong


def test_a_tag_that_is_too_long_is_refused_by_name(ws):
    """A list is not searched for a tag that no fact can have."""
    error = ws.invoke_sync("atomic:list", {"tag": "a" * 70_000})["error"]
    assert (error["code"], error["details"]) == ("INVALID_ARGUMENT", {"field": "tag"})
