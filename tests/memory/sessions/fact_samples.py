"""Asking a workspace for its facts."""

from __future__ import annotations

from memory.sessions.session_samples import data

PROJECT = {"projectId": "harbour"}


def items(ws, **payload):
    """The project's atomic memories by content."""
    return {i["content"]: i for i in data(ws, "atomic:list", {**PROJECT, **payload})["items"]}
