"""How a Chinese word is used."""

from __future__ import annotations

from underdraft.knowledge.proposing.chinese_text import ChineseText, acting, offsets


def test_who_acts_stands_at_the_beginning_of_clauses():
    """A name that opens clauses before verbs acts, a noun that is counted and placed does not."""
    text = "阿蓼说：“好。”他把门关上，阿蓼走了。那个门开着，门口有门。"
    assert acting(text, "阿蓼", offsets(text, "阿蓼")) > 0.8
    assert acting(text, "门", offsets(text, "门")) < 0.5


def test_words_begin_where_jieba_cuts():
    """Inside a word of the dictionary no other word begins."""
    cut = ChineseText.of("我很高兴")
    assert cut.begins(2)
    assert not cut.begins(3)
