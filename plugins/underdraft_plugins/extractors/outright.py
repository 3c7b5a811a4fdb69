"""Lasting statements in explicit words: orders to remember, names, how to call the writer, likes and dislikes.

Questions, suppositions, reported speech and remarks on the text at hand give nothing.
"""

from __future__ import annotations

import re

from underdraft import HAN, CandidateMemory, word_alternatives, word_list, word_pattern

PASSING = word_pattern("statements.said.passing")
"""Words that hold for the text at hand, or for a while."""

WITHDRAWN = word_pattern("statements.said.withdrawn")
"""A message that takes back what it says."""

QUESTION = word_pattern("statements.said.question", r"[？?]\s*$")
UNSURE = word_pattern("statements.said.unsure")
OTHERS = word_pattern("statements.said.others")
"""Words and likes of other people."""

TOLD = word_pattern("statements.said.told")
"""What somebody of the story says, dreams, believes or pretends, and laughter."""

FRAMES = (QUESTION, UNSURE, OTHERS, PASSING, TOLD)
"""What stands in one of these is not said for good."""

CALL = word_pattern("statements.said.call", flags=0)
"""How the writer wants to be called."""

_TALK = re.compile(
    rf"^(?:(?:{word_alternatives('statements.said.small_talk')})"
    rf"(?:[,，.。:：!！]\s*|\s+|(?={word_alternatives('statements.said.goes_on')})))+",
    re.IGNORECASE,
)
_OF_ANOTHER = word_pattern("statements.said.call_of_another", flags=0)
_HERE = word_pattern("statements.said.here")
"""Points at the text in front of the writer: it says nothing that lasts."""

_TO_ASSISTANT = word_pattern("statements.said.to_assistant")
_REMEMBER = tuple(re.compile(f"^{order}", re.IGNORECASE) for order in word_list("statements.said.remember"))
FACT_MINIMUM = 3
"""Code points: nothing shorter is a fact."""

_LETTER = rf"A-Za-z\u00c0-\u024f{HAN}·"
_NAME = (
    rf"[“「『\"'《]?(?P<value>[{_LETTER}][{_LETTER}' -]{{0,30}}?)[”」』\"'》]?"
    rf"(?=$|[，,。.！!；;（(]|{word_alternatives('statements.said.name_ends')})"
)
_NO_NAME = re.compile(f"^(?:{word_alternatives('statements.said.no_name')})")
_NAMED = tuple(
    (whose, re.compile(form.replace("{name}", _NAME), re.IGNORECASE))
    for whose in ("writer", "story")
    for form in word_list(f"statements.said.{whose}_named")
)
"""Patterns for the names of the writer and of the story."""

_LIKES = tuple(re.compile(form, re.IGNORECASE) for form in word_list("statements.said.likes"))


def outright(sentence: str, *, alone: bool = True) -> CandidateMemory | None:
    """Read a sentence's explicit statement, if it has one; a like or dislike counts if it is ``alone`` in the message."""
    plain = in_own_words(sentence)
    if QUESTION.search(sentence):
        return None
    order = next((found for form in _REMEMBER if (found := form.match(plain))), None)
    if order is not None:
        return _fact(order["fact"].strip(" ，,：:"))
    if UNSURE.search(plain) or OTHERS.search(plain):
        return None
    return _called(plain) or _named(plain) or (_liked(plain) if alone else None)


def in_own_words(sentence: str) -> str:
    """The sentence without what it begins with before it says something, and without its full stop."""
    return _TALK.sub("", sentence.strip()).rstrip("。！!；;. ")


def _called(plain: str) -> CandidateMemory | None:
    """How the writer wants to be called: a preference."""
    call = CALL.search(plain)
    if (
        call is None
        or _OF_ANOTHER.search(plain[: call.start()])
        or any(form.search(plain) for form in (PASSING, OTHERS, TOLD))
    ):
        return None
    return CandidateMemory(
        content=plain, kind="preference", subject="writer", tags=("standing",), evidence=plain
    )


def _fact(told: str) -> CandidateMemory | None:
    """Read the text after an order to remember; an order about the assistant's own words or deeds gives nothing."""
    if len(told) < FACT_MINIMUM or _TO_ASSISTANT.match(told):
        return None
    return (
        _called(told)
        or _named(told)
        or _liked(told)
        or CandidateMemory(content=told, tags=("stated",), evidence=told)
    )


def _liked(plain: str) -> CandidateMemory | None:
    """A like or dislike of something that is not the text at hand."""
    match = next((found for form in _LIKES if (found := form.match(plain))), None)
    if match is None or _HERE.search(match["what"]):
        return None
    return CandidateMemory(
        content=plain,
        kind="preference",
        tags=("preference",),
        evidence=plain,
        about=match["what"].strip(),
        value="-" if match["not"] else "+",
    )


def _named(plain: str) -> CandidateMemory | None:
    """A name, with what it is of."""
    for whose, pattern in _NAMED:
        match = pattern.search(plain)
        if match is None or _NO_NAME.match(match["value"].casefold()):
            continue
        of = (
            f"story.{match['what'].casefold()}"
            if whose == "story"
            else "user.pen"
            if match["what"]
            else "user"
        )
        alone = not re.search(r"\w", plain[match.end() :])  # a new name is to replace no more than the name
        about, value = (f"{of}.name", match["value"].strip()) if alone else ("", "")
        return CandidateMemory(content=plain, tags=("name",), evidence=plain, about=about, value=value)
    return None
