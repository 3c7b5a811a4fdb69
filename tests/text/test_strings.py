from __future__ import annotations

import re

import pytest

from underdraft.text.strings import (
    PARTS,
    folder_in,
    language_of,
    languages,
    missing,
    own_words,
    strings,
    whole_text,
    words,
)


def flat(table, prefix=""):
    """Every string by its full name."""
    found = {}
    for name, value in table.items():
        inside = dict(enumerate(value)) if isinstance(value, list) else value
        found |= flat(inside, f"{prefix}{name}.") if isinstance(inside, dict) else {f"{prefix}{name}": value}
    return found


@pytest.mark.parametrize("part", [part for part in PARTS if own_words("en", part)])
@pytest.mark.parametrize("language", languages())
def test_a_language_says_what_english_says(language, part):
    """Its words are among the English ones, with the same blanks; a code that is plain English has no English word."""
    own, english = flat(own_words(language, part)), flat(own_words("en", part))
    added = {name for name in own if name not in english}
    plain = {"fact", "entity", "language", "sentences", "type", "state", "source", "heard", "story"}
    assert {name.partition(".")[0] for name in added} <= (plain if part == "page" else set())
    blanks = lambda text: set(re.findall(r"\{(\w+)\}", text))
    assert {name for name in own if name in english and blanks(own[name]) != blanks(english[name])} == set()
    assert all(isinstance(text, str) and text for text in own.values())


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("zh", "zh"),
        ("zh-Hant", "zh"),
        ("zh_CN.UTF-8", "zh"),
        ("en", "en"),
        ("en-GB", "en"),
        ("fr", "en"),
        ("C", "en"),
        ("", "en"),
        ("../zh", "en"),
    ],
)
def test_a_locale_has_a_language(locale, language):
    """The language of a locale is the folder that has its name, whatever else the English one."""
    assert language_of(locale) == language
    assert strings("punctuation", locale) == own_words(language, "prompt")["punctuation"]


@pytest.fixture
def german(monkeypatch, tmp_path):
    """A third language with a few words; words that were read are forgotten before and after."""
    from underdraft.text import strings as module

    cached = (languages, strings, words, own_words)
    for language in ("en", "de"):
        (tmp_path / language).mkdir()
    (tmp_path / "en" / "prompt.toml").write_text('[a]\nb = "B"\n[a.c]\nd = "D {x}"\n', "utf-8")
    (tmp_path / "en" / "template.toml").write_text('one = "1"\n[two]\n"3.4" = "\\"5"\n', "utf-8")
    (tmp_path / "de" / "prompt.toml").write_text('[a.c]\nd = "Dä"\ne = "E"\n', "utf-8")
    (tmp_path / "de" / "template.toml").write_text('one = "eins"\n', "utf-8")
    (tmp_path / "__pycache__").mkdir()
    monkeypatch.setattr(module, "_LOCALES", tmp_path)
    for found in cached:
        found.cache_clear()
    yield tmp_path
    for found in cached:
        found.cache_clear()


def test_a_language_is_a_folder(german):
    """What it lacks is English and listed; a part can be had as one text, and folders fall back, too."""
    assert languages() == ("de", "en")
    assert language_of("de_AT.UTF-8") == "de"
    assert words("de", "prompt") == {"a": {"b": "B", "c": {"d": "Dä", "e": "E"}}}
    assert strings("a.c", "de-AT")["d"] == "Dä"
    assert (words("de", "page"), words("de", "messages")) == ({}, {})
    assert list(missing("de")) == [("prompt", "a.b"), ("template", "two.3.4")]
    assert whole_text("en", "template") == (german / "en" / "template.toml").read_text("utf-8")
    assert whole_text("de", "template") == '"one" = "eins"\n\n[two]\n"3.4" = "\\"5"\n'
    assert folder_in(german, "de").name == "de"
    assert folder_in(german, "fr").name == "en"


def test_a_section_cannot_be_changed():
    """A section is shared by all callers; one inside another is named with a dot."""
    assert strings("statements", "en")["word"][0] == 'writes "{a}", not "{b}"'
    with pytest.raises(TypeError):
        strings("punctuation", "en")["colon"] = "!"
    with pytest.raises(KeyError):
        strings("attic", "en")
