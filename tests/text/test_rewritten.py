"""Which sentences of a text were rewritten."""

from __future__ import annotations

import pytest

from underdraft.text.rewritten import rewritten


@pytest.mark.parametrize(
    ("before", "after", "passages"),
    [
        ("他来了。她走了。雨停了。", "他来了。她没动。雨停了。", [("她走了。", "她没动。")]),
        ("他来了。她走了。", "他来了。", [("她走了。", "")]),
        ("He came. It rained.", "He came. She sang. It rained.", [("", "She sang. ")]),
        ("“谢谢！”他说。天亮了。", "他点头。灯灭了。天亮了。", [("“谢谢！”他说。", "他点头。灯灭了。")]),
        ("Mr. Ito paid $3.50. Then he left.", "Mr. Ito paid $4.50. Then he left.", None),
        ("same.", "same.", []),
        ("", "new.", [("", "new.")]),
    ],
)
def test_sentences_that_differ_stand_beside_what_they_became(before, after, passages):
    """What is the same is left out; neighbours are one passage, and nothing of either text gets lost."""
    found = rewritten(before, after)
    assert (
        found == passages if passages is not None else all("paid" in b and "left" not in b for b, _ in found)
    )
    for was, now in found:
        assert was in before
        assert now in after
