"""Remove for good: rows, revisions, vectors, index entries, transcripts, free pages and old copies."""

from __future__ import annotations

import attrs


@attrs.frozen(kw_only=True)
class PurgeScope:
    """What has to go.

    Attributes:
        item_ids: Ids of memories, episodes ...: they, and whatever was made with them.
        texts: Their contents, as they may stand in transcripts.
        project_id: Everything of this project.
        everything: All that was ever remembered or recorded; settings stay.
    """

    item_ids: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    project_id: str | None = None
    everything: bool = False
