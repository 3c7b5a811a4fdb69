"""Turns privacy mode on and off while work of every kind waits, and looks at what is written then.

What was said while it was off stays where it is and is written nowhere else while it is on; what was said while it was on
is written nowhere, also once it is off again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Annotated, Any

import attrs

from traces import find_traces, forms, holds
from underdraft.errors import Conflict
from underdraft.memory.areas.area import Area, copied_tables
from underdraft.memory.copies.copying import read_rows
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.runs import RUN_RECORD
from underdraft.memory.episodes.operations import RUN, record
from underdraft.memory.runs.compression import expand
from underdraft.memory.runs.store import pack_run
from underdraft.types.episodes import Episode
from underdraft.types.run import Preview, RunRecord
from underdraft.workspace import Workspace

Cell = tuple[str, tuple[Any, ...]]
"""A column, with its table, and a row's key."""


def find_cells(database: Database, areas: Sequence[Area], text: str) -> frozenset[Cell]:
    """Column and key of each value in the tables that holds ``text`` in some form."""
    needles = forms(text)
    found = set()
    with database.read() as connection:
        for table in copied_tables(areas):
            for row in chain.from_iterable(read_rows(connection, table)):
                key = tuple(row[column.key] for column in table.primary_key.columns)
                for name, value in row.items():
                    held = (
                        expand(value)
                        if name == RUN_RECORD.c.record.name and table.name == RUN_RECORD.name
                        else value
                    )
                    if holds(held, needles):
                        found.add((f"{table.name}.{name}", key))
    return frozenset(found)


SKILL = "chat"
SWITCH = "privacyModeEnabled"
SOON = {"memory.compaction_runs": 1, "preferenceLearningThreshold": 2}
"""Settings under which a few runs leave work of every kind."""


@attrs.frozen(kw_only=True)
class Transition:
    """One kind of work that waited while privacy mode was turned on or off."""

    turned: Annotated[str, "`on` or `off`."]
    work: Annotated[str, "What waited."]
    written: Annotated[tuple[str, ...], "Columns in which it wrote words anew that it was not to write."]


def walk_transitions(workspace: Workspace) -> Iterator[Transition]:
    """Off, on, off and on again, with work of every kind waiting at each turn."""
    worker = workspace.store.conversation.worker
    public, private = OpenWork(workspace), OpenWork(workspace)
    with worker._draining:
        public.ask("memory:settings:update", patch={SWITCH: False, **SOON})
        public.begin()
        public.ask("memory:settings:update", patch={SWITCH: True})
    yield from public.watch("on", public.work_of_before())
    with worker._draining:
        private.begin()
        private.ask("memory:settings:update", patch={SWITCH: False})
    yield from private.watch("off", private.work())
    with worker._draining:
        private.ask("memory:settings:update", patch={SWITCH: True})
        public.look()  # what waited was written while it was off
    yield from public.watch("on", public.work())
    found = find_traces(workspace.store.database, private.canary)
    yield Transition(turned="on", work="everything", written=tuple(sorted(found)))


@attrs.define(eq=False)
class OpenWork:
    """Work of every kind, begun and not finished, all of which holds one canary."""

    workspace: Workspace
    canary: str = attrs.field(factory=lambda: f"金丝雀{secrets.token_hex(12)}在井口")
    session: str = ""
    runs: list[RunRecord] = attrs.field(factory=list)
    previews: list[Preview] = attrs.field(factory=list)
    known: frozenset[Cell] = frozenset()

    def ask(self, channel: str, **payload: Any) -> Mapping[str, Any]:
        """What a channel answers; a refusal would make the check worthless."""
        answer = self.workspace.invoke_sync(channel, payload)
        if not answer["ok"]:
            raise Conflict(answer["error"]["message"])
        data: Mapping[str, Any] = answer["data"]
        return data

    def begin(self) -> None:
        """Say the canary in runs, feedback, working memory and previews; what follows from them waits."""
        self.session = self.ask("session:start")["sessionId"]
        said: Any = {"instruction": f"记住：{self.canary}。", "session_id": self.session}
        self.previews = [self.workspace.preview_sync(SKILL, **said) for _ in range(2)]
        self.runs = [self.workspace.run_sync(SKILL, **said) for _ in range(4)]
        for run in self.runs[:2]:
            self.judge(run, "accept", evidenceRef=f"{self.canary}，学到了")
        self.judge(self.runs[2], "accept", evidenceRef=self.canary)
        signal = {"kind": "preference_signal", "content": self.canary, "importance": 0.9}
        project = self.workspace.config.project_id
        self.ask("working:put", sessionId=self.session, projectId=project, **signal)
        self.look()

    def look(self) -> frozenset[Cell]:
        """Note where the canary stands; what is new since the last look."""
        before, self.known = (
            self.known,
            find_cells(self.workspace.store.database, self.workspace.store.areas, self.canary),
        )
        return self.known - before

    def judge(self, run: RunRecord, action: str, **said: Any) -> None:
        """Feedback."""
        self.ask("ai:skill:feedback", runId=run.id, action=action, **said)

    def watch(self, turned: str, work: Mapping[str, Callable[[], object]]) -> Iterator[Transition]:
        """Do the work, one kind after another, and see where the canary stands anew."""
        store = self.workspace.store
        for name, do in work.items():
            do()
            store.settle()
            columns = {where for where, _ in self.look()}
            yield Transition(turned=turned, work=name, written=tuple(sorted(columns)))

    def work(self) -> dict[str, Callable[[], object]]:
        """What waits, by what it is; whatever it does, it does not say the canary again."""
        store, first = self.workspace.store, self.runs[0]
        return {
            "jobs behind replies": lambda: store.conversation.worker.drain(whole=True),
            "a preview that is recorded": lambda: self.workspace.record_sync(self.previews.pop(), "嗯。"),
            "more feedback on an older run": lambda: self.judge(first, "accept", finalText="嗯嗯。"),
            "other feedback on an older run": lambda: self.judge(first, "reject"),
            "the next turn of a session": lambda: self.workspace.run_sync(
                SKILL, instruction="写下去。", session_id=self.session
            ),
            "maintenance": lambda: self.ask("memory:maintenance:run", trigger="weeklyCompressTrigger"),
            "the end of a session": lambda: self.ask("session:end", sessionId=self.session),
            "jobs behind later replies": lambda: store.conversation.worker.drain(whole=True),
        }  # fmt: skip

    def work_of_before(self) -> dict[str, Callable[[], object]]:
        """What waits from the time before privacy mode: also what the store could not take then."""
        last = {"action": "accept", "evidenceRef": self.canary}
        return {
            "the last signal of a preference": lambda: self.judge(self.runs[3], **last),
            "a run beside the store": lambda: self.deliver(self.spooled_run()),
            "an episode beside the store": lambda: self.deliver(self.spooled_episode()),
            **self.work(),
        }

    def deliver(self, operation: dict[str, Any]) -> None:
        """Write what waited beside the store."""
        episodes = self.workspace.store.episodes
        episodes.writer.submit(operation)
        episodes.flush()

    def spooled_run(self) -> dict[str, Any]:
        """A run as a store that failed has left it."""
        run = attrs.evolve(self.runs[0], id=f"{self.runs[0].id}-spooled", warnings=(self.canary,))
        return {"op": RUN, "id": run.id, "status": run.status, **attrs.asdict(pack_run(run))}

    def spooled_episode(self) -> dict[str, Any]:
        """An episode, likewise."""
        fields = ("input_context", "final_text", "chapter_id", "scene_type", "skill_used")
        made: dict[str, Any] = dict.fromkeys(fields, self.canary)
        made |= {"id": f"spooled-{self.session}", "project_id": self.workspace.config.project_id}
        return record(Episode(**made, created_at=self.workspace.clock()))
