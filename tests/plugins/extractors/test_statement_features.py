"""What the classifier sees."""

from __future__ import annotations

import numpy as np

from underdraft_plugins.embedders.local import local_embedder
from underdraft_plugins.extractors.statement_features import features, grams
from underdraft_plugins.extractors.statement_model import sentences_of


def test_the_same_sentence_is_the_same_row_in_any_company():
    """Rows are as long for every sentence, and do not depend on what is read with them."""
    one, two = sentences_of("灯塔有九层。"), sentences_of("She never swims.")
    rows = features([*one, *two], local_embedder())
    assert rows.shape[0] == 2
    assert np.allclose(rows[:1], features(one, local_embedder()), atol=1e-6)


def test_words_are_hashed_alike_everywhere():
    """The same words give the same places in every process; other words other ones; none of them nothing."""
    assert np.array_equal(grams("我喜欢短句"), grams("我喜欢短句"))
    assert float(grams("short lines") @ grams("灯塔")) < 0.1
    assert not grams("").any()
