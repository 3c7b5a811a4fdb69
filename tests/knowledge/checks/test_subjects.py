"""Whom the pronouns of a book belong to."""

from __future__ import annotations

from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.checks.subjects import pronouns_of
from underdraft.knowledge.scene.names import NameIndex


def test_the_pronoun_of_each_is_learned_from_paragraphs_about_one():
    """Who is alone with both pronouns has none that is sure; of whom nothing is told, nothing is known."""
    names = ["Ann", "Bert", "Cleo", "Dora"]
    text = "Ann sat. She rose.\n\nAnn left. Her hat lay there.\n\nBert saw Ann. He ran.\n\nCleo sang. He wept.\n\nCleo left. She slept."
    index = NameIndex.of((name, name) for name in names)
    found = pronouns_of([Chapter(path="1.md", number=1, text=text)], index, names)
    assert found == {"Ann": "she", "Bert": "", "Cleo": "?", "Dora": ""}
