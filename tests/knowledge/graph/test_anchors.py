"""Evidence by its words."""

from __future__ import annotations

import pytest

from underdraft.knowledge.checks.told import sentence_at
from underdraft.knowledge.graph.anchors import QUOTES, anchor, find_quote, located, proposed
from underdraft.testing import MemoryFiles

TEXT = "# One\n\nAnn took the key. The door stood open.\n\nBert slept. Ann took the key. It was cold.\n"
SECOND = TEXT.rindex("Ann took the key.")


@pytest.mark.parametrize(
    ("now", "line"),
    [
        (TEXT, 5),
        ("# One\n\nA new first line.\n\nAnother.\n\n" + TEXT, 11),
        (TEXT.replace("\n\nBert", "\n\nIn the evening Bert"), 5),
        (TEXT.replace("slept. Ann took the key.", "slept. Ann quietly took the key."), 5),
        (TEXT.replace("slept. Ann took the key.", "slept.  Ann took\u3000the key."), 5),
    ],
)
def test_a_quote_is_found_again(now, line):
    """After edits above it, beside it and inside it; of two the one that stands among the same words."""
    evidence = anchor("c.md", TEXT, SECOND, SECOND + len("Ann took the key."))
    assert str(evidence) == "ref:c.md"
    found = located(evidence, MemoryFiles({"c.md": now}))
    assert found is not None
    assert (found.first_line, found.last_line) == (line, line)
    assert str(found) == f"ref:c.md#L{line}-L{line}"


def test_a_quote_is_lost():
    """What was rewritten or removed is not taken for another sentence; a file that is gone has nothing."""
    evidence = anchor("c.md", TEXT, SECOND, SECOND + len("Ann took the key."))
    assert find_quote("# One\n\nRain fell all night over the harbour.\n", evidence) is None
    assert located(evidence, MemoryFiles({})) is None


def test_a_quote_has_what_stands_around_it():
    """On its line, to find it again."""
    text = "他来了。“沈青走了。”她说。"
    found = anchor("1.md", text, *sentence_at(text, text.index("沈青")))
    assert (found.quote, found.before, found.after) == ("“沈青走了。”", "他来了。", "她说。")


def test_a_proposal_has_few_quotes():
    """The first ones; an empty side is left out."""
    _, fact = proposed("entity", {"name": "Ann"}, [anchor("1.md", "Ann sat.", 0, 8)] * (QUOTES + 2))
    assert fact == {"name": "Ann", "ref": [{"path": "1.md", "quote": "Ann sat."}] * QUOTES}
