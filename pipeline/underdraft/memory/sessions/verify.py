"""Whether a candidate says what its quote says: an extractor may quote truly and write something else.

What the writer said in these words is kept. Another wording is kept where all that it speaks of is in the quote, and
offered where it would stand in every prompt, or goes beyond. Where it has little to do with the quote, the quote itself
is offered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from underdraft.memory.sessions.consent import agreed_part
from underdraft.memory.sessions.echo_guard import (
    HAN_ONLY,
    added_by,
    denies,
    in_own_words,
    marks_of,
    negations,
    overlap,
    said_by,
)
from underdraft.text.language import word_list, word_pattern
from underdraft.text.material import unquoted
from underdraft.text.stems import stems_of
from underdraft.types.memory import CandidateMemory
from underdraft.types.run import Turn

UNSURE, PARAPHRASE, QUOTE, CONSENT, SHEET = "unsure", "paraphrase", "quote", "consent", "sheet"
"""Why a candidate is offered instead of kept; see :class:`underdraft.types.memory.Heard`."""

ENTAILED_SHARE = 0.5
"""Share of what a wording speaks of that must be in the quote: else it is not about the same."""

_REPORTING = word_list("reading.verify.reporting")
_TOLD = frozenset(stems_of(" ".join(_REPORTING)))
_TOLD_IN_CJK = re.compile("|".join(filter(HAN_ONLY.fullmatch, _REPORTING)))
"""Words that say what somebody states; no quote has them."""

_OF_WRITER = word_pattern("reading.verify.of_writer")
"""The beginning of a statement about the writer."""

_FUNCTION = frozenset("".join(word_list("reading.replaced_words.function_letters")))
"""CJK characters that a wording may add without saying more."""


def verified(
    candidate: CandidateMemory, turn: Turn, known: Sequence[str] = ()
) -> tuple[CandidateMemory, str]:
    """The candidate as it may be remembered, and why it is only offered; empty where it is kept."""
    quote = candidate.evidence.strip()
    if candidate.replaces and not _is_meant(candidate, turn, known):
        candidate = attrs.evolve(candidate, replaces="")
    if candidate.warrant:
        return agreed_to(candidate, turn)
    if overlap(unquoted(quote), said_by(turn)) < 1 and quote:  # it stands in a sheet
        return attrs.evolve(candidate, content=quote, about="", value="", replaces=""), SHEET
    own = in_own_words(candidate, turn) and not denies(added_by(candidate), quote)
    if own or candidate.kind == "forget":  # of whose wording nothing is kept
        return candidate, "" if candidate.sure else UNSURE
    said = f"{quote} {candidate.replaces}"
    spoken = stems_of(_TOLD_IN_CJK.sub(" ", candidate.content)) - _TOLD
    new = {stem for stem in spoken - stems_of(said) if not _is_joint(stem, said)}
    marks = marks_of(candidate.content) - marks_of(f" {said}")  # at its beginning a capital may be a name's
    turned = denies(candidate.content, quote) or (not new and negations(candidate.content) < negations(quote))
    if len(new) > (1 - ENTAILED_SHARE) * len(spoken) or marks or turned:
        return attrs.evolve(candidate, content=quote, about="", value=""), QUOTE
    if new or (candidate.kind == "preference" and candidate.of_writer):
        return candidate, PARAPHRASE
    return candidate, "" if candidate.sure else UNSURE


def agreed_to(candidate: CandidateMemory, turn: Turn) -> tuple[CandidateMemory, str]:
    """Return what the writer agreed to, in the words of the reply; kept where a rule finds the same, and no taste of the writer's."""
    candidate = attrs.evolve(candidate, content=candidate.evidence.strip(), about="", value="")
    part = agreed_part(candidate.warrant, turn.before)
    kept = not candidate.of_writer and overlap(candidate.content, part) == 1
    return candidate, "" if kept else CONSENT


def _is_meant(candidate: CandidateMemory, turn: Turn, known: Sequence[str]) -> bool:
    """Whether what is replaced shares a word with the candidate, or is the likeliest to be meant by the rest of the message.

    That is what shares most words with it; where both are about the writer, none is asked for.
    """
    target, told = stems_of(candidate.replaces), stems_of(f"{candidate.content} {candidate.evidence}")
    if target & told:
        return True
    rest = stems_of(said_by(turn)) - told
    most = max((len(stems_of(one) & rest) for one in known), default=0)
    of_writer = candidate.of_writer and _OF_WRITER.match(candidate.replaces)
    return bool(target & rest or of_writer) and len(target & rest) >= most


def _is_joint(stem: str, said: str) -> bool:
    """Whether it is a letter, or a pair of CJK characters that only joins the words of the quote in another way."""
    if HAN_ONLY.fullmatch(stem):
        return set(stem) <= _FUNCTION | set(said)
    return len(stem) == 1
