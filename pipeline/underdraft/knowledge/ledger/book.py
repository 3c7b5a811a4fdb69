"""Reads a book into the ledger and has pairs of claims judged; nothing is asked again while it has not changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

import attrs

from underdraft.errors import MODEL_NOT_ASKED, BudgetSpent, ModelError, Timeout
from underdraft.knowledge.checks.finding import Finding, Messages, quoted
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.graph.anchors import located
from underdraft.knowledge.graph.model import Candidate, Claim, StoryGraph
from underdraft.knowledge.graph.rows import FactRows, StoredFact
from underdraft.knowledge.ledger.judging import Pair, Trial, Verdict, key_of, pairs_of
from underdraft.knowledge.ledger.questions import AT_FIRST, JUDGE, PAIRS, READ, Task, parts_of
from underdraft.knowledge.ledger.reading import facts_in, quotes_something
from underdraft.types.files import ProjectFiles
from underdraft.types.model_call import AskModel
from underdraft.types.question import for_task, forget_answer
from underdraft.types.values import frozen

CLASH = "clash"
"""The kind of a row that keeps a verdict on a pair of claims; `rejected`: the writer meant it so, or it is none."""

Answer = Mapping[str, object]

FAILURES = 3
"""Questions that may fail one after the other before no more is asked."""


@attrs.define(kw_only=True)
class Questions:
    """Questions of one command: a bad answer skips one of them, several in a row end the asking."""

    asker: AskModel
    project_id: str
    count: int = 0
    warnings: list[str] = attrs.field(factory=list)
    _failed: int = 0

    def ask(
        self, task: Task, text: str, about: str, believes: Callable[[Answer], object] = bool
    ) -> Answer | None:
        """An answer, or ``None`` with a warning; one that is not believed is asked for again next time."""
        if self._failed >= FAILURES:
            return None
        self.count += 1
        asker = for_task(self.asker, task.name, self.project_id)
        try:
            answer = asker(**task.about(text))
        except (ModelError, Timeout) as error:
            self._failed = FAILURES if isinstance(error, BudgetSpent) else self._failed + 1
            self.warnings.append(f"{MODEL_NOT_ASKED}: {about} ({error.code})")
            return None
        self._failed = 0
        if not believes(answer):
            forget_answer(asker, **task.about(text))
        return answer


def read_chapter(chapter: Chapter, known: StoryGraph, questions: Questions) -> list[Candidate]:
    """Ask for the names and claims of a chapter or card, in at most three questions."""
    found: list[Candidate] = []
    for part in parts_of(chapter.text):
        answer = questions.ask(READ, part, chapter.path, partial(quotes_something, chapter=chapter))
        found += facts_in(answer, chapter, known) if answer is not None else ()
    return found


@frozen(kw_only=True)
class StoryLedger:
    """The claims of one book as they stand, and the verdicts on pairs of them."""

    rows: FactRows
    project_id: str
    claims: Sequence[Claim]
    clashes: Mapping[frozenset[str], StoredFact]
    _pairs: dict[int, list[Pair]] = attrs.field(factory=dict)

    def pairs(self, chapter: int) -> list[Pair]:
        """The pairs of a chapter, the nearest first."""
        if chapter not in self._pairs:
            self._pairs[chapter] = pairs_of(self.claims, chapter)
        return self._pairs[chapter]

    def unjudged(self, chapter: int) -> list[Pair]:
        """The pairs of a chapter without a verdict."""
        return [pair for pair in self.pairs(chapter) if key_of(pair) not in self.clashes]

    def by_pairs(self, chapters: Iterable[int]) -> list[int]:
        """The chapters with the most unjudged pairs first: a pair of two chapters is put once."""
        return sorted(set(chapters), key=lambda chapter: (-len(self.unjudged(chapter)), chapter))

    def trials(self, chapter: int, most: int) -> list[Trial]:
        """The questions, at most ``most``, about the nearest unjudged pairs of a chapter."""
        left = self.unjudged(chapter)[: PAIRS * most]
        return [Trial.of(left[first : first + PAIRS]) for first in range(0, len(left), PAIRS)]

    def judge(self, chapter: int, questions: Questions, *, whole: bool = False) -> StoryLedger:
        """Have the nearest pairs of a chapter judged, and keep the verdicts; those without one are put again another time.

        One question is asked; in a check of the whole book two, where none of the pairs has a verdict yet.
        """
        unjudged, verdicts = self.unjudged(chapter), list[Verdict]()
        trials = self.trials(chapter, AT_FIRST if whole and len(unjudged) == len(self.pairs(chapter)) else 1)
        left = len(unjudged) - PAIRS * len(trials)
        if left > 0:
            questions.warnings.append(f"{MODEL_NOT_ASKED}: chapter {chapter}, {left} pairs (limit)")
        for trial in trials:
            answer = questions.ask(JUDGE, trial.text, f"chapter {chapter}", trial.verdicts)
            verdicts += trial.verdicts(answer) if answer is not None else ()
        facts = [(CLASH, verdict) for verdict in verdicts]
        made = self.rows.propose(self.project_id, facts, origin="model")
        return attrs.evolve(
            self, clashes={**self.clashes, **{frozenset(fact.fact["of"]): fact for fact in made}}
        )

    def findings(self, files: ProjectFiles, messages: Messages, only: int | None) -> Iterator[Finding]:
        """The contradictions both sides of which stand, and which the writer did not mean so."""
        by_key = {claim.key: claim for claim in self.claims}
        for keys, clash in self.clashes.items():
            sides = [by_key[key] for key in clash.fact["of"] if key in by_key]
            if (
                clash.status == "rejected"
                or clash.fact["verdict"] != "contradiction"
                or len(sides) < len(keys)
            ):
                continue
            if only is None or only in {side.at.chapter for side in sides}:
                yield _finding(clash, sides, files, messages)


def _finding(clash: StoredFact, sides: Sequence[Claim], files: ProjectFiles, messages: Messages) -> Finding:
    """A contradiction with both quotes and their places, the later one first."""
    one, other = sides
    refs = [located(ref, files) or ref for side in (other, one) for ref in side.refs[:1]]
    said = {
        "attribute": other.attribute,
        "first": quoted(other.quote, 120),
        "second": quoted(one.quote, 120),
        "why": clash.fact["why"],
    }
    made = messages.finding("SAYS_OTHERWISE", "claims_clash", (other.subject,), refs, doubt=True, **said)
    return attrs.evolve(
        made,
        id=clash.id,
        category=other.category or one.category or None,
        quotes=(other.quote, one.quote),
        sure=clash.fact["confidence"],
    )
