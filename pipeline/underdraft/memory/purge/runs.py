"""The purge of run records: a project's go, others lose the purged texts and say so."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select

from underdraft.memory.db.dialect import batches, delete_in, insert_missing
from underdraft.memory.db.schema.runs import BLOB, RUN, RUN_BLOB, RUN_SOURCE
from underdraft.memory.purge.scope import PurgeScope, rows_of
from underdraft.memory.purge.steps import PurgeStep
from underdraft.memory.purge.words import MARKER
from underdraft.text.clean import sha256


def plan_runs(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """Runs that go with their project, then those that hold a purged text, then texts that no run has any more."""
    gone = rows_of(connection, scope, RUN, "seq")
    steps = [PurgeStep(kind="run", rows=gone, write=delete_runs)]
    if not scope.everything:
        strip = Strip(connection, scope, {key for key, _ in gone})
        steps.append(PurgeStep(kind="run", rows=strip.rows(connection), write=strip.write))
    return steps


def delete_runs(connection: Connection, seqs: Sequence[int]) -> None:
    """Remove runs and the texts that only they had."""
    hashes = set(connection.scalars(select(RUN_BLOB.c.sha256).where(RUN_BLOB.c.run_seq.in_(seqs))))
    delete_in(connection, RUN.c.seq, seqs)
    delete_unused(connection, hashes)


def delete_unused(connection: Connection, hashes: set[str]) -> None:
    """Remove those of the texts that no run has any more."""
    for batch in batches(sorted(hashes)):
        used = select(RUN_BLOB.c.sha256).where(RUN_BLOB.c.sha256.in_(batch))
        connection.execute(delete(BLOB).where(BLOB.c.sha256.in_(batch), BLOB.c.sha256.not_in(used)))


class Strip:
    """Takes the purged texts out of run records.

    A text of a record is kept once for all runs that have it, under its hash; so the changed text is made once
    and each record is told its new hash.
    """

    def __init__(self, connection: Connection, scope: PurgeScope, gone: set[Any]) -> None:
        self._words = scope.words
        self._label = next((f"memory:{i}" for i in scope.item_ids), "")
        if scope.project_id is not None:
            self._label = f"project:{scope.project_id}"
        self._changed: dict[str, str] = {}
        self._named: dict[int, list[str]] = defaultdict(list)
        self._texts: dict[int, list[str]] = defaultdict(list)
        self._find_named(connection, scope, gone)
        query = select(BLOB.c.sha256, BLOB.c.text)
        for row in scope.words.find(connection, query, BLOB.c.text):
            self._changed[row.sha256] = scope.words.take_out(row.text)
        everywhere = set(self._changed)
        self._find_lines(connection, scope)
        pairs = select(RUN_BLOB.c.run_seq, RUN_BLOB.c.sha256)
        for hashes in batches(sorted(self._changed)):
            for seq, key in connection.execute(pairs.where(RUN_BLOB.c.sha256.in_(hashes))):
                if seq not in gone and (key in everywhere or seq in self._named):
                    self._texts[seq].append(key)

    def _find_named(self, connection: Connection, scope: PurgeScope, gone: set[Any]) -> None:
        """The runs that recorded what is purged."""
        c = RUN_SOURCE.c
        for ids in batches(sorted(scope.item_ids)):
            for seq, item_id in connection.execute(select(c.run_seq, c.item_id).where(c.item_id.in_(ids))):
                if seq not in gone:
                    self._named[seq].append(item_id)

    def _find_lines(self, connection: Connection, scope: PurgeScope) -> None:
        """Their texts that hold it on a line of its own, however short it is."""
        held = RUN_BLOB.c
        query = select(BLOB.c.sha256, BLOB.c.text).join(RUN_BLOB, held.sha256 == BLOB.c.sha256).distinct()
        for seqs in batches(sorted(self._named)):
            for row in scope.lines.find(connection, query.where(held.run_seq.in_(seqs)), BLOB.c.text):
                self._changed[row.sha256] = scope.lines.take_out(row.text)
            for wholes in batches(sorted(scope.wholes)):
                alone = select(held.sha256).where(held.run_seq.in_(seqs), held.sha256.in_(wholes))
                self._changed |= dict.fromkeys(connection.scalars(alone.distinct()), MARKER)

    def rows(self, connection: Connection) -> list[tuple[Any, str | None]]:
        """The runs, with their projects."""
        found: list[tuple[Any, str | None]] = []
        for batch in batches(sorted(self._texts.keys() | self._named.keys())):
            chosen = select(RUN.c.seq, RUN.c.project_id).where(RUN.c.seq.in_(batch), ~RUN.c.privacy)
            found += [(row.seq, row.project_id) for row in connection.execute(chosen)]
        return found

    def write(self, connection: Connection, seqs: Sequence[int]) -> None:
        """Change some records."""
        rows = connection.execute(select(RUN.c.seq, RUN.c.record).where(RUN.c.seq.in_(seqs))).all()
        hashes = {old for row in rows for old in self._texts[row.seq]}
        new = {old: sha256(self._changed[old]) for old in hashes}
        if hashes:
            fresh = [{"sha256": new[old], "text": self._changed[old]} for old in sorted(hashes)]
            insert_missing(connection, BLOB, fresh)
        for row in rows:
            olds = self._texts[row.seq]
            if olds:
                own = RUN_BLOB.c.run_seq == row.seq
                connection.execute(delete(RUN_BLOB).where(own, RUN_BLOB.c.sha256.in_(olds)))
                pairs = [{"run_seq": row.seq, "sha256": key} for key in sorted({new[old] for old in olds})]
                insert_missing(connection, RUN_BLOB, pairs)
        if rows:
            changed = (
                RUN.update().where(RUN.c.seq == bindparam("run_seq")).values(record=bindparam("changed"))
            )
            values = [
                {"run_seq": row.seq, "changed": self._stripped(row.seq, row.record, new)} for row in rows
            ]
            connection.execute(changed, values)
        delete_unused(connection, hashes)

    def _stripped(self, seq: int, record: str, new: Mapping[str, str]) -> str:
        """The record with the new hashes, without texts that it holds itself, and with what was purged."""
        for old in self._texts[seq]:
            record = record.replace(old, new[old])
        for text in self._words.in_text(record):
            record = record.replace(text, MARKER)
        plain = json.loads(record)
        named = [f"memory:{item_id}" for item_id in self._named[seq]] or [self._label]
        plain["purged"] = sorted({*plain.get("purged", ()), *named})
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
