"""The area of runs: records, their texts, compacts. A project's go; others lose the purged texts and say so."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, func, or_, select

from underdraft.memory.areas.area import Area, PurgedTable, rewrite_words, words_of
from underdraft.memory.areas.scope import PurgeScope
from underdraft.memory.areas.steps import PurgeStep
from underdraft.memory.areas.words import MARKER
from underdraft.memory.db.dialect import batches, delete_in, holds, select_in
from underdraft.memory.db.schema.conversations import COMPACT
from underdraft.memory.db.schema.questions import QUESTION
from underdraft.memory.db.schema.runs import BLOB, RUN, RUN_HEARD, RUN_RECORD, RUN_SOURCE
from underdraft.memory.runs.compression import compress, expand
from underdraft.memory.runs.store import keep_texts
from underdraft.memory.runs.texts import FACT_KEYS, numbers_in, renumbered
from underdraft.text.clean import sha256

FACTS_OF_ENGINE = FACT_KEYS - {
    *("finish_reason", "id", "marker", "model", "scene_type", "source", "version", "warnings"),
}
"""Keys of a record whose strings are ids, hashes and words of the engine's own."""

COLUMNS = words_of(RUN)
"""Columns of a run, beside its record, that hold words."""


def plan_texts(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """Runs that stay and hold a purged text."""
    if scope.everything:
        return []
    strip = Strip(connection, scope)
    return [PurgeStep(kind="run", rows=strip.rows(connection), write=strip.write)]


def plan_unused(connection: Connection) -> list[PurgeStep]:
    """Texts that no record names any more."""
    used = {number for _, record in records(connection) for number in numbers_in(record)}
    last = connection.scalar(select(func.max(RUN.c.seq))) or 0
    unused = [(number, None) for number in connection.scalars(select(BLOB.c.id)) if number not in used]
    return [PurgeStep(kind="text", rows=unused, write=partial(delete_unused, last))]


def delete_unused(last: int, connection: Connection, numbers: Sequence[int]) -> None:
    """Remove texts, unless a run that came after the ``last`` one has them."""
    later = {number for _, record in records(connection, last) for number in numbers_in(record)}
    delete_in(connection, BLOB.c.id, set(numbers) - later)


def records(connection: Connection, after: int = 0) -> Iterator[tuple[int, str]]:
    """The number and the record of each run after one."""
    c = RUN_RECORD.c
    rows = connection.execute(select(c.run_seq, c.record).where(c.run_seq > after))
    return ((row.run_seq, expand(row.record)) for row in rows)


class Strip:
    """Takes the purged texts out of run records.

    A text of a record is kept once for all runs that have it, under a number; so the changed text is made once
    and each record gets its new number.
    """

    def __init__(self, connection: Connection, scope: PurgeScope) -> None:
        self._words, self._lines = scope.words, scope.lines
        self._label = next((f"memory:{i}" for i in scope.item_ids), "")
        if scope.project_id is not None:
            self._label = f"project:{scope.project_id}"
        self._changed: dict[int, str] = {}
        self._named: dict[int, list[str]] = defaultdict(list)
        self._texts: dict[int, list[int]] = defaultdict(list)
        gone: set[Any] = set()
        if scope.project_id is not None:
            gone.update(connection.scalars(select(RUN.c.seq).where(RUN.c.project_id == scope.project_id)))
        self._find_named(connection, scope, gone)
        query = select(BLOB.c.id, BLOB.c.text)
        for row in scope.words.find(connection, query, BLOB.c.text):
            self._changed[row.id] = scope.words.take_out(row.text)
        everywhere = set(self._changed)
        self._find_lines(connection, scope)
        everywhere.update(self._find_profile_lines(connection, scope))
        self._held = set[int]()
        for seq, record in records(connection) if self._changed or scope.words.texts else ():
            if seq in gone:
                continue
            if self._holds_words(record):
                self._held.add(seq)
            changed = numbers_in(record) & self._changed.keys()
            if found := changed if seq in self._named else changed & everywhere:
                self._texts[seq] = sorted(found)

    def _find_named(self, connection: Connection, scope: PurgeScope, gone: set[Any]) -> None:
        """The runs that recorded what is purged."""
        c = RUN_SOURCE.c
        for ids in batches(sorted(scope.item_ids)):
            for seq, item_id in connection.execute(select(c.run_seq, c.item_id).where(c.item_id.in_(ids))):
                if seq not in gone:
                    self._named[seq].append(item_id)

    def _holds_words(self, record: str) -> bool:
        """Whether a record holds purged words in itself: a model's name, a source, a warning."""
        return self._words.in_json_text(record) and self._bare(plain := json.loads(record)) != plain

    def _bare(self, record: Any) -> Any:
        return self._words.take_out(record, FACTS_OF_ENGINE)

    def _find_lines(self, connection: Connection, scope: PurgeScope) -> None:
        """Their texts that hold it on a line of its own, however short it is."""
        wholes = [bytes.fromhex(key) for key in sorted(scope.wholes)]
        c = RUN_RECORD.c
        named = select_in(connection, select(c.record), c.run_seq, self._named)
        held = {number for record in named for number in numbers_in(expand(record))}
        for numbers in batches(sorted(held)):
            query = select(BLOB.c.id, BLOB.c.text).where(BLOB.c.id.in_(numbers))
            for row in scope.lines.find(connection, query, BLOB.c.text):
                self._changed[row.id] = scope.lines.take_out(row.text)
            for some in batches(wholes):
                alone = connection.scalars(query.where(BLOB.c.sha256.in_(some)))
                self._changed |= dict.fromkeys(alone, MARKER)

    def _find_profile_lines(self, connection: Connection, scope: PurgeScope) -> Iterator[int]:
        """Texts of any run with a line of the profile: prompts show the document as a whole, without the ids of lines."""
        gone = {f"- {line}" for line in scope.lines_said}
        for some in batches(sorted(gone)):
            query = select(BLOB.c.id, BLOB.c.text).where(
                or_(*(holds(connection, line, BLOB.c.text) for line in some))
            )
            for row in connection.execute(query):
                text: str = self._changed.get(row.id) or row.text
                bare = "\n".join(MARKER if line in gone else line for line in text.split("\n"))
                if bare != text:
                    self._changed[row.id] = bare
                    yield row.id

    def rows(self, connection: Connection) -> list[tuple[Any, str | None]]:
        """The runs, with their projects."""
        found: list[tuple[Any, str | None]] = []
        for batch in batches(sorted(self._texts.keys() | self._named.keys() | self._held)):
            chosen = select(RUN.c.seq, RUN.c.project_id, RUN.c.privacy).where(RUN.c.seq.in_(batch))
            rows = connection.execute(chosen)
            found += [(r.seq, r.project_id) for r in rows if r.seq in self._held or not r.privacy]
        return found

    def write(self, connection: Connection, seqs: Sequence[int]) -> None:
        """Change some records."""
        held = [seq for seq in seqs if seq in self._held]
        rewrite_words(connection, RUN.c.seq, COLUMNS, held, lambda _, text: self._words.take_out(text))
        rows = connection.execute(select(RUN_RECORD).where(RUN_RECORD.c.run_seq.in_(seqs))).all()
        olds = {old for row in rows for old in self._texts[row.run_seq]}
        kept = keep_texts(connection, {sha256(self._changed[old]): self._changed[old] for old in olds})
        new = {old: kept[sha256(self._changed[old])] for old in olds}
        for row in rows:
            changed = self._stripped(row.run_seq, expand(row.record), new)
            own = RUN_RECORD.c.run_seq == row.run_seq
            connection.execute(RUN_RECORD.update().where(own).values(record=compress(changed)))

    def _stripped(self, seq: int, record: str, new: Mapping[int, int]) -> str:
        """The record with the new numbers, without texts that it holds itself, and with what was purged."""
        numbers = {old: new[old] for old in self._texts[seq]}
        plain = json.loads(renumbered(record, numbers))
        plain = self._bare(plain) if seq in self._held else plain
        plain = self._lines.take_out(plain, FACTS_OF_ENGINE) if seq in self._named else plain
        named = [f"memory:{item_id}" for item_id in self._named[seq]] or [self._label]
        plain["purged"] = sorted({*plain.get("purged", ()), *named})
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def forget_answers(_: PurgeScope, connection: Connection, ids: Sequence[str]) -> None:
    """Keep what questions cost, not what was answered: an answer without its words would be another one."""
    connection.execute(QUESTION.update().where(QUESTION.c.id.in_(ids)).values(answer=None))


RUNS = Area(
    tables=(
        PurgedTable(kind="compact", key=COMPACT.c.run_id),
        PurgedTable(kind="run", key=RUN.c.seq, texts=()),
        PurgedTable(
            kind="heard",
            key=RUN_HEARD.c.id,
            of_project=lambda project_id: RUN_HEARD.c.run_seq.in_(
                select(RUN.c.seq).where(RUN.c.project_id == project_id)
            ),
            about=(RUN_HEARD.c.memory_id,),
        ),
        PurgedTable(
            kind="question",
            key=QUESTION.c.id,
            rewrite=forget_answers,
        ),
    ),
    follow=(RUN_RECORD, RUN_SOURCE, BLOB),
    plan=plan_texts,
    orphans=plan_unused,
)
