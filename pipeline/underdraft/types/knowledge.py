"""Parts of a project's knowledge for a prompt, as values."""

from __future__ import annotations

from typing import Annotated

from underdraft.types.values import frozen


@frozen(kw_only=True)
class CardFolder:
    """A category of the story: a folder of cards below `.underdraft/`, and the rule of the same name that asks for them."""

    name: Annotated[str, "The folder and the key of `context_rules`."]
    kind: Annotated[
        str, "The kind of its chunks, whose label is in `[labels]` of each language's `template.toml`."
    ]
    entity: Annotated[str, "The kind of its cards in the story graph."]
    brings: Annotated[str, "What the rule puts into layer 3, for lists of rules."]

    @property
    def path(self) -> str:
        """The project-relative path of the folder."""
        return f".underdraft/{self.name}"


CARD_FOLDERS = (
    CardFolder(name="characters", kind="character", entity="character", brings="character cards"),
    CardFolder(name="world", kind="world", entity="place", brings="notes on the world"),
)
"""The categories, in the order of their cards in a prompt; a new one is an entry here and a label."""


@frozen(kw_only=True)
class Choice:
    """The cards of a folder that a prompt gets."""

    whole: Annotated[tuple[Card, ...], "Cards to be given whole: the named ones, then general ones."] = ()
    lines: Annotated[tuple[Card, ...], "Cards to be mentioned on one line each, by path."] = ()
    left: Annotated[int, "How many are not even mentioned."] = 0


@frozen
class Piece:
    """Neighbouring lines of a file; ``first_line`` counts from 1."""

    text: str
    first_line: int


@frozen(kw_only=True)
class Card:
    """A file's name and aliases, without its text."""

    path: Annotated[str, "Project-relative POSIX path."]
    name: Annotated[str, "The name in its frontmatter, else its top heading, else its file name."]
    aliases: tuple[str, ...] = ()
    named: Annotated[bool, "Whether a name was written down; the file name alone is only a title."] = True
    warning: Annotated[str, 'Why the frontmatter could not be used, or `""`.'] = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The name and its aliases; none for a file that is about nobody in particular."""
        return (self.name, *self.aliases) if self.named else ()


@frozen(kw_only=True)
class StoryLine:
    """One line."""

    text: Annotated[str, "The line with its evidence."]
    id: Annotated[str, "A stable name of the fact."]
    score: Annotated[float, "How much it concerns the scene; higher stays longer."]


@frozen(kw_only=True)
class ToldBeside:
    """A sentence of the narration beside a fact about somebody or something that it names."""

    told: Annotated[str, "The sentence, without what is said or quoted in it."]
    before: Annotated[str, "What stands before it in its paragraph, where it has no name; else empty."]
    name: Annotated[str, "Whose fact it is."]
    attribute: Annotated[str, 'As the writer calls it; `""` for a part of a card\'s sentence.']
    value: Annotated[str, "What holds, or that part."]
    dead: Annotated[
        bool, "Whether what holds is that somebody is dead: nothing that the dead do can be told."
    ] = False
