"""Atomic memories: duplicates, contradictions, recall."""

from __future__ import annotations

import pytest

from memory.sessions.fact_samples import PROJECT
from memory.sessions.session_samples import data, opened, project


def test_the_same_statement_is_kept_once(ws):
    """Case, white space and marks do not make another fact; another project's does not count."""
    first = data(ws, "atomic:create", {"content": "灯塔 有九层。", **PROJECT})
    assert data(ws, "atomic:create", {"content": "灯塔有九层", **PROJECT})["id"] == first["id"]
    assert data(ws, "atomic:create", {"content": "灯塔有九层", "projectId": "other"})["id"] != first["id"]


WRONG = [0.5, 0, None, True, "ab", {"a": 1}, [1], [[]], ["a" * 70_000], "a" * 70_000, {}, []]


@pytest.mark.parametrize("key", ["content", "tags", "projectId", "about", "value"])
def test_a_patch_is_checked_field_by_field(tmp_path, key):
    """Whatever stands in a patch is taken as what it should be, or refused by its field's name; nothing is half done."""
    fits = {"tags": [[]], "projectId": [None, "ab"], "content": ["ab"], "about": ["ab"], "value": ["ab"]}[key]
    with opened(project(tmp_path)) as ws:
        for number, wrong in enumerate(WRONG):
            made = data(ws, "atomic:create", {"content": f"灯塔 有 {number} 层。", **PROJECT})
            payload = {"id": made["id"], "patch": {key: wrong}, **PROJECT}
            envelope = ws.invoke_sync("atomic:update", payload)
            if envelope["ok"]:
                assert any(wrong == fit and type(wrong) is type(fit) for fit in fits), wrong
            else:
                error = envelope["error"]
                assert (error["code"], error["message"].split(":")[0]) == ("INVALID_ARGUMENT", key), wrong


def test_a_tag_that_is_too_long_is_refused_by_name(tmp_path):
    """A list is not searched for a tag that no fact can have."""
    with opened(project(tmp_path)) as ws:
        error = ws.invoke_sync("atomic:list", {"tag": "a" * 70_000})["error"]
    assert (error["code"], error["details"]) == ("INVALID_ARGUMENT", {"field": "tag"})
