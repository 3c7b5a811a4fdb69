"""What of a project's knowledge a prompt gets, as values."""

from __future__ import annotations

from collections.abc import Mapping

import attrs


@attrs.frozen(kw_only=True)
class CandidateFact:
    """A fact of the story that an extractor proposes; the writer confirms or rejects it.

    Attributes:
        kind: ``"entity"``, ``"relation"``, ``"event"`` or ``"state"``.
        fact: What a file in ``.underdraft/knowledge/`` would say, with ``ref`` as evidence.
    """

    kind: str
    fact: Mapping[str, object]


@attrs.frozen(kw_only=True)
class Choice:
    """What is given of a folder.

    Attributes:
        whole: Cards to be read and given whole: those that are named; then general ones.
        lines: Cards to be mentioned on one line each, by path.
        left: How many are not even mentioned.
    """

    whole: tuple[Card, ...] = ()
    lines: tuple[Card, ...] = ()
    left: int = 0


@attrs.frozen
class Piece:
    """Neighbouring lines of a file; ``first_line`` counts from 1."""

    text: str
    first_line: int


@attrs.frozen(kw_only=True)
class Card:
    """What is known of a file without its text.

    Attributes:
        path: Project-relative POSIX path.
        name: The name in its frontmatter, else its top heading, else its file name.
        aliases: Other names.
        named: Whether a name was written down; one from the file name alone is a title, not a name.
        first_chapter: The chapter of the first appearance, or ``None``.
        warning: Why the frontmatter could not be used, or ``""``.
    """

    path: str
    name: str
    aliases: tuple[str, ...] = ()
    named: bool = True
    first_chapter: int | None = None
    warning: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The name and its aliases; none for a file that is about nobody in particular."""
        return (self.name, *self.aliases) if self.named else ()


@attrs.frozen(kw_only=True)
class StoryLine:
    """One line.

    Attributes:
        text: The line with its evidence.
        id: A stable name of the fact.
        score: How much it concerns the scene; higher stays longer.
    """

    text: str
    id: str
    score: float
