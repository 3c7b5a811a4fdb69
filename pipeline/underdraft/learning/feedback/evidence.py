"""The subject of a feedback in the writer's words: which words count, which are noise, which are the same."""

from __future__ import annotations

from underdraft.text.clean import normalised, tag_or_none

EVIDENCE_MAXIMUM = 240
"""Code points of evidence that are kept; docs/contract.md, section 5."""

EVIDENCE_MINIMUM = 3
"""Fewest code points, trimmed, that say anything; docs/contract.md, section 5."""

EMPTY = "empty"
TOO_SHORT = "too_short"
LEARNING_DISABLED = "learning_disabled"
PRIVACY_MODE_REJECT = "privacy_mode_reject"
FAILED = "failed"
TRUNCATED = "truncated"
STAND_IN = "stand_in"

NOTHING_AT_ALL = frozenset({FAILED, TRUNCATED})
"""Reasons for which neither the evidence nor an edit teaches anything: the reply is not whole."""


def shortened(evidence: str | None) -> str | None:
    """The evidence as it is kept: trimmed, at most 240 code points; ``None`` when nothing is left."""
    return (evidence or "").strip()[:EVIDENCE_MAXIMUM].rstrip() or None


def ignored_reason(
    evidence: str | None, *, learning: bool, privacy: bool, no_lesson: str | None = None
) -> str | None:
    """Say why the evidence teaches nothing, or ``None`` when it does.

    What the writer says about the stand-in's reply counts, although the reply itself teaches nothing.
    """
    if no_lesson in NOTHING_AT_ALL:
        return no_lesson
    kept = shortened(evidence)
    if kept is None or not normalised(kept):
        return no_lesson or EMPTY
    if len(kept) < EVIDENCE_MINIMUM:
        return TOO_SHORT
    if not learning:
        return LEARNING_DISABLED
    if privacy and tag_or_none(kept) is None:
        return PRIVACY_MODE_REJECT
    return None
