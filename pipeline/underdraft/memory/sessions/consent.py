"""Consent: whether the writer agrees to a proposal of the assistant, and to which part of the reply."""

from __future__ import annotations

import re
from collections.abc import Iterator

from underdraft.memory.runs.extract import SENTENCE
from underdraft.text.language import word_list, word_pattern
from underdraft.text.material import own_words, unquoted
from underdraft.types.memory import CandidateMemory
from underdraft.types.run import Turn

AGREED_MAXIMUM = 500
"""Maximum code points of what is agreed to: a longer part is a draft, not a decision."""

CONSENT_MAXIMUM = 80
"""Maximum code points of a sentence that agrees: a longer one says something itself."""

_ADOPTS = word_pattern("reading.consent.adopts")
"""Agrees to all of a proposal, or to the one that it names."""

_RESERVES = word_pattern("reading.consent.reserves", r"[?？]")
"""Says no, asks, supposes, or speaks of the text at hand."""

_PLACES = tuple(re.compile(place, re.IGNORECASE) for place in word_list("reading.consent.places"))
WAYS = 4
"""Names the first to the fourth of several ways, so many patterns a language."""

_ITEM = re.compile(
    rf"^[ \t>*_#-]*(?:\(?(?:\d|[A-Da-d])[.)、．:：]|(?:{'|'.join(word_list('reading.consent.items'))}))",
    re.MULTILINE | re.IGNORECASE,
)
"""The beginning of one of several ways."""


def agreed(turn: Turn) -> Iterator[CandidateMemory]:
    """Yield what the writer agrees to outright: the part of the reply before, with the sentence that agrees."""
    for sentence in SENTENCE.findall(unquoted(own_words(turn.user))):
        if part := agreed_part(sentence, turn.before):
            yield CandidateMemory(
                content=part, evidence=part, warrant=sentence.strip(), subject="work", tags=("agreed",)
            )
            return


def agreed_part(sentence: str, reply: str) -> str:
    """The part of a reply that a sentence agrees to; empty where it agrees to none, or not to a certain one."""
    if (
        not reply
        or len(sentence) > CONSENT_MAXIMUM
        or _RESERVES.search(sentence)
        or not _ADOPTS.search(sentence)
    ):
        return ""
    starts = [found.start() for found in _ITEM.finditer(reply)]
    parts = [reply[a:b] for a, b in zip(starts, [*starts[1:], len(reply)], strict=False)]
    place = next((n % WAYS for n, named in enumerate(_PLACES) if named.search(sentence)), None)
    if place is None:
        whole = [
            part for part in reply.split("\n\n") if part.strip() and not part.rstrip().endswith(("?", "？"))
        ]
        chosen = whole[0] if len(whole) == 1 and len(parts) < 2 else ""  # noqa: PLR2004 - several ways
    else:
        chosen = parts[place] if place < len(parts) and len(parts) > 1 else ""
    chosen = _ITEM.sub("", chosen.split("\n\n")[0], count=1).strip(" \t*_:：\n-")
    return chosen if len(chosen) <= AGREED_MAXIMUM else ""
