from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.errors import InvalidArgument
from underdraft.project.frontmatter import (
    MAX_FILE_BYTES,
    MAX_HEADER_BYTES,
    read_frontmatter,
    split_frontmatter,
    without_frontmatter,
)


def message(markdown: str) -> str:
    """What is said about a file that is refused."""
    with pytest.raises(InvalidArgument) as caught:
        read_frontmatter(markdown, skill="polish")
    return caught.value.message


def test_file_is_taken_apart_with_lines():
    """Keys have their values, their text as written, and the file's line numbers."""
    page = read_frontmatter("---\n# a comment\nname: polish\nrules:\n  a: 1\n  b: 1.10\n---\n\n\nDo it.\n\n")
    name, rules = page.entries
    assert (name.key, name.value, name.line, dict(name.lines)) == ("name", "polish", 3, {"": 3})
    assert (rules.value, dict(rules.lines)) == ({"a": 1, "b": 1.1}, {"": 4, "a": 5, "b": 6})
    assert page.body == "Do it."
    assert page.body_line == 7


def test_newlines_and_byte_order_mark_do_not_matter():
    """A file saved on another system reads the same."""
    text = "---\nname: a\nrules: {b: 1}\n---\n\none\n\n  two\n"
    expected = read_frontmatter(text)
    for other in ("\ufeff" + text, text.replace("\n", "\r\n"), text.replace("\n", "\r")):
        assert read_frontmatter(other) == expected
    assert expected.body == "one\n\n  two"


def test_body_keeps_inner_blank_lines_rules_and_its_first_indentation():
    """Only outer blank lines go; a later --- belongs to the body."""
    assert read_frontmatter("---\na: 1\n---\n \n  x\n\n---\ny\n\t\n").body == "  x\n\n---\ny"


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        ("", "expected --- and YAML frontmatter at the start (skill polish, line 1)"),
        ("\n---\na: 1\n---\n", "expected --- and YAML frontmatter at the start (skill polish, line 1)"),
        ("---\na: 1\n", "expected a line --- that ends the frontmatter (skill polish, line 1)"),
        ("---\na: 1\n ---\n", "expected a line --- that ends the frontmatter (skill polish, line 1)"),
        ("---\n---\nx", "expected key: value lines as frontmatter (skill polish, line 2)"),
        ("---\n- a\n---\nx", "expected key: value lines as frontmatter (skill polish, line 2)"),
        ("---\na: 1\nb: [1, 2\n---\nx", "line 4)"),
        ("---\na: 1\nb: c: d\n---\nx", "line 3)"),
        ("---\na: 1\nb:\n\t- x\n---\nx", "line 4)"),
        ("---\na: 1\n...\nb: 1\n---\nx", "line "),
        ("---\na: 1\nb: 2\na: 3\n---\nx", "expected each key once (skill polish, line 4)"),
        ("---\na: {b: 1, b: 1}\n---\nx", "expected each key once (skill polish, line 2)"),
        ("---\na:\n- b: 1\n  b: 1\n---\nx", "expected each key once (skill polish, line 4)"),
        ("---\n[a]: 1\n---\nx", "expected a word as key (skill polish, line 2)"),
        ("---\na: &x 1\nb: *x\n---\nx", "expected no YAML anchors or aliases (skill polish, line 2)"),
        ("---\na: 1\nb: *x\n---\nx", "expected no YAML anchors or aliases (skill polish, line 3)"),
        ("---\na: !!python/object:os.system x\n---\nx", "expected no YAML tags (skill polish, line 2)"),
        ("---\na: " + "[" * 17 + "]" * 17 + "\n---\nx", "expected at most 16 levels of nesting"),
        ("---\na: \x07\n---\nx", "expected text without control characters (skill polish, line 2)"),
        ("---\na: 1\n---\nx\n\ny\ud800", "expected text without control characters (skill polish, line 6)"),
        ("---\na: 1\n---\n\x00", "expected text without control characters (skill polish, line 4)"),
    ],
)
def test_malformed_files_say_what_and_where(markdown, said):
    """Each fault of form is one sentence with the line of the file."""
    text = message(markdown)
    assert text.startswith("SKILL.md: expected ")
    assert said in text


def test_sizes_are_limited():
    """A file or frontmatter that is too large is refused; one at the limit is read."""
    head = "---\na: 1\n---\n"
    assert read_frontmatter(head + "x" * (MAX_FILE_BYTES - len(head))).body[-1] == "x"
    assert "at most 1000000 bytes" in message(head + "x" * (MAX_FILE_BYTES - len(head) + 1))
    assert "at most 1000000 bytes" in message(head + "字" * (MAX_FILE_BYTES // 3))
    assert "frontmatter of at most" in message("---\na: " + "字" * (MAX_HEADER_BYTES // 3) + "\n---\nx")


WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=40)
YAMLISH = st.lists(
    st.sampled_from(["a: ", "b:\n  ", "- ", "[", "]", "{", "}", "\n", "'", '"', "|", ">", "#", "&x ", "*x"])
    | WORDS,
    max_size=12,
).map("".join)


@given(YAMLISH, WORDS)
def test_any_text_is_read_or_refused(header, body):
    """No file, however odd, raises anything but INVALID_ARGUMENT, and none is quoted."""
    page, error = None, None
    try:
        page = read_frontmatter(f"---\nk: ☃\n{header}\n---\n{body}")
    except InvalidArgument as refused:
        error = refused.message
    if page is not None:
        assert page.entries[0].key == "k"
    else:
        assert error.startswith("SKILL.md: ")
        assert "☃" not in error


def test_frontmatter_is_taken_off():
    """The body comes with the number of the line on which it begins; a file without one begins at its text."""
    assert without_frontmatter("---\na: 1\n---\n\nbody\n") == ("body\n", 5)
    assert without_frontmatter("\n\nbody") == ("body", 3)
    assert without_frontmatter("---\nno end") == ("---\nno end", 1)
    assert without_frontmatter("---\na: 1\n---") == ("", 3)


def test_frontmatter_is_split_off():
    """The YAML and where the body begins; what no marker ends is all YAML, and a text without a first marker has none."""
    assert split_frontmatter("---  \na: 1\n---\t\nbody") == ("a: 1\n", 15)
    assert split_frontmatter("---\na: 1\n--- no marker") == ("a: 1\n--- no marker", None)
    assert split_frontmatter("---\n---") == ("", 7)
    assert split_frontmatter("----\na: 1\n---") is None
    assert split_frontmatter("") is None
