"""Characters."""

from __future__ import annotations

import re

from underdraft.text.language.scripts import CJK, HAN


def test_chinese_characters():
    """Rare ones and marks that stand for one are among them; kana and hangul are CJK alone; no punctuation is either."""
    han, cjk = re.compile(f"[{HAN}]"), re.compile(f"[{CJK}]")
    assert all(han.match(c) and cjk.match(c) for c in "一砚々〇𠮷")
    assert all(cjk.match(c) and not han.match(c) for c in "あ한ㄅ")
    assert not any(cjk.match(c) for c in "，。「aé1")
