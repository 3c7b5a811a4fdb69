"""What a purge reaches."""

from __future__ import annotations

from typing import Annotated, Any

import attrs
from sqlalchemy import Column, Connection, select

from underdraft.memory.db.dialect import holds

LEAST_MATCH = 8
"""Code points from which a content is searched for in all texts: a shorter one is a mere word, found
through the runs that carried the memory, not in every chapter that happens to use it."""


@attrs.frozen(kw_only=True)
class PurgeScope:
    """What has to go."""

    item_ids: Annotated[
        frozenset[str], "Ids of memories, episodes ...: they, and whatever was made with them."
    ] = frozenset()
    texts: Annotated[frozenset[str], "Their contents, as they may be found in transcripts."] = frozenset()
    project_id: Annotated[str | None, "Everything of this project."] = None
    everything: Annotated[bool, "All that was ever remembered or recorded; settings stay."] = False

    @property
    def long_texts(self) -> list[str]:
        """The texts that are more than a mere word, sorted."""
        return sorted(text for text in self.texts if len(text) >= LEAST_MATCH)

    def find_texts(self, connection: Connection, wanted: Column[Any], *columns: Column[Any]) -> set[Any]:
        """Values of ``wanted`` in rows of which a column holds one of the long texts."""
        found: set[Any] = set()
        for text in self.long_texts:
            found.update(connection.scalars(select(wanted).where(holds(text, *columns))))
        return found
