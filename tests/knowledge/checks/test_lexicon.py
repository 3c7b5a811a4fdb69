from __future__ import annotations

from underdraft.knowledge.checks.lexicon import lines_in, pattern


def test_words_of_both_languages():
    """English words count whole and in any case, Chinese ones wherever they stand, the longest first."""
    found = pattern(["red", "红", "粉红"])
    assert [m[0] for m in found.finditer("Red, hundred, 粉红, 红")] == ["Red", "粉红", "红"]
    assert lines_in("colours", "her grey eyes, 碧绿") == ("grey", "green")
