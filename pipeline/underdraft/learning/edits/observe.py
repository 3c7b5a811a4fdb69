"""Two texts -> everything that the edit shows."""

from __future__ import annotations

from underdraft.learning.edits.alignment import Alignment
from underdraft.learning.edits.measured_text import Prose
from underdraft.learning.edits.measures import MEASURES
from underdraft.learning.edits.replaced_words import REPLACED_DISTANCE_MAXIMUM, replaced_words
from underdraft.learning.edits.structure import STRUCTURE
from underdraft.types.observation import Observation
from underdraft.types.signals import UNRELATED_DISTANCE, edit_distance


def observe(model_text: str, final_text: str, *, distance: float | None = None) -> tuple[Observation, ...]:
    """List the observations that the writer's edit shows, in a fixed order; nothing when nothing was changed.

    A pure function of the two texts. An axis on which the text was left alone although it gave an occasion is
    reported as ``kept``: it speaks against a rule that is said to hold always. ``distance``, 0 to 1, is given
    where it is known already.
    """
    if model_text == final_text or not model_text.strip() or not final_text.strip():
        return ()
    if distance is None:
        distance = edit_distance(model_text, final_text)
    if distance > UNRELATED_DISTANCE:
        return ()
    alignment = Alignment(model_text, final_text)
    old, new = Prose(model_text), Prose(final_text)
    found = [seen for measure in (*MEASURES, *STRUCTURE) for seen in measure(old, new, alignment)]
    if alignment.possible and distance <= REPLACED_DISTANCE_MAXIMUM:
        found += replaced_words(alignment)
    return tuple(found)
