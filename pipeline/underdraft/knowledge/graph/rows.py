"""Facts of the story in the store: written over a channel, or proposed and confirmed by the writer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import attrs
from sqlalchemy import Connection, func, select

from underdraft.errors import Conflict, InvalidArgument, NotFound
from underdraft.knowledge.graph.merge import merge
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.graph.read_yaml import read_fact
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.knowledge import KNOWLEDGE_FACT
from underdraft.memory.notes.rows import packed
from underdraft.project.strict_yaml import Place
from underdraft.types.json_marks import HIDE

STATUSES = ("proposed", "confirmed", "rejected")
LIST_MAXIMUM = 5_000


@attrs.frozen(kw_only=True)
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
            facts = _select(connection, project_id, "confirmed")
        parts = []
        for fact in facts:
            try:
                parts.append(fact.graph)
            except InvalidArgument:
                continue  # what an older version wrote and this one does not take stays in the list
        graph = merge(parts)
        self._graphs[project_id] = ((stamp[0], stamp[1]), graph)
        return graph

    def list(
        self, project_id: str, status: str | None = None, kind: str | None = None
    ) -> Sequence[StoredFact]:
        """The project's facts in order of arrival, deleted ones left out; of one kind, if it is given."""
        if status is not None and status not in STATUSES:
            raise InvalidArgument(f"status: expected {', '.join(STATUSES)}")
        with self.database.read() as connection:
            return _select(connection, project_id, status, kind=kind)

    def add(self, project_id: str, kind: str, fact: object, *, status: str = "confirmed") -> StoredFact:
        """Write a fact; one that is there already with the same words is given back instead."""
        read_fact(kind, fact)
        words = packed(fact)
        with self.database.write() as connection:
            for known in _select(connection, project_id, None):
                if known.kind == kind and packed(known.fact) == words:
                    return known
            return self._insert(connection, project_id, kind, json.loads(words), status, "manual")

    def ever(self, project_id: str) -> Sequence[StoredFact]:
        """Every fact that was ever written for the project, in order of arrival, deleted ones too."""
        with self.database.read() as connection:
            return _select(connection, project_id, None, deleted=True)

    def propose(
        self, project_id: str, facts: Sequence[tuple[str, Mapping[str, Any]]], *, origin: str
    ) -> Sequence[StoredFact]:
        """Keep facts, each with its kind, as proposals; all or none. They were read before."""
        with self.database.write() as connection:
            return [
                self._insert(connection, project_id, kind, fact, "proposed", origin) for kind, fact in facts
            ]

    def _insert(
        self,
        connection: Connection,
        project_id: str,
        kind: str,
        fact: Mapping[str, Any],
        status: str,
        origin: str,
    ) -> StoredFact:
        now = self.database.clock()
        made = StoredFact(
            id=self.database.new_id(),
            project_id=project_id,
            kind=kind,
            fact=fact,
            status=status,
            origin=origin,
            created_at=now,
            updated_at=now,
        )
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
    connection: Connection,
    project_id: str,
    status: str | None,
    *,
    deleted: bool = False,
    kind: str | None = None,
) -> list[StoredFact]:
    columns = KNOWLEDGE_FACT.c
    query = select(KNOWLEDGE_FACT).where(columns.project_id == project_id)
    if not deleted:
        query = query.where(columns.deleted_at.is_(None))
    for column, wanted in ((columns.status, status), (columns.kind, kind)):
        query = query if wanted is None else query.where(column == wanted)
    return [fact_of(row) for row in connection.execute(query.order_by(columns.seq)).mappings()]


def _one(connection: Connection, project_id: str, fact_id: str) -> StoredFact:
    found = next((f for f in _select(connection, project_id, None) if f.id == fact_id), None)
    if found is None:
        raise NotFound("id: this project has no such fact", details={"field": "id"})
    return found


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
