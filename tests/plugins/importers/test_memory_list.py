"""Lists of memories from other programs."""

from __future__ import annotations

import json
import time

import pytest

from underdraft import ImportSource, InvalidArgument
from underdraft_plugins.importers.memory_list import LINE_MAXIMUM, underdraft_import


def read(name, data):
    """What a file with this text or JSON becomes."""
    text = data if isinstance(data, str) else json.dumps(data)
    return underdraft_import(ImportSource(name=name, content=text.encode(), text=text))


@pytest.mark.parametrize(
    "data",
    [
        {"results": [{"id": "1", "memory": "Likes tea", "metadata": {}}, {"memory": "Lives in Porto "}]},
        [
            {"content": "Likes tea", "enabled": True},
            {"content": "Lives in Porto", "created_at": "2026-01-01"},
        ],
        {"memories": [{"text": "Likes tea"}, {"text": "Lives in Porto"}]},
        ["Likes tea", "Lives in Porto", "Likes tea"],
    ],
)
def test_exports_of_mem0_and_chatgpt_are_read(data):
    """The words are kept once each, whatever key they have; that the rest is not kept is said once."""
    plan = read("export.json", data)
    assert plan.memories == ("Likes tea", "Lives in Porto")
    assert plan.left == (
        ()
        if isinstance(data, list) and isinstance(data[0], str)
        else ("ids, dates and categories of memories",)
    )


def test_what_is_switched_off_is_not_kept():
    """A memory that the writer had switched off, or one without words, is counted."""
    plan = read(
        "memory.json", [{"content": "a", "enabled": False}, {"content": ""}, {"id": 1}, {"content": "b"}]
    )
    assert plan.memories == ("b",)
    assert plan.left.count("memories that are switched off or empty") == 3


def test_a_sentence_a_line():
    """Bullets and numbers go, headings and empty lines are no memories."""
    text = "# Saved memories\n\n- Likes tea\n2. Lives in Porto\n喜欢短句。\n#\n"
    assert read("list.txt", text).memories == ("Likes tea", "Lives in Porto", "喜欢短句。")


@pytest.mark.parametrize(
    ("name", "data"),
    [("prose.md", "x" * (LINE_MAXIMUM + 1)), ("other.json", {"a": 1}), ("other.json", 3), ("a.docx", "x")],
)
def test_what_is_no_list_is_left_to_others(name, data):
    """Prose, other JSON and other formats are not taken."""
    assert read(name, data) is None


@pytest.mark.parametrize(("text", "line"), [('[\n"a",\n', 3), ("[" * 200_000, 1)])
def test_a_malformed_file_is_named_with_its_line(text, line):
    """JSON that is cut off or nested without end is an error with name and line."""
    with pytest.raises(InvalidArgument, match=f"^x.json: not JSON, or nested too deep, at line {line}$"):
        read("x.json", text)


@pytest.mark.parametrize("text", ["\n" * 500_000, " \n" * 300_000, "#" * 399 + "\n" + "1" * 399])
def test_a_hostile_list_takes_no_time(text):
    """Work grows with the length of a list, not with its square."""
    begin = time.process_time()
    assert len(read("list.txt", text).memories) <= 1
    assert time.process_time() - begin < 10
