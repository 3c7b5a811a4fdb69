"""Offers to the writer and the answers to them, over one store."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal, cast

import attrs
from sqlalchemy import Connection, RowMapping, and_, bindparam, or_, select

from underdraft.errors import MODEL_NOT_ASKED, InvalidArgument, ModelError, Timeout
from underdraft.memory import log
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import in_json, is_value
from underdraft.memory.db.jobs import enqueue, later
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.db.schema.tidy import MEMORY_TIDY
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index.embedding import EmbedderFault, EmbedderSlot
from underdraft.memory.notes.facts import origin_of
from underdraft.memory.notes.injection import degradation
from underdraft.memory.notes.record import ACTIVE, CONTENT_MAXIMUM, FACTS, SEARCHED
from underdraft.memory.notes.rows import item_of
from underdraft.memory.settings import SettingValue, read_settings
from underdraft.memory.tidy import settle
from underdraft.memory.tidy.compare import Remembered
from underdraft.memory.tidy.judging import (
    ORDER,
    PAIRS_MAXIMUM,
    SCHEMA,
    pairs_to_judge,
    question,
    verdicts_of,
)
from underdraft.memory.tidy.offers import COMPARED_MAXIMUM, Offer, find_offers
from underdraft.memory.tidy.settle import ACTIONS, Action, OfferAnswer, Settlement
from underdraft.memory.tidy.verdicts import Verdicts, add_verdicts, read_verdicts
from underdraft.memory.tidy.wording import ask_for_wording
from underdraft.text.tokens import estimate
from underdraft.types.checks import check_limit, check_one_of, check_text
from underdraft.types.copies import copied
from underdraft.types.memory import Degradation
from underdraft.types.model_call import AskModel
from underdraft.types.question import for_task

JUDGE_JOB = "judge"
"""Ask about near pairs; the subject is JSON: project and model."""

WAIT_SECONDS = 600.0
"""How long new facts wait for others: in that time the model is asked once at most."""

TOGETHER = 4
"""Fewest pairs about which it is asked in the background."""

OFFERED_MAXIMUM = 100
OFFERED = 20
REFS_MAXIMUM = 50
SHOWN_SETTLED = 20
"""How many of the last answers are listed."""


@attrs.frozen(kw_only=True)
class Offers:
    """What could be tidied."""

    offers: Annotated[tuple[Offer, ...], "Contradictions first, then what is most alike."]
    total: Annotated[int, "How many there are in all."]
    compared: Annotated[int, "How many statements were compared, the newest."]
    mode: Annotated[Literal["semantic", "lexical"], "Whether by meaning and words, or by words alone."]
    diagnostics: Annotated[Degradation | None, "Why it is not semantic."] = None
    settled: Annotated[tuple[Settlement, ...], "The last answers, newest first."] = ()


@attrs.frozen(kw_only=True)
class JudgedPairs:
    """What came of asking a model about near pairs."""

    duplicates: Annotated[int, "Pairs that say the same."] = 0
    contradictions: Annotated[int, "Pairs that cannot both hold."] = 0
    different: Annotated[int, "Pairs that are neither; they are not offered."] = 0
    unsaid: Annotated[int, "Pairs of which the answer says nothing that could be verified."] = 0
    left: Annotated[int, "Near pairs that wait for another question."] = 0
    questions: Annotated[int, "How often the model was asked: at most once."] = 0
    tokens: Annotated[int, "Estimated tokens of the question."] = 0
    warnings: Annotated[tuple[str, ...], "That it was not answered, and why."] = ()


@attrs.frozen(kw_only=True)
class Desk:
    """The statements of a project with what is known of them; ``fault`` says why there are no vectors."""

    statements: Sequence[Remembered]
    vectors: Mapping[str, bytes]
    kept: frozenset[frozenset[str]]
    verdicts: Verdicts
    fault: Degradation | None

    def settled(self, one: Remembered, other: Remembered) -> bool:
        """Whether the writer keeps both."""
        return frozenset({one.content_hash, other.content_hash}) in self.kept


@attrs.frozen(kw_only=True)
class Tidying:
    """Finds what could be merged and does what the writer answers; safe between threads.

    Attributes:
        ask_of: The model of this name that may be asked in the background, or ``None``.
        written: Called after a committed write.
    """

    database: Database
    slot: EmbedderSlot
    ask_of: Callable[[str], AskModel | None] = lambda _: None
    written: Callable[[], None] = lambda: None

    def offers(self, project_id: str | None, *, limit: int = OFFERED) -> Offers:
        """What a project's memories and facts, and those for all projects, have to offer."""
        check_limit(limit, OFFERED_MAXIMUM)
        with self.database.read() as connection:
            desk = self._read_desk(connection, project_id)
            settled = last_settlements(connection, project_id)
        found = find_offers(desk.statements, desk.vectors, desk.settled, desk.verdicts)
        return Offers(
            offers=tuple(found[:limit]),
            total=len(found),
            compared=len(desk.statements),
            mode="lexical" if desk.fault else "semantic",
            diagnostics=desk.fault,
            settled=settled,
        )

    def _read_desk(self, connection: Connection, project_id: str | None) -> Desk:
        """All that is compared, and what is known of it."""
        model, fault = None, None
        try:
            model = self.slot.load().name
        except EmbedderFault as error:
            fault = degradation(error)
        statements = remembered(connection, project_id)
        return Desk(
            statements=statements,
            vectors=vectors_of(connection, model, statements) if model else {},
            kept=kept_side_by_side(connection, project_id),
            verdicts=read_verdicts(connection, project_id),
            fault=fault,
        )

    def judge(self, project_id: str | None, ask: AskModel | None, *, least: int = 1) -> JudgedPairs:
        """Ask a model about the nearest pairs that it has not judged, in one call; nothing is settled by that.

        Args:
            project_id: Whose.
            ask: The model.
            least: With fewer pairs it is not asked.

        Raises:
            ModelError: There are such pairs, and no model to ask.
        """
        with self.database.read() as connection:
            desk = self._read_desk(connection, project_id)
        near = pairs_to_judge(desk.statements, desk.vectors, desk.settled, desk.verdicts)
        pairs = near[:PAIRS_MAXIMUM]
        if len(pairs) < least:
            return JudgedPairs(left=len(near))
        if ask is None:
            raise ModelError("there is no model that can be asked")
        text, statements = question(pairs)
        tokens = estimate(ORDER) + estimate(text)
        try:
            answer = for_task(ask, "tidy", project_id)(system=ORDER, text=text, schema=SCHEMA)
        except (ModelError, Timeout) as error:
            warning = f"{MODEL_NOT_ASKED}: {len(pairs)} pairs ({error.code})"
            return JudgedPairs(left=len(near), questions=1, tokens=tokens, warnings=(warning,))
        judged = verdicts_of(answer, pairs, statements)
        with self.database.write() as connection:
            add_verdicts(connection, judged, project_id, self.database.clock())
        kinds = Counter(verdict.kind for _, verdict in judged)
        return JudgedPairs(
            duplicates=kinds["duplicate"],
            contradictions=kinds["contradiction"],
            different=kinds["different"],
            unsaid=kinds["unsaid"],
            left=len(near) - len(pairs),
            questions=1,
            tokens=tokens,
        )

    def judge_in_background(self, subject: str) -> JudgedPairs:
        """Do a job that :func:`put_off` has left: ask the model that the run had, where enough pairs wait."""
        project_id, model = json.loads(subject)
        with self.database.read() as connection:
            ask = self.ask_of(model) if may_judge(read_settings(connection)) else None
        if ask is None:
            return JudgedPairs()
        judged = self.judge(project_id, ask, least=TOGETHER)
        for warning in judged.warnings:
            log.info("%s", warning)
        return judged

    def settle(
        self,
        refs: Sequence[str],
        action: str,
        *,
        keep: str | None = None,
        content: str | None = None,
        project_id: str | None = None,
    ) -> Settlement:
        """Do what the writer answers.

        Raises:
            InvalidArgument: A field is wrong, or what all projects share would be merged into a project's own.
            NotFound: One of them is not there for this project.
            Conflict: One of them is deleted meanwhile.
        """
        check_one_of("action", action, ACTIONS)
        if len(set(refs)) != len(refs) or not 1 < len(refs) <= REFS_MAXIMUM:
            raise InvalidArgument(
                f"refs: expected 2 to {REFS_MAXIMUM} different ones", details={"field": "refs"}
            )
        if (keep is None) != (action == "keep_both") or (keep is not None and keep not in refs):
            expected = "none, because both are kept" if action == "keep_both" else "a ref of these"
            raise InvalidArgument(f"keep: expected {expected}", details={"field": "keep"})
        if content is not None:
            check_text("content", content, CONTENT_MAXIMUM)
            if action != "merge":
                raise InvalidArgument(
                    "content: expected none, unless action is merge", details={"field": "content"}
                )
        answer = OfferAnswer(
            action=cast("Action", action),
            refs=tuple(refs),
            keep=keep,
            content=content,
            project_id=project_id,
        )
        with self.database.write() as connection:
            done = settle.settle(
                connection,
                answer,
                settlement_id=self.database.new_id(),
                at=self.database.clock(),
            )
        self.written()
        return done

    def undo(self, settlement_id: str, project_id: str | None) -> Settlement:
        """Take an answer back. Raises as :func:`underdraft.memory.tidy.settle.undo`."""
        with self.database.write() as connection:
            done = settle.undo(connection, settlement_id, project_id, at=self.database.clock())
        self.written()
        return done

    def word(self, refs: Sequence[str], project_id: str | None, ask: AskModel | None) -> str:
        """One statement for several, in the model's words; nothing is written. Raises as :func:`ask_for_wording`."""
        with self.database.read() as connection:
            texts = [settle.side_of(connection, ref, project_id).content for ref in refs]
        return ask_for_wording(texts, ask and for_task(ask, "word", project_id))


def put_off(connection: Connection, project_id: str | None, model: str, at: str) -> None:
    """Write down, in the caller's transaction, that there may be new pairs for the model that a run had."""
    if may_judge(read_settings(connection)):
        subject = json.dumps([project_id, model])
        enqueue(connection, JUDGE_JOB, subject, at=at, not_before=later(at, WAIT_SECONDS))


def may_judge(settings: Mapping[str, SettingValue]) -> bool:
    """Whether a model may be shown what is remembered, to compare it."""
    return bool(settings["memory.enable_model_tidying"]) and not settings["privacyModeEnabled"]


def remembered(connection: Connection, project_id: str | None) -> list[Remembered]:
    """What is remembered and in use, the ones to stay first: for all projects, confirmed, newest."""
    c = MEMORY_ITEM.c
    own = or_(c.scope == "global", and_(c.scope == "project", c.project_id == project_id))
    query = select(MEMORY_ITEM).where(c.state == ACTIVE, c.section.in_(SEARCHED), own)
    rows = connection.execute(query.order_by(c.updated_at.desc(), c.id).limit(COMPARED_MAXIMUM)).mappings()
    found = [
        copied(Remembered, item_of(row), content_hash=row["content_hash"], origin=shown_origin(row))
        for row in rows
    ]
    found.sort(key=lambda one: (one.updated_at, one.ref), reverse=True)
    return sorted(found, key=lambda one: (one.project_id is not None, not one.user_confirmed))


def shown_origin(row: RowMapping) -> str:
    """The origin as offers name it."""
    return origin_of(row["source"]) if row["section"] == FACTS else str(row["origin"])


def vectors_of(connection: Connection, model: str, statements: Sequence[Remembered]) -> dict[str, bytes]:
    """The vectors of one model that are there, by content hash."""
    asked = {"model": model, "hashes": json.dumps(sorted({one.content_hash for one in statements}))}
    return {row.content_hash: row.vector for row in connection.execute(_VECTORS, asked)}


def kept_side_by_side(connection: Connection, project_id: str | None) -> frozenset[frozenset[str]]:
    """Pairs of content hashes that the writer keeps both of: they are never offered again."""
    c = MEMORY_TIDY.c
    kept = select(c.stays_hash, c.other_hash).where(
        c.action == "keep_both",
        c.undone_at.is_(None),
        or_(c.project_id.is_(None), c.project_id == project_id),
    )
    return frozenset(frozenset({row.stays_hash, row.other_hash}) for row in connection.execute(kept))


def last_settlements(connection: Connection, project_id: str | None) -> tuple[Settlement, ...]:
    """The project's last answers, newest first."""
    c = MEMORY_TIDY.c
    mine = select(c.settlement_id, c.seq).where(is_value(c.project_id, project_id))
    rows = connection.execute(mine.order_by(c.seq.desc()).limit(SHOWN_SETTLED * REFS_MAXIMUM))
    ids = list(dict.fromkeys(row.settlement_id for row in rows))[:SHOWN_SETTLED]
    return tuple(settle.settlement_of(connection, one, project_id) for one in ids)


_VECTORS = select(EMBEDDING.c.content_hash, EMBEDDING.c.vector).where(
    EMBEDDING.c.model == bindparam("model"), in_json(EMBEDDING.c.content_hash, "hashes")
)
