"""What changed between two sections and between two texts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from underdraft.cache.prompt_diff import changed_chunks, text_diff
from underdraft.types.chunk import Chunk
from underdraft.types.layers import Layer
from underdraft.types.prompt import Section

words = st.text(alphabet="他她笑了走。！？…”\n a.", max_size=60)


def section(*chunks):
    """A layer with chunks of one plugin, from their texts and sources."""
    return Section(
        layer=Layer.SYSTEM,
        chunks=tuple(
            Chunk(text=text, source=source, plugin="plug", fetcher="fetch") for text, source in chunks
        ),
    )


def changes(before, after):
    """Source and change of every chunk that is not the same."""
    return [(pair.chunk.source, pair.change) for pair in changed_chunks(before, after)]


def test_changes_are_named_in_prompt_order():
    """Added, removed and changed chunks stand in the order of the prompt."""
    before = section(("一", "a"), ("二", "b"), ("三", "c"))
    after = section(("一", "a"), ("二变", "b"), ("新", "n"))
    assert changes(before, after) == [("b", "changed"), ("c", "removed"), ("n", "added")]
    assert changes(before, before) == []


def test_equal_texts_in_another_place_have_moved():
    """Neither of two chunks that have changed places counts as another text."""
    before, after = section(("x", "p"), ("y", "q")), section(("y", "q"), ("x", "p"))
    assert changes(before, after) == [("q", "moved"), ("p", "moved")]


def test_several_chunks_of_one_source_are_told_apart():
    """Two chunks alike but for their text are compared one by one."""
    assert changes(section(("一", "a"), ("二", "a")), section(("一", "a"), ("三", "a"))) == [("a", "changed")]


def test_changed_word_is_shown_in_its_sentence_alone():
    """A paragraph of many sentences is compared sentence by sentence, in Chinese and English."""
    paragraph = "他走进来。灯灭了！“谁？”她问。没有人答话……"
    assert text_diff(paragraph, paragraph.replace("灯灭了", "灯亮了")) == (
        "  他走进来。",
        "- 灯灭了！",
        "+ 灯亮了！",
        "  “谁？”",
    )
    english = "He came in. The light went out. Nobody spoke."
    assert "+ The light came on." in text_diff(english, english.replace("went out", "came on"))


@given(words, words)
def test_text_diff_tells_a_difference_when_there_is_one(before, after):
    """Equal texts give no lines; each line is marked; removed lines come from the one text, added ones from the other."""
    lines = text_diff(before, after)
    if before == after:
        assert lines == ()
    for line in lines:
        assert line == "⋯" or line[:2] in {"- ", "+ ", "  "}
        if line.startswith("- "):
            assert line[2:] in before
        if line.startswith("+ "):
            assert line[2:] in after


@given(words)
def test_text_diff_of_nothing_holds_every_piece(text):
    """All text of an added chunk is shown, but for white space."""
    shown = "".join(line[2:] for line in text_diff("", text))
    assert "".join(shown.split()) == "".join(text.split())
