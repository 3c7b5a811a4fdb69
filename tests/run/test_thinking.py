"""What a model thinks aloud is kept apart from what it says, however it is cut into pieces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from run.scripted_model import Scripted, run, text_of
from underdraft import Reply, TextDelta
from underdraft.run.thinking import StreamedText, split_thinking

TEXTS = st.lists(st.sampled_from(["<think>", "</think>", "<th", "ink>", "\n", " ", "灯", "a<"]), max_size=12)


@pytest.mark.parametrize(
    ("text", "thinking", "said"),
    [
        ("<think>想一想。</think>\n\n灯亮了。", "想一想。", "灯亮了。"),
        ("\n<think>\n\n</think>\n\n灯亮了。\n", "", "灯亮了。\n"),
        ("<think>想到一半", "想到一半", ""),
        ("灯亮了。<think>这是正文</think>", "", "灯亮了。<think>这是正文</think>"),
        ("<thinner>", "", "<thinner>"),
        ("<thi", "", "<thi"),
        ("  \n", "", "  \n"),
        ("", "", ""),
    ],
)
def test_split(text, thinking, said):
    """Only a block at the very beginning is thinking; one that is never closed is nothing else."""
    assert split_thinking(text) == (thinking, said)


@given(TEXTS)
def test_pieces_make_no_difference(pieces):
    """Cut in any way, a text has the same rest; nothing is said twice."""
    said = StreamedText()
    assert "".join([*map(said.feed, pieces), said.end()]) == split_thinking("".join(pieces))[1]


def test_streamed_candidates():
    """Each candidate's thinking leaves the stream and the texts, and is told with the reply."""
    texts = ("<think>甲</think>灯", "<think>乙</think>", "笼")
    model = Scripted(
        [*(TextDelta(text=c, index=i) for i, text in enumerate(texts) for c in text), Reply(texts=texts)]
    )
    events = run(model)
    assert text_of(events) == "灯"
    assert events[-1].texts == ("灯", "", "笼")
    assert events[-1].thinking == "甲\n\n乙"
