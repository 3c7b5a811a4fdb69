"""The page of errors has every code, in each language, and error messages name it."""

from __future__ import annotations

import inspect
import re

import pytest

from docs.pages import read
from underdraft import UnderdraftError, errors, plugins
from underdraft.knowledge.checks.finding import CODES
from underdraft.memory.index.embedding import SUGGESTIONS
from underdraft.types.memory import Degradation

PAGES = ("docs/errors.md", "docs/errors.zh-CN.md")


def known():
    """Every code of an error, a warning, a degradation and a finding."""
    classes = [
        one for one in vars(errors).values() if inspect.isclass(one) and issubclass(one, UnderdraftError)
    ]
    warnings = [value for name, value in vars(errors).items() if name.isupper() and isinstance(value, str)]
    degradations = re.findall(
        r"`([A-Z_]+)`", str(inspect.get_annotations(Degradation, eval_str=True)["code"])
    )
    return [
        *(one.code for one in classes),
        *(value.partition(":")[0] for value in [*warnings, plugins.PLUGIN_FAILED]),
        *dict.fromkeys([*SUGGESTIONS, *degradations]),
        *CODES,
    ]


def explained(page):
    """The codes that are headings of the page."""
    return re.findall(r"^### `([A-Z_]+)`$", read(page), re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_every_code_is_a_heading_once(page):
    """The page explains exactly the codes that the code has, each under one heading."""
    assert sorted(explained(page)) == sorted(known())


@pytest.mark.parametrize(("page", "word"), [(PAGES[0], "Fix:"), (PAGES[1], "解决：")])
def test_every_error_and_warning_has_a_fix(page, word):
    """What is said of each error, warning and degradation ends with what to do."""
    parts = re.split(r"^### `([A-Z_]+)`$", read(page), flags=re.MULTILINE)[1:]
    said = dict(zip(parts[::2], parts[1::2], strict=True))
    assert [code for code, text in said.items() if word not in text and code not in CODES] == []


def test_the_twins_have_the_same_order():
    """Both languages list the codes in the same order."""
    assert explained(PAGES[0]) == explained(PAGES[1])


def test_a_message_names_a_heading_of_the_page():
    """What an error's line names is the page and the anchor of its code."""
    page, anchor = errors.page_of("NOT_FOUND").split("#")
    assert page in PAGES
    assert anchor in {code.lower() for code in explained(page)}
