"""Each rule of the check on a few lines of its own: what it reports, and what it lets pass."""

from __future__ import annotations

import pytest

from knowledge.story_samples import STORY, story
from underdraft.errors import InvalidArgument
from underdraft.knowledge.checks.messages import Messages
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.checks.run import check
from underdraft.knowledge.checks.texts import check_texts
from underdraft.project.files import NoFiles


class AnyFiles(NoFiles):
    """Every evidence exists."""

    def read(self, path):
        """A file with many lines."""
        from underdraft.types.files import TextFile

        return TextFile(path=path, text="x\n" * 500, digest="")


def codes(*texts: str) -> list[str]:
    """The codes of what the check finds in facts."""
    return [finding.code for finding in check(story(*texts), [], AnyFiles(), locale="en")]


def read(*chapters: str, facts: str = STORY) -> list[tuple[str, int]]:
    """The codes and lines of what the check finds in chapters' texts."""
    texts = [Chapter(path=f"{n}.md", number=n, text=text) for n, text in enumerate(chapters, start=1)]
    return [(f.code, f.refs[0].first_line) for f in check_texts(story(facts), texts, Messages.of("en"))]


def test_a_story_without_faults_is_clean():
    """The sample has no contradiction."""
    assert codes(STORY) == []


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ("events: [{id: x, at: 4, what: x, who: [Bert]}]", "ACTS_WHEN_DEAD"),
        ("events: [{id: x, at: 5, what: x, who: [Cleo], effects: [{who: Bert, dies: true}]}]", "DIES_TWICE"),
        ("events: [{id: x, at: 2.1, what: x, place: Mill, who: [Ann]}]", "TWO_PLACES"),
        ("states: [{at: 3, who: Ann, has: {hair: short}}]", "ATTRIBUTE_CHANGED"),
        ("entities: [{name: Ann, attributes: {hair: red}}]", "ATTRIBUTE_CHANGED"),
        ("states: [{at: 5, who: Ann, holds: [ring]}]", "NOT_IN_HAND"),
        ("events: [{id: x, at: 5, what: x, who: [Ann], uses: [ring]}]", "NOT_IN_HAND"),
        ("events: [{id: x, at: 1.2, what: x, who: [Bert]}]", "TOO_EARLY"),
        ("events: [{id: x, at: 2, what: x, after: [d]}]", "OUT_OF_ORDER"),
        ("events: [{id: x, at: 1, what: x, day: 3}, {id: y, at: 2, what: y, day: 2}]", "OUT_OF_ORDER"),
        (
            "events: [{id: x, at: 1, what: x, day: 3, clock: '9:00'}, {id: y, at: 2, what: y, day: 3, clock: '8:00'}]",
            "OUT_OF_ORDER",
        ),
        ("events: [{id: x, at: 2, what: x, who: [Berth]}]", "UNKNOWN_NAME"),
        ("events: [{id: x, at: 2, what: x, after: [nothing]}]", "UNKNOWN_NAME"),
        ("relations: [{from: Ann, is: friend, to: Dora}]", "UNKNOWN_NAME"),
        ("events: [{id: a, at: 2, what: x}]", "AMBIGUOUS_NAME"),
        ("entities: [{name: Dora, aliases: [Annie]}]", "AMBIGUOUS_NAME"),
        ("relations: [{from: Ann, is: friend, to: Cleo, since: 3, until: 2}]", "BAD_INTERVAL"),
        (
            "exclusive: [owner]\nrelations: [{from: Ann, is: owner, to: Mill}, {from: Cleo, is: owner, to: Mill, since: 2}]",
            "BAD_INTERVAL",
        ),
        ("events: [{id: x, at: 2, what: x, ref: 'a.md#L501-L502'}]", "BAD_EVIDENCE"),
        (
            "events: [{id: k, at: 4, what: k, who: [Ann], effects: [{who: Ann, learns: it}]}, {id: x, at: 2, what: x, who: [Ann], knows: {Ann: it}}]",
            "KNOWS_TOO_EARLY",
        ),
        (
            "journeys: [{between: [Harbour, Mill], minutes: 30}]\nevents: [{id: x, at: 1.2, what: x, place: Pier, who: [Ann], day: 1, clock: '8:00'}, {id: y, at: 1.3, what: y, place: Mill, who: [Ann], day: 1, clock: '8:10'}]",
            "TWO_PLACES",
        ),
    ],
)
def test_what_is_reported(facts, code):
    """One fault gives one finding of its kind."""
    assert codes(STORY, facts) == [code]


@pytest.mark.parametrize(
    "facts",
    [
        "events: [{id: x, at: 4, what: x, about: [Bert]}]",
        "events: [{id: x, at: 4, what: x, who: [Bert], effects: [{who: Bert, returns: true}]}, {id: y, at: 5, what: y, who: [Bert]}]",
        "events: [{id: x, at: 2.1, what: x, place: Pier, who: [Ann]}]",
        "events: [{id: x, at: 2.1.2, what: x, place: Mill, who: [Ann]}]",
        "states: [{at: 5, who: Ann, has: {hair: short}}, {at: 5, who: Cleo, holds: [ring]}]",
        "events: [{id: x, at: 0.1, what: x, who: [Bert]}]",
        "events: [{id: x, at: 5, what: x, who: [Ann], uses: [bread]}]",
        "exclusive: [owner]\nrelations: [{from: Ann, is: owner, to: Mill, until: 2}, {from: Cleo, is: owner, to: Mill, since: 2}]",
        "journeys: [{between: [Harbour, Mill], minutes: 30}]\nevents: [{id: x, at: 1.2, what: x, place: Pier, who: [Ann], day: 1, clock: '8:00'}, {id: y, at: 1.3, what: y, place: Mill, who: [Ann], day: 1, clock: '8:30'}]",
    ],
)
def test_what_passes(facts):
    """Being spoken of, returning, a place within a place, another moment: no contradiction."""
    assert codes(STORY, facts) == []


def test_the_dead_do_not_speak_but_are_spoken_of():
    """A dead person's name before a verb of speech is found; in dialogue, memory or comparison it is not."""
    alive = "Bert said nothing.\n"
    dead = "Bert said: no.\n\n“Bert said so,” Ann said.\n\nAnn remembered how Bert said it.\n\nBert's hat lay there.\n"
    assert read("", alive, "", dead) == [("ACTS_WHEN_DEAD", 1)]


def test_nobody_acts_before_the_first_appearance():
    """First chapter 2: a verb in chapter 1 is too early, a mention is not."""
    assert read("“Bert walked,” they said.\n\nBert walked in.\n") == [("TOO_EARLY", 3)]


def test_values_of_other_times_contradict():
    """The long braid is right before the cut and wrong after it; denied or remembered it is right."""
    text = "Ann had once worn a long braid.\n\nAnn tied her long braid.\n"
    assert read("Ann tied her long braid.\n", "", "", "", text) == [("ATTRIBUTE_CHANGED", 3)]


def test_lost_things_are_not_used():
    """The ring is lost in chapter 4."""
    assert read(
        "Ann took the ring.", "", "", "", "Ann turned the ring.\n\nAnn had no longer the ring.\n"
    ) == [("NOT_IN_HAND", 1)]


@pytest.mark.parametrize(
    ("value", "sentence", "wrong"),
    [
        ("右腿瘸", "甲乙的左腿瘸着。", True),
        ("右腿瘸", "甲乙抬起左腿。", False),
        ("右腿瘸", "甲乙的右腿瘸着。", False),
        ("浅褐色", "甲乙的绿腿。", True),
        ("浅褐色", "甲乙的褐色的腿。", False),
        ("三十岁", "甲乙今年三十一岁。", True),
        ("三十岁", "甲乙今年三十岁。", False),
        ("三十岁", "甲乙走的那年二十岁。", False),
    ],
)
def test_sides_colours_and_numbers(value, sentence, wrong):
    """A mirrored side with what is special about it, another colour, another age are found; the rest passes."""
    facts = f"entities: [{{name: 甲乙, attributes: {{腿: {value}}}}}]"
    assert bool(read(sentence, facts=facts)) is wrong


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("何三槐在补网。", True),
        ("何三桅在补网。", False),
        ("和三桅说：“好。”", True),
        ("宽三桅杆。", False),
        ("沈研说：“好。”", True),
        ("沈默不语。", False),
        ("何三槐，何三槐，何三槐，何三槐。", False),
        ("Edyth came.", True),
        ("Edith came.", False),
    ],
)
def test_misspelt_names(text, found):
    """One wrong character in a name is found, common words and another person's name are not."""
    facts = "entities: [{name: 何三桅}, {name: 沈砚}, {name: Edith}]"
    assert [code for code, _ in read(text, facts=facts)] == (["MISSPELT_NAME"] if found else [])


def test_missing_evidence_files_are_reported():
    """A ref to a file that is not there, or may not be read, is a finding and no crash."""

    class Refusing(NoFiles):
        def read(self, path):
            raise InvalidArgument("no")

    facts = "events: [{id: x, at: 2, what: x, ref: a.md}]"
    for files in (NoFiles(), Refusing()):
        assert [f.code for f in check(story(facts), [], files)] == ["BAD_EVIDENCE"]
