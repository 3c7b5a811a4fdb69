"""A model words a merge."""

from __future__ import annotations

import pytest

from memory.tidy.tidy_samples import remember
from underdraft.errors import ModelError


def test_a_model_words_the_merge(memory, tidying):
    """It is shown the texts in fences and its words are given back; without one that can be asked, it is said."""
    refs = remember(memory, "偏好短句", "偏好短句。")
    asked = []

    def ask(*, system, text, schema):
        asked.append((text, schema["required"]))
        return {"content": " 句子\n要短 "}

    assert tidying.word(refs, "p", ask) == "句子 要短"
    assert asked == [("```\n偏好短句\n```\n\n```\n偏好短句。\n```", ["content"])]
    for nobody in (None, lambda **_: {"content": 3}):
        with pytest.raises(ModelError):
            tidying.word(refs, "p", nobody)
