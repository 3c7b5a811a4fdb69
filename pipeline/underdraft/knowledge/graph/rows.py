"""Facts of the story in the store: written over a channel, or proposed and confirmed by the writer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any

import attrs
from sqlalchemy import Connection, func, select

from underdraft.errors import Conflict, InvalidArgument, NotFound
from underdraft.knowledge.graph.merge import merge
from underdraft.knowledge.graph.model import Candidate, StoryGraph
from underdraft.knowledge.graph.read_yaml import read_fact
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.knowledge import KNOWLEDGE_FACT
from underdraft.memory.notes.rows import packed
from underdraft.project.strict_yaml import Place
from underdraft.types.json_marks import HIDE
from underdraft.types.values import frozen

STATUSES = ("proposed", "confirmed", "rejected")
LIST_MAXIMUM = 5_000


@frozen(kw_only=True)
class StoredFact:
    """One fact."""

    id: Annotated[str, "Never used again."]
    project_id: Annotated[str, "Its project."] = attrs.field(metadata=HIDE)
    kind: Annotated[str, "`entity`, `relation`, `event`, `claim`, or `clash`: a verdict on two claims."]
    fact: Annotated[Mapping[str, Any], "What a knowledge file would say."]
    status: Annotated[str, "`proposed`, `confirmed` (part of the graph) or `rejected`."] = "confirmed"
    origin: Annotated[str, '`"manual"`, or the plugin that proposed it.'] = "manual"
    version: Annotated[int, "1 at first, one more with each write."] = 1
    created_at: Annotated[str, "When it was made."] = ""
    updated_at: Annotated[str, "When it was last written."] = ""
    deleted_at: Annotated[str | None, "When it was deleted, or `None`."] = None

    @property
    def graph(self) -> StoryGraph:
        """The fact as a graph of one; its evidence, where it gives none, is the store's entry.

        What an older version wrote may be refused.
        """
        return read_fact(self.kind, dict(self.fact), Place(f"knowledge/{self.id}", first_line=0))


def readable(facts: Iterable[StoredFact]) -> list[StoryGraph]:
    """Facts as graphs, without what an older version wrote and this one does not take."""
    graphs = []
    for fact in facts:
        with suppress(InvalidArgument):
            graphs.append(fact.graph)
    return graphs


@attrs.define(eq=False)
class FactRows:
    """The facts of one store. Methods block; all raise ``StoreError`` when the store cannot be used."""

    database: Database
    _graphs: dict[str, tuple[tuple[int, int], StoryGraph]] = attrs.field(factory=dict, init=False)

    def graph(self, project_id: str) -> StoryGraph:
        """The project's confirmed facts; the same object until one is written."""
        columns = KNOWLEDGE_FACT.c
        with self.database.read() as connection:
            stamp = connection.execute(
                select(func.count(), func.coalesce(func.max(columns.change), 0)).where(
                    columns.project_id == project_id
                )
            ).one()
            known = self._graphs.get(project_id)
            if known and known[0] == tuple(stamp):
                return known[1]
            facts = _select(connection, project_id, status="confirmed")
        graph = merge(readable(facts))
        self._graphs[project_id] = ((stamp[0], stamp[1]), graph)
        return graph

    def list(
        self, project_id: str, status: str | None = None, kind: str | None = None, *, deleted: bool = False
    ) -> Sequence[StoredFact]:
        """The project's facts in order of arrival, of one status and kind if given; with ``deleted`` all that ever were."""
        if status is not None and status not in STATUSES:
            raise InvalidArgument(f"status: expected {', '.join(STATUSES)}")
        with self.database.read() as connection:
            return _select(connection, project_id, deleted=deleted, status=status, kind=kind)

    def add(self, project_id: str, kind: str, fact: object, *, status: str = "confirmed") -> StoredFact:
        """Write a fact; one that is there already with the same words is given back instead."""
        read_fact(kind, fact)
        words = packed(fact)
        with self.database.write() as connection:
            for known in _select(connection, project_id, kind=kind):
                if packed(known.fact) == words:
                    return known
            said = {"project_id": project_id, "kind": kind, "fact": json.loads(words), "status": status}
            return self._insert(connection, said)

    def propose(self, project_id: str, facts: Sequence[Candidate], *, origin: str) -> Sequence[StoredFact]:
        """Keep facts, each with its kind, as proposals; all or none. They were read before."""
        same = {"project_id": project_id, "status": "proposed", "origin": origin}
        with self.database.write() as connection:
            return [self._insert(connection, {**same, "kind": kind, "fact": fact}) for kind, fact in facts]

    def _insert(self, connection: Connection, said: Mapping[str, Any]) -> StoredFact:
        now = self.database.clock()
        made = StoredFact(id=self.database.new_id(), created_at=now, updated_at=now, **said)
        connection.execute(KNOWLEDGE_FACT.insert().values(_row(connection, made)))
        return made

    def settle(self, project_id: str, fact_id: str, status: str, fact: object = None) -> StoredFact:
        """Confirm or reject a proposal, in the words of ``fact`` where that is given, or write a confirmed fact anew.

        The same way twice changes nothing, the other way is a ``Conflict``.
        """
        with self.database.write() as connection:
            known = _one(connection, project_id, fact_id)
            if known.status == status and fact is None:
                return known
            if known.status not in {"proposed", status}:
                raise Conflict(f"id: the fact is {known.status} already", details={"status": known.status})
            if fact is not None:
                read_fact(known.kind, fact)
                known = attrs.evolve(known, fact=json.loads(packed(fact)))
            return update(connection, attrs.evolve(known, status=status), self.database.clock())

    def delete(self, project_id: str, fact_id: str) -> StoredFact:
        """Take a fact of this project out of the graph and the list, else ``NotFound``."""
        with self.database.write() as connection:
            known = _one(connection, project_id, fact_id)
            now = self.database.clock()
            return update(connection, attrs.evolve(known, deleted_at=now), now)


_COLUMNS = tuple(a.name for a in attrs.fields(StoredFact))


def fact_of(row: Any) -> StoredFact:
    """Return the fact in a row of ``knowledge_fact``."""
    values = {name: row[name] for name in _COLUMNS}
    values["fact"] = json.loads(values["fact"])
    return StoredFact(**values)


def _select(
    connection: Connection, project_id: str, *, deleted: bool = False, **wanted: str | None
) -> list[StoredFact]:
    """The project's facts with the values that are wanted in columns."""
    c = KNOWLEDGE_FACT.c
    query = select(KNOWLEDGE_FACT).where(c.project_id == project_id)
    query = query.where(*(c[name] == value for name, value in wanted.items() if value is not None))
    query = query if deleted else query.where(c.deleted_at.is_(None))
    return [fact_of(row) for row in connection.execute(query.order_by(c.seq)).mappings()]


def _one(connection: Connection, project_id: str, fact_id: str) -> StoredFact:
    found = _select(connection, project_id, id=fact_id)
    if not found:
        raise NotFound("id: this project has no such fact", details={"field": "id"})
    return found[0]


def update(connection: Connection, fact: StoredFact, now: str) -> StoredFact:
    """Write a fact that was changed, as its next version."""
    after = attrs.evolve(fact, version=fact.version + 1, updated_at=now)
    mine = KNOWLEDGE_FACT.update().where(KNOWLEDGE_FACT.c.id == fact.id)
    connection.execute(mine.values(_row(connection, after)))
    return after


def _row(connection: Connection, fact: StoredFact) -> dict[str, Any]:
    """The fact as a row, with the number of this write."""
    highest = connection.scalar(select(func.max(KNOWLEDGE_FACT.c.change)))
    return {**attrs.asdict(fact, recurse=False), "fact": packed(fact.fact), "change": (highest or 0) + 1}
