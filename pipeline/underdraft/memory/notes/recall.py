"""Query-dependent recall for layer 4: by meaning and words, else by words alone, and it says which."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import Connection, Select, String, bindparam, func, or_, select, true

from underdraft.memory.db.dialect import in_json, plain_rows
from underdraft.memory.db.schema.recall import EMBEDDING, RECORD_WORDS
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.db.snapshot import cached
from underdraft.memory.index import is_about_work
from underdraft.memory.index.embedding import EmbedderFault, EmbedderSlot, Vectors
from underdraft.memory.index.held_bits import HeldBits
from underdraft.memory.index.nearest import cosines, nearest, not_ready
from underdraft.memory.index.places import place_of
from underdraft.memory.index.postings import WIDTH, Conditions, look_up
from underdraft.memory.index.shared_words import Hits
from underdraft.memory.notes.injection import COLUMNS
from underdraft.memory.sections import SECTIONS
from underdraft.types.memory import InjectionItem

NEAREST, WIDER = 200, 5_000
"""Records that are near by the bits of their vectors; where most are not allowed (bound to other documents, or overruled), how many."""

EXACT = 40
"""Of these, and of those that share most words, so many are read and compared exactly, or twice as many as are wanted."""

WORDS_CODE_POINTS = 2_000
"""Code points whose words are compared."""


def candidates(
    connection: Connection,
    held: HeldBits,
    project_id: str | None,
    allowed: Conditions,
    query: Vectors,
    words: str,
    least: int,
) -> Hits:
    """Allowed records near to a query by meaning or by words of it, nearest first: calibrated scores, and the words that each shares.

    Raises:
        EmbedderFault: Vectors cannot be compared, or there are ``least`` records or fewer, and no vector yet.
    """
    places = sorted({place_of(MEMORY_ITEM, query.model, one) for one in (None, project_id)})
    shared = look_up(connection, project_id, words, places)
    bits = held.of(connection, shared.totals)
    nearest_of = cache(lambda most: nearest(connection, places, query, most, bits))
    some, model = max(EXACT, 2 * least), query.model
    shares_words = _read(connection, _candidates(allowed, by_words=True), shared.nearest(some), model)
    for most, read in ((NEAREST, some), (NEAREST, NEAREST), (WIDER, WIDER)):
        near = nearest_of(most)
        found = _read(connection, _candidates(allowed, by_words=False), near[:read], model)
        if len(found) >= some // 2 or len(near) < min(most, read + 1):
            break
    rows = {**shares_words, **found}.values()
    if not rows and any_row(connection, allowed):
        raise not_ready()
    ids, numbers, sizes, vectors = zip(*rows, strict=True) if rows else ((),) * 4
    scores = query.calibrated(cosines(query, vectors)).round(6)
    shares = shared.shares(numbers, [size // WIDTH for size in sizes])
    hits = sorted(zip((-scores).tolist(), ids, shares, strict=True))
    return {key: -score for score, key, _ in hits}, {key: share for _, key, share in hits if share}


def _read(
    connection: Connection, query: Select[*tuple[Any, ...]], numbers: Collection[int], model: str
) -> dict[str, Sequence[Any]]:
    asked = {"model": model, "numbers": json.dumps(sorted(numbers))}
    return {row[0]: row for row in plain_rows(connection, query, asked)}


@lru_cache(maxsize=256)
def _candidates(allowed: Conditions, *, by_words: bool) -> Select[*tuple[Any, ...]]:
    """The statement that reads the allowed records whose vectors, or whose words, have one of some numbers."""
    e, r = EMBEDDING.c, RECORD_WORDS.c
    joined = EMBEDDING.join(MEMORY_ITEM, e.content_hash == MEMORY_ITEM.c.content_hash).join(
        RECORD_WORDS, r.memory_id == MEMORY_ITEM.c.id
    )
    # As a value, or a store in a file would go through all records that are allowed.
    query = select(MEMORY_ITEM.c.id, r.number, func.length(r.words), e.vector).select_from(joined)
    if by_words:
        own = e.model == bindparam("model", type_=String)
        return query.where(or_(*allowed).is_(true()), own, in_json(r.number, "numbers"))
    # The ids are of vectors of the model; asked for it, a store in a file looks through all of the model's.
    return query.where(or_(*allowed).is_(true()), in_json(e.id, "numbers"))


def leaning_of(encoder: EmbedderSlot, query: str, asked: str, wait_ms: int) -> float:
    """Return how much the query, and what it asks for, say that it is about the work; 0 where there is no telling."""
    try:
        vector = encoder.embed_query(query, wait_ms=wait_ms, beside=asked)
        if not is_about_work.knows(vector.model, vector.dimension):
            return 0.0
        part = encoder.embed_query(asked, wait_ms=wait_ms).blobs[0] if asked else None
    except EmbedderFault:
        return 0.0
    return is_about_work.leaning(vector.blobs[0], part)


def any_row(connection: Connection, allowed: Conditions) -> bool:
    """Whether any record is allowed."""
    areas = "items", "preferences"
    return cached(connection, ("any", *allowed), areas, lambda: bool(plain_rows(connection, _any(allowed))))


@lru_cache(maxsize=256)
def _any(allowed: Conditions) -> Select[tuple[str]]:
    """The statement that reads an allowed record."""
    return select(MEMORY_ITEM.c.id).where(or_(*allowed)).limit(1)


def first(scores: Mapping[str, float], exclude_ids: Collection[str], wanted: int) -> dict[str, float]:
    """The first ``wanted`` that are not excluded."""
    left = [(item_id, score) for item_id, score in scores.items() if item_id not in exclude_ids]
    return dict(left[:wanted])


def load_items(
    connection: Connection, allowed: Conditions, scores: Mapping[str, float], kind: str
) -> tuple[InjectionItem, ...]:
    """The records of these ids in the given order, with their score as the reason."""
    if not scores:
        return ()
    asked = {f"id_{place}": item_id for place, item_id in enumerate(scores)}
    rows = plain_rows(connection, _shown(allowed, len(asked)), asked)
    found = {row[0]: row for row in rows}
    return tuple(
        InjectionItem(**shown(*found[item_id]), reason={"kind": kind, "score": score})
        for item_id, score in scores.items()
        if item_id in found
    )


@lru_cache(maxsize=256)
def _shown(allowed: Conditions, many: int) -> Select[*tuple[Any, ...]]:
    """The statement that reads what goes into a prompt of the allowed records of so many ids."""
    columns = (MEMORY_ITEM.c[name] for name in (*COLUMNS, "section", "source"))
    # Not ``in_json``, for which a store in a file goes through all records of the sections.
    ids = [bindparam(f"id_{place}", type_=String) for place in range(many)]
    return select(*columns).where(MEMORY_ITEM.c.id.in_(ids), or_(*allowed))


def shown(*row: Any) -> dict[str, Any]:
    """A row as what goes into a prompt: a section may have one type for all."""
    *own, in_section, source = row
    values: dict[str, Any] = dict(zip(COLUMNS, own, strict=True))
    if (section := SECTIONS.get(in_section)) and section.shown_type:
        origin = "learned" if source == "said" else values["origin"]
        values |= {"type": section.shown_type, "origin": origin}
    return values
