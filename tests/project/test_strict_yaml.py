"""YAML read strictly."""

from __future__ import annotations

import math

import pytest

from underdraft.errors import InvalidArgument
from underdraft.project.strict_yaml import Place, compose, is_mapping, plain

PLACE = Place("SKILL.md", first_line=2, skill="polish")


def values(text: str) -> object:
    """What a YAML text says."""
    return plain(compose(f"{text}\n", PLACE))


def message(text: str) -> str:
    """What is said about a text that is refused."""
    with pytest.raises(InvalidArgument) as caught:
        compose(text, PLACE)
    return caught.value.message


def test_an_empty_text_has_no_tree():
    """Neither has one of comments alone."""
    assert compose("", PLACE) is None
    assert compose("# x\n", PLACE) is None


def test_only_keys_with_values_are_a_mapping():
    """A list and a text are none."""
    assert [is_mapping(compose(text, PLACE)) for text in ("a: 1", "[a]", "a")] == [True, False, False]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("5", 5),
        ("-5", -5),
        ("1_000", 1000),
        ("1__0_", 10),
        ("017", "017"),
        ("0x1F", "0x1F"),
        ("1:30", "1:30"),
        ("9" * 40, "9" * 40),
        ("1.5", 1.5),
        ("-1.5e+3", -1500.0),
        (".inf", math.inf),
        ("-.INF", -math.inf),
        ("1:30.5", "1:30.5"),
        ("true", True),
        ("No", False),
        ("off", False),
        ("'true'", "true"),
        ('"5"', "5"),
        ("", None),
        ("~", None),
        ("2024-13-45", "2024-13-45"),
        ("=", "="),
        ("[1, {a: no}]", [1, {"a": False}]),
        ("|\n  两行\n  text", "两行\ntext\n"),
    ],
)
def test_scalars_are_read_as_plain_values(written, read):
    """Numbers are decimal; octal, hexadecimal, base 60 and dates stay text."""
    value = values(f"k: {written}")["k"]
    assert value == read
    assert type(value) is type(read)


def test_nan_is_a_float():
    """``.nan`` is a number, so that a rule can refuse it as one."""
    assert math.isnan(values("k: .nan")["k"])


def test_merge_key_is_an_ordinary_key():
    """YAML's ``<<`` merges nothing."""
    assert values("<<: {a: 1}") == {"<<": {"a": 1}}


def test_quoted_parser_complaints_are_not_passed_on(monkeypatch):
    """The pure Python parser quotes the file in some complaints; these are left out."""
    import yaml

    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    for secret in ("@", "`"):
        text = message(f"a: {secret}hidden")
        assert text == "SKILL.md: expected valid YAML (skill polish, line 2)"
    assert message("a: b: c").startswith("SKILL.md: expected valid YAML: mapping values")
