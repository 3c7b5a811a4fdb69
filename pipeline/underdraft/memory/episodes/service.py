"""Everything about past runs in one object, which the runner, fetchers, channels and commands use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

import attrs
from sqlalchemy import func, select

from underdraft.errors import Conflict, NotFound, StoreError
from underdraft.memory import log
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.paging import Page, read_page
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.snapshot import cached
from underdraft.memory.episodes import operations, rows
from underdraft.memory.episodes.apply import Applier
from underdraft.memory.episodes.episode import checked, judged
from underdraft.memory.episodes.limits import EpisodeLimits
from underdraft.memory.episodes.query import Sought, any_episode, search
from underdraft.memory.episodes.rewrites import recall_rewrites
from underdraft.memory.episodes.scoring import item_count
from underdraft.memory.episodes.writer import EpisodeWriter, PendingWrite
from underdraft.memory.index.embedding import QUERY_CODE_POINTS, EmbedderSlot
from underdraft.memory.notes.record import ACTIVE, MemoryItem
from underdraft.memory.notes.rows import read_rules
from underdraft.memory.settings import cached_settings, privacy_enabled, switched_since
from underdraft.text.strings import strings
from underdraft.types.checks import check_limit
from underdraft.types.copies import copied
from underdraft.types.episodes import (
    EPISODES_SOURCE,
    Episode,
    EpisodeRecall,
    RewriteRecall,
    SemanticRule,
    SemanticRules,
)
from underdraft.types.feedback import FeedbackEvent
from underdraft.types.memory import Degradation
from underdraft.types.run import RunRecord
from underdraft.types.run_inputs import RunInputs
from underdraft.types.signals import (
    HEAVY_REWRITE_ABOVE,
    LIGHT_EDIT_BELOW,
    undo_in_time,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection


QUERY_WAIT_MS = 80
"""How long a query waits for its vector: within the 220 ms of docs/contract.md, section 6; else words must do."""

RUN_WAIT_MS = 2_000
"""The same for a run, whose model call takes longer than that: the first run of a process loads the embedder."""

LIST_LIMIT = 50
LIST_MAXIMUM = 500
REPEATS_COUNTED = 8
"""Earlier uses that are looked for in the store: seven reach the maximum of the repeat signal."""


class EpisodeService:
    """Records, completes, recalls and tends the episodes of one store; safe between threads.

    ``written`` is called after each batch; ``sleep`` waits between retries.
    """

    def __init__(
        self,
        database: Database,
        *,
        slot: EmbedderSlot,
        limits: EpisodeLimits | None = None,
        locale: str = "zh",
        written: Callable[[], None] = lambda: None,
        sleep: Callable[[float], object] | None = None,
        keep_run: Callable[[Connection, operations.Operation], object] = lambda *_: None,
    ) -> None:
        self.database = database
        self.limits = limits or EpisodeLimits()
        self.slot = slot
        self._locale = locale
        self._private: bool | None = None
        self._applier = Applier(database=database, limits=self.limits, keep_run=keep_run)
        self.writer = EpisodeWriter(self._applier, new_id=database.new_id, sleep=sleep, written=written)

    def record(self, episode: Episode) -> tuple[Episode, PendingWrite]:
        """Remember a run with its outcome; returns at once, with the episode as it will be.

        Signal, weight, content and, unless ``importance_given``, importance are worked out here. What is out of
        range is refused.
        """
        episode = judged(checked(episode), earlier_runs=self._earlier(episode))
        return episode, self._submit(operations.record(episode))

    def of_run(self, run: RunRecord, inputs: RunInputs, *, private: bool) -> list[operations.Operation]:
        """Return the operations that a run leaves when it has ended, for what it recalled too; never raises.

        A run whose reply is not whole leaves no episode, and in privacy mode one has no text.
        """
        left = []
        try:
            used = [line.id for line in run.injected if line.source == EPISODES_SOURCE and line.id]
            if used:
                left.append(operations.recalled(run.project_id, used, at=self.database.clock()))
            if run.no_lesson != "truncated":
                episode = operations.record(operations.episode_of_run(run, inputs), automatic=True)
                left.append(operations.without_text(episode) if private else episode)
        except Exception:
            log.exception("a run could not be remembered")
        return left

    def put(self, connection: Connection, *left: operations.Operation) -> None:
        """Write what belongs to something else into the transaction that writes that; no room costs the episode alone."""
        self._applier.put(connection, dict(enumerate(left)))

    def _submit(self, operation: operations.Operation) -> PendingWrite:
        return self.writer.submit(operations.without_text(operation) if self.private() else operation)

    def private(self, since: str | None = None) -> bool:
        """Whether privacy mode is on, or was switched after ``since``; where that cannot be read, what was last known, else yes."""
        try:
            with self.database.read() as connection:
                self._private = privacy_enabled(connection)
                return self._private or (since is not None and switched_since(connection, since))
        except StoreError:
            return self._private is not False

    def put_feedback(self, connection: Connection, event: FeedbackEvent) -> None:
        """Add what the writer made of a run, in the transaction that keeps the feedback.

        Behind what is still on its way for the same episode it waits its turn.
        """
        if event.run_id is None:
            return
        operation = operations.operation_of_feedback(event, event.run_id)
        if any(o["id"] == operation["id"] for o in self.writer.waiting()):
            self._submit(operation)
        else:
            self.put(connection, operations.without_text(operation) if event.privacy else operation)

    def undo(
        self, episode_id: str, *, project_id: str | None, at: str | None = None
    ) -> tuple[Episode, PendingWrite]:
        """Take back an accept of this project; too late, or without one, it is a ``Conflict``."""
        episode = owned(self.get(episode_id), project_id, field="undoEpisodeId")
        at = at or self.database.clock()
        if episode.undone_at is None:
            if episode.accepted_at is None:
                raise Conflict("there is no accept to take back")
            if not undo_in_time(episode.accepted_at, at):
                raise Conflict("the undo comes more than 30 seconds after the accept")
        operation = operations.undo(episode.id, at=at)
        return operations.undone(episode, operation), self._submit(operation)

    def get(self, episode_id: str) -> Episode | None:
        """One episode, with what is still on its way into the store."""
        waiting = [o for o in self.writer.waiting() if o["id"] == episode_id]
        try:
            with self.database.read() as connection:
                episode = rows.load(connection, episode_id)
        except StoreError:
            if not waiting:
                raise
            episode = None
        for operation in waiting:
            episode = operations.fold(episode, operation)
        return episode

    def recall(
        self,
        project_id: str | None,
        *,
        scene_type: str | None = None,
        query: str = "",
        limit: int | None = None,
        counted: bool = False,
    ) -> EpisodeRecall:
        """See :class:`underdraft.types.run_inputs.EpisodeReader`. Never raises StoreError.

        ``counted``: an application asks, which waits less; counts what is found as recalled, in the background.
        """
        self.writer.start()
        wait_ms = QUERY_WAIT_MS if counted else RUN_WAIT_MS
        sought = Sought(
            project_id,
            scene_type,
            query[:QUERY_CODE_POINTS],
            item_count(limit),
            wait_ms,
            self.database.clock(),
        )
        try:
            found = search(self.database, self.slot, sought)
        except StoreError as error:
            log.warning("episodes cannot be read: %s", error.message)
            return EpisodeRecall(
                memory_degraded=True,
                fallback_rules=tuple(strings("default_rules", self._locale).values()),
                diagnostics=Degradation(degraded_from="episodes", reason=error.message, code=error.reason),
            )
        recalls = [o["ids"] for o in self.writer.waiting() if o["op"] == operations.RECALLED]
        waiting = Counter(chain.from_iterable(recalls))
        items = tuple(
            attrs.evolve(
                item, episode=attrs.evolve(item.episode, recall_count=item.episode.recall_count + more)
            )
            if (more := waiting[item.episode.id])
            else item
            for item in found.items
        )
        if counted and items:
            ids = [item.episode.id for item in items]
            self.writer.submit(operations.recalled(project_id, ids, at=sought.now))
        return attrs.evolve(found, items=items)

    def rewrites(
        self, project_id: str | None, *, scene_type: str | None = None, query: str = "", limit: int = 1
    ) -> RewriteRecall:
        """See :class:`underdraft.types.run_inputs.EpisodeReader`."""
        sought = Sought(
            project_id, scene_type, query[:QUERY_CODE_POINTS], limit, RUN_WAIT_MS, self.database.clock()
        )
        return recall_rewrites(self.database, self.slot, sought)

    def has_any(self, project_id: str | None) -> bool:
        """Whether a project has any episode."""
        with self.database.read() as connection:
            return any_episode(connection, project_id)

    def semantic_rules(self, project_id: str | None) -> SemanticRules:
        """See :class:`underdraft.types.run_inputs.EpisodeReader`: what the writer confirmed, read again after a change."""
        with self.database.read() as connection:
            if not cached_settings(connection)["injectionEnabled"]:
                return SemanticRules()
            key = ("rules", project_id)
            rules = cached(connection, key, ("items",), lambda: rules_in_force(connection, project_id))
        return SemanticRules(rules=rules)

    def maintain(
        self, trigger: str, project_id: str | None = None, *, everywhere: bool = False
    ) -> dict[str, int | str]:
        """Run one of the four triggers for a project, or for all; see :mod:`underdraft.memory.episodes.maintenance`."""
        from underdraft.memory.episodes import maintenance

        self.writer.drain()
        self.writer.flush()
        return maintenance.run(
            trigger, self.database, self.limits, project_id=project_id, everywhere=everywhere
        )

    def flush(self, timeout_seconds: float = 10.0) -> bool:
        """Wait until what was taken is written; whether all of it is."""
        return self.writer.flush(timeout_seconds)

    def close(self) -> None:
        """Write what is waiting and stop; the database is closed where it was opened."""
        self.writer.close()

    def list(
        self, project_id: str | None, *, limit: int = LIST_LIMIT, cursor: str | None = None
    ) -> Page[Episode]:
        """A project's episodes, newest first, 1 to 500 a page."""
        check_limit(limit, LIST_MAXIMUM)
        query = select(EPISODE).where(rows.of_project(project_id))
        with self.database.read() as connection:
            return read_page(
                connection, query, EPISODE.c.seq, limit=limit, cursor=cursor, value_of=rows.episode_of
            )

    def confirm(self, episode_id: str, project_id: str | None, *, confirmed: bool = True) -> Episode:
        """Protect an episode of this project from eviction and compression, or give it free again."""
        with self.database.write() as connection:
            episode = owned(rows.load(connection, episode_id), project_id)
            if episode.user_confirmed == confirmed:
                return episode
            now = self.database.clock()
            after = attrs.evolve(
                episode, user_confirmed=confirmed, version=episode.version + 1, updated_at=now
            )
            rows.write(connection, episode, after)
        return after

    def forget(self, episode_id: str, project_id: str | None) -> None:
        """Remove an episode of this project, a confirmed one too."""
        with self.database.write() as connection:
            owned(rows.load(connection, episode_id), project_id)
            rows.delete(connection, [episode_id])

    def _earlier(self, episode: Episode) -> int:
        """Earlier runs of the same skill in the same scene and project, as far as the signal asks for them.

        Eight of the store at most, and those on their way there; 0 of a store that cannot be read.
        """
        distance = episode.edit_distance
        if distance is None or not LIGHT_EDIT_BELOW <= distance <= HEAVY_REWRITE_ABOVE:
            return 0
        c, names = EPISODE.c, ("project_id", "scene_type", "skill_used")
        use = {name: getattr(episode, name) for name in names}
        own = select(c.seq).where(c.id == episode.id).scalar_subquery()
        same = (is_value(c[name], value) for name, value in use.items())
        query = select(c.id).where(*same, c.seq < func.coalesce(own, 2**62)).limit(REPEATS_COUNTED)
        recorded = [o for o in self.writer.waiting() if o["op"] == "record"]
        found = {o["id"] for o in recorded if use.items() <= o["episode"].items()}
        with suppress(StoreError), self.database.read() as connection:
            found.update(connection.scalars(query))
        return len(found - {episode.id})


def owned(episode: Episode | None, project_id: str | None, field: str = "id") -> Episode:
    """The episode, if it is there for this project, else ``NotFound``."""
    if episode is None or episode.project_id != project_id:
        raise NotFound(f"{field}: there is no such episode", details={"field": field})
    return episode


def rules_in_force(connection: Connection, project_id: str | None) -> tuple[SemanticRule, ...]:
    """Return the rules that the writer confirmed."""
    return tuple(rule_of(item) for item in read_rules(connection, project_id) if item.state == ACTIVE)


def rule_of(item: MemoryItem) -> SemanticRule:
    """A record as it goes into a prompt."""
    counts = {name: item.metadata.get(name, 0) for name in ("support", "against")}
    run_id = next((one["runId"] for one in item.evidence), None)
    return copied(SemanticRule, item, text=item.content, run_id=run_id, **counts)
