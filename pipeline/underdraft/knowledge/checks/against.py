"""Whether a sentence says something else than a slot: found by a rule for each kind, and not taken back by its frame."""

from __future__ import annotations

from collections.abc import Mapping

from underdraft.knowledge.checks import callings, looks, ties, whereabouts
from underdraft.knowledge.checks.binding import Matcher
from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.frames import anothers, belongs, boasted, takes_back
from underdraft.knowledge.checks.slots import Slot
from underdraft.knowledge.checks.story_sentences import StorySentence

_BETWEEN_TWO = frozenset({"owner", "kin", "without"})
"""Kinds whose rule itself says whose it is."""


def says_otherwise(slot: Slot, sentence: StorySentence, name: str, cast: Cast) -> bool:
    """Whether the sentence says something else about ``name``, and that it is so now."""
    rule = _RULES.get(slot.kind)
    return rule is not None and any(
        _holds(slot, sentence, name, span, cast) for span in rule(slot, sentence, name, cast)
    )


def _holds(slot: Slot, sentence: StorySentence, name: str, span: tuple[int, int], cast: Cast) -> bool:
    located = "direction" in slot.marks or (
        slot.kind == "floor" and any(n in sentence.text for n in slot.nouns)
    )
    if slot.kind not in _BETWEEN_TWO and (
        not (located or belongs(slot.kind, sentence, name, span[0], cast))
        or anothers(slot, sentence, name, span, cast)
        or boasted(slot.kind, sentence, name)
    ):
        return False
    return takes_back(sentence, *span) in {"", "denied" if slot.kind == "can" else ""}


_RULES: Mapping[str, Matcher] = {
    "colour": looks.colour,
    "material": looks.material,
    "shape": looks.shape,
    "side": looks.side,
    "age": looks.age,
    "height": looks.height,
    "amount": ties.amount,
    "hour": ties.hour,
    "kin": ties.kin,
    "without": ties.without,
    "owner": ties.owner,
    "place": whereabouts.place,
    "from": whereabouts.place,
    "floor": whereabouts.floor,
    "job": callings.job,
    "work": callings.work,
    "cannot": callings.cannot,
    "can": callings.can,
}
