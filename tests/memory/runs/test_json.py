"""A record as JSON and back."""

from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

from memory.runs.record_samples import chunks, with_chunk, words
from memory.store_samples import sample_run
from underdraft.memory.runs.json import from_json, to_json
from underdraft.types.layers import Layer
from underdraft.types.prompt import Trim


@given(
    chunk=chunks,
    text=words,
    trims=st.lists(
        st.builds(
            Trim,
            layer=st.sampled_from(Layer),
            source=words,
            plugin=words,
            tokens_before=st.integers(),
            tokens_after=st.integers(),
            reason=words,
        )
    ),
)
def test_json_of_a_run_loses_nothing(chunk, text, trims):
    """Any record comes back from its JSON as it was."""
    record = with_chunk(sample_run(text=text), chunk)
    record = attrs.evolve(record, preview=attrs.evolve(record.preview, trims=tuple(trims)))
    assert from_json(to_json(record)) == record


def test_keys_of_another_version_are_passed_over():
    """A record that a newer version wrote can be read."""
    record = sample_run()
    assert from_json({**to_json(record), "invented": {"later": 1}}) == record
