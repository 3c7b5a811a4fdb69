"""The design of style vectors stands on what exists, and says the same in both languages."""

from __future__ import annotations

import re

import pytest

from docs.pages import PACKAGE, codes, read, rows
from underdraft.run.scene_type import SCENE_TYPES
from underdraft.types.observation import AXES

ENGLISH, CHINESE = "docs/style-vectors.md", "docs/style-vectors.zh-CN.md"


@pytest.mark.seed("003.1.2")
def test_the_design_stands_on_what_exists():
    """The numbers build on every axis of today, the data model names the kinds of scene, each module is there, and each question has a bar."""
    page = read(ENGLISH)
    today = {code for row in rows(page, "number") for code in codes(row[2])}
    assert today == set(AXES)
    fields = {codes(row[0])[0]: row[2] for row in rows(page, "field")}
    assert {"measures", "values", "spread", "units", "sources"} <= fields.keys()
    assert set(codes(fields["sceneType"])) == set(SCENE_TYPES) - {"other"}
    paths = [code for code in codes(page) if code.endswith(".py") and "benchmarks" not in code]
    assert paths
    assert [path for path in paths if not (PACKAGE / path).is_file()] == []
    assert all(re.search(r"\d|tenth|once", bar) for _, bar in rows(page, "question"))


def test_both_languages_say_the_same():
    """The Chinese page has the sections, the rows and the names of the English one."""
    english, chinese = read(ENGLISH), read(CHINESE)
    for mark in (r"^## ", r"^\| ", r"^\d\. ", r"^> "):
        count = [len(re.findall(mark, page, re.MULTILINE)) for page in (english, chinese)]
        assert count[0] == count[1], mark
    assert set(codes(english)) == set(codes(chinese))
