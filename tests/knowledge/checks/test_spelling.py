from __future__ import annotations

import pytest

from knowledge.story_samples import read


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("何三槐在补网。", True),
        ("何三桅在补网。", False),
        ("和三桅说：“好。”", True),
        ("宽三桅杆。", False),
        ("沈研说：“好。”", True),
        ("沈默不语。", False),
        ("何三槐，何三槐，何三槐，何三槐。", False),
        ("Edyth came.", True),
        ("Edith came.", False),
    ],
)
def test_misspelt_names(text, found):
    """One wrong character in a name is found, common words and another person's name are not."""
    facts = "entities: [{name: 何三桅}, {name: 沈砚}, {name: Edith}]"
    assert [code for code, _ in read(text, facts=facts)] == (["MISSPELT_NAME"] if found else [])
