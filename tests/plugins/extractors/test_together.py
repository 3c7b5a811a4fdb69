"""The scores of the classifier together with the encoder's."""

from __future__ import annotations

import attrs
import numpy as np
import pytest

from underdraft_plugins.extractors import together as module
from underdraft_plugins.extractors.pair_encoder import pair_encoder
from underdraft_plugins.extractors.statement_model import sentences_of
from underdraft_plugins.extractors.together import MOST, TOGETHER, UNREAD, together


@pytest.fixture
def read(monkeypatch):
    """What the encoder is asked: its answers are 1 everywhere."""
    asked = []

    class Encoder:
        def between(self, rows):
            asked.extend(rows)
            return np.ones((len(rows), 4))

    monkeypatch.setattr(module, "pair_encoder", Encoder)
    return asked


def test_both_weigh(read):
    """A sentence that the classifier finds likely is read between the ones around it; of the others nothing is read."""
    sentences = sentences_of("Thanks. Edith is forty. It rains.")
    small = np.array([[-9.0, -9.0, 0.5, 0.5], [1.0, -9.0, 0.5, 0.5], [-9.0, 0.0, 0.5, 0.5]])
    found = together(sentences, small)
    assert read == [("Edith is forty.", "Thanks.", "It rains."), ("It rains.", "Edith is forty.", "")]
    own, other, bias = np.array(TOGETHER).T
    assert found == pytest.approx(own * small + other * np.array([UNREAD, [1] * 4, [1] * 4]) + bias)


def test_the_likeliest_of_many_are_read(read):
    """A long message costs no more than a page of it."""
    [one] = sentences_of("Edith is deaf.")
    sentences = [attrs.evolve(one, text=f"Edith is {n}.", place=n) for n in range(MOST + 20)]
    together(sentences, np.array([[n / 10, 0.0, 0.0, 0.0] for n in range(len(sentences))]))
    assert len(read) == MOST
    assert {text for text, _, _ in read} == {f"Edith is {n}." for n in range(20, MOST + 20)}


@pytest.mark.parametrize(
    ("lasting", "passing"),
    [
        ("Edith has been deaf in one ear since the war.", "Could you make this shorter?"),
        ("沈砚左耳听不见。", "这一段再短一点。"),
    ],
)
def test_the_encoder_tells_what_lasts(lasting, passing):
    """As it is shipped: a fact of the story from an order for the text at hand."""
    said, asked = pair_encoder().between([(lasting, "", ""), (passing, "", "")])[:, 0]
    assert said > asked
