from __future__ import annotations

from knowledge.story_samples import read


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
