"""Chunks, sections and strategies for the tests of the pure stages."""

from __future__ import annotations

from hypothesis import strategies as st

from underdraft import Chunk, ContextRules, Layer, Part, Ref, Skill
from underdraft.project.config import Config
from underdraft.prompt.template_set import load_templates
from underdraft.run.prepare import RunSettings
from underdraft.text.tokens import TokenCounter
from underdraft.types.prompt import Section

SKILL = Skill(
    id="polish",
    description="d",
    instruction="Polish.",
    rules=ContextRules({}),
    origin="test",
    output_format="Text.",
)


def chunk(text="a", layer=Layer.RECENT, **options):
    """A chunk as the fetch stage gives it."""
    return Chunk(text=text, layer=layer, **{"source": "s", "plugin": "p", "fetcher": "f", **options})


def sections(*chunks):
    """The six sections with these chunks, each in its layer."""
    return tuple(Section(layer=layer, chunks=tuple(c for c in chunks if c.layer is layer)) for layer in Layer)


def words(text):
    """A counter of tokens for tests: one for each word and each Chinese character."""
    return sum(len(w) if not w.isascii() else 1 for w in text.split())


def setting(*fetchers, output_reserve_tokens=100, cache_ttl=None, **options):
    """What a workspace would resolve."""
    return RunSettings(
        fetchers=fetchers,
        templates=load_templates("zh", []),
        counter=TokenCounter(name="words", measure=words),
        config=Config(output_reserve_tokens=output_reserve_tokens, cache_ttl=cache_ttl),
        **{"model": "offline", "window_tokens": 10_000, **options},
    )


WORD = st.sampled_from(["fog", "bell", "lamp", "灯", "潮", "盐", "rope", "tide"])
LINE = st.lists(WORD, min_size=1, max_size=12).map(" ".join)
TEXT = st.lists(LINE, min_size=1, max_size=6).map("\n\n".join)
PARTS = st.lists(
    st.builds(
        Part,
        text=LINE,
        id=st.none() | st.text("ab", min_size=1, max_size=3),
        score=st.none() | st.floats(0, 1),
    ),
    max_size=6,
).map(tuple)


@st.composite
def chunks(draw, layer=None):
    """Chunks of one fetcher or another, pinned or not, with and without parts and refs."""
    text = draw(TEXT)
    parts = draw(st.just(()) | PARTS)
    return chunk(
        text,
        layer if layer is not None else draw(st.sampled_from(Layer)),
        source=draw(st.sampled_from(["file:a.md", "memory:injection", "document:before"])),
        fetcher=draw(st.sampled_from(["f", "g"])),
        kind=draw(st.sampled_from(["rule", "world", "text", "before", "preferences"])),
        id=draw(st.none() | st.text("abc", min_size=1, max_size=3)),
        ref=draw(st.none() | st.just(Ref(path="a.md", lines=text.count("\n") + 1))),
        score=draw(st.none() | st.floats(0, 1)),
        distance=draw(st.integers(0, 40)),
        keep=draw(st.sampled_from(["head", "tail"])),
        essential=draw(st.booleans()),
        focus=draw(st.integers(0, 40)),
        pinned=draw(st.booleans()),
        parts=parts,
    )


MANY_CHUNKS = st.lists(chunks(), max_size=10)
