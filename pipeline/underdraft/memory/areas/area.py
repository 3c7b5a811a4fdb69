"""An area of the store, and how its rows belong to a project, a memory and a writer.

::

    AREA = Area(
        tables=(PurgedTable(kind="page", key=PAGE.c.id),),
    )

That is all a new table needs: a purge removes its rows with their project, takes purged words out of the columns that
hold words (see ``memory/db/word_types.py``), and removes all with everything; a backup copies it. ``memory/store.py`` lists the areas; a table that no area declares,
or two, is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Annotated, Any

import attrs
from sqlalchemy import Column, ColumnElement, Connection, Select, Table, null, or_, select, true

from underdraft.memory.areas.scope import PurgeScope
from underdraft.memory.areas.steps import LeftBehind, PurgeStep
from underdraft.memory.db.schema import metadata
from underdraft.memory.db.word_types import JsonWords, ShortWords, TextWords
from underdraft.text.clean import sha256
from underdraft.types.values import frozen

Keys = Sequence[Any]


def words_of(table: Table) -> tuple[Column[Any], ...]:
    """Return the columns of a table that hold words as text."""
    return tuple(c for c in table.c if isinstance(c.type, TextWords | ShortWords))


def rewrite_words(
    connection: Connection,
    key: Column[Any],
    columns: Sequence[Column[Any]],
    keys: Keys,
    clean: Callable[[Column[Any], str], str],
) -> None:
    """Write each text in these columns of some rows as ``clean`` makes it, and the hash of a changed content."""
    for row in connection.execute(select(key, *columns).where(key.in_(keys))).all():
        texts = zip(columns, row[1:], strict=True)
        values = {c.key: clean(c, text) for c, text in texts if text is not None}
        if "content" in values and "content_hash" in key.table.c:
            values["content_hash"] = sha256(values["content"])
        connection.execute(key.table.update().where(key == row[0]).values(values))


@frozen(kw_only=True)
class PurgedTable:
    """A table whose rows a purge removes, or takes words out of."""

    kind: Annotated[str, "What its rows are called in the counts."]
    key: Annotated[Column[Any], "The column by which a row is chosen."]
    project: Annotated[ColumnElement[Any] | None, "A row's project; by default `project_id`, else none."] = (
        None
    )
    of_project: Annotated[
        Callable[[str], ColumnElement[bool]] | None, "The rows of a project; by default by `project`."
    ] = None
    about: Annotated[tuple[Column[Any], ...], "Memories, by ref or id: the row goes with any of them."] = ()
    texts: Annotated[
        tuple[Column[Any], ...], "Columns out of which words are taken; by default all that hold words."
    ] = attrs.field(default=attrs.Factory(lambda self: words_of(self.key.table), takes_self=True))
    by_line: Annotated[bool, "The texts are documents: a line goes that holds nothing else."] = False
    goes: Annotated[bool, "Whether rows go by themselves, or only with those of another table."] = True
    remove: Annotated[
        Callable[[Connection, Keys], object] | None, "Removes rows; by default these alone."
    ] = None
    rewrite: Annotated[
        Callable[[PurgeScope, Connection, Keys], object] | None,
        "Takes purged words out of rows; by default out of `texts`.",
    ] = None

    @property
    def table(self) -> Table:
        """The table."""
        return self.key.table

    @property
    def shown_project(self) -> ColumnElement[Any]:
        """The project of a row, for the counts."""
        if self.project is not None:
            return self.project.label("project_id")
        return self.table.c.get("project_id", null().label("project_id"))

    def plan(self, connection: Connection, scope: PurgeScope) -> Iterator[PurgeStep]:
        """Rows that go, then those that lose words."""
        gone = self._going(connection, scope) if self.goes else {}
        yield PurgeStep(kind=self.kind, rows=list(gone.items()), write=self.remove or self._delete)
        if self.texts and not scope.everything:
            left = [row for row in self._holding(connection, scope) if row[0] not in gone]
            rewrite = self.rewrite or self._rewrite
            yield PurgeStep(kind=self.kind, rows=left, write=lambda link, keys: rewrite(scope, link, keys))

    def _going(self, connection: Connection, scope: PurgeScope) -> dict[Any, str | None]:
        """Key and project of the rows that go as a whole."""
        query: Select[Any] = select(self.key, self.shown_project, *self.about)
        rows: list[Any] = []
        if chosen := self._chosen(scope):
            rows += connection.execute(query.where(or_(*chosen)))
        if self.about and scope.item_ids:
            named = scope.refs | scope.item_ids
            rows += (row for row in connection.execute(query) if named.intersection(row[2:]))
        return {row[0]: row[1] for row in rows}

    def _chosen(self, scope: PurgeScope) -> list[ColumnElement[bool]]:
        if scope.everything:
            return [true()]
        if scope.project_id is None:
            return []
        if self.of_project is not None:
            return [self.of_project(scope.project_id)]
        whose = self.project if self.project is not None else self.table.c.get("project_id")
        return [] if whose is None else [whose == scope.project_id]

    def _holding(self, connection: Connection, scope: PurgeScope) -> Iterator[tuple[Any, str | None]]:
        """Key and project of the rows that hold purged words."""
        query: Select[Any] = select(self.key, self.shown_project, *self.texts)
        if self.by_line and scope.lines_said:
            everyone = connection.execute(query)
            [text] = self.texts
            rows: list[Any] = [row for row in everyone if self._cleaned(scope, text, row[-1]) != row[-1]]
        else:
            rows = list(scope.words.find(connection, query, *self.texts))
        return ((row[0], row[1]) for row in rows)

    def _cleaned(self, scope: PurgeScope, column: Column[Any], text: str) -> str:
        """A text without the words."""
        if isinstance(column.type, JsonWords):
            return scope.words.in_json(text)
        return scope.without_lines(text) if self.by_line else str(scope.words.take_out(text))

    def _rewrite(self, scope: PurgeScope, connection: Connection, keys: Keys) -> None:
        rewrite_words(connection, self.key, self.texts, keys, partial(self._cleaned, scope))

    def _delete(self, connection: Connection, keys: Keys) -> None:
        connection.execute(self.table.delete().where(self.key.in_(keys)))


@frozen(kw_only=True)
class Area:
    """One area of the store; each table stands in exactly one of the first four."""

    tables: Annotated[
        tuple[PurgedTable, ...], "Tables of which a purge removes rows, or takes words out."
    ] = ()
    follow: Annotated[
        tuple[Table, ...], "Tables whose rows go with those of others, or as `plan` and `orphans` say."
    ] = ()
    lasting: Annotated[tuple[Table, ...], "Tables without words of the writer: they go with the writer."] = ()
    local: Annotated[tuple[Table, ...], "Tables about the store itself or made anew, which no copy has."] = ()
    remake: Annotated[Callable[[Connection], object], "Makes anew what a copy does not bring."] = lambda _: (
        None
    )
    find: Annotated[
        Callable[[Connection, PurgeScope, str | None], PurgeScope],
        "Adds what a memory's id, or the scope's project, names here.",
    ] = lambda _, scope, __: scope
    plan: Annotated[
        Callable[[Connection, PurgeScope], Sequence[PurgeStep]], "What a purge has to do beyond `tables`."
    ] = lambda *_: ()
    orphans: Annotated[
        Callable[[Connection], Sequence[PurgeStep]], "What belongs to nothing any more after that."
    ] = lambda *_: ()
    left: Annotated[
        Callable[[Connection, PurgeScope], Iterator[LeftBehind]],
        "What was learned there and stays, because it holds for all projects.",
    ] = lambda *_: iter(())

    @property
    def copied(self) -> tuple[Table, ...]:
        """The tables that hold what is a writer's."""
        return (*(kept.table for kept in self.tables), *self.follow, *self.lasting)


def check_declared(areas: Sequence[Area]) -> None:
    """See that each table of the schema is declared, once: else a purge would leave words behind.

    Raises:
        LookupError: These are not: the fault of a program.
    """
    declared = [table.name for area in areas for table in (*area.copied, *area.local)]
    wrong = {table for table in metadata().tables if declared.count(table) != 1}
    if wrong or len(declared) != len(metadata().tables):
        raise LookupError(*sorted(wrong))


def copied_tables(areas: Sequence[Area]) -> list[Table]:
    """The tables with all that is a writer's, as they are copied; what refers to a row comes after it."""
    check_declared(areas)
    copied = {table.name for area in areas for table in area.copied}
    return [table for table in metadata().sorted_tables if table.name in copied]
