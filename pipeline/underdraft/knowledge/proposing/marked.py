"""A sentence with its names taken out: ``⟦0⟧'s brother ⟦1⟧``, so that patterns speak of who and not of letters."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

import attrs

from underdraft.knowledge.checks.story_sentences import Mention, StorySentence

NAME = r"⟦(\d+)⟧"


@attrs.frozen
class Marked:
    """The sentence as the patterns see it, and whom each number means."""

    text: str
    who: tuple[Mention, ...]

    @classmethod
    def of(cls, sentence: StorySentence) -> Marked:
        """Names and pronouns of known people by number; everybody else as written."""
        parts, who, at = [], list[Mention](), 0
        for mention in sentence.mentions:
            if mention.name:
                parts += [sentence.text[at : mention.start], f"⟦{len(who)}⟧"]
                who.append(mention)
                at = mention.end
        return cls("".join((*parts, sentence.text[at:])), tuple(who))

    def names(self, found: re.Match[str], *groups: int) -> tuple[Mention, ...]:
        """Whom the groups of a match mean."""
        return tuple(self.who[int(found[group])] for group in groups)


@cache
def alternatives(section: str) -> Mapping[str, str]:
    """The lines of a section of ``words.toml``, each as one group of alternatives, the longest first."""
    text = resources.files("underdraft.knowledge.proposing").joinpath("words.toml").read_text("utf-8")
    lines = tomllib.loads(text)[section].items()
    return {name: "(?:" + "|".join(sorted(words, key=lambda w: (-len(w), w))) + ")" for name, words in lines}
