"""Atomic memories: duplicates, contradictions, recall."""

from __future__ import annotations

from memory.facts.fact_samples import PROJECT
from memory.sessions.session_samples import data, opened, project


def test_the_same_statement_is_kept_once(tmp_path):
    """Case, white space and marks do not make another fact; another project's does not count."""
    with opened(project(tmp_path)) as ws:
        first = data(ws, "atomic:create", {"content": "灯塔 有九层。", **PROJECT})
        assert data(ws, "atomic:create", {"content": "灯塔有九层", **PROJECT})["id"] == first["id"]
        assert data(ws, "atomic:create", {"content": "灯塔有九层", "projectId": "other"})["id"] != first["id"]
