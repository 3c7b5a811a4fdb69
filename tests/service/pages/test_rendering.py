"""Pages: words in two languages, escaped, under a strict policy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from underdraft.service.pages import rendering
from underdraft.service.pages.rendering import LANGUAGES, VIEWS, strings

TEMPLATES = Path(rendering.__file__).with_name("templates")


def test_both_languages_have_the_same_words():
    """A sentence of one language is in the other, with the same places for values."""
    first, second = (strings(language) for language in LANGUAGES)
    assert set(first) == set(second)
    holes = re.compile(r"\{(\w+)\}")
    for key, text in first.items():
        assert set(holes.findall(text)) == set(holes.findall(second[key])), key


def test_every_word_that_a_template_names_is_there():
    """No template asks for a sentence that nobody wrote."""
    known = strings("en")
    for template in TEMPLATES.glob("*.html"):
        for key in re.findall(r"\bt\('([\w.]+)'[,)]", template.read_text("utf-8")):
            assert key in known, (template.name, key)


def test_there_is_no_script_and_no_style_in_the_markup():
    """The policy forbids both, so no template has any."""
    for template in TEMPLATES.glob("*.html"):
        text = template.read_text("utf-8")
        assert not re.search(r"<script>|\bstyle=|\bon\w+=\"", text), template.name


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_view_opens_on_an_empty_project(get, view, language):
    """A new writer sees each view, with a sentence on what to do next where there is nothing yet."""
    got = get(view, headers={"accept-language": language})
    assert got.status_code == 200
    assert f'lang="{"zh-Hans" if language == "zh" else "en"}"' in got.text
    assert "script-src 'self'" in got.headers["content-security-policy"]
    assert not re.search(r">(view|tab|error|done|setting|effect|becomes)\.\w+<", got.text)


def test_a_chosen_language_is_remembered(get):
    """The link to the other language holds for the next page, too."""
    got = get("memory?lang=zh")
    assert "记忆" in got.text
    assert "underdraft_language=zh" in got.headers["set-cookie"]
