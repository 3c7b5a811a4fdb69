"""Memories to be tidied."""

from __future__ import annotations

from underdraft.memory.notes.record import MemoryItem


def remembered(*contents):
    """Statements, the newest first."""
    return [
        MemoryItem(
            id=str(number),
            type="note",
            scope="global",
            content=content,
            updated_at=f"2026-01-{28 - number % 28:02d}T00:00:00.000Z",
        )
        for number, content in enumerate(contents)
    ]


def remember(memory, *contents, project="p"):
    """Refs of new memories."""
    where = {"scope": "project", "project_id": project} if project else {"scope": "global"}
    items = [memory.items.create(type="preference", content=content, **where) for content in contents]
    return [f"memory:{item.id}" for item in items]


def live(memory, project="p"):
    """What is remembered."""
    return {item.content for item in memory.items.list(project_id=project).items}


class ScriptedJudge:
    """Answers as ``say`` tells it: from the ids by content to verdicts and different pairs; keeps what it was asked."""

    def __init__(self, say):
        self.say, self.asked = say, []

    def __call__(self, *, system, text, schema):
        self.asked.append(text)
        lines = text.split("```")[1].strip().splitlines()
        ids = {content: id_ for id_, _, content in (line.split(" ", 2) for line in lines)}
        verdicts, different = self.say(ids)
        return {"verdicts": verdicts, "different": different}

    @property
    def pairs(self):
        """How many pairs each question had."""
        return [len(text.partition("Pairs:\n")[2].splitlines()) for text in self.asked]


def verdict(first, second, words, kind="duplicate", holds=""):
    """One entry of an answer."""
    return {
        "first": first,
        "second": second,
        "is": kind,
        "first_words": words[0],
        "second_words": words[1],
        "holds": holds,
    }
