from __future__ import annotations

import re

from underdraft import NotFound
from underdraft.run.plugin_error import describe_error


def raised(function):
    """What a function raises."""
    try:
        function()
    except Exception as error:
        return error
    return None


def test_an_exception_has_a_name_and_a_place():
    """The name and the line that raised it are told, in one line, and none of its words or absolute paths."""
    words = describe_error(raised(lambda: {"a": 1}["secret passwd"]))
    assert re.fullmatch(r"KeyError at run/test_plugin_error\.py:\d+", words)


def test_the_cause_is_what_counts():
    """Of an error that was wrapped, the wrapped one is told."""

    def wrap():
        try:
            raise StopIteration
        except StopIteration as error:
            raise RuntimeError("StopIteration") from error

    assert describe_error(raised(wrap)).startswith("StopIteration at run/test_plugin_error.py:")


def test_an_error_of_our_own():
    """It has a message that may be shown."""
    assert describe_error(NotFound("card: there is none")) == "card: there is none"


def test_a_module_that_cannot_be_loaded():
    """A line that is no Python is named in its file; of another error the last line outside this package."""
    assert (
        describe_error(SyntaxError("words", ("a/b/secret.py", 3, 1, "words")))
        == "SyntaxError at b/secret.py:3"
    )
    told = describe_error(raised(lambda: open("nowhere/secret.toml")))  # noqa: PTH123, SIM115
    assert re.fullmatch(r"FileNotFoundError at run/test_plugin_error\.py:\d+", told)
