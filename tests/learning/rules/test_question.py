"""What is believed of a model's answer, and what it is shown."""

from __future__ import annotations

import pytest

from learning.rules.taste_samples import SILENT, THANKED, WORDING, taste
from underdraft.learning.rules.question import SIDE_CODE_POINTS, question, sides, tastes_of
from underdraft.types.episodes import Rewrite


def rewrite(before, after):
    """An edit in dialogue."""
    return Rewrite(run_id="r", scene_type="dialogue", before=before, after=after)


EDITS = [rewrite(THANKED.format(n=n), SILENT.format(n=n)) for n in range(3)]


@pytest.mark.parametrize(
    "given",
    [
        None,
        "谁也不说谢",
        [],
        [taste(edits=(1,))],
        [taste(edits=(1, 9, 0, True))],
        [taste(before="“多谢你。”")],
        [taste(before="雨还在下")],
        [taste(after="他把信递过去")],
        [taste(before="", after=" ")],
        [taste(wording="谢")],
        [taste(wording="谢" * 201)],
        [taste(wording="谁也\x1b不说谢")],
        ["谁也不说谢", {"wording": 3}, {"wording": "谁也不说谢", "evidence": "谢谢"}],
    ],
)
def test_what_the_edits_do_not_show_is_not_believed(given):
    """A taste needs two edits whose quotes are true: gone from the draft, new in what was kept."""
    assert tastes_of({"tastes": given}, EDITS) == []


def test_each_wording_counts_once_with_a_quote_an_edit():
    """A quote may lack one side; the wording is one line; edits count from 0."""
    (found,) = tastes_of({"tastes": [taste("谁也\n不说谢", after=""), taste("谁也 不说谢。")]}, EDITS)
    assert (found.wording, [(q.edit, q.after) for q in found.evidence]) == ("谁也 不说谢", [(0, ""), (1, "")])
    many = [taste(wording) for wording in ("一条规则", "两条规则", "三条规则", "四条规则")]
    assert len(tastes_of({"tastes": many}, EDITS)) == 3


def test_a_long_edit_is_read_by_its_changed_sentences_in_fences_that_it_cannot_close():
    """Short texts are read whole; what is known is there; no text ends its fence."""
    long = rewrite("一样。" * 300 + "谢谢你。尾。", "一样。" * 300 + "````他点头。尾。")
    assert sides(long) == ("谢谢你。", "````他点头。")
    assert sides(EDITS[0]) == (EDITS[0].before, EDITS[0].after)
    assert max(map(len, sides(rewrite("甲" * 3000, "乙" * 3000)))) == SIDE_CODE_POINTS
    asked = question("对白", [long], [WORDING])
    assert "`````\n````他点头。\n`````" in asked
    assert WORDING in asked
