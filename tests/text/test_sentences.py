"""Where sentences and characters end."""

from __future__ import annotations

from itertools import pairwise

import pytest
import regex
from hypothesis import given

from text.documents import EN, FLAG, before, documents
from underdraft.text.sentences import inside_cluster

ZH = "“你来了。”她说，“我等了很久……”他没有回答。雨还在下！真的吗？！是的"


def sentences(document: str) -> list[str]:
    """The parts of one line that larger and larger limits let in before a cursor at its end."""
    kept = [before(document, limit) for limit in range(len(document))]
    starts = sorted({0, len(document), *(side.start for side in kept if side.cut == "sentence")})
    return [document[start:end] for start, end in pairwise(starts)]


def test_chinese_sentences() -> None:
    """Closing quotes, doubled marks and ellipses stay with their Chinese sentence."""
    assert sentences(ZH) == [
        "“你来了。”",
        "她说，“我等了很久……”",
        "他没有回答。",
        "雨还在下！",
        "真的吗？！",
        "是的",
    ]
    line = "『嗯？』（完了。）下一句……——她走了。「好。」他说：“走。”，就走了……好"
    assert sentences(line) == [
        "『嗯？』",
        "（完了。）",
        "下一句……——她走了。",
        "「好。」",
        "他说：“走。”，就走了……",
        "好",
    ]


def test_straight_quotes_in_chinese() -> None:
    """A straight quote behind a full stop closes or opens according to those before it."""
    assert sentences('他想:"走!""不走!"她说。"好。"完') == ['他想:"走!"', '"不走!"', "她说。", '"好。"', "完"]


def test_english_sentences() -> None:
    """Abbreviations, decimals and ellipses do not end a Latin sentence."""
    expected = [
        "He nodded. ",
        '"Go away!" she cried. ',
        "Mr. Smith paid $3.14. ",
        "It was late. ",
        "Nobody came",
    ]
    assert sentences(EN) == expected


def test_mixed_sentences() -> None:
    """Latin and Chinese rules work side by side in one line."""
    line = "价格是3.14元。Mr. Smith 说：“Hello. World.”他笑了.然后呢? Yes. 好"
    expected = ["价格是3.14元。", "Mr. Smith 说：“Hello. World.”", "他笑了.", "然后呢? ", "Yes. ", "好"]
    assert sentences(line) == expected


@given(documents)
def test_inside_cluster_agrees_with_the_whole_document(document: str) -> None:
    """A bounded look at an offset gives the same answer as all clusters of the document."""
    starts = _starts(document)
    inside = {n for n in range(-1, len(document) + 2) if inside_cluster(document, n)}
    assert inside == set(range(len(document))) - starts


@pytest.mark.parametrize("flags", [2, 127, 128, 129, 700])
@pytest.mark.parametrize("head", ["", "甲", "甲乙"])
def test_inside_cluster_in_a_run_of_flags(head: str, flags: int) -> None:
    """Flags pair off from the start of their run, however far back that is within reason."""
    document = head + FLAG * flags
    assert inside_cluster(document, len(document) - 1)
    assert not inside_cluster(document, len(document) - 2)


def _starts(document: str) -> set[int]:
    """The offsets between clusters, found by reading the whole document."""
    return {match.start() for match in regex.finditer(r"\X", document)} | {len(document)}
