"""Sessions: begun, listed and ended; the end archives what is worth it and empties working memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sqlalchemy import select

from underdraft.errors import NotFound
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.conversations import SESSION
from underdraft.memory.sessions.transcript import claim_session
from underdraft.memory.sessions.working import ARCHIVE_THRESHOLD, PREFERENCE_KINDS, WorkingMemory
from underdraft.text.clean import folded, sha256, tag_or_none
from underdraft.types.checks import check_limit
from underdraft.types.copies import copied
from underdraft.types.episodes import Episode, WorkingItem
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.memory.episodes.service import EpisodeService

ARCHIVE_SKILL = "session"
"""The skill that an archived preference names."""

LIST_LIMIT = 50
LIST_MAXIMUM = 500


@frozen(kw_only=True)
class SessionRecord:
    """One sitting at the desk; ``ended_at`` is ``None`` while it goes on."""

    session_id: str
    project_id: str | None
    started_at: str
    ended_at: str | None = None


@frozen(kw_only=True)
class Ended:
    """The result of a session's end: how many items became episodes, how many were dropped."""

    archived: int
    dropped: int


@frozen
class SessionService:
    """The sessions of one store."""

    database: Database
    working: WorkingMemory
    episodes: EpisodeService

    def start(self, project_id: str | None = None) -> str:
        """Begin a session; gives its id."""
        session_id = self.database.new_id()
        now = self.database.clock()
        with self.database.write() as connection:
            claim_session(connection, session_id, project_id, at=now)
        return session_id

    def list(self, project_id: str | None = None, *, limit: int = LIST_LIMIT) -> tuple[SessionRecord, ...]:
        """1 to 500 sessions, the newest first; of one project, or without one for ``None``."""
        check_limit(limit, LIST_MAXIMUM)
        query = select(SESSION).where(is_value(SESSION.c.project_id, project_id))
        query = query.order_by(SESSION.c.started_at.desc(), SESSION.c.session_id).limit(limit)
        with self.database.read() as connection:
            return tuple(copied(SessionRecord, row) for row in connection.execute(query))

    def end(self, session_id: str) -> Ended:
        """End a session: archive the preferences that reach the threshold, drop the rest, empty it.

        Ending it again does nothing. ``NotFound`` for one that does not exist and has nothing at hand.
        """
        now = self.database.clock()
        with self.database.write() as connection:
            found = connection.execute(SESSION.select().where(SESSION.c.session_id == session_id)).first()
            if found is not None and found.ended_at is None:
                connection.execute(
                    SESSION.update().where(SESSION.c.session_id == session_id).values(ended_at=now)
                )
        if found is None and not self.working.list(session_id).items:
            raise NotFound("sessionId: there is no such session", details={"field": "sessionId"})
        return self.archive(session_id, final=True)

    def archive(self, session_id: str, *, final: bool) -> Ended:
        """Empty a session's working memory, archiving what reaches the threshold; touches no session row."""
        items = self.working.end(session_id, final=final)
        if not items:
            return Ended(archived=0, dropped=0)
        private = self.episodes.private(since=min(item.updated_at for item in items))
        kept = 0
        for group in archivable(items):
            first = group[0]
            if private and tag_or_none(first.content) is None:
                continue
            self.episodes.record(archived(group, at=self.database.clock()))
            kept += len(group)
        return Ended(archived=kept, dropped=len(items) - kept)

    def close(self) -> None:
        """Archive what every session of this process has at hand; another process may go on with them."""
        for session_id in self.working.sessions():
            self.archive(session_id, final=False)


def archivable(items: Iterable[WorkingItem]) -> list[tuple[WorkingItem, ...]]:
    """Preference signals of one wording whose importance adds up to the threshold, in the order they came."""
    groups: dict[str, list[WorkingItem]] = {}
    for item in items:
        if item.kind in PREFERENCE_KINDS:
            groups.setdefault(same_wording(item.content), []).append(item)
    weighed = ((tuple(group), sum(item.importance for item in group)) for group in groups.values())
    return [group for group, importance in weighed if round(importance, 6) >= ARCHIVE_THRESHOLD]


def archived(group: tuple[WorkingItem, ...], *, at: str) -> Episode:
    """The episode that like signals of a session become; its id follows from both."""
    first = group[0]
    key = sha256(f"{first.session_id}\x1f{same_wording(first.content)}")[:32]
    return Episode(
        id=f"ep-{key}",
        project_id=first.project_id,
        scene_type="other",
        skill_used=ARCHIVE_SKILL,
        created_at=at,
        importance=round(min(1.0, sum(item.importance for item in group)), 4),
        importance_given=True,
        session_id=first.session_id,
        input_context=first.content,
    )


def same_wording(text: str) -> str:
    """Return the form that texts share when they differ in case, width and spacing only."""
    return " ".join(folded(text).split())
