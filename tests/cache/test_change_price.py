"""The price of a change before it is made."""

from __future__ import annotations

import pytest

from cache.prefix_breaks import Novel

LONG = "灯塔上的人不说话。\n" * 200


@pytest.fixture
def novel(underdraft_workspace):
    """A project with three memories and a run."""
    made = Novel(underdraft_workspace)
    made.files[".underdraft/rules/30-long.md"] = LONG
    made.open()
    for minute, content in enumerate(("多用短句", "少用感叹号", "不要倒叙"), start=1):
        made.at = f"2026-01-02T03:0{minute}:00.000Z"
        made.remember(content)
    made.seen["灯塔"] = made.ask("atomic:create", content="灯塔有九层")["id"]
    made.run()
    return made


def new(content="少写天气", **more):
    """A payload that would remember something."""
    return {"type": "preference", "scope": "project", "content": content, "dryRun": True, **more}


CHANGES = [
    ("memory:create", lambda _: new(), True),
    ("memory:create", lambda _: new(documentId="another"), False),
    ("memory:create", lambda _: new(scope="global", type="note"), True),
    (
        "memory:update",
        lambda ids: {"id": ids["多用短句"], "patch": {"content": "句子要短"}, "dryRun": True},
        True,
    ),
    (
        "memory:update",
        lambda ids: {"id": ids["多用短句"], "patch": {"userConfirmed": True}, "dryRun": True},
        False,
    ),
    ("memory:update", lambda ids: {"id": ids["灯塔"], "patch": {"content": "有七层"}, "dryRun": True}, False),
    ("memory:delete", lambda ids: {"id": ids["少用感叹号"], "dryRun": True}, True),
]


@pytest.mark.parametrize(("channel", "payload", "moves"), CHANGES)
def test_the_price_is_what_blame_says_afterwards(novel, channel, payload, moves):
    """What was foretold is what is lost when the change is made; foretelling writes nothing."""
    asked = payload(novel.seen)
    listed = novel.ask("memory:list")
    price = novel.ask(channel, **asked)["price"]
    assert novel.ask("memory:list") == listed
    assert (price["first"] is not None) is moves
    made = novel.ask(channel, **asked | {"dryRun": False})
    assert "price" not in made
    before = novel.ask("ai:run:list")["items"][0]["id"]
    after = novel.run().record.id
    told = novel.ask("ai:run:blame", runId=after, beforeId=before)
    assert price["lostTokens"] == told["lostTokens"]
    assert (price["lostTokens"] > 0) is moves
    assert price["lostUsd"] == told["lostUsd"]
    if moves:
        assert price["first"]["byte"] == told["first"]["byte"]


def test_nothing_is_lost_that_nobody_holds(novel):
    """Without a run, and once the provider has dropped it, a change costs nothing."""
    novel.at = "2026-01-02T05:00:00.000Z"
    novel.open()
    price = novel.ask("memory:create", **new())["price"]
    assert price["expired"]
    assert price["lostTokens"] == 0
    price = novel.ask("memory:create", **new(scope="global", projectId=None))["price"]
    assert price["runId"] is not None
    with novel.ws.store.database.write() as connection:
        connection.exec_driver_sql("DELETE FROM run")
    assert novel.ask("memory:create", **new())["price"]["runId"] is None


def test_what_no_longer_fits_is_named(novel):
    """A memory that pushes another one out of its layer says so."""
    novel.set("[settings]", "[caps]\nprofile = 90\n\n[settings]")
    novel.run()
    assert novel.ask("memory:create", **new("短"))["price"]["leftOut"] == [novel.seen["多用短句"]]
    long = novel.ask("memory:create", **new("这一条很长" * 9))
    assert long["price"]["leftOut"] == [long["id"]]


def test_an_addition_waits_while_the_cache_is_warm(novel):
    """By default an addition costs the cache nothing until it is cold; what takes something back is never put off."""
    novel.set("at_once", "when_cold")
    novel.open()
    price = novel.ask("memory:create", **new())["price"]
    assert (price["waitsUntil"], price["lostTokens"]) == ("2026-01-02T03:08:00.000Z", 0)
    for channel, payload, moves in CHANGES[3:]:
        price = novel.ask(channel, **payload(novel.seen))["price"]
        assert price["waitsUntil"] is None
        assert (price["lostTokens"] > 0) is moves
