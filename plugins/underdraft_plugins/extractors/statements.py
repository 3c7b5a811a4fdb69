"""The extractor without a model: the writer's own durable statements, by rule and by a small classifier.

It would rather miss a statement than make one up. What is said outright (:mod:`outright`), an instruction for good
(:mod:`instruction`) are taken, each by itself. What the classifier finds beside them is taken where it is sure and nothing
speaks against it, else offered. A likely change (:mod:`change`) replaces what it corrects, or is offered for it, as does an
order to forget (:mod:`explicit`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import attrs

from underdraft import CandidateMemory, Embedder, text_weight
from underdraft_plugins.extractors.change import (
    OFFERED,
    SURE_CHANGE,
    TAKEN,
    both,
    correcting,
    likely_changes,
    says_instead,
)
from underdraft_plugins.extractors.explicit import asks_to_forget, orders_to_forget
from underdraft_plugins.extractors.instruction import LIKELY, instruction
from underdraft_plugins.extractors.outright import FRAMES, WITHDRAWN, outright
from underdraft_plugins.extractors.statement_features import OwnSentence
from underdraft_plugins.extractors.statement_model import (
    OPEN_ENDS,
    SURE,
    Judged,
    Thresholds,
    clauses_of,
    judge,
    judge_clauses,
    sentences_of,
    thresholds,
    told_part,
)

LONGEST = 3.5
"""Maximum number of sentences in one statement, counted in sentences of a common length (``text_weight``)."""

LONGEST_OF_ALL_BOOKS = 2.6
"""Maximum length of a preference that enters every prompt unasked, in the same unit; a longer one is offered."""

OF_A_CHANGE = -0.8
"""Score from which a clause at the edge of a change is kept: lower than in a statement that stands beside what is known."""

CORRECTED, FROM_CORRECTING = 2.0, -0.2
"""What the score of a correction adds to that of a lasting sentence, and from where on; figures in ``benchmarks/README.md``."""


@attrs.frozen(kw_only=True)
class Statement:
    """Neighbouring sentences that say one thing, and the known statement that it takes the place of.

    An ``explicit`` one is taken, whatever its score, as what it has ``said`` outright, if it has; of what is not, a
    replacement is offered. Of what it replaces only ``old`` gives way, where that says more. One that ``forgets`` wants what it replaces forgotten, and says nothing else.
    """

    sentences: tuple[Judged, ...]
    replaces: str = ""
    old: OwnSentence | None = None
    explicit: bool = False
    forgets: bool = False
    said: CandidateMemory | None = None

    @property
    def span(self) -> tuple[int, int]:
        """Where in the message it stands."""
        first, last = self.sentences[0].sentence, self.sentences[-1].sentence
        return first.start, last.start + len(told_part(last))

    @property
    def best(self) -> Judged:
        """The sentence that the classifier is surest of."""
        return max(self.sentences, key=lambda judged: judged.durable)


def statements(
    message: str, *, known: Sequence[str] = (), encoder: Embedder | None = None, only_outright: bool = False
) -> list[CandidateMemory]:
    """Find the writer's lasting statements, in the order of the message; without the local embedder some outright ones alone."""
    judged = [heard(one) for one in judge(sentences_of(message), encoder)]
    least, bound = thresholds(), SURE_CHANGE if only_outright else OFFERED
    kept = [] if WITHDRAWN.search(message) else by_rule(judged, known, least, encoder, bound)
    if not only_outright:  # what is merely likely is for the model that reads later
        kept += grouped(_not_in(kept, judged), least)
        kept += [
            Statement(sentences=(one,), said=instruction(one.sentence.text, sure=False))
            for one in _not_in(kept, judged)
            if one.standing >= LIKELY
        ]
    kept.sort(key=lambda one: one.span)
    clauses = [clauses_of_statement(statement) for statement in kept]
    scores = iter(judge_clauses([clause for group in clauses for clause in group], encoder))
    found = []
    for statement, group in zip(kept, clauses, strict=True):
        start, stop = statement.span
        if group:
            bound = OF_A_CHANGE if statement.replaces else least.clause
            first, last = trimmed(group, [next(scores) for _ in group], bound)
            if first < stop:  # else it keeps no more than what is asked at the end
                start, stop = first, min(stop, last)
        found.append(_candidate(statement, message[start:stop]))
    return found


def heard(one: Judged) -> Judged:
    """The sentence, which lasts the likelier the more it sounds like a correction; an order to forget never does."""
    if asks_to_forget(one.sentence.text):
        return attrs.evolve(one, durable=-math.inf, standing=0.0, explicit=False)
    return attrs.evolve(one, durable=one.durable + CORRECTED * max(0.0, correcting(one) - FROM_CORRECTING))


def _not_in(kept: Sequence[Statement], judged: Sequence[Judged]) -> list[Judged]:
    """The sentences that are in no statement."""
    taken = {one.sentence.start for statement in kept for one in statement.sentences}
    return [one for one in judged if one.sentence.start not in taken]


def by_rule(
    judged: Sequence[Judged], known: Sequence[str], least: Thresholds, encoder: Embedder | None, bound: float
) -> list[Statement]:
    """Find what is said outright, and what takes the place of something known or has it forgotten."""
    said = {
        n: outspoken
        for n, one in enumerate(judged)
        if (outspoken := said_outright(one, alone=len(judged) == 1)) is not None
    }
    found: list[Statement] = []
    texts = [one.sentence.text for one in judged]
    orders = {n: (place, alone) for n, place, alone in orders_to_forget(texts, known)}
    forgotten = {known[place] for place, _ in orders.values()}
    left = asked = [n for n in range(len(judged)) if n not in orders]
    read = [behind_an_order(judged[n]) if n - 1 in orders else judged[n] for n in left]
    for change in likely_changes(read, known, encoder) if encoder is not None else ():
        n = asked[change.sentence]
        sure = n in said or judged[n].durable >= SURE  # what is taken anyway does not wait for an answer
        if n not in left or known[change.place] in forgotten:
            continue
        if change.chance < (max(bound, TAKEN) if sure else bound):
            continue
        several = bool(both(known[change.place], change.old, judged[n].sentence.text))
        around = () if several else told_around(n, judged, least)
        also = (asked[m] for m in change.also)
        members = sorted({n, *also, *around}.intersection(left))
        left = [m for m in left if m not in members]
        made = Statement(sentences=tuple(judged[m] for m in members), replaces=known[change.place])
        old, explicit = change.old if several else None, change.chance >= TAKEN
        found.append(attrs.evolve(made, old=old, explicit=explicit, said=said.get(n)))
    for n, (place, alone) in orders.items():
        behind = [m for m in left if m == n + 1 and alone and encoder is not None]
        instead = [m for m in behind if says_instead(judged[m].sentence, known[place])]
        left = [m for m in left if m not in instead]
        order = Statement(sentences=(judged[n], *(judged[m] for m in instead)), replaces=known[place])
        own, forgets = None if alone else said.get(n), alone and not instead
        found.append(attrs.evolve(order, explicit=True, forgets=forgets, said=own))
    rest = [Statement(sentences=(judged[n],), explicit=True, said=said[n]) for n in left if n in said]
    return [*found, *rest]


def behind_an_order(one: Judged) -> Judged:
    """The sentence without the order to forget before it, which means something else."""
    return attrs.evolve(one, sentence=attrs.evolve(one.sentence, before=""))


def said_outright(one: Judged, *, alone: bool) -> CandidateMemory | None:
    """What a sentence says outright, or as an instruction for good."""
    if one.explicit:
        return instruction(one.sentence.text)
    return outright(one.sentence.text, alone=alone)


def told_around(n: int, judged: Sequence[Judged], least: Thresholds) -> Sequence[int]:
    """The sentence with its lasting neighbours; one that tells what was with the next ones in any case, up to a usual length."""
    first = n - 1 if n and judged[n - 1].durable >= least.joined else n
    last = n
    size = text_weight(judged[n].sentence.text)
    for m in range(n + 1, len(judged)):
        size += text_weight(judged[m].sentence.text)
        past = judged[n].durable < least.joined and size <= LONGEST
        if not past and (m > n + 1 or judged[m].durable < least.joined):
            break
        last = m
    return range(first, last + 1)


def clauses_of_statement(statement: Statement) -> list[OwnSentence]:
    """The clauses of all its sentences; none of what is said outright or forgotten, which is not cut."""
    if statement.said is not None or statement.forgets or (statement.explicit and not statement.replaces):
        return []
    return [clause for judged in statement.sentences for clause in clauses_of(judged.sentence)]


def trimmed(clauses: Sequence[OwnSentence], scores: Sequence[float], least: float) -> tuple[int, int]:
    """Return where in the message the statement stands without what is around it; all of it where nothing is left."""
    kept = [clause for clause, score in zip(clauses, scores, strict=True) if score >= least] or clauses
    return kept[0].start, kept[-1].start + len(kept[-1].text)


def grouped(judged: Sequence[Judged], least: Thresholds) -> list[Statement]:
    """The sentences that are offered, neighbours together."""
    groups: dict[int, list[int]] = {}
    for n in sorted(range(len(judged)), key=lambda n: -judged[n].durable):
        if judged[n].durable < least.offered or any(n in group for group in groups.values()):
            continue
        groups[n] = [n]
        for step in (1, -1):
            groups[n] += _joined(n, step, judged, groups, least)
    return [
        Statement(sentences=tuple(judged[n] for n in sorted(group))) for _, group in sorted(groups.items())
    ]


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


def _candidate(statement: Statement, text: str) -> CandidateMemory:
    best, old = statement.best, statement.old
    text = text.rstrip(f"{OPEN_ENDS}-")
    content = both(statement.replaces, old, text) if old is not None else ""
    if statement.said is not None:
        said = attrs.evolve(statement.said, replaces=statement.replaces)
        return attrs.evolve(said, content=content, evidence=text, about="", value="") if content else said
    preference, of_writer = best.preference > 0, best.writer > 0
    rambling = preference and of_writer and (text_weight(text) > LONGEST_OF_ALL_BOOKS or "\n" in text)
    framed = WITHDRAWN.search(best.sentence.message) or any(form.search(text) for form in FRAMES)
    return CandidateMemory(
        content=content or text,
        kind="forget" if statement.forgets else "preference" if preference else "fact",
        subject="writer" if of_writer else "work",
        tags=("said",),
        evidence=text,
        replaces=statement.replaces,
        sure=statement.explicit or (best.durable >= SURE and not (framed or rambling or statement.replaces)),
    )
