"""Names in English text."""

from __future__ import annotations

import pytest

from knowledge.proposing.two_stories import story_text
from underdraft.knowledge.proposing.english import english_names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Then Mrs. Hale sat. He saw Mrs. Hale.", {"Mrs Hale": "character"}),
        ("They met in London. From London he came.", {"London": "place"}),
        ("He is Mr McRae. So said Mr McRae.", {"Mr McRae": "character"}),
        ("He lay in St Anne's. Near St Anne's.", {"St Anne's": "place"}),
        ("He joined the Ferry Company. So the Ferry Company paid.", {"Ferry Company": "organisation"}),
        ("We saw the Constancy. Soon the Constancy sank.", {"Constancy": "thing"}),
        ("However, it rained. However, on Monday in June he met the doctor, and the Doctor.", {}),
        ("The door. Door after door. He said Door.", {}),
    ],
)
def test_capital_letters_inside_sentences(text, expected):
    """Names with their kinds; beginnings of sentences, days, months, jobs and common words are none."""
    assert {w.text: w.kind for w in english_names(story_text(text))} == expected
