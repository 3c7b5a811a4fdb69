from __future__ import annotations

import re
import tomllib
from importlib.resources import files

import pytest

from underdraft.text.strings import language_of, strings

FILES = {
    language: tomllib.loads((files("underdraft.text") / "locales" / f"{language}.toml").read_text("utf-8"))
    for language in ("zh", "en")
}


def flat(table, prefix=""):
    """Every string by its full name."""
    found = {}
    for name, value in table.items():
        found |= flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {f"{prefix}{name}": value}
    return found


def test_both_languages_say_the_same_things():
    """Every string exists in both languages, in the same order and with the same blanks."""
    zh, en = flat(FILES["zh"]), flat(FILES["en"])
    assert list(zh) == list(en)
    blanks = lambda text: set(re.findall(r"\{(\w+)\}", text))
    assert {name for name in zh if blanks(zh[name]) != blanks(en[name])} == set()
    assert all(isinstance(text, str) and text for text in (*zh.values(), *en.values()))


@pytest.mark.parametrize(
    ("locale", "language"), [("zh", "zh"), ("zh-Hant", "zh"), ("en", "en"), ("en-GB", "en"), ("fr", "en")]
)
def test_a_locale_has_a_language(locale, language):
    """Variants of Chinese read the Chinese file, whatever else the English one."""
    assert language_of(locale) == language
    assert strings("punctuation", locale) == FILES[language]["punctuation"]


def test_a_section_cannot_be_changed():
    """A section is shared by all callers; one inside another is named with a dot."""
    assert strings("statements.word", "en")["first"] == 'writes "{a}", not "{b}"'
    with pytest.raises(TypeError):
        strings("punctuation", "en")["colon"] = "!"
    with pytest.raises(KeyError):
        strings("attic", "en")
