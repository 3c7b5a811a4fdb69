"""Values and services that the episode tests share."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

import attrs

from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.episodes.service import EpisodeService
from underdraft.memory.index.embedding import EmbedderSlot
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.notes.rows import read_rules, write
from underdraft.types.episodes import Episode


class Clock:
    """A clock that the test moves; it is frozen otherwise."""

    def __init__(self, now="2026-06-01T00:00:00.000Z"):
        self.now = datetime.fromisoformat(now)

    def __call__(self):
        return self.now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def move(self, **units):
        self.now += timedelta(**units)
        return self()


class Ids:
    """Ids that count; the prefix keeps those of two processes apart."""

    def __init__(self, prefix="id"):
        self.prefix = prefix
        self.numbers = itertools.count(1)

    def __call__(self):
        return f"{self.prefix}-{next(self.numbers):06d}"


def open_episodes(path, *, clock=None, ids=None, **options):
    """A service over a real file that does not wait between retries."""
    database = Database(path, clock=clock or Clock(), new_id=ids or Ids(), busy_timeout_ms=2_000)
    given = {"sleep": lambda _: None, "slot": EmbedderSlot(lambda: None)}
    return EpisodeService(database, **(given | options))


def close(service):
    """Close service and store."""
    service.close()
    service.database.close()


def an_episode(number=1, **more):
    """An episode of a project that was lightly edited."""
    values = {
        "id": f"e-{number:05d}",
        "project_id": "novel",
        "scene_type": "dialogue",
        "skill_used": "continue",
        "selected_index": 1,
        "candidate_count": 3,
        "edit_distance": 0.15,
        "created_at": "2026-06-01T00:00:00.000Z",
        "input_context": f"码头上的对话，第{number}次",
        "final_text": f"“走吧。”他说。第{number}次",
    }
    return Episode(**(values | more))


def put(service, *episodes):
    """Record episodes and wait until they are in the store."""
    writes = [service.record(episode)[1] for episode in episodes]
    for pending in writes:
        pending.result(20)


def ids_of(service, project_id="novel"):
    """Ids of all episodes of a project, oldest first."""
    found, cursor = [], None
    while True:
        page = service.list(project_id, limit=500, cursor=cursor)
        found += [item.id for item in page.items]
        cursor = page.next_cursor
        if cursor is None:
            return found[::-1]


def spooled(service):
    """How many operations are in the service's own spool."""
    return len(service.writer._spool.entries())


def changed(service, episode_id, **values):
    """Change an episode's row directly, as time would have."""
    with service.database.write() as connection:
        connection.execute(EPISODE.update().where(EPISODE.c.id == episode_id).values(**values))
    return attrs.evolve(service.get(episode_id))


def put_rules(database, *rules):
    """Write rules as distilling does."""
    with database.write() as connection:
        for rule in rules:
            write(connection, None, rule, action="create", actor="learning", at="")


def rule(number, state="proposed", **more):
    """A rule's record."""
    return MemoryItem(
        id=f"rule-{number}",
        type="rule",
        section="rules",
        scope="project",
        project_id="p",
        origin="learned",
        source="distilled",
        state=state,
        content=f"对白：{number}",
        scene="dialogue",
        metadata={"support": 3, "against": 1},
        evidence=({"episodeId": "ep-1", "runId": "r1"},),
        **more,
    )


def rules(database, project="p"):
    """The ids of a project's rules."""
    with database.read() as connection:
        return [one.id for one in read_rules(connection, project)]
