"""Memories to be tidied."""

from __future__ import annotations


def remember(memory, *contents, project="p"):
    """Refs of new memories."""
    where = {"scope": "project", "project_id": project} if project else {"scope": "global"}
    items = [memory.items.create(type="preference", content=content, **where) for content in contents]
    return [f"memory:{item.id}" for item in items]


def live(memory, project="p"):
    """What is remembered."""
    return {item.content for item in memory.items.list(project_id=project).items}
