"""The story checked against itself with a scripted model."""

from __future__ import annotations

import pytest

from knowledge.ledger.scripted import BOOK, BROWN, ONE, TWO, Scripted, claim
from underdraft import ModelError
from underdraft.errors import BudgetSpent
from underdraft.knowledge.proposals import propose_from
from underdraft.knowledge.story_check import check_story, claims_of

OWN = "test-project"


@pytest.fixture
def book(underdraft_workspace):
    """A project of two chapters that contradict each other, without any facts."""
    return underdraft_workspace(files=BOOK)


def write(workspace, number, text):
    """Change a chapter."""
    (workspace.root / "chapters" / f"{number}.md").write_text(text, "utf-8")


def test_text_is_checked_against_text(book):
    """Both places with their lines, both quotes, the category and how sure it is; a dream contradicts nothing."""
    model = Scripted()
    found = check_story(book.knowledge, OWN, model)
    (finding,) = found.findings
    assert [str(ref) for ref in finding.refs] == ["ref:chapters/2.md#L3-L3", "ref:chapters/1.md#L3-L3"]
    assert finding.quotes == (BROWN["quote"], "Mara has grey eyes.")
    assert (finding.code, finding.category, finding.sure, finding.doubt) == (
        "SAYS_OTHERWISE",
        "looks",
        0.9,
        True,
    )
    assert (found.questions, model.asked) == (3, ["read", "read", "judge"])


def test_what_was_found_stays_without_a_model_and_is_dismissed_for_good(book):
    """It is listed while both quotes stand; what the writer meant so does not come back."""
    check_story(book.knowledge, OWN, Scripted())
    (finding,) = check_story(book.knowledge, OWN, None).findings
    assert check_story(book.knowledge, OWN, None, only=3).findings == ()
    write(book, 1, ONE.replace("# Chapter 1\n", "# Chapter 1\n\nA new line.\n"))
    (moved,) = check_story(book.knowledge, OWN, None).findings
    assert str(moved.refs[1]) == "ref:chapters/1.md#L5-L5"
    book.knowledge.rows.settle(OWN, finding.id, "rejected")
    assert check_story(book.knowledge, OWN, Scripted()).findings == ()


def test_a_quote_that_is_mended_takes_its_finding_with_it(book):
    """No model is needed to see that."""
    check_story(book.knowledge, OWN, Scripted())
    write(book, 2, TWO.replace("brown", "grey"))
    assert check_story(book.knowledge, OWN, None).findings == ()


def test_only_what_has_changed_is_asked_about(book):
    """One chapter that was edited is one question to read it; the verdicts on the others stand."""
    model = Scripted()
    check_story(book.knowledge, OWN, model)
    model.asked.clear()
    check_story(book.knowledge, OWN, model)
    assert model.asked == []
    write(book, 2, TWO + "\n\nMara slept.")
    check_story(book.knowledge, OWN, model, only=2)
    assert model.asked == ["read"]


def test_a_bad_answer_skips_one_question(book):
    """The other chapter is read, and the warning names the file; a spent budget ends the asking."""
    found = check_story(book.knowledge, OWN, Scripted(fails=((ModelError("no"), "grey"),)))
    assert found.warnings == ("MODEL_NOT_ASKED: chapters/1.md (MODEL_ERROR)",)
    assert [e.value for e in claims_of(book.knowledge, OWN, category="looks")] == [
        "brown eyes",
        "blind",
    ]
    spent = Scripted(fails=((BudgetSpent("no"), "grey"),))
    assert check_story(book.knowledge, OWN, spent).questions == 1


def test_a_judge_who_contradicts_himself_is_not_believed(book):
    """Who calls a claim a contradiction of itself, or says nothing of it, has found nothing; he is asked again."""

    class Parrot(Scripted):
        def judged(self, number, a, b):
            return super().judged(number, a, b) | {"verdict": "contradiction"}

    assert check_story(book.knowledge, OWN, Parrot()).findings == ()
    assert len(check_story(book.knowledge, OWN, Scripted()).findings) == 1


def test_an_answer_that_is_not_believed_is_asked_for_again(book):
    """Quotes that stand nowhere, and a judge who fails his test; what was believed is not asked again."""

    class Stranger(Scripted):
        def read(self, _):
            return {"names": [], "claims": [claim("Words of another book.", "of another book")]}

    model = Stranger()
    check_story(book.knowledge, OWN, model)
    check_story(book.knowledge, OWN, model)
    assert model.asked == ["read"] * 4
    judge = Scripted(verdict="nonsense")
    check_story(book.knowledge, OWN, judge)
    asked = list(judge.asked)
    check_story(book.knowledge, OWN, judge)
    assert asked[:2] == ["read", "read"]
    assert judge.asked == asked + asked[2:]


def test_a_claim_that_was_rejected_contradicts_nothing(book):
    """A misreading that the writer refused takes its finding with it."""
    check_story(book.knowledge, OWN, Scripted())
    (entry,) = claims_of(book.knowledge, OWN, chapter=1)
    book.knowledge.rows.settle(OWN, entry.id, "rejected")
    assert check_story(book.knowledge, OWN, None).findings == ()
    assert claims_of(book.knowledge, OWN, subject="Mara", chapter=1) == []


def test_names_are_read_with_the_claims(book):
    """They wait as the model's proposals, once, and what rules read of the chapters is then nothing new."""
    names = [{"name": "Mara", "kind": "character", "aliases": ["Old Mara"], "quote": "Mara looked up."}]
    check_story(book.knowledge, OWN, Scripted(names=names))
    (kept,) = book.knowledge.rows.list(OWN, "proposed", "entity")
    assert (kept.origin, kept.fact["name"]) == ("model", "Mara")
    assert propose_from(book.knowledge, OWN).items == ()


def test_a_session_of_writing_asks_one_or_two_questions(underdraft_workspace):
    """A chapter that was edited is read in one, also a long one of which a part has changed, and its pairs take one."""
    lines = [f"Mara has {n} rings." for n in range(12)]
    filler = "\n\n".join(f"{n} " + "x" * 300 for n in range(50))
    text = "# Chapter 1\n\n" + "\n\n".join(lines) + "\n\n" + filler
    book = underdraft_workspace(files={"chapters/1.md": text})
    model = Scripted(claims=[claim(line, f"{n} rings", attribute="rings") for n, line in enumerate(lines)])
    check_story(book.knowledge, OWN, model, only=1)
    assert model.asked == ["read", "read", "judge"]
    for edited in (text.replace("Mara has 3 rings.", "Mara has no ring."), text + "\n\nMara has left."):
        model.asked.clear()
        write(book, 1, edited)
        check_story(book.knowledge, OWN, model, only=1)
        assert model.asked == ["read", "judge"]
