"""Checks the story against itself with the reader model: the chapters are read into the ledger, and its pairs are judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Annotated

from underdraft.errors import StoreError
from underdraft.knowledge.checks.finding import Finding, Messages
from underdraft.knowledge.graph.model import Claim
from underdraft.knowledge.graph.rows import StoredFact
from underdraft.knowledge.ledger.book import CLASH, Questions, StoryLedger
from underdraft.knowledge.ledger.entries import entries_of
from underdraft.knowledge.ledger.questions import AT_FIRST, JUDGE, PAIRS, READ, Task, parts_of
from underdraft.knowledge.proposals import Kept, known_story, texts_of
from underdraft.knowledge.service import KnowledgeService
from underdraft.types.model_call import AskModel
from underdraft.types.values import frozen

ABOUT = "x" * 120 + "\n"
"""Stands for a claim in a question that cannot be written yet: about as long as most."""


@frozen(kw_only=True)
class StoryCheck:
    """Result of a check by the ledger."""

    findings: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()
    questions: Annotated[int, "How often the model was asked."] = 0


def ledger_of(
    service: KnowledgeService, project_id: str, stored: Sequence[StoredFact] | None = None
) -> StoryLedger:
    """The claims of the book as they stand now, and the verdicts on them; ``stored`` is what the store has."""
    facts = service.rows.list(project_id) if stored is None else stored
    by_chapters = sorted(texts_of(service), key=lambda text: not text.number)
    texts = {text.path: text for text in by_chapters}
    return StoryLedger(
        rows=service.rows,
        project_id=project_id,
        claims=entries_of(known_story(service, project_id), facts, texts),
        clashes={frozenset(fact.fact["of"]): fact for fact in facts if fact.kind == CLASH},
    )


def claims_of(
    service: KnowledgeService,
    project_id: str,
    *,
    subject: str | None = None,
    category: str | None = None,
    chapter: int | None = None,
) -> Sequence[Claim]:
    """The ledger's claims in story order; of one subject by any of its names, one category, one chapter."""
    known = known_story(service, project_id)
    name = None if subject is None else known.resolve(subject) or subject
    found = [
        claim
        for claim in ledger_of(service, project_id).claims
        if name in {None, claim.subject}
        and category in {None, claim.category}
        and chapter in {None, claim.at.chapter}
    ]
    return sorted(found, key=lambda claim: (claim.at, claim.subject, claim.category, claim.attribute))


def check_story(
    service: KnowledgeService, project_id: str, asker: AskModel | None, *, only: int | None = None
) -> StoryCheck:
    """Read what has changed, judge the pairs without a verdict, and list the contradictions that stand.

    Without ``asker`` nothing is asked: what was found before is listed while both quotes stand.
    """
    ledger, questions = None, None
    if asker is None:
        with suppress(StoreError):  # the graph's reading warns of it
            if service.rows.list(project_id, kind=CLASH):
                ledger = ledger_of(service, project_id)
    else:
        questions = Questions(asker=asker, project_id=project_id)
        texts = texts_of(service, only)
        kept = Kept.of(service, project_id)
        kept.read(texts, questions)
        ledger = ledger_of(service, project_id, kept.facts)
        for number in ledger.by_pairs(text.number for text in texts):
            ledger = ledger.judge(number, questions, whole=only is None)
    messages = Messages.of(service.config.locale)
    found = ledger.findings(service.files, messages, only) if ledger is not None else ()
    return StoryCheck(
        findings=tuple(sorted(found, key=lambda finding: finding.order)),
        warnings=tuple(dict.fromkeys(questions.warnings)) if questions else (),
        questions=questions.count if questions else 0,
    )


def count_questions(
    service: KnowledgeService, project_id: str, asks: Callable[[Task, str], bool], *, only: int | None = None
) -> None:
    """Hand the questions of a check to ``asks``, which says whether the answer is still to be asked for.

    A chapter that is read may bring pairs: as many questions about them as it may take are handed over, too.
    """
    texts = texts_of(service, only)
    new = {text.number for text in texts if sum(asks(READ, part) for part in parts_of(text.text))}
    ledger = ledger_of(service, project_id)
    most = AT_FIRST if only is None else 1
    for number in sorted({text.number for text in texts}):
        known = [trial.text for trial in ledger.trials(number, most)]
        for text in known + [ABOUT * 2 * PAIRS] * (most - len(known) if number in new else 0):
            asks(JUDGE, text)
