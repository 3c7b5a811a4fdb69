"""The area of sessions: transcripts, summaries and the profile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from underdraft.memory.areas.area import Area, PurgedTable, rewrite_words
from underdraft.memory.areas.scope import PurgeScope
from underdraft.memory.db.schema.conversations import (
    CONVERSATION,
    PROFILE_DOCUMENT,
    SESSION,
    SESSION_SUMMARY,
    USER_PROFILE_REVISION,
)


def rewrite_shown(scope: PurgeScope, connection: Connection, versions: Sequence[Any]) -> None:
    """Take purged words and lines out of the profile, and have its readers read it again."""
    for table in (PROFILE_DOCUMENT, USER_PROFILE_REVISION):
        shown = (table.c.markdown,)
        rewrite_words(connection, table.c.version, shown, versions, lambda _, text: scope.without_lines(text))
    connection.execute(PROFILE_DOCUMENT.update().values(version=PROFILE_DOCUMENT.c.version))


SESSIONS = Area(
    tables=(
        PurgedTable(
            kind="message",
            key=CONVERSATION.c.seq,
            project=select(SESSION.c.project_id)
            .where(SESSION.c.session_id == CONVERSATION.c.session_id)
            .scalar_subquery(),
        ),
        PurgedTable(
            kind="summary",
            key=SESSION_SUMMARY.c.session_id,
        ),
        PurgedTable(kind="session", key=SESSION.c.session_id),
        *(
            PurgedTable(
                kind="profile",
                key=table.c.version,
                by_line=True,
                rewrite=rewrite_shown,
            )
            for table in (PROFILE_DOCUMENT, USER_PROFILE_REVISION)
        ),
    ),
)
