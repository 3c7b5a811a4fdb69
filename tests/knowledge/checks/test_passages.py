"""Asking a model passage by passage."""

from __future__ import annotations

from underdraft import ModelError
from underdraft.knowledge.checks import passages
from underdraft.knowledge.checks.passages import PASSAGE, Questions
from underdraft.knowledge.checks.prose import Chapter

LONG = Chapter(path="1.md", number=1, text="\n".join(["x" * 1_000] * 7))
SHORT = Chapter(path="2.md", number=2, text="\n\n```\n")


def asked(ask, known=lambda _: ["Ann"]):
    """The questions, and the first lines of the passages that were answered."""
    questions = Questions(ask=ask, order="Read.", schema={})
    return questions, [passage.at for passage, _ in questions.answers([LONG, SHORT], known)]


def test_chapters_are_asked_about_in_parts_of_whole_lines():
    """Each part is short enough, and stands between fences that it cannot close."""
    texts = []
    questions, answered = asked(lambda *, text, **_: texts.append(text) or {})
    assert answered == [(1, 1), (1, 3), (1, 5), (1, 7), (2, 1)]
    assert questions.count == 5
    assert all(len(text) < PASSAGE + 100 for text in texts)
    assert texts[-1] == "```\nAnn\n```\n\n````\n\n\n```\n\n````"


def test_a_passage_without_anything_known_is_passed_over():
    """It costs no question."""
    questions, answered = asked(lambda **_: {}, lambda passage: ["Ann"] if passage.first_line == 3 else [])
    assert (questions.count, answered, questions.warnings) == (1, [(1, 3)], ())


def test_a_failure_and_the_limit_end_the_asking(monkeypatch):
    """What was answered before stays; the warning says from where on nothing was asked, and why."""
    answers = [{}, {}]

    def fail(**_):
        if not answers:
            raise ModelError("gone")
        return answers.pop()

    questions, answered = asked(fail)
    assert answered == [(1, 1), (1, 3)]
    assert questions.warnings == ("MODEL_NOT_ASKED: from 1.md, line 5 on (MODEL_ERROR)",)
    monkeypatch.setattr(passages, "MAX_QUESTIONS", 2)
    questions, answered = asked(lambda **_: {})
    assert answered == [(1, 1), (1, 3)]
    assert questions.warnings == ("MODEL_NOT_ASKED: from 1.md, line 5 on (limit)",)
