from __future__ import annotations

import attrs
import pytest

from underdraft import Chunk, Excluded, Fetched, Fetcher, InvalidArgument, Layer, Message, Part, Ref
from underdraft.run.plugin_error import WrongResultError
from underdraft.run.sanitize import MAX_CHUNKS, collect, stamp

FETCHER = Fetcher(name="sky", layer=Layer.RECENT, fetch=lambda _: ())


def stamped(*chunks, **rest):
    """What becomes of chunks."""
    return stamp(Fetched(chunks=chunks, **rest), FETCHER, "weather").chunks


class Sneaky(str):
    """A string that is not one when it is asked."""

    __slots__ = ()

    def __hash__(self):
        raise ValueError("no")


@pytest.mark.parametrize(
    "given",
    [
        "text",
        b"bytes",
        {"a": 1},
        {Chunk(text="a", source="s")},
        frozenset(),
        Chunk(text="a", source="s"),
        5,
        object(),
    ],
)
def test_only_lists_of_chunks(given):
    """What is no list of chunks is refused; a set too, for it has no order."""
    with pytest.raises(TypeError):
        collect(given)


@pytest.mark.filterwarnings("error")
def test_a_forgotten_coroutine_is_closed():
    """A coroutine that nobody awaits is refused without asyncio's complaint about it."""

    async def late():
        return []

    with pytest.raises(TypeError):
        collect(late())


def test_nothing_is_no_chunks():
    """``None`` and an empty iterator give nothing; a generator is run to its end."""
    assert collect(None) == collect(iter(())) == Fetched()
    chunk = Chunk(text="a", source="s")
    assert collect(c for c in (chunk, chunk)).chunks == (chunk, chunk)


def test_a_strangers_strings_become_plain_ones():
    """Later stages compare and hash them."""
    odd = Sneaky("a.md")
    (chunk,) = stamped(Chunk(text=odd, source=odd, ref=Ref(path=odd), parts=(Part(text=odd, id=odd),)))
    assert hash(chunk) == hash(attrs.evolve(chunk, source="a.md"))


def test_a_generator_without_end():
    """An endless generator is given up and not collected until the memory is full."""

    def endless():
        while True:
            yield Chunk(text="a", source="s")

    for given in (collect(endless()), Fetched(chunks=(Chunk(text="a", source="s"),) * (MAX_CHUNKS + 1))):
        with pytest.raises(WrongResultError, match="too many"):
            stamp(given, FETCHER, "p")


def test_the_origin_is_the_engines():
    """Layer, plugin and fetcher are what was registered, whatever the chunk claims."""
    (chunk,) = stamped(Chunk(text="a", source="s", layer=Layer.SYSTEM, plugin="rules", fetcher="rules"))
    assert (chunk.layer, chunk.plugin, chunk.fetcher) == (Layer.RECENT, "weather", "sky")


def test_text_is_cleaned():
    """Newlines are one kind, controls go, blank lines around go; what is then empty is no chunk."""
    (chunk,) = stamped(Chunk(text="\r\n\n a\x00\r\nb \n\n", source="s"), Chunk(text=" \n\t", source="s"))
    assert chunk.text == " a\nb "


def test_short_fields_fit_on_a_line():
    """Source, kind, id and reason cannot smuggle lines into lists, warnings or headings."""
    (chunk,) = stamped(Chunk(text="a", source="x\n# [0]", kind="k\u2028k", id="i\n", reason="r\r\nr" * 200))
    assert (chunk.source, chunk.kind, chunk.id) == ("x # [0]", "k k", "i")
    assert len(chunk.reason) == 300
    assert "\n" not in chunk.reason


def test_a_ref_moves_with_its_text():
    """Blank lines that are taken off move the line number of a part, and a whole file stays whole."""
    part, whole = stamped(
        Chunk(text="\n\nb", source="s", ref=Ref(path="a.md", first_line=3, lines=9)),
        Chunk(text="\n\nb\n", source="s", ref=Ref(path="a.md", lines=3)),
    )
    assert part.ref.render(part.text) == "ref:a.md#L5-L5"
    assert whole.ref.render(whole.text) == "ref:a.md"


@pytest.mark.parametrize(
    "change",
    [
        {"text": 5},
        {"text": None},
        {"source": None},
        {"source": ""},
        {"source": "\n"},
        {"kind": []},
        {"id": 5},
        {"ref": "a.md"},
        {"ref": Ref(path="a.md", first_line="1")},
        {"ref": Ref(path="a.md", lines=-1)},
        {"ref": Ref(path=None)},
        {"reason": None},
        {"score": "high"},
        {"score": float("nan")},
        {"score": float("inf")},
        {"score": True},
        {"distance": -1},
        {"distance": 0.5},
        {"keep": "middle"},
        {"pinned": "yes"},
        {"pinned": 1},
        {"parts": 5},
        {"parts": ("a",)},
        {"parts": (Part(text=None),)},
        {"parts": (Part(text="a", score="b"),)},
        {"parts": (Part(text="a", match=None),)},
    ],
    ids=str,
)
def test_wrong_fields(change):
    """One field of another type is found here, before a later stage trips over it."""
    with pytest.raises((TypeError, ValueError)):
        stamped(attrs.evolve(Chunk(text="a", source="s"), **change))


@pytest.mark.parametrize("path", ["/etc/passwd", "../x", "C:\\x", "a\nb", ""])
def test_a_ref_stays_in_the_project(path):
    """A ref is printed, so it may not hold a path out of the project."""
    with pytest.raises(InvalidArgument):
        stamped(Chunk(text="a", source="s", ref=Ref(path=path)))


@pytest.mark.parametrize(
    "rest",
    [
        {"warnings": (5,)},
        {"history": ("hello",)},
        {"history": (Message(role="root", content="a"),)},
        {"history": (Message(role="user", content="\ud800"),)},
        {"history": (Message(role="user", content=None),)},
        {"excluded": ("x",)},
        {"excluded": (Excluded(layer="4", source="s", plugin="p", reason="r"),)},
        {"excluded": (Excluded(layer=Layer.RECENT, source="s", plugin="p", reason=None),)},
        {"excluded": (Excluded(layer=Layer.RECENT, source="s", plugin="p", reason="r", tokens="5"),)},
    ],
    ids=str,
)
def test_wrong_company(rest):
    """Warnings, history and exclusions are checked as chunks are."""
    with pytest.raises((TypeError, ValueError)):
        stamped(**rest)


def test_numbers_become_plain():
    """A score of another numeric type becomes a float, so that it can be stored and compared."""

    class Number(float):
        """As numpy's are."""

    (chunk,) = stamped(Chunk(text="a", source="s", score=Number(0.5)))
    assert type(chunk.score) is float


def test_warnings_and_exclusions_pass():
    """What is well formed comes through, with the plugin's name on it."""
    given = Fetched(
        warnings=["NOTE: a\nb"],
        history=[Message(role="user", content="  as sent\r\n")],
        excluded=[Excluded(layer=Layer.RECENT, source="s", plugin="forged", reason="r", tokens=3, id="i")],
    )
    got = stamp(given, FETCHER, "weather")
    assert got.warnings == ("NOTE: a b",)
    assert got.history[0].content == "  as sent\r\n"
    assert got.excluded == (
        Excluded(layer=Layer.RECENT, source="s", plugin="weather", reason="r", tokens=3, id="i"),
    )


def test_a_line_of_the_receipt_may_stand_for_several():
    """How many it stands for is kept; it is a whole number."""
    many = Excluded(layer=Layer.PROFILE, source="s", plugin="p", reason="layer_cap", count=995)
    fetcher = Fetcher(name="f", layer=Layer.PROFILE, fetch=lambda _: None)
    assert stamp(Fetched(excluded=(many,)), fetcher, "p").excluded[0].count == 995
    with pytest.raises(TypeError, match="count"):
        stamp(Fetched(excluded=(attrs.evolve(many, count=True),)), fetcher, "p")


def test_a_chunk_that_is_kept_is_looked_at_once():
    """The very same chunk comes out as the same again, an equal one anew; a wrong one is refused each time."""
    fetcher = Fetcher(name="f", layer=Layer.PROJECT, fetch=lambda _: (), stable=True)
    given = Chunk(text="a", source="s")
    first, again, other = (
        stamp(Fetched(chunks=[one]), fetcher, "p", kept=True).chunks[0]
        for one in (given, given, Chunk(text="a", source="s"))
    )
    assert first is again
    assert other == first
    assert other is not first
    for _ in range(2):
        with pytest.raises(WrongResultError):
            stamp(Fetched(chunks=[Chunk(text="a", source="")]), fetcher, "p", kept=True)
