"""No language keeps words that nothing says."""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from pathlib import Path

import click
import pytest

import underdraft
import underdraft_plugins
from underdraft.text.strings import ENGLISH, languages, own_words

PACKAGES = (Path(underdraft.__file__).parent, Path(underdraft_plugins.__file__).parent)
CLICK = Path(click.__file__).parent
PUT_TOGETHER = re.compile(
    r"(created|deleted) at|document id|story fact|permission denied|no (such file or directory|space left on device)"
    r"|read-only file system|no provider is known"
    r"|Missing argument|No such (option|command)|Option '\{name\}'|'\{value\}' is not|\{detail\} \(at|memories were not added"
    r"|locale = "
)
"""Texts of other libraries and of the system, and those that are put together from parts."""


def texts_of(folder: Path) -> set[str]:
    """Every text in the Python files of a folder; a value that is put in is a gap."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {node.value, inspect.cleandoc(node.value)}
            elif isinstance(node, ast.JoinedStr):
                parts = (p.value if isinstance(p, ast.Constant) else "\0" for p in node.values)
                found.add("".join(map(str, parts)))
    return found


@cache
def said() -> str:
    """All that the source may say, one text after the other."""
    return plain("\n\1\n".join(set().union(*map(texts_of, (*PACKAGES, CLICK)))))


def plain(text: str) -> str:
    """A text without marks of code, and with single spaces."""
    return re.sub(" +", " ", text.replace("`", ""))


@pytest.mark.parametrize("part", ["commands", "messages"])
@pytest.mark.parametrize("language", [name for name in languages() if name != ENGLISH])
def test_each_english_text_is_said_somewhere(language, part):
    """An entry whose words no source has is left over from what is gone."""
    pieces = lambda text: [p for p in re.split(r"\{\w*\}", plain(text)) if len(p.strip()) > 1]
    unused = [key for key in own_words(language, part) if not all(piece in said() for piece in pieces(key))]
    assert [key for key in unused if not PUT_TOGETHER.match(key)] == []


def test_each_word_of_the_page_is_shown():
    """A sentence or a key stands in a template, the script or the code; or its beginning does, before a code."""
    files = (p for p in PACKAGES[0].rglob("*") if p.suffix in {".html", ".js", ".py"})
    source = "\n".join(path.read_text("utf-8") for path in files)
    used = lambda key: (
        key in source
        or any(
            f"{quote}{key.rpartition('.')[0]}{end}" in source for quote in "'\"" for end in (".", "'", '"')
        )
    )
    left = [said for code in languages() for said in own_words(code, "page").get("sentences", {})]
    assert [text for text in left if text not in source and text.replace("'", "\\'") not in source] == []
    keys = [key for key in own_words(ENGLISH, "page") if "memory." not in key and "questions." not in key]
    assert [key for key in keys if not used(key)] == []
