"""Whether a sentence says something else than a slot: one rule for each kind of slot."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from underdraft.knowledge.checks import looks, ties
from underdraft.knowledge.checks.reading import Cast, StorySentence
from underdraft.knowledge.checks.slots import Slot

Rule = Callable[[Slot, StorySentence, str, Cast], bool]


def says_otherwise(slot: Slot, sentence: StorySentence, name: str, cast: Cast) -> bool:
    """Whether the sentence, which is really happening, says something else about ``name``."""
    return slot.kind in _RULES and _RULES[slot.kind](slot, sentence, name, cast)


_RULES: Mapping[str, Rule] = {
    "colour": looks.other_colour,
    "material": looks.other_material,
    "shape": looks.other_shape,
    "age": looks.other_age,
    "side": looks.other_side,
    "amount": ties.other_amount,
    "hour": ties.other_hour,
    "kin": ties.other_kin,
    "owner": ties.other_owner,
    "place": ties.other_place,
    "from": ties.other_place,
    "job": ties.other_job,
    "cannot": ties.other_cannot,
    "height": looks.other_height,
    "without": ties.other_without,
}
