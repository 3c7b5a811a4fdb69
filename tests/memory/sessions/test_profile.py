"""The profile document: what extraction may touch in it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from underdraft.memory.sessions.profile import LearnedLine, learned_heading, with_learned

words = st.text(st.characters(categories=["L", "N"], max_codepoint=0x9FFF), min_size=1, max_size=12)


def noted(markdown, *lines, locale="zh"):
    """The document after learning ``(text, about)`` pairs, and how many are new."""
    return with_learned(markdown, [LearnedLine(text=t, about=a) for t, a in lines], locale)


def test_learned_lines_stand_under_their_heading():
    """The writer's text stays in front, what stands behind the section stays behind."""
    text, new = noted("我写悬疑。", ("我喜欢短句", "短句"))
    assert (text, new) == (f"我写悬疑。\n\n{learned_heading('zh')}\n\n- 我喜欢短句", 1)
    text = f"{text}\n\n# 别的\n尾巴"
    text, new = noted(text, ("我喜欢白描", "白描"))
    assert text == f"我写悬疑。\n\n{learned_heading('zh')}\n\n- 我喜欢短句\n- 我喜欢白描\n\n# 别的\n尾巴"


def test_a_newer_preference_about_the_same_takes_the_olders_place():
    """One line remains of two that are about the same thing; the writer's own lines are never touched."""
    text, _ = noted("我不喜欢长句", ("我喜欢长句", "长句"))
    text, new = noted(text, ("我讨厌长句", "长句"))
    assert new == 1
    assert text.startswith("我不喜欢长句\n")
    assert "- 我喜欢长句" not in text
    assert "- 我讨厌长句" in text


def test_what_stands_anywhere_already_is_not_added():
    """Marks and white space do not make another line."""
    assert noted("- 我喜欢 短句。", ("我喜欢短句", "短句")) == ("- 我喜欢 短句。", 0)


def test_the_heading_speaks_the_workspaces_language():
    """English workspaces get the English heading; an existing one of the other language is used."""
    assert learned_heading("en") in noted("", ("I like fog", "fog"), locale="en")[0]
    assert learned_heading("en") not in noted(learned_heading("zh"), ("I like fog", "fog"), locale="en")[0]


@given(st.lists(words, max_size=5), st.lists(st.tuples(words, words), max_size=5))
def test_every_line_of_the_writers_survives(own, lines):
    """Whatever is learned, the writer's lines are all there, in their order; a second time adds nothing."""
    markdown = "\n".join(own)
    text, _ = noted(markdown, *lines)
    kept = text.split(learned_heading("zh"))[0].strip().split("\n")
    assert kept == (markdown.split("\n") if own else [""])
    for line in lines[-1:]:
        assert noted(text, line)[1] == 0
