"""Offers to the writer over one store; see :mod:`underdraft.memory.tidy.settle` for the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import attrs
from sqlalchemy import Connection, and_, or_, select

from underdraft.errors import MODEL_NOT_ASKED, ModelError, NotFound, Timeout
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index.embedding import EmbedderFault
from underdraft.memory.index.vectors import stored
from underdraft.memory.notes.injection import degradation
from underdraft.memory.notes.record import ACTIVE, MemoryItem
from underdraft.memory.notes.rows import items_in
from underdraft.memory.notes.service import MemoryService
from underdraft.memory.sections import sections_where
from underdraft.memory.tidy.judging import (
    ORDER,
    PAIRS_MAXIMUM,
    SCHEMA,
    pairs_to_judge,
    question,
    verdicts_of,
)
from underdraft.memory.tidy.offers import COMPARED_MAXIMUM, Offer, find_offers
from underdraft.memory.tidy.settle import decisions, write_down
from underdraft.text.tokens import estimate
from underdraft.types.checks import check_limit
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.memory import Degradation
from underdraft.types.model_call import AskModel
from underdraft.types.question import for_task
from underdraft.types.values import frozen

OFFERED_MAXIMUM = 100
OFFERED = 20


@frozen(kw_only=True)
class JudgedPairs:
    """The result of asking a model about near pairs."""

    duplicates: Annotated[int, "Pairs that say the same."] = 0
    contradictions: Annotated[int, "Pairs that cannot both hold."] = 0
    different: Annotated[int, "Pairs that are neither; they are not offered."] = 0
    unsaid: Annotated[int, "Pairs of which the answer says nothing that could be verified."] = 0
    left: Annotated[int, "Near pairs that wait for another question."] = 0
    questions: Annotated[int, "How often the model was asked: at most once."] = 0
    tokens: Annotated[int, "Estimated tokens of the question."] = 0
    warnings: Annotated[tuple[str, ...], "That it was not answered, and why."] = ()


@frozen(kw_only=True)
class Offers:
    """Offers of what could be tidied."""

    offers: Annotated[tuple[Offer, ...], "Contradictions first."]
    total: Annotated[int, "How many there are in all."]
    compared: Annotated[int, "How many statements were compared, the newest."]
    mode: Annotated[Literal["semantic", "lexical"], "Whether by meaning and words, or by words alone."]
    diagnostics: Annotated[Degradation | None, "Why it is not semantic."] = None
    judged: Annotated[JudgedPairs | None, "What the model said, where it was to be asked."] = OMIT_NONE


def list_offers(memory: MemoryService, project_id: str | None, *, limit: int = OFFERED) -> Offers:
    """List the offers for a project's memories and facts, and for those of all projects."""
    check_limit(limit, OFFERED_MAXIMUM)
    with memory.database.read() as connection:
        statements = remembered(connection, project_id)
        vectors, mean, fault = vectors_of(memory, connection, statements)
        decided = decisions(connection, project_id)
    found = find_offers(statements, vectors, decided, mean)
    return Offers(
        offers=tuple(found[:limit]),
        total=len(found),
        compared=len(statements),
        mode="lexical" if fault else "semantic",
        diagnostics=fault,
    )


def find_offer(memory: MemoryService, offer_id: str, project_id: str | None) -> Offer:
    """The offer of an id, else ``NotFound``: a statement of it has changed, or it is settled."""
    listed = list_offers(memory, project_id, limit=OFFERED_MAXIMUM).offers
    found = next((one for one in listed if one.id == offer_id), None)
    if found is None:
        raise NotFound("id: there is no such offer; list them again", details={"field": "id"})
    return found


def vectors_of(
    memory: MemoryService, connection: Connection, statements: Sequence[MemoryItem]
) -> tuple[Mapping[str, bytes], float, Degradation | None]:
    """The stored vectors by content hash and what unrelated ones have in common, or why there are none."""
    try:
        hashes = sorted({one.content_hash for one in statements})
        rows = stored(connection, memory.embedder.load().name, hashes)
        vectors = {row.content_hash: row.vector for row in rows}
        return vectors, memory.embedder.calibrate().mean if vectors else 0.0, None
    except EmbedderFault as error:
        return {}, 0.0, degradation(error)


def judge_pairs(memory: MemoryService, project_id: str | None, ask: AskModel | None) -> JudgedPairs:
    """Ask a model about the nearest pairs that it has not judged, in one call; nothing is settled by that.

    Raises:
        ModelError: There are such pairs, and no model to ask.
    """
    with memory.database.read() as connection:
        known = remembered(connection, project_id)
        vectors, mean, _ = vectors_of(memory, connection, known)
        near = pairs_to_judge(known, vectors, decisions(connection, project_id), mean)
    pairs = near[:PAIRS_MAXIMUM]
    if not pairs:
        return JudgedPairs()
    if ask is None:
        raise ModelError("there is no model that can be asked")
    text, statements = question(pairs)
    asked = JudgedPairs(left=len(near), questions=1, tokens=estimate(ORDER) + estimate(text))
    try:
        answer = for_task(ask, "tidy", project_id)(system=ORDER, text=text, schema=SCHEMA)
    except (ModelError, Timeout) as error:
        warning = f"{MODEL_NOT_ASKED}: {len(pairs)} pairs ({error.code})"
        return attrs.evolve(asked, warnings=(warning,))
    if not answer:  # it was only counted what that costs
        return asked
    judged = verdicts_of(answer, pairs, statements)
    now = memory.database.clock()
    with memory.database.write() as connection:
        for kind, pair in judged:
            write_down(connection, [pair], said=kind, project_id=project_id, at=now)
    kinds = Counter(kind for kind, _ in judged)
    return attrs.evolve(
        asked,
        duplicates=kinds["duplicate"],
        contradictions=kinds["contradiction"],
        different=kinds["different"],
        unsaid=kinds["unsaid"],
        left=len(near) - len(pairs),
    )


def remembered(connection: Connection, project_id: str | None) -> list[MemoryItem]:
    """Read the records in use, the ones to stay first: for all projects, confirmed, newest."""
    c = MEMORY_ITEM.c
    own = or_(c.scope == "global", and_(c.scope == "project", c.project_id == project_id))
    recalled = sections_where(lambda one: one.recalled)
    query = select(MEMORY_ITEM).where(c.state == ACTIVE, c.section.in_(recalled), own)
    found = items_in(connection, query.order_by(c.updated_at.desc(), c.id).limit(COMPARED_MAXIMUM))
    found.sort(key=lambda one: (one.updated_at, one.ref), reverse=True)
    return sorted(found, key=lambda one: (one.project_id is not None, not one.user_confirmed))
