from __future__ import annotations

from datetime import UTC, datetime

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from run.prompt_parts import chunk, setting
from underdraft import Layer, Part
from underdraft.cache.prices import Prices
from underdraft.run.deduplicate import deduplicate
from underdraft.run.pin_prefix import pin_prefix, pinned_chunks
from underdraft.run.prefix_plan import PrefixPlan
from underdraft.testing import inputs
from underdraft.text.strings import strings
from underdraft.types.prefix import LastPrefix, Pin
from underdraft.types.prompt import Message

TITLE = strings("injection", "zh")["added"]
RUN = inputs()
RUN = attrs.evolve(RUN, skill=attrs.evolve(RUN.skill, instruction=""))
CHEAP = Prices(
    model="m", input_usd=1.0, read_usd=0.1, write_usd=1.25, output_usd=0.0, source="test", as_of=""
)


def memories(*texts):
    """The chunk of some memories; each has its own words for an id."""
    parts = tuple(Part(text=f"- {text}", id=text) for text in texts)
    return chunk("[head]", Layer.PROFILE, source="memory:injection", fetcher="m", parts=parts)


def profile(*lines):
    """The chunk of the profile document."""
    return chunk("\n".join(lines), Layer.PROFILE, source="memory:profile", fetcher="p")


def sections(*chunks, rule="rule"):
    """Six sections with a rule in layer 0, a card in layer 3, and these chunks."""
    card = chunk("a card of some words", Layer.PROJECT)
    return deduplicate([chunk(rule, Layer.SYSTEM), *chunks, card]).sections


def pinned(then, now, *, warm=True, cap=100, prices=None, history=()):
    """What becomes of today's sections after a run with those of then."""
    told = setting(caps={Layer.PROFILE: cap})
    first = pin_prefix(RUN, told, PrefixPlan(), then, ())
    pin = Pin(family="f", above=first.above, chunks=pinned_chunks(first.sections[Layer.PROFILE]))
    last = LastPrefix(run_id="r-1", created_at=datetime(2026, 1, 1, 10, tzinfo=UTC), pin=pin)
    plan = PrefixPlan(last=last, warm_until="2026-01-01T10:05:00.000Z", warm=warm, prices=prices)
    return pin_prefix(RUN, told, plan, now, history)


def lines(got, layer):
    """The lines of a layer."""
    return [line for c in got.sections[layer].chunks for line in c.body.split("\n")]


def test_additions_stand_behind_the_prefix():
    """Layer 2 stays in its order; what is new is in layer 4 in the fixed order, under the same head, and is not cut."""
    got = pinned(sections(memories("b", "a")), sections(memories("d", "b", "c", "a")))
    assert lines(got, Layer.PROFILE) == ["[head]", "- b", "- a"]
    assert lines(got, Layer.RECENT) == ["[head]", "- d", "- c"]
    (added,) = got.sections[Layer.RECENT].chunks
    assert (added.title, added.pinned, added.layer) == (TITLE, True, Layer.RECENT)
    assert (got.receipt.waiting, got.receipt.folded, got.receipt.run_id) == (2, None, "r-1")
    assert (got.receipt.waiting_tokens, got.receipt.fold_tokens) == (5, 5 + 5)


def test_new_lines_of_the_profile_wait_too():
    """A line put anywhere into the profile is an addition; the old lines stay as they were."""
    got = pinned(sections(profile("# Me", "- a")), sections(profile("# Me", "- new", "- a", "- last")))
    assert lines(got, Layer.PROFILE) == ["# Me", "- a"]
    assert lines(got, Layer.RECENT) == ["- new", "- last"]


@pytest.mark.parametrize(
    ("now", "options", "reason"),
    [
        (sections(memories("b")), {}, "taken_back"),
        (sections(memories("b", "A")), {}, "taken_back"),
        (sections(profile("x")), {}, "taken_back"),
        (sections(memories("c", "a", "b"), rule="another"), {}, "above"),
        (sections(memories("c", "a", "b")), {"warm": False}, "cold"),
        (sections(memories(*(f"{n} of many words" for n in range(9)), "a", "b")), {}, "costly"),
    ],
)
def test_the_prefix_is_written_anew(now, options, reason):
    """What was removed or changed, another rule, a cold cache or dear additions bring the canonical order back."""
    got = pinned(sections(memories("a", "b")), now, **options)
    assert got.sections == now
    assert (got.receipt.folded, got.receipt.waiting) == (reason, 0)


def test_earlier_turns_count_as_what_would_be_billed_again():
    """With a long talk behind the prefix, more may wait before it is folded."""
    now = sections(memories(*(f"{n} of many words" for n in range(9)), "a", "b"))
    got = pinned(sections(memories("a", "b")), now, history=[Message(role="user", content="word " * 100)])
    assert (got.receipt.folded, got.receipt.waiting) == (None, 9)


def test_prices_decide_when_they_are_known():
    """Where writing into the cache is dearer, more may wait; the receipt says what folding would cost."""
    then, now = sections(memories("a")), sections(memories(*"abcdefgh"))
    assert pinned(then, now, prices=CHEAP).receipt.folded == "costly"
    dear = attrs.evolve(CHEAP, write_usd=2.0)
    assert pinned(then, now, prices=dear).receipt.fold_usd == pytest.approx(8 * 1.9 / 1e6)


def test_what_the_cap_would_displace_stays_while_it_is_warm():
    """Newer memories would push an old one out, which is fetched behind them: it keeps its place."""
    warm = pinned(sections(memories("old", "a")), sections(memories("new", "a", "old")))
    assert lines(warm, Layer.PROFILE) == ["[head]", "- old", "- a"]
    assert lines(warm, Layer.RECENT) == ["[head]", "- new"]


def test_lines_that_a_cap_cut_off_do_not_wait():
    """A profile that is too long for the layer has no more room in layer 4."""
    long = [f"- {n} w w w\n" for n in range(30)]
    then, now = sections(profile(*long), memories("a")), sections(profile(*long), memories("b", "a"))
    got = pinned(then, now, cap=40)
    assert lines(got, Layer.RECENT) == ["[head]", "- b"]
    assert got.trims


def test_nothing_new_is_nothing_said():
    """The same layer 2 has no receipt, and neither has a first run."""
    same = sections(memories("a"))
    assert pinned(same, same).receipt is None
    first = pin_prefix(RUN, setting(), PrefixPlan(), same, ())
    assert (first.receipt, first.sections) == (None, same)


def sent(*texts):
    """A turn that was sent with additions."""
    lines = "\n".join(f"- {text}" for text in texts)
    return f"# [4]\n\n## Memories · {TITLE}\n\n```\n[head]\n{lines}\n```\n\n## Task\n\n```\n- a\n```\n"


def test_what_an_earlier_turn_holds_is_not_sent_again():
    """In a chat an addition is sent once, as long as its turn stays in the window; the receipt still counts it."""
    history = [Message(role="user", content=sent("b"))]
    got = pinned(sections(memories("a")), sections(memories("c", "b", "a")), history=history)
    assert lines(got, Layer.RECENT) == ["[head]", "- c"]
    assert (got.receipt.waiting, got.history) == (2, tuple(history))


def test_what_waits_no_more_leaves_earlier_turns():
    """A line that was taken back, or moved into layer 2, is cut from the turn; all else of it stays byte for byte."""
    history = [Message(role=role, content=sent("gone", "stays")) for role in ("user", "assistant")]
    got = pinned(sections(memories("a")), sections(memories("stays", "a")), history=history)
    assert [turn.content for turn in got.history] == [sent("stays"), sent("gone", "stays")]
    cold = pinned(sections(memories("a")), sections(memories("stays", "a")), history=history, warm=False)
    assert cold.history[0].content == "# [4]\n\n## Task\n\n```\n- a\n```\n"


TEXTS = st.lists(st.sampled_from("abcdefghij"), unique=True, max_size=8)


@given(then=TEXTS, now=TEXTS, warm=st.booleans())
def test_nothing_is_missing_or_stands_twice(then, now, warm):
    """Whatever was there and is there now: each active line stands once, nothing else does, and a pin changes no byte."""
    got = pinned(
        sections(memories(*then)) if then else sections(),
        sections(memories(*now)) if now else sections(),
        warm=warm,
    )
    shown = [
        line for layer in (Layer.PROFILE, Layer.RECENT) for line in lines(got, layer) if line != "[head]"
    ]
    assert sorted(shown) == sorted(f"- {text}" for text in now)
    kept = [line for line in lines(got, Layer.PROFILE) if line != "[head]"]
    if warm and set(then) <= set(now) and (got.receipt is None or got.receipt.folded is None):
        assert kept == [f"- {text}" for text in then] or then == now
