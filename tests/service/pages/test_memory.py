"""What is remembered, on the page."""

from __future__ import annotations

import json
import re
import time

from service.pages.test_actions import made

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>{{ 7*7 }}"


def test_what_is_remembered_is_shown_escaped(workspace, get):
    """A memory is listed with its kind and version; nothing in it is markup."""
    item = made(workspace, HOSTILE)
    text = get("memory").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<script>alert" not in text
    assert "{{ 7*7 }}" in text
    assert f'id="m-{item["id"]}"' in text


def test_search_finds_and_says_when_it_does_not(workspace, get):
    """The search goes through everything; without a hit it says what to do."""
    workspace.invoke_sync("atomic:create", {"content": "灯塔有九层"})
    assert "灯塔有九层" in get("memory", params={"q": "灯塔"}).text
    assert "Nothing remembered has these words" in get("memory", params={"q": "dragon"}).text


def test_deleted_ones_are_shown_on_demand(workspace, get):
    """A deleted memory is out of sight until it is asked for, and can then be restored or purged."""
    item = made(workspace)
    workspace.invoke_sync("memory:delete", {"id": item["id"]})
    assert "短句" not in get("memory").text
    assert "memory:restore" in get("memory?deleted=1").text


def test_the_history_shows_each_change(workspace, get):
    """Every version is listed with what it changed, marked in the text."""
    item = made(workspace, "偏好短句")
    workspace.invoke_sync("memory:update", {"id": item["id"], "patch": {"content": "偏好长句"}})
    text = get(f"memory/{item['id']}").text
    assert "<del>短</del>" in text
    assert "<ins>长</ins>" in text
    assert "memory:undo" in text


def test_the_ledger_shows_its_evidence(workspace, get):
    """A candidate preference stands with the signals for it and buttons to settle it."""
    run = workspace.run_sync("polish", document="夜里很冷。", selection=(0, 5))
    payload = {"action": "accept", "evidenceRef": "偏好短句", "runId": run.id}
    workspace.invoke_sync("memory:preferences:ingest", payload)
    text = get("memory?tab=preferences").text
    assert "1 for, 0 against, score 1 of 3" in re.sub(r"(\d)\.0", r"\1", text)
    assert "memory:preferences:confirm" in text


def test_ten_thousand_memories_answer_at_once(workspace, get):
    """A page of a large memory is as quick as one of a small one."""
    lines = [
        json.dumps({"id": f"{n:032}", "type": "note", "scope": "global", "content": f"记忆 {n}"})
        for n in range(10_000)
    ]
    done = workspace.invoke_sync("memory:import", {"lines": lines})
    assert done["ok"], done
    get("memory")
    begin = time.perf_counter()
    text = get("memory").text
    took = time.perf_counter() - begin
    assert text.count("memory:delete") == 50
    assert "Show more" in text
    assert took < 1.0  # 100 ms on a quiet machine: benchmarks/service.py
