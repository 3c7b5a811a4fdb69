"""The self-echo firewall: what was in the prompt, or was never said by the writer, is not learned.

Texts are compared as sequences of CJK characters and words. A candidate is an echo of a source when
nearly all runs of :data:`RUN` tokens are in it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from underdraft.text.clean import folded
from underdraft.text.language import CJK, word_list, word_pattern
from underdraft.text.material import own_sheet, own_words, unquoted
from underdraft.types.memory import CandidateMemory
from underdraft.types.run import Turn

STOPS = "。！？.!?"
"""Ends of sentences."""

RUN = 4
"""Tokens that must follow each other as in the source: chance hits are rare from four on."""

ECHO_SHARE = 0.7
"""Share of a candidate's runs from which it is an echo: a memory that was reworded a little stays one,
a sentence that says the opposite does not."""

SAID_SHARE = 0.6
"""Share of a candidate's evidence that must be the writer's own words."""

DENIAL_REACH = 2
"""Tokens before and after the place of agreement in which a negation counts: 从不 喜欢长句, I never did."""

FRAGMENT_WORDS, FRAGMENT_CHARACTERS = 2, 3
"""Words, or CJK characters, that a statement has at least."""

_NEGATIONS = frozenset(word_list("reading.echo_guard.negations"))
"""Tokens that turn a statement round (``t`` is what is left of ``don't``)."""

_FILLERS = frozenset(word_list("reading.echo_guard.fillers"))
"""Tokens without which a statement says the same."""

_HARMLESS = word_pattern("reading.echo_guard.harmless")
"""Words that hold the sign of a negation and are none."""

_MARK = word_pattern("reading.echo_guard.numbers", r"\d+", r"\b[A-Z][\w'-]+", flags=0)
"""Words in which two statements differ in value: a number, or a name."""

_TOKEN = re.compile(rf"[{CJK}]|[^\W_]+")
HAN_ONLY = re.compile(rf"[{CJK}]+")


def tokens_of(text: str) -> list[str]:
    """CJK characters and words of other scripts, NFKC and case folded, in order."""
    return _TOKEN.findall(folded(text))


def overlap(text: str, source: str, run: int = RUN) -> float:
    """Share of the text's runs of tokens that are in the source, 0 to 1; of a short text, all or nothing."""
    mine = tokens_of(text)
    if not mine:
        return 0.0
    size = min(run, len(mine))
    wanted = [tuple(mine[i : i + size]) for i in range(len(mine) - size + 1)]
    there = _runs(source, size)
    return sum(w in there for w in wanted) / len(wanted)


@lru_cache(maxsize=256)
def _runs(source: str, size: int) -> frozenset[tuple[str, ...]]:
    found = tokens_of(source)
    return frozenset(tuple(found[i : i + size]) for i in range(len(found) - size + 1))


def is_echo(text: str, sources: Iterable[str]) -> bool:
    """Whether the text repeats one of the sources.

    One that denies what the source says does not, nor one with a number or a name that the source has not.
    """
    return any(
        overlap(text, s) >= ECHO_SHARE and not denies(text, s) and not marks_of(text) - marks_of(s)
        for s in sources
    )


def marks_of(text: str) -> set[str]:
    """The numbers and capitalised names of a text; of Chinese the numerals before a measure word."""
    return {mark.casefold() for mark in _MARK.findall(text[:1].lower() + text[1:])}


def denies(text: str, source: str) -> bool:
    """Whether text and source, where they agree, differ in a negation."""
    mine, theirs = (tokens_of(_HARMLESS.sub("", words)) for words in (text, source))
    starts = _starts(list(pairwise(mine)), list(pairwise(theirs))) or _starts(mine, theirs)
    if not starts:
        return False
    start = max(0, starts.most_common(1)[0][0] - DENIAL_REACH)
    there = theirs[start : start + len(mine) + 2 * DENIAL_REACH]
    return (_negated(mine) == 0) != (_negated(there) == 0)


def negations(text: str) -> int:
    """Count the tokens that turn a statement round."""
    return _negated(tokens_of(_HARMLESS.sub("", text)))


def _negated(tokens: Sequence[str]) -> int:
    return sum(token in _NEGATIONS for token in tokens)


def _starts(mine: Sequence[object], theirs: Sequence[object]) -> Counter[int]:
    """Count the places where the one could begin in the other, by the number of equal parts."""
    places: dict[object, list[int]] = {}
    for place, part in enumerate(theirs):
        places.setdefault(part, []).append(place)
    return Counter(p - n for n, part in enumerate(mine) for p in places.get(part, ()))


def _bare(text: str) -> list[str]:
    """The tokens of a text that say something."""
    return [token for token in tokens_of(text) if token not in _FILLERS]


def refusal(candidate: CandidateMemory, turn: Turn) -> str | None:
    """Say why the candidate may not be learned, or ``None``.

    What it names as replaced is no source that it could repeat, unless it says just the same.

    Returns:
        ``"blank"``, ``"fragment"`` (a lone word), ``"not_said"`` (its evidence is not in the writer's own words: the assistant's, a
        quotation's, or made up) or ``"echo"`` (it was in the prompt: memory, rules, manuscript).
    """
    content = candidate.content.strip()
    tokens = tokens_of(content)
    if not tokens:
        return "blank"
    if len(tokens) < (FRAGMENT_WORDS if not HAN_ONLY.fullmatch("".join(tokens)) else FRAGMENT_CHARACTERS):
        return "fragment"
    proof = unquoted(candidate.evidence.strip() or content)
    source = turn.before if candidate.warrant else f"{said_by(turn)}\n{own_sheet(turn.user)}"
    if overlap(proof, source) < (1.0 if candidate.evidence.strip() else SAID_SHARE):
        return "not_said"
    if candidate.warrant and overlap(candidate.warrant, said_by(turn)) < 1:
        return "not_said"
    known = "" if _bare(content) == _bare(candidate.replaces) else candidate.replaces
    sources = [text.replace(known, " ") if known else text for text in turn.injected_texts]
    if is_echo(content, sources) or is_echo(proof, sources):
        return "echo"
    return None


def in_own_words(candidate: CandidateMemory, turn: Turn) -> bool:
    """Whether the content itself, not only its evidence, is what the writer said, word for word."""
    return overlap(unquoted(added_by(candidate)), said_by(turn)) == 1.0


def added_by(candidate: CandidateMemory) -> str:
    """The content; where it is whole sentences of what it replaces around the quote, the quote alone."""
    quote, old = candidate.evidence.strip(), candidate.replaces
    if not quote or not old:
        return candidate.content
    head, found, tail = candidate.content.partition(quote)
    head, tail = head.strip(), tail.lstrip(f"{STOPS} ")
    whole = (not head or head[-1] in STOPS) and len(head) + len(tail) <= len(old) + 1
    kept = old.startswith(head.rstrip(STOPS)) and old.endswith(tail)
    return quote if found and whole and kept else candidate.content


def said_by(turn: Turn) -> str:
    """The writer's own words of a turn."""
    return unquoted(own_words(turn.user))
