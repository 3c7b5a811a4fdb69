"""Checks of arguments: what passes, and the sentence that refuses the rest."""

from __future__ import annotations

import sys
from functools import partial

import pytest

from underdraft.errors import Conflict, InvalidArgument
from underdraft.types import checks

NAN, INF = float("nan"), float("inf")

CASES = [
    (partial(checks.check_one_of, allowed=("a", "b")), ["a", "b"], ["c", None, []], "a or b"),
    (
        partial(checks.check_name, maximum=4),
        ["a", "名字", "a" * 4],
        ["", " ", "a" * 5, "a\n", "\ud800", 3, None],
        "a name of 1 to 4 characters",
    ),
    (partial(checks.check_name, maximum=4, may_be_blank=True), [" ", "a"], ["", "a" * 5], "a name of 1 to 4 characters"),
    (partial(checks.check_text, maximum=4), ["a\n", "文本"], ["", " \n", 3, None], "a text that is not blank"),
    (partial(checks.check_text, maximum=4), ["aaaa"], ["aaaaa"], "at most 4 characters"),
    (partial(checks.check_text, maximum=4), ["a\x01"], ["a\0", "\udfff"], "a text without NUL and lone surrogates"),
    (partial(checks.check_length, maximum=4), ["", "aaaa"], ["aaaaa"], "at most 4 characters"),
    (partial(checks.check_length, maximum=4, unit="code points"), ["aaaa"], ["aaaaa"], "at most 4 code points"),
    (checks.check_storable, ["", "a\n"], ["\0", "a\ud800", None], "a text without NUL and lone surrogates"),
    (partial(checks.check_whole, least=1, most=9), [1, 9], [0, 10, 2.0, True, "1", None], "a whole number from 1 to 9"),
    (partial(checks.check_whole, least=0), [0, 10**30], [-1, 0.0, False], "a whole number >= 0"),
    (partial(checks.check_range, least=1, most=9), [1, 9], [0, 10], "1 to 9"),
    (checks.check_fraction, [0, 0.5, 1], [-0.1, 1.1, NAN, INF, True, "1", None], "a number from 0 to 1"),
    (checks.check_flag, [True, False], [1, 0, None, "true"], "true or false"),
]  # fmt: skip


@pytest.mark.parametrize(("check", "good", "bad", "expected"), CASES)
def test_a_check_passes_or_names_field_and_expectation(check, good, bad, expected):
    """What is in order passes; the rest is refused with one sentence that never holds the value."""
    for value in good:
        check("field", value)
    for value in bad:
        with pytest.raises(InvalidArgument) as raised:
            check("field", value)
        assert raised.value.message == f"field: expected {expected}"
        assert raised.value.details == {"field": "field"}


def test_a_limit_is_a_range_from_1():
    """A page's limit names itself."""
    checks.check_limit(1, 500)
    checks.check_limit(500, 500)
    for limit in (0, 501):
        with pytest.raises(InvalidArgument, match=r"^limit: expected 1 to 500$"):
            checks.check_limit(limit, 500)


def test_a_version_is_the_stored_one():
    """Whoever gives none takes what is there; another one is a conflict that names both."""
    checks.check_version(None, 3, "memory")
    checks.check_version(3, 3, "memory")
    with pytest.raises(Conflict) as raised:
        checks.check_version(2, 3, "memory")
    assert raised.value.message == "expectedVersion: the memory has been changed since"
    assert raised.value.details == {"expectedVersion": 2, "version": 3}


def test_unknown_names_are_not_repeated_and_the_known_are_listed():
    """A set's names are listed sorted, others in their order."""
    checks.check_known("patch", ["a"], {"a": 1, "b": 2})
    for known, listed in ((frozenset({"b", "a"}), "a, b"), (("b", "a"), "b, a"), ({"b": 1, "a": 2}, "b, a")):
        with pytest.raises(InvalidArgument) as raised:
            checks.check_known("patch", ["a", "secret", 3], known, what="setting")
        assert raised.value.message == f"patch: unknown setting; known are {listed}"


@pytest.mark.parametrize("source", [lambda: 1, lambda: "x", lambda: 1 / 0, sys.exit, lambda: next(iter(()))])
def test_a_callers_source_is_held_to_its_form(source):
    """A clock that raises, ends, or gives another type is the caller's mistake."""
    with pytest.raises(InvalidArgument, match=r"^clock: "):
        checks.checked_source("clock", source, checks.TIME, "a time")()
    time = "2026-01-31T12:00:00.000Z"
    assert checks.checked_source("clock", lambda: time, checks.TIME, "a time")() == time
