"""How long an answer may be, and what it is asked with."""

from __future__ import annotations

from underdraft.reading.shapes import OUTPUT_LEAST, OUTPUT_MOST, output_tokens, words_for

TEXT = {"type": "string", "maxLength": 100}


def test_the_cap_follows_the_schemas_limits():
    """Every text at its longest, every list full; within what models can write."""
    one = {"type": "object", "properties": {"a": TEXT, "b": {"type": "string", "enum": ["x"]}}}
    many = {"type": "object", "properties": {"all": {"type": "array", "maxItems": 20, "items": one}}}
    assert output_tokens(one) == OUTPUT_LEAST
    assert 2_000 < output_tokens(many) < 3_000
    endless = {"type": "object", "properties": {"all": {"type": "array", "maxItems": 1_000, "items": one}}}
    assert output_tokens(endless) == OUTPUT_MOST
    assert output_tokens({}) == OUTPUT_LEAST


def test_without_a_schema_on_the_wire_the_words_carry_it():
    """A provider that takes a schema is not told it twice."""
    assert words_for("schema", {"type": "object"}) == ""
    assert '{"type": "object"}' in words_for("json", {"type": "object"})
