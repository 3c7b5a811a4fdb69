"""Which statements are compared, and how they are grouped."""

from __future__ import annotations

import struct

from underdraft.memory.tidy.offers import NEAREST, candidates, find_offers
from underdraft.memory.tidy.statement import Remembered
from underdraft.text.clean import sha256


def remembered(*contents):
    """Statements, the newest first."""
    return [
        Remembered(
            ref=f"memory:{number}",
            content=content,
            content_hash=sha256(content),
            project_id=None,
            origin="manual",
            user_confirmed=True,
            updated_at=f"2026-01-{28 - number:02d}T00:00:00.000Z",
            version=1,
        )
        for number, content in enumerate(contents)
    ]


def test_each_is_compared_with_its_nearest():
    """Work grows with the number of statements, not with its square."""
    statements = remembered(*(f"第{n}条 灯塔" for n in range(100)))
    same = dict.fromkeys((one.content_hash for one in statements), struct.pack("<2f", 1.0, 0.0))
    pairs = candidates(statements, same)
    assert len(pairs) <= 100 * (NEAREST + 1)
    assert set(pairs.values()) == {1.0}


def test_a_group_has_one_that_stays():
    """All others say what it says; the id follows from what they are, in any order."""
    first = remembered("偏好短句", "偏好短句。", "偏好 短句", "少用成语")
    [offer] = find_offers(first, {}, lambda *_: False)
    assert offer.suggested == "memory:0"
    assert [one.ref for one in offer.statements] == ["memory:0", "memory:1", "memory:2"]
    assert find_offers(first[::-1], {}, lambda *_: False)[0].kind == "duplicates"
    assert find_offers(first, {}, lambda *_: True) == []
