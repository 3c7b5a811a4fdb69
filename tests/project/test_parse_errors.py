"""How a fault in a file is put into words."""

from __future__ import annotations

import pytest

from underdraft.project.parse_errors import fault, near_matches, printable_key, unknown_key

KNOWN = ("name", "description", "context_rules")


def test_a_fault_says_field_expectation_and_place():
    """What is known of skill and line follows in brackets and in the details."""
    error = fault("caps", "expected a number", skill="polish", line=3)
    assert error.message == "caps: expected a number (skill polish, line 3)"
    assert error.details == {"field": "caps", "skill": "polish", "line": 3}
    assert fault("caps", "expected a number", skill=None).message == "caps: expected a number"


@pytest.mark.parametrize(
    ("prefix", "key", "said"),
    [
        ("rules.", "Context-Rule", "rules.Context-Rule: unknown key; did you mean context_rules?"),
        ("rules.", "zzz", "rules.zzz: unknown key; known keys: context_rules, description, name"),
        (
            "rules.",
            "a secret",
            "rules: unknown key at position 2; known keys: context_rules, description, name",
        ),
        ("", 5, "SKILL.md: unknown key at position 2; known keys: context_rules, description, name"),
    ],
)
def test_an_unknown_key_is_repeated_only_if_it_looks_like_one(prefix, key, said):
    """The nearest known key is offered, else all of them; one that cannot be shown on the top level belongs to SKILL.md."""
    assert unknown_key(prefix, key, 2, KNOWN, skill=None, line=None).message == said


def test_near_matches_are_few():
    """At most three, the nearest first; long text is not searched whole."""
    assert near_matches("nam", ["name", "names", "named", "naming"])[:1] == ["name"]
    assert len(near_matches("nam", ["name", "names", "named", "nama"])) == 3
    assert near_matches("x" * 10_000, ["y"]) == []
    assert (printable_key("a-b_1"), printable_key("1a"), printable_key(None)) == ("a-b_1", None, None)
