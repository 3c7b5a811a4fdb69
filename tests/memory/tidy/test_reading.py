"""What is read in a statement."""

from __future__ import annotations

from underdraft.memory.tidy.reading import READ_CODE_POINTS, read


def test_values_and_denials():
    """A denied value is another one; a denial ends with its clause."""
    assert read("不要长句，短一点").values == {"length": {"!long": "长", "short": "短"}}
    assert read("Use plain words rather than fancy ones").values == {
        "register": {"plain": "plain", "!ornate": "fancy"}
    }
    assert not read("这本书特别好").denied


def test_what_it_is_about():
    """Names, what has one value only, and the words that are neither idle nor values."""
    found = read("Ruth's eyes are green")
    assert (found.names, found.topic) == ({"ruth"}, {"ruth", "eyes"})
    assert read("女主改名叫沈知").frames["name"] == ({"女主"}, {"沈知"})
    assert "identity" not in read("Mara is a nurse").frames


def test_a_long_text_is_read_in_part():
    """A pasted chapter costs no more than its beginning."""
    assert read("长句。" + "灯塔" * 10_000).text == ("长句。" + "灯塔" * 10_000)[:READ_CODE_POINTS]
