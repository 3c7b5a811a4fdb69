"""Whether what a sentence states is so: whose it is, and what takes it out of the story's present."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.lexicon import patterns
from underdraft.knowledge.checks.looks import LIKELY
from underdraft.knowledge.checks.numbers import numbers
from underdraft.knowledge.checks.slots import Slot, slots
from underdraft.knowledge.checks.story_sentences import DENIED, Mention, StorySentence

_SHARED = frozenset({"job", "work", "age", "place", "from", "floor"})
"""What several people have of one kind."""

_DEEDS = frozenset({"cannot", "work"})
_BOASTS = frozenset({"job", "amount", "owner", "work", "age"})
"""What people say of themselves to others, true or not."""

_FIRST_SAID = frozenset({"age", "job", "work"})
"""What a sentence may begin with before it names whom it is about: "As a nurse Ruth"."""

_THIS = re.compile(
    r"\b(?:this|that|the|for an?) (?:\w+ )?(boy|lad|man|fellow|girl|woman|lady|child|person|widow) of $",
    re.IGNORECASE,
)
_HE, _SHE = frozenset({"boy", "lad", "man", "fellow"}), frozenset({"girl", "woman", "lady", "widow"})
_COMMA = re.compile(r"[，,：:—–;；\x00]+")
_PART = re.compile(r"[;；:：—–\x00]|, (?:and|but) ")


def belongs(kind: str, sentence: StorySentence, name: str, at: int, cast: Cast) -> bool:
    """Whether what stands at an offset is said of somebody, by grammar or because nobody else is there."""
    said = sentence.mentions
    if sentence.owner(at) == name and (said or name != cast.narrator or kind in _DEEDS):
        return True
    if not said:
        return sentence.topics[:2] == (cast.narrator, name)
    if kind in _FIRST_SAID and said[0].start >= at and said[0].name == name:
        return True
    if kind == "age" and _this(sentence, name, at, cast):
        return True
    mine = [m for m in said if m.name == name]
    if kind == "amount" and cast.graph.by_name[name].kind != "character" and any(not m.pronoun for m in mine):
        return True
    return bool(mine) and _nearest_is_theirs(kind, sentence, mine, at)


def _nearest_is_theirs(kind: str, sentence: StorySentence, mine: Sequence[Mention], at: int) -> bool:
    """Whether somebody stands in the clause, or before it as a subject, and nobody else in between."""
    near = min(mine, key=lambda m: abs(at - m.start))
    others = [m for m in sentence.mentions if m.name != near.name]
    if any(near.end <= m.start and m.end <= at for m in others):
        return False
    begin, end = sentence.clause(at)
    if begin <= near.start < end:
        return True
    clause = sentence.clause(near.start)[0]
    subject = kind not in _SHARED or not any(clause <= m.start < near.start for m in sentence.mentions)
    return subject and near.end <= at and not (near.owning or _PART.search(sentence.text, near.end, at))


def _this(sentence: StorySentence, name: str, at: int, cast: Cast) -> bool:
    """``This boy of seventeen`` is the first boy who was spoken of."""
    found = _THIS.search(sentence.text[:at])
    if not found:
        return False
    noun = found[1].lower()
    word = "he" if noun in _HE else "she" if noun in _SHE else None
    known = [m.name for m in sentence.mentions if m.name and m.end <= found.start()] + list(sentence.topics)
    age = next(numbers(sentence.text[at:])).value
    people = [n for n in dict.fromkeys(known) if _of_about(cast, n, age)]
    return next((n for n in people if word is None or cast.fits(n, word)), None) == name


def _of_about(cast: Cast, name: str, age: int) -> bool:
    entity = cast.graph.by_name[name]
    ages = (
        int(v)
        for a in entity.attributes
        for slot in slots(cast, name, a)
        if slot.kind == "age"
        for v in slot.values
    )
    return any(LIKELY[0] <= age / known <= LIKELY[1] for known in ages)


def boasted(kind: str, sentence: StorySentence, name: str) -> bool:
    """Whether somebody says it of themselves."""
    return kind in _BOASTS and sentence.spoken and sentence.speaker == name


def takes_back(sentence: StorySentence, at: int, until: int | None = None, *, clause: bool = True) -> str:
    """What frames the statement at an offset, or an empty text."""
    words, text = patterns("frames"), sentence.text
    begin, end = sentence.clause(at)
    parts = [0, *(m.end() for m in _PART.finditer(text)), len(text)]
    low = max(p for p in parts if p <= at)
    high = min(p for p in parts if p > at or p == len(text))
    checks = {
        "told before": _lasting_before(sentence),
        "lasting": words["lasting"].search(text, 0, end) is not None,
        "disguised": words["disguise"].search(sentence.paragraph.text) is not None,
        "sentence": words["sentence"].search(text[low:high].strip()) is not None,
        "clause": clause and words["clause"].search(text, begin, end) is not None,
        "claim": _claimed(text, max(low, _before(text, begin)), at),
        "denied": DENIED.search(text, begin, until or at) is not None,
        "compared": sentence.compared(at),
        "question": re.search(r"[?？]|[吗么][”’。」]*$", text) is not None,
        "spoken frame": sentence.spoken and words["lasting"].search(sentence.paragraph.text) is not None,
    }
    return next((name for name, found in checks.items() if found), "")


def anothers(slot: Slot, sentence: StorySentence, name: str, span: tuple[int, int], cast: Cast) -> bool:
    """Whether what is stated is another one's, who may be meant: nobody is named, and it holds of them."""
    if slot.kind not in _SHARED or any(m.name == name and not m.pronoun for m in sentence.mentions):
        return False
    said = re.compile(
        rf"\b{re.escape(sentence.text[slice(*span)])}\b"
        if sentence.text.isascii()
        else re.escape(sentence.text[slice(*span)])
    )
    return any(
        e.name != name and e.kind == "character" and any(said.search(a.value) for a in e.attributes)
        for e in cast.graph.entities
    )


def _claimed(text: str, near: int, at: int) -> bool:
    """Whether somebody claims it: in the clause before, or farther back with a ``that``."""
    claim = patterns("frames")["claim"]
    return claim.search(text, near, at) is not None or any(
        text.startswith(" that ", found.end()) for found in claim.finditer(text, 0, at)
    )


def _before(text: str, begin: int) -> int:
    """Where the clause before the one that begins at an offset begins."""
    return max((m.end() for m in _COMMA.finditer(text, 0, max(0, begin - 1))), default=0)


def _lasting_before(sentence: StorySentence) -> bool:
    """An earlier sentence of the paragraph began a memory, a dream or a picture."""
    words = patterns("frames")
    return (
        sentence.unreal
        and words["lasting"].search(sentence.text) is None
        and words["sentence"].search(sentence.text.strip()) is None
    )
