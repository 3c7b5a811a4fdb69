"""Records with any chunk, for the tests of runs."""

from __future__ import annotations

import attrs
from hypothesis import strategies as st

from underdraft.types.chunk import Chunk, Part, Ref
from underdraft.types.layers import Layer

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
ids = st.none() | st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20)
chunks = st.builds(
    Chunk,
    text=words,
    source=words,
    id=ids,
    ref=st.none() | st.builds(Ref, path=words, first_line=st.integers(1, 99)),
    score=st.none() | st.floats(allow_nan=False),
    keep=st.sampled_from(["head", "tail"]),
    pinned=st.booleans(),
    parts=st.lists(
        st.builds(Part, text=words, id=ids, score=st.none() | st.integers(0, 3).map(float)),
        max_size=3,
    ).map(tuple),
    layer=st.sampled_from(Layer),
)


def with_chunk(record, chunk):
    """The record with this chunk in its first layer."""
    prompt = record.preview.prompt
    first = attrs.evolve(prompt.sections[0], chunks=(chunk,))
    prompt = attrs.evolve(prompt, sections=(first, *prompt.sections[1:]))
    return attrs.evolve(record, preview=attrs.evolve(record.preview, prompt=prompt))
