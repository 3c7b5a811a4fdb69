"""The scope of a purge."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cached_property

import attrs

from underdraft.memory.areas.words import MARKER, PurgedWords, is_blank
from underdraft.text.clean import normalised, sha256
from underdraft.text.strings import languages
from underdraft.types.memory import ORIGIN_LABELS, injection_line
from underdraft.types.values import frozen


@frozen(kw_only=True, slots=False)
class PurgeScope:
    """Everything that a purge removes.

    Attributes:
        item_ids: Ids of memories and facts: they, and their texts in what was made with them.
        texts: Every wording that they ever had, as it may be found elsewhere.
        project_id: Everything of this project.
        everything: All that was ever remembered or recorded; settings stay.
        lines_said: Lines of the profile, which go whole, however short.
        at: When it goes.
    """

    item_ids: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    project_id: str | None = None
    everything: bool = False
    lines_said: frozenset[str] = frozenset()
    at: str = ""

    def including(
        self, item_ids: Iterable[str] = (), texts: Collection[str] = (), lines: Collection[str] = ()
    ) -> PurgeScope:
        """This with what an area has found; a text also as it stands on one line."""
        on_a_line = (re.sub(r"\s*\n\s*", " ", text) for text in texts)
        return attrs.evolve(
            self,
            item_ids=self.item_ids.union(item_ids),
            texts=self.texts.union(texts, on_a_line, lines),
            lines_said=self.lines_said.union(lines),
        )

    @cached_property
    def refs(self) -> frozenset[str]:
        """The refs of the memories and facts."""
        return frozenset(f"{kind}:{item_id}" for item_id in self.item_ids for kind in ("memory", "atomic"))

    @cached_property
    def words(self) -> PurgedWords:
        """The texts that are looked for everywhere."""
        return PurgedWords.of(self.texts)

    @cached_property
    def keys(self) -> PurgedWords:
        """The texts, and what two spellings of the same words share."""
        return PurgedWords.of({*self.texts, *map(normalised, self.texts)})

    @cached_property
    def lines(self) -> PurgedWords:
        """The lines on which they stood in prompts, for the runs that recorded them: there a short one is found, too."""
        lines = (
            injection_line(text, origin, language)
            for text in self.texts
            for origin in ORIGIN_LABELS
            for language in languages()
        )
        return PurgedWords.of({*self.texts, *(f"- {text}" for text in self.texts), *lines})

    @cached_property
    def wholes(self) -> dict[str, str]:
        """Texts that are all of a part of a prompt, by their hash: in runs that recorded them, even short ones."""
        return {sha256(whole): whole for text in self.texts for whole in (text, f"- {text}")}

    def without_lines(self, document: str) -> str:
        """A document without the words, and without lines that held nothing else."""
        gone = {f"- {line}" for line in self.lines_said}
        kept = "\n".join(line for line in document.split("\n") if line not in gone)
        lines = self.words.take_out(kept).split("\n")
        return "\n".join(line for line in lines if MARKER not in line or not is_blank(line))
