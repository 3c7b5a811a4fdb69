"""What the writer decides: confirm, edit, refuse, clear."""

from __future__ import annotations

import pytest

from memory.episodes.episode_samples import put_rules, rule
from underdraft.errors import CapacityExceeded, InvalidArgument, NotFound
from underdraft.types.episodes import SEMANTIC_RULE_BUDGET


@pytest.mark.long
def test_a_candidate_can_be_confirmed_and_is_injected(desk):
    """The writer need not wait for the threshold."""
    desk.feeds("accept")
    item = desk.settle("confirm", desk.entry("偏好短句")["id"])["item"]
    assert (item["userConfirmed"], item["origin"]) == (True, "learned")
    assert desk.previewed() == ["偏好短句"]
    assert desk.entry("偏好短句")["state"] == "confirmed"
    assert desk.feeds("accept", "accept").get("learned") is None


def test_a_candidate_can_be_refused(desk):
    """What was refused before it was learned is never learned."""
    desk.feeds("accept", "accept")
    desk.settle("refuse", desk.entry("偏好短句")["id"])
    assert "learned" not in desk.feeds("accept", "accept")
    assert desk.entry("偏好短句")["state"] == "refused"
    desk.settle("confirm", desk.entry("偏好短句")["id"])
    assert desk.previewed() == ["偏好短句"]


def test_editing_puts_it_into_the_writers_words(desk):
    """The edited words are injected, and the entry counts as confirmed."""
    item = desk.feeds("accept", "accept", "accept")["learned"]
    desk.settle("confirm", item["id"], content="动作戏用短句")
    assert desk.previewed() == ["动作戏用短句"]
    assert desk.entry("动作戏用短句")["state"] == "confirmed"
    payload = {"id": item["id"], "action": "confirm", "content": "  "}
    assert desk.code("memory:preferences:settle", payload) == "INVALID_ARGUMENT"


def test_choices_answer_to_their_own_project(desk):
    """Another project's id finds nothing, and so does an unknown one."""
    item = desk.feeds("accept", "accept", "accept")["learned"]
    for action in ("confirm", "refuse"):
        for asked in ({"id": item["id"], "projectId": "other"}, {"id": "learned-none"}):
            assert desk.code("memory:preferences:settle", {"action": action, **asked}) == "NOT_FOUND"
    assert desk.previewed() == ["偏好短句"]


def test_a_preference_holds_for_all_projects(desk):
    """A change of its scope is enough, and the project does not learn it again."""
    item = desk.feeds("accept", "accept", "accept")["learned"]
    wide = desk.data("memory:update", {"id": item["id"], "patch": {"scope": "global"}})
    assert (wide["projectId"], wide["evidence"]) == (None, item["evidence"])
    assert desk.previewed("another") == desk.previewed() == ["偏好短句"]
    assert "learned" not in desk.feeds("accept", "accept")
    assert desk.previewed() == ["偏好短句"]
    assert desk.entry("偏好短句")["scope"] == "global"


def test_clear_forgets_what_was_learned_and_keeps_the_rest(desk):
    """``memory:preferences:clear`` takes learned items and signals of one scope; manual and refused ones stay."""
    desk.data(
        "memory:create", {"type": "preference", "scope": "project", "projectId": "novel", "content": "手写的"}
    )
    refused = desk.feeds("accept", "accept", "accept", evidence="不要这个")["learned"]["id"]
    desk.data("memory:delete", {"id": refused})
    desk.feeds("accept", "accept", "accept")
    desk.feeds("accept", "accept", evidence="差一点点")
    assert desk.data("memory:preferences:clear", {"projectId": None}) == {"cleared": 0}
    assert desk.data("memory:preferences:clear", {"projectId": "novel"}) == {"cleared": 1}
    assert desk.previewed() == ["手写的"]
    assert [e["statement"] for e in desk.ledger()["items"]] == ["不要这个"]
    assert desk.feeds("accept", evidence="差一点点")["score"] == 1
    desk.feeds("accept", "accept", "accept", evidence="不要这个")
    desk.feeds("accept", "accept", "accept")
    assert desk.learned() == ["偏好短句"]


@pytest.fixture
def book(desk):
    """The decisions over a store with one rule that was distilled."""
    put_rules(desk.ws.store.database, rule(1))
    return desk.ws.learning


def test_a_distilled_rule_is_settled_as_a_preference_is(book):
    """Confirmed in other words, refused, confirmed again; each is a version, and a repetition none."""
    assert book.settle("rule-1", "confirm", "p", content=" 对白\n要短 ").content == "对白 要短"
    for _ in range(2):
        refused = book.settle("rule-1", "refuse", "p")
        assert (refused.version, refused.state) == (3, "refused")
    assert book.settle("rule-1", "confirm", "p").state == "active"


@pytest.mark.seed("002.3.4")
def test_what_is_refused_of_a_distilled_rule(book):
    """Blank words, another project's rule, and more rules than there is room for."""
    put_rules(book.store.database, *(rule(n, state="active") for n in range(2, SEMANTIC_RULE_BUDGET + 2)))
    for error, asked in (
        (InvalidArgument, ("rule-2", "p", " ")),
        (NotFound, ("rule-2", "q", None)),
        (CapacityExceeded, ("rule-1", "p", None)),
    ):
        with pytest.raises(error):
            book.settle(asked[0], "confirm", asked[1], content=asked[2])


def test_each_decision_is_told_once_it_is_written(desk, monkeypatch):
    """Whoever keeps vectors of memories hears of every change, and of no refused one."""
    item, told, learning = desk.feeds("accept", "accept", "accept")["learned"], [], desk.ws.learning
    monkeypatch.setattr(type(desk.ws.store.memory.indexer), "wake", lambda _: told.append("written"))
    learning.settle(item["id"], "confirm", "novel")
    learning.settle(item["id"], "confirm", "novel", content="句子短些")
    learning.settle(item["id"], "refuse", "novel")
    assert learning.clear("novel") == 0
    assert len(told) == 4
    with pytest.raises(NotFound):
        learning.settle("learned-none", "confirm", None)
    assert len(told) == 4
