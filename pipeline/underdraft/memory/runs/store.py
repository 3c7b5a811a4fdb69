"""Run records in the store: every past prompt can be rendered again, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Annotated, Any

import attrs
from sqlalchemy import Connection, Row, Select, bindparam, or_, select

from underdraft.errors import NotFound, StoreError
from underdraft.memory.areas.words import LEAST_MATCH
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import batches, in_json, is_value
from underdraft.memory.db.paging import Page, read_page
from underdraft.memory.db.schema.feedback import FEEDBACK_EVENT, RUN_FEEDBACK
from underdraft.memory.db.schema.runs import BLOB, RUN, RUN_RECORD, RUN_SOURCE
from underdraft.memory.db.snapshot import cached
from underdraft.memory.runs.compression import compress, expand
from underdraft.memory.runs.json import from_json, to_json
from underdraft.memory.runs.texts import (
    numbers_in,
    only_facts,
    put_back,
    renumbered,
    take_out,
    take_out_pieces,
)
from underdraft.types.checks import check_limit
from underdraft.types.chunk import Chunk
from underdraft.types.layers import Layer
from underdraft.types.prefix import LastPrefix, LastPrefixes, Pin, PinnedChunk
from underdraft.types.run import RunRecord
from underdraft.types.values import frozen

LIST_LIMIT = 50
LIST_MAXIMUM = 500
PREFIXES = 8
"""Newest runs of a project and model among which one of the same family of skills is looked for."""

LONGEST_OWN = 2_000
"""Most code points of a text of the current layer, or of a reply, that stays in its run's record: no other run is likely to have it,
and within 32 KB it is compressed as if it stood there once. A mere word does not, so that a purge finds it."""

RECORD_FORMAT = 1
"""Version of the JSON in ``run_record.record``."""


@frozen(kw_only=True)
class RunSummary:
    """One line of a list of runs."""

    id: str
    project_id: str | None
    skill_id: str
    session_id: str | None
    model: str
    created_at: str
    stable_prefix_hash: str
    prompt_hash: str
    privacy: bool
    status: str
    verdict: Annotated[str | None, "What the writer said of it: `accept`, `reject` or `partial`."] = None


@frozen(kw_only=True)
class StoredRun:
    """A run as the store kept it."""

    record: Annotated[RunRecord, "The record. Where texts are not kept, empty strings take their place."]
    templates: Mapping[str, str]
    locale: str
    privacy: Annotated[bool, "It was recorded in privacy mode: hashes, ids, tokens and numbers only."]
    complete: Annotated[
        bool,
        "Every text is there, so the prompt can be rendered again; `False` in privacy mode and after a purge of something that was in the prompt.",
    ]
    purged: Annotated[tuple[str, ...], "What was purged of the texts, as references."] = ()


@frozen
class RunStore:
    """Reads run records; safe to use from any thread. What writes one is :func:`insert`."""

    database: Database

    def has(self, run_id: str) -> bool:
        """Whether there is a record of this id."""
        with self.database.read() as connection:
            return has_run(connection, run_id)

    def get(self, run_id: str) -> StoredRun:
        """One run, else ``NotFound``."""
        with self.database.read() as connection:
            row = connection.execute(_WHOLE.where(RUN.c.id == run_id)).first()
            if row is None:
                raise NotFound("runId: there is no such run", details={"field": "runId"})
            texts = texts_of(connection, [row])
        return stored_run(row, texts)

    def list(
        self,
        project_id: str | None = None,
        *,
        everywhere: bool = False,
        answered: bool = False,
        waiting: bool = False,
        limit: int = LIST_LIMIT,
        cursor: str | None = None,
    ) -> Page[RunSummary]:
        """Runs, newest first, 1 to 500 a page; of one project, without one for ``None``, or of all.

        ``answered`` leaves out those that ended before the first word of a reply, ``waiting`` also those that were judged
        or belong to a session.
        """
        check_limit(limit, LIST_MAXIMUM)
        names = [a.name for a in attrs.fields(RunSummary)]
        query = _with_verdict(select(RUN.c.seq, *(RUN.c[name] for name in names[:-1]), _VERDICT))
        if waiting:
            query = query.where(_VERDICT.is_(None), RUN.c.session_id.is_(None))
        if not everywhere:
            query = query.where(is_value(RUN.c.project_id, project_id))
        if answered or waiting:
            query = query.where(or_(RUN.c.status == "done", RUN.c.finish_reason.is_not(None)))
        with self.database.read() as connection:
            return read_page(
                connection,
                query,
                RUN.c.seq,
                limit=limit,
                cursor=cursor,
                value_of=lambda row: RunSummary(**{name: row[name] for name in names}),
            )

    def verdict(self, run_id: str) -> str | None:
        """The writer's verdict on a run, see :class:`RunSummary`."""
        query = _with_verdict(select(_VERDICT)).where(RUN.c.id == run_id)
        with self.database.read() as connection:
            found: str | None = connection.scalar(query)
        return found

    def recent(self, project_id: str | None, limit: int) -> tuple[StoredRun, ...]:
        """A project's last runs (``None``: those without one) with their texts, oldest first; read in one go."""
        check_limit(limit, LIST_MAXIMUM)
        own = is_value(RUN.c.project_id, project_id)
        newest = _WHOLE.where(own).order_by(RUN.c.seq.desc()).limit(limit)
        with self.database.read() as connection:
            rows = connection.execute(newest).all()
            texts = texts_of(connection, rows)
        return tuple(stored_run(row, texts) for row in reversed(rows))

    def newest(self, model: str, limit: int) -> tuple[str, ...]:
        """Ids of a model's last recorded runs, newest first."""
        query = select(RUN.c.id).where(RUN.c.model == model).order_by(RUN.c.seq.desc()).limit(limit)
        with self.database.read() as connection:
            return tuple(connection.scalars(query))

    def records(self, ids: Sequence[str]) -> tuple[RunRecord, ...]:
        """The records of runs, without their texts; one that is not there is left out."""
        with self.database.read() as connection:
            rows = connection.execute(_WHOLE.where(RUN.c.id.in_(ids)))
            return tuple(stored_run(row, {}).record for row in rows)

    def last_prefixes(self, project_id: str | None, model: str) -> LastPrefixes:
        """The stable prefix's hash in the last recorded run of a project and model, and the newest pins."""

        def read() -> LastPrefixes:
            rows = connection.execute(_LAST_PREFIXES, {"project_id": project_id, "model": model}).all()
            return LastPrefixes(
                hash=rows[0].stable_prefix_hash if rows else None,
                runs=tuple(
                    LastPrefix(
                        run_id=row.id,
                        created_at=datetime.fromisoformat(row.created_at),
                        pin=pin_of(row.prefix_pin),
                    )
                    for row in rows
                    if row.prefix_pin is not None
                ),
            )

        with self.database.read() as connection:
            return cached(connection, ("last prefixes", project_id, model), ("runs",), read)


_VERDICT = FEEDBACK_EVENT.c.action.label("verdict")


def _with_verdict(query: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    of_run = RUN.outerjoin(RUN_FEEDBACK, RUN_FEEDBACK.c.run_id == RUN.c.id)
    return query.select_from(
        of_run.outerjoin(FEEDBACK_EVENT, FEEDBACK_EVENT.c.seq == RUN_FEEDBACK.c.event_seq)
    )


_WHOLE = select(RUN, RUN_RECORD.c.record).join(RUN_RECORD, RUN_RECORD.c.run_seq == RUN.c.seq)
_TEXTS = select(BLOB.c.id, BLOB.c.text).where(in_json(BLOB.c.id, "numbers"))
_RECORD = select(RUN_RECORD.c.record).where(RUN_RECORD.c.run_seq == bindparam("seq"))
_LAST_PREFIXES = (
    select(RUN.c.stable_prefix_hash, RUN.c.id, RUN.c.created_at, RUN.c.prefix_pin)
    .where(is_value(RUN.c.project_id, bindparam("project_id")), RUN.c.model == bindparam("model"))
    .order_by(RUN.c.seq.desc())
    .limit(PREFIXES)
)
_KNOWN_TEXTS = select(BLOB.c.sha256, BLOB.c.id).where(BLOB.c.sha256.in_(bindparam("keys", expanding=True)))
_NEW_RUN = RUN.insert().returning(RUN.c.seq)
_NEW_TEXTS = BLOB.insert().returning(BLOB.c.sha256, BLOB.c.id)


def row_of(record: RunRecord) -> dict[str, Any]:
    """The columns that repeat a part of the record for finding it."""
    repeated = {c.name: getattr(record, c.name) for c in RUN.c if hasattr(record, c.name)}
    pin = record.preview.pin
    return repeated | {"model": record.preview.model, "prefix_pin": None if pin is None else pin_json(pin)}


def pin_json(pin: Pin) -> str:
    """A pin as it is stored."""
    chunks = [[c.source, c.fetcher, c.head, c.lines] for c in pin.chunks]
    return json.dumps([pin.family, pin.above, chunks], separators=(",", ":"))


def pin_of(stored: str) -> Pin:
    """The pin that :func:`pin_json` was given."""
    family, above, chunks = json.loads(stored)
    return Pin(
        family=family,
        above=above,
        chunks=tuple(
            PinnedChunk(source=source, fetcher=fetcher, head=head, lines=tuple(map(tuple, lines)))
            for source, fetcher, head, lines in chunks
        ),
    )


PUT_TOGETHER = ("stable_prefix", "dynamic")
"""Texts of a prompt that consist mostly of chunks."""

OF_FILES = ("file:", "folder:")
"""Beginnings of the sources of chunks whose ids are those of files, which are not in the store."""


def drawn_from(record: RunRecord, *layers: Layer) -> Iterator[Chunk]:
    """The chunks of some layers of the prompt, of all unless given."""
    sections = record.preview.prompt.sections
    return (chunk for section in sections if section.layer in (layers or Layer) for chunk in section.chunks)


def ids_of(chunks: Iterable[Chunk]) -> set[str]:
    """Ids of what the store holds and the chunks show."""
    kept = [chunk for chunk in chunks if not chunk.source.startswith(OF_FILES)]
    return {id_ for chunk in kept for id_ in (chunk.id, *(part.id for part in chunk.parts)) if id_}


@frozen(kw_only=True)
class PackedRun:
    """A run as it is written: JSON values only, so that it can also wait in a spool."""

    row: dict[str, Any]
    texts: dict[str, str]
    sources: list[str]

    def without_text(self) -> PackedRun:
        """The run in privacy mode: hashes, ids, tokens and numbers; a document's name goes, and every id that reads like a text."""
        record = only_facts(json.loads(self.row["record"]))
        kept = {name: only_facts(self.row[name], name) for name in ("session_id", "scene_type")}
        row = self.row | {name: value if isinstance(value, str) else None for name, value in kept.items()}
        row |= {"document_id": None, "prefix_pin": None, "privacy": True}
        row["record"] = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        return PackedRun(row=row, texts={}, sources=self.sources)


def pack_run(
    record: RunRecord, *, locale: str = "zh", templates: Mapping[str, str] | None = None
) -> PackedRun:
    """A run for the store, whole."""
    texts: dict[str, str] = {}
    plain: dict[str, Any] = {"format": RECORD_FORMAT, "run": to_json(record)}
    prompt = plain["run"]["preview"]["prompt"]
    own = {c.text for c in drawn_from(record, Layer.CURRENT)} | set(record.texts)
    own = {text for text in own if LEAST_MATCH <= len(text) <= LONGEST_OWN}
    pieces = [text for c in drawn_from(record) for text in (c.text, *(part.text for part in c.parts))]
    joined = {name: take_out_pieces(prompt.pop(name), pieces, texts, own) for name in PUT_TOGETHER}
    stored = take_out(plain, texts, own=own)
    stored["run"]["preview"]["prompt"] |= joined
    stored["templates"] = {name: take_out(t, texts, "text") for name, t in (templates or {}).items()}
    packed = json.dumps(stored, ensure_ascii=False, separators=(",", ":"))
    return PackedRun(
        row={**row_of(record), "locale": locale, "privacy": False, "record": packed},
        texts=texts,
        sources=sorted(ids_of(drawn_from(record))),
    )


def unpack_run(packed: PackedRun) -> RunRecord:
    """The run that was packed, without the texts that privacy mode has left out."""
    record: RunRecord = from_json(put_back(json.loads(packed.row["record"]), packed.texts, [])["run"])
    return record


def has_run(connection: Connection, run_id: str) -> bool:
    """Whether there is a record of this id."""
    return connection.scalar(select(RUN.c.seq).where(RUN.c.id == run_id)) is not None


def insert(connection: Connection, packed: PackedRun) -> None:
    """Write one run with its texts and sources."""
    row = dict(packed.row)
    record = row.pop("record")
    seq = connection.execute(_NEW_RUN, row).scalar_one()
    if numbers := keep_texts(connection, packed.texts):
        record = renumbered(record, numbers)
    data = record.encode() if row["privacy"] else compress(record)  # privacy's check is to see every byte
    connection.execute(RUN_RECORD.insert(), {"run_seq": seq, "record": data})
    if packed.sources:
        sources = [{"run_seq": seq, "item_id": item} for item in packed.sources]
        connection.execute(RUN_SOURCE.insert(), sources)


def keep_texts(connection: Connection, texts: Mapping[str, str]) -> dict[str, int]:
    """Write texts, given by hash, that are not there yet; returns the number of each."""
    if not texts:
        return {}
    keys = {bytes.fromhex(key): text for key, text in texts.items()}
    rows = [
        row for batch in batches(sorted(keys)) for row in connection.execute(_KNOWN_TEXTS, {"keys": batch})
    ]
    if missing := sorted(keys.keys() - {row.sha256 for row in rows}):
        new = [{"sha256": key, "text": keys[key]} for key in missing]
        rows += connection.execute(_NEW_TEXTS, new)
    return {row.sha256.hex(): row.id for row in rows}


def load_texts(connection: Connection, seq: int) -> tuple[str, ...]:
    """The texts of a run's candidates, without the rest of the record; ``""`` for one that is not kept."""
    record = connection.scalars(_RECORD, {"seq": seq}).one()
    numbers: list[Any] = []
    try:
        texts = json.loads(expand(record))["run"]["texts"]
        put_back(texts, {}, numbers)
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(
            "the store holds a run that cannot be read", details={"reason": "corrupt"}
        ) from error
    kept = [number for number in numbers if isinstance(number, int)]  # in privacy mode there are hashes
    return tuple(put_back(texts, read_texts(connection, kept), []))


def read_texts(connection: Connection, numbers: Collection[int]) -> dict[int, str]:
    """Texts by number."""
    return {row.id: row.text for row in connection.execute(_TEXTS, {"numbers": json.dumps(sorted(numbers))})}


def texts_of(connection: Connection, rows: Iterable[Row[Any]]) -> dict[int, str]:
    """The texts that the records of some runs name; one that cannot be read names none."""
    numbers: set[int] = set()
    for row in rows:
        with suppress(ValueError):
            numbers |= numbers_in(expand(row.record))
    return read_texts(connection, numbers)


def stored_run(row: Row[Any], texts: Mapping[int, str]) -> StoredRun:
    """The value of a row of ``run``; JSON that cannot be read is a ``StoreError``."""
    missing: list[Any] = []
    try:
        plain = put_back(json.loads(expand(row.record)), texts, missing)
        record = from_json(plain["run"])
    except Exception as error:  # cattrs gathers what it finds in exception groups of its own
        raise StoreError(
            "the store holds a run that cannot be read", details={"reason": "corrupt"}
        ) from error
    return StoredRun(
        record=record,
        templates=plain["templates"],
        locale=row.locale,
        privacy=row.privacy,
        complete=not (missing or plain.get("purged")),
        purged=tuple(plain.get("purged", ())),
    )
