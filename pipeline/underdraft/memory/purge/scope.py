"""What a purge reaches."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from functools import cached_property
from typing import Any

import attrs
from sqlalchemy import Connection, Table, select

from underdraft.memory.db.dialect import select_in
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM, MEMORY_REVISION
from underdraft.memory.notes.record import PROFILE
from underdraft.memory.purge.words import PurgedWords
from underdraft.text.clean import sha256
from underdraft.types.memory import ORIGIN_LABELS, injection_line


@attrs.frozen(kw_only=True, slots=False)
class PurgeScope:
    """What has to go.

    Attributes:
        item_ids: Ids of memories and facts: they, and their texts in what was made with them.
        texts: Every wording that they ever had, as it may be found elsewhere.
        project_id: Everything of this project.
        everything: All that was ever remembered or recorded; settings stay.
        lines_said: Lines of the profile, which go whole, however short.
        at: When it goes.
    """

    item_ids: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    project_id: str | None = None
    everything: bool = False
    lines_said: frozenset[str] = frozenset()
    at: str = ""

    @cached_property
    def words(self) -> PurgedWords:
        """The texts that are looked for everywhere."""
        return PurgedWords.of(self.texts)

    @cached_property
    def lines(self) -> PurgedWords:
        """The lines on which they stood in prompts, for the runs that recorded them: there a short one is found, too."""
        lines = (injection_line(text, origin) for text in self.texts for origin in ORIGIN_LABELS)
        return PurgedWords.of({*self.texts, *(f"- {text}" for text in self.texts), *lines})

    @cached_property
    def wholes(self) -> dict[str, str]:
        """Texts that are all of a part of a prompt, by their hash: in runs that recorded them, even short ones."""
        return {sha256(whole): whole for text in self.texts for whole in (text, f"- {text}")}

    def covers(self, table: Table) -> bool:
        """Whether the scope takes whole rows of a table, by their project."""
        return self.everything or (self.project_id is not None and "project_id" in table.c)


def find_scope(
    connection: Connection, item_id: str | None, project_id: str | None, *, everything: bool, at: str = ""
) -> PurgeScope:
    """What has to go, with every wording that the memories ever had."""
    if everything:
        return PurgeScope(everything=True, at=at)
    c = MEMORY_ITEM.c
    chosen = c.id == item_id if item_id is not None else c.project_id == project_id
    found = connection.execute(select(c.id, c.content, c.section).where(chosen)).all()
    items = {row.id: row.content for row in found}
    notes = {row.id for row in found if row.section == PROFILE}
    texts = set(items.values())
    texts |= earlier_texts(connection, items)
    lines = {items[note] for note in notes} | earlier_texts(connection, notes)
    texts |= {re.sub(r"\s*\n\s*", " ", text) for text in texts}
    return PurgeScope(
        item_ids=frozenset(items),
        texts=frozenset(texts),
        project_id=project_id,
        lines_said=frozenset(" ".join(line.split()) for line in lines),
        at=at,
    )


def earlier_texts(connection: Connection, ids: Collection[str]) -> set[str]:
    """What records said in any version."""
    past = select_in(connection, select(MEMORY_REVISION.c.after), MEMORY_REVISION.c.memory_id, ids)
    said = (json.loads(after)["content"] for after in past)
    return {text for text in said if isinstance(text, str)}


def rows_of(
    connection: Connection, scope: PurgeScope, table: Table, key: str
) -> list[tuple[Any, str | None]]:
    """Key and project of the rows of a table that go as a whole; of a table without projects, all or none."""
    columns = table.c
    if not scope.covers(table):
        return []
    query = select(columns[key], *([columns.project_id] if "project_id" in columns else []))
    if not scope.everything:
        query = query.where(columns.project_id == scope.project_id)
    rows = map(tuple, connection.execute(query))
    return [(row[0], row[1] if len(row) > 1 else None) for row in rows]
