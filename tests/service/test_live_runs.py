"""Runs that go on without the window that began them."""

from __future__ import annotations

import pytest

from service.served import caller_of
from underdraft.service.live_runs import KEPT, LiveRuns, flaw_of

FINE = {"finishReason": "stop", "warnings": [], "text": "Rain.", "status": "done"}


@pytest.mark.parametrize(
    ("more", "flaw"),
    [
        ({}, ""),
        ({"finishReason": "content_filter", "warnings": ["REPLY_TRUNCATED: content_filter"]}, "declined"),
        ({"finishReason": "refusal"}, "declined"),
        ({"warnings": ["REPLY_TRUNCATED: length"]}, "truncated"),
        ({"status": "canceled"}, "truncated"),
        ({"warnings": ["REPLY_EMPTY"]}, "blank"),
        ({"text": " \n"}, "blank"),
    ],
)
def test_a_flaw_has_one_name(more, flaw):
    """A reply that was declined, cut off or is empty is called so; another has no flaw."""
    assert flaw_of({**FINE, **more}) == flaw


def test_a_run_is_begun_and_followed(url):
    """The answer names the run, whose events end with its result; a refused one is the refusal; an unknown one is not there."""
    with caller_of(url) as caller:
        begun = caller.http.post("/p/harbour/runs", json={"skillId": "chat", "instruction": "Go on."}).json()
        events = caller.http.get(f"/p/harbour/runs/{begun['data']['runId']}").text
        refused = caller.http.post("/p/harbour/runs", json={"skillId": "nothing"})
        missing = caller.http.get("/p/harbour/runs/none")
    assert events.startswith("event: opened")
    assert '"ok":true' in events.partition("event: result")[2]
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "NOT_FOUND")
    assert missing.status_code == 404


def test_a_run_that_has_no_record_is_followed_all_the_same(workspace, url):
    """One whose prompt does not fit ends with its error; one in privacy mode is there until the server ends."""
    workspace.invoke_sync("memory:settings:update", {"patch": {"privacyModeEnabled": True}})
    with caller_of(url) as caller:
        for asked, told in (("冷" * 60_000, "CONTEXT_OVERFLOW"), ("夜里很冷", '"ok":true')):
            answer = caller.http.post(
                "/p/harbour/runs", json={"skillId": "chat", "instruction": asked}
            ).json()
            for _ in range(2):
                events = caller.http.get(f"/p/harbour/runs/{answer['data']['runId']}").text
                assert told in events.partition("event: result")[2]
    assert "夜里很冷" in events


def test_only_the_last_runs_are_kept(workspace):
    """Of runs that are over the newest are known, so that a server does not grow."""

    async def many():
        runs = LiveRuns()
        for _ in range(KEPT + 5):
            run = await runs.start(workspace, {"skillId": "chat", "instruction": "Go on."})
            await run.task
        return runs.of(workspace)

    assert len(workspace.wait_for(many())) == KEPT + 1
