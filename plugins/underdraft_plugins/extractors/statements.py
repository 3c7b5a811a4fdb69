"""The extractor without a model: the writer's own durable statements, found by a small classifier.

It would rather miss a statement than make one up. What is said outright (:mod:`outright`) and an explicit correction
(:mod:`explicit`) are kept whatever the classifier says, each by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from underdraft import CandidateMemory, Embedder, text_weight
from underdraft_plugins.extractors.corrections import replaced
from underdraft_plugins.extractors.explicit import corrections, is_of_another
from underdraft_plugins.extractors.outright import WITHDRAWN, outright
from underdraft_plugins.extractors.statement_features import OwnSentence
from underdraft_plugins.extractors.statement_model import (
    OFFERED,
    Judged,
    Thresholds,
    clauses_of,
    judge,
    judge_clauses,
    sentences_of,
    thresholds,
)

LONGEST = 3.5
"""Maximum number of sentences in one statement, counted in sentences of a common length (``text_weight``)."""

LONGEST_OF_ALL_BOOKS = 2.6
"""Maximum length of a preference that enters every prompt unasked, in the same unit; a longer one is offered."""


@attrs.frozen(kw_only=True)
class Statement:
    """Neighbouring sentences that say one thing, and the known statement that it takes the place of.

    An ``explicit`` one is kept in full, as what it has ``said`` outright, if it has.
    """

    sentences: tuple[Judged, ...]
    replaces: str = ""
    explicit: bool = False
    sure: bool = True
    said: CandidateMemory | None = None

    @property
    def span(self) -> tuple[int, int]:
        """Where in the message it stands."""
        first, last = self.sentences[0].sentence, self.sentences[-1].sentence
        return first.start, last.start + len(last.text)

    @property
    def best(self) -> Judged:
        """The sentence that the classifier is surest of."""
        return max(self.sentences, key=lambda judged: judged.durable)


def statements(
    message: str, *, known: Sequence[str] = (), encoder: Embedder | None = None
) -> list[CandidateMemory]:
    """Find the writer's lasting statements, in the order of the message; without the local embedder the outright ones alone."""
    judged = judge(sentences_of(message), encoder)
    by_rule = not WITHDRAWN.search(message)
    said = {
        n: found
        for n, one in enumerate(judged if by_rule else ())
        if (found := outright(one.sentence.text, alone=len(judged) == 1)) is not None
    }
    old = replaced(judged, known, encoder)
    least = thresholds()
    corrected = list(corrections([one.sentence.text for one in judged], known)) if by_rule else []
    explicit = [
        Statement(
            sentences=tuple(judged[n] for n in one.members),
            replaces=known[one.place],
            explicit=True,
            said=said.get(one.members[0]) if len(one.members) == 1 else None,
        )
        for one in corrected
        if one.place is not None
    ]
    placed = {n for one in corrected if one.place is not None for n in one.members}
    explicit += [
        attrs.evolve(_statement([n], judged, old, known, least), explicit=True, said=found)
        for n, found in said.items()
        if n not in placed
    ]
    placed |= said.keys()
    unplaced = {n for one in corrected if one.place is None for n in one.members}
    rest = [
        attrs.evolve(one, durable=durable_of(one, least, n in placed, n in unplaced))
        for n, one in enumerate(judged)
    ]
    explicit += grouped(rest, old, known, least)
    kept = sorted([*explicit, *unsure(explicit, rest, old, known, least)], key=lambda one: one.span)
    clauses = [clauses_of_statement(statement) for statement in kept]
    scores = iter(judge_clauses([clause for group in clauses for clause in group], encoder))
    spans = [
        trimmed(group, [next(scores) for _ in group], least.clause) if group else statement.span
        for statement, group in zip(kept, clauses, strict=True)
    ]
    return [_candidate(statement, message[slice(*span)]) for statement, span in zip(kept, spans, strict=True)]


def unsure(
    kept: Sequence[Statement],
    judged: Sequence[Judged],
    old: Sequence[tuple[int, float]],
    known: Sequence[str],
    least: Thresholds,
) -> Iterator[Statement]:
    """The likeliest sentence beside what is kept, if it is likely enough to be offered: one a message at most."""
    taken = {judged.sentence.start for statement in kept for judged in statement.sentences}
    rest = [n for n, one in enumerate(judged) if one.sentence.start not in taken]
    best = max(rest, key=lambda n: judged[n].durable, default=None)
    if best is not None and judged[best].durable >= OFFERED:
        yield attrs.evolve(_statement([best], judged, old, known, least), sure=False)


def durable_of(one: Judged, least: Thresholds, placed: bool, unplaced: bool) -> float:  # noqa: FBT001
    """The score beside explicit corrections: one that is kept already is not asked about, one of something unknown needs less."""
    if placed:
        return float("-inf")
    return max(one.durable, least.sure) if unplaced and one.durable >= least.joined else one.durable


def clauses_of_statement(statement: Statement) -> list[OwnSentence]:
    """The clauses of all its sentences; none of an explicit one, which is not cut."""
    if statement.explicit:
        return []
    return [clause for judged in statement.sentences for clause in clauses_of(judged.sentence)]


def trimmed(clauses: Sequence[OwnSentence], scores: Sequence[float], least: float) -> tuple[int, int]:
    """Return where in the message the statement stands without what is around it; all of it where nothing is left."""
    kept = [clause for clause, score in zip(clauses, scores, strict=True) if score >= least] or clauses
    return kept[0].start, kept[-1].start + len(kept[-1].text)


def grouped(
    judged: Sequence[Judged], old: Sequence[tuple[int, float]], known: Sequence[str], least: Thresholds
) -> list[Statement]:
    """The sentences that are kept, neighbours together."""
    groups: dict[int, list[int]] = {}
    for n in sorted(range(len(judged)), key=lambda n: -judged[n].durable):
        corrects = old[n][1] >= least.replaced and judged[n].durable >= least.correcting
        if (judged[n].durable < least.sure and not corrects) or any(n in group for group in groups.values()):
            continue
        groups[n] = [n]
        for step in (1, -1):
            groups[n] += _joined(n, step, judged, groups, least)
    return [_statement(sorted(group), judged, old, known, least) for _, group in sorted(groups.items())]


def _joined(
    n: int, step: int, judged: Sequence[Judged], groups: dict[int, list[int]], least: Thresholds
) -> Iterator[int]:
    """The neighbours on one side that go on with the sentence."""
    taken = {member for group in groups.values() for member in group}
    size = text_weight(judged[n].sentence.text)
    place = n + step
    while 0 <= place < len(judged) and place not in taken and judged[place].durable >= least.joined:
        if (judged[place].writer > 0) != (judged[n].writer > 0):
            return
        size += text_weight(judged[place].sentence.text)
        if size > LONGEST:
            return
        yield place
        place += step


def _statement(
    members: Sequence[int],
    judged: Sequence[Judged],
    old: Sequence[tuple[int, float]],
    known: Sequence[str],
    least: Thresholds,
) -> Statement:
    best = max(members, key=lambda n: old[n][1])
    place, score = old[best]
    replaces = known[place] if score >= least.replaced else ""
    return Statement(
        sentences=tuple(judged[n] for n in members),
        replaces="" if is_of_another(judged[best].sentence.text, replaces) else replaces,
    )


def _candidate(statement: Statement, text: str) -> CandidateMemory:
    best = statement.best
    if statement.said is not None:
        return attrs.evolve(statement.said, replaces=statement.replaces)
    text = text.rstrip(",，;；:：—–- ")
    preference, of_writer = best.preference > 0, best.writer > 0
    of_all_books = preference and of_writer and not statement.explicit and not statement.replaces
    rambling = text_weight(text) > LONGEST_OF_ALL_BOOKS or "\n" in text
    return CandidateMemory(
        content=text,
        kind="preference" if preference else "fact",
        subject="writer" if of_writer else "work",
        tags=("said",),
        evidence=text,
        replaces=statement.replaces,
        sure=statement.sure and not (of_all_books and rambling),
    )
