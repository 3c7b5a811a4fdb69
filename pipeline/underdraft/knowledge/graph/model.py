"""The story graph as values: entities, relations, events and claims, with evidence and story time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Annotated, Any, ClassVar, Literal, get_args

import attrs

from underdraft.text.clean import sha256
from underdraft.types.json_marks import HIDE, OfPart, in_words, keyed, shown, shown_by
from underdraft.types.values import frozen

_TIME = re.compile(r"(\d{1,4})(?:\.(\d{1,3}))?(?:\.(\d{1,3}))?")


@in_words
@attrs.frozen(order=True)
class StoryTime:
    """A place in the story; earlier ones compare as smaller."""

    chapter: Annotated[int, "From 1; 0 is everything before the book begins."]
    scene: Annotated[int, "From 1 within the chapter; 0 is the chapter as a whole, or its beginning."] = 0
    step: Annotated[int, "Order within the scene, from 1; 0 where it does not matter."] = 0

    def __str__(self) -> str:
        """``6``, ``6.2`` or ``6.2.1``."""
        parts = (self.chapter, self.scene, self.step)
        length = 3 if self.step else 2 if self.scene else 1
        return ".".join(str(part) for part in parts[:length])


BEFORE = StoryTime(0)
"""Before the book begins."""


@lru_cache(maxsize=4_096)
def parse_story_time(text: str) -> StoryTime | None:
    """The story time written as ``chapter``, ``chapter.scene`` or ``chapter.scene.step``, or ``None``."""
    found = _TIME.fullmatch(text.strip())
    return StoryTime(*(int(group or 0) for group in found.groups())) if found else None


@in_words
@attrs.frozen(order=True)
class Evidence:
    """Where it is written."""

    path: Annotated[str, "Project-relative POSIX path."]
    first_line: Annotated[int, "From 1; 0 for the file as a whole."] = 0
    last_line: Annotated[int, "From 1; 0 for the file as a whole."] = 0
    quote: Annotated[
        str, 'The words themselves; their lines are looked up, and move with them. `""` for none.'
    ] = ""
    before: Annotated[str, "A few characters that stand before the quote."] = ""
    after: Annotated[str, "A few characters that stand after it."] = ""

    def __str__(self) -> str:
        """``ref:path`` or ``ref:path#L12-L58``; a quote that has not been looked up is in its file."""
        return (
            f"ref:{self.path}#L{self.first_line}-L{self.last_line}" if self.first_line else f"ref:{self.path}"
        )


@frozen(kw_only=True)
class Written:
    """Something that is written somewhere."""

    refs: tuple[Evidence, ...] = attrs.field(default=(), metadata=HIDE)

    @property
    @shown
    def ref(self) -> Evidence | None:
        """Where it is written, or null."""
        return self.refs[0] if self.refs else None


@in_words
@frozen(kw_only=True)
class Attribute:
    """A value that an entity has; its name where it is told in a word."""

    name: Annotated[str, 'What it is about, e.g. `"头发"`.']
    value: str
    says: Annotated[tuple[str, ...], "Phrases by which a text says this value."] = ()
    denies: Annotated[tuple[str, ...], "Phrases that contradict it."] = ()

    def __str__(self) -> str:
        return self.name


@frozen(kw_only=True)
class Entity(Written):
    """A person, a place, a thing."""

    name: Annotated[str, "The full name; unique in a project, and the entity's identity."]
    kind: Annotated[str, '`"character"`, `"place"`, `"thing"`, or another lower-case word.'] = "character"
    aliases: Annotated[tuple[str, ...], "Other names, in the writer's order."] = ()
    attributes: tuple[Attribute, ...] = attrs.field(default=(), metadata=HIDE)
    within: Annotated[str | None, "The place that this place is a part of, or `None`."] = None

    @property
    @shown_by(keyed("attributes"))
    def values(self) -> Mapping[str, str]:
        """What holds from the beginning."""
        return {attribute.name: attribute.value for attribute in self.attributes}

    @property
    def names(self) -> tuple[str, ...]:
        """The name and its aliases."""
        return (self.name, *self.aliases)


@frozen(kw_only=True)
class Relation(Written):
    """One entity's relation to another, valid for a stretch of the story."""

    source: Annotated[str, "An entity's name."] = attrs.field(metadata=keyed("from"))
    kind: Annotated[str, "What it is to the other, in the writer's words."]
    target: Annotated[str, "The other's name."] = attrs.field(metadata=keyed("to"))
    since: Annotated[StoryTime, "From when on."] = BEFORE
    until: Annotated[StoryTime | None, "When it ends, or null."] = None
    told: Annotated[StoryTime | None, "When the reader learns of it, if that is later than `since`."] = None

    def holds_in(self, chapter: int) -> bool:
        """Whether it holds in some part of the chapter."""
        return self.since.chapter <= chapter and (self.until is None or self.until.chapter >= chapter)


@frozen(kw_only=True)
class Effect:
    """A change that an event brings about."""

    kind: Annotated[str, "`dies`, `returns`, `sets`, `injured`, `gains` or `loses`."]
    who: str
    value: Annotated[str, 'The thing or injury; `""` for `dies` and `returns`.'] = ""
    attribute: Annotated[Attribute | None, "What is set, or null."] = None

    @property
    def what(self) -> str:
        """The attribute that it changes, or the thing or injury itself."""
        return self.attribute.name if self.attribute else self.value


@frozen(kw_only=True)
class Event(Written):
    """Something that happens."""

    id: Annotated[str, "Unique in a project."]
    at: StoryTime
    what: str
    place: Annotated[str | None, "Where, or null."] = None
    who: Annotated[tuple[str, ...], "Who takes part; the dead do not."] = ()
    about: Annotated[tuple[str, ...], "Who is concerned without taking part."] = ()
    uses: Annotated[tuple[str, ...], "Things that are used."] = ()
    effects: Annotated[tuple[Effect, ...], "What it changes."] = ()
    after: Annotated[tuple[str, ...], "Ids of events that must come before it."] = ()
    day: Annotated[int | None, "Day of the story, from 1, or `None`."] = None
    told: Annotated[StoryTime | None, "When the reader learns of it, if that is later than `at`."] = None

    @property
    def concerned(self) -> tuple[str, ...]:
        """Everybody and everything that the event touches, in a fixed order."""
        place = (self.place,) if self.place else ()
        names = (*self.who, *self.about, *self.uses, *place, *(e.who for e in self.effects))
        return tuple(dict.fromkeys(names))


Category = Literal[
    "looks", "age", "relation", "place", "possession", "knowledge",
    "ability", "life", "promise", "rule", "number", "event",
]  # fmt: skip
CATEGORIES = get_args(Category)
"""Subjects of claims: looks; age and time; kinship and relation; place and movement; possession and state of things;
knowledge; ability and occupation; life, death and injury; promise and plan; rules of the world; numbers; events."""

FRAMES = ("told", "said", "memory", "dream", "hypothesis", "lie")
"""How a claim stands in the text: told by the narrator, said by somebody, remembered, dreamed, supposed, a lie."""


@frozen(kw_only=True)
class Claim(Written):
    """One thing that is said of somebody or something, with the words that say it."""

    subject: Annotated[str, "A full name where it is known, else as the text writes it."]
    category: Annotated[str, "What kind of thing, such as `looks`; empty where a fact of a file has none."]
    attribute: Annotated[str, 'What of the subject, e.g. `"hair"`.']
    value: Annotated[str, "In the words of the quote."]
    at: Annotated[StoryTime, "Its place in the story."] = BEFORE
    frame: Annotated[str, "`told`, `said`, `memory`, `dream`, `hypothesis` or `lie`."] = "told"
    source: Annotated[str, '`"yaml"`, `"card"`, `"chapter"` or `"writer"`.'] = "yaml"
    state: Annotated[str, '`"confirmed"`, or `"proposed"`: read, and not yet settled by the writer.'] = (
        "confirmed"
    )
    id: Annotated[str | None, "What `knowledge:settle` takes; `None` for what a file says."] = None

    @property
    @shown_by(keyed("quote"))
    def said(self) -> str:
        """The words of a text that say it; empty for a fact that somebody wrote down."""
        return self.refs[0].quote if self.refs else ""

    @property
    def quote(self) -> str:
        """The words that say it; of a fact without a quote, the fact."""
        return self.said or f"{self.subject}: {self.attribute}: {self.value}"

    @cached_property
    def key(self) -> str:
        """A hash of what it says and by which quote, the same wherever that stands."""
        said = (self.category, self.attribute, self.value, " ".join(self.quote.split()))
        return sha256("\n".join(said))[:16]


Candidate = tuple[str, Mapping[str, Any]]
"""A fact that a reader proposes: its kind, and what a knowledge file would say."""


@frozen
class Step:
    """One step of a path: from one entity to another, by a relation or an event, and where that is written."""

    source: str = attrs.field(metadata=keyed("from"))
    target: str = attrs.field(metadata=keyed("to"))
    by: Relation | Event = attrs.field(metadata=HIDE)

    @property
    @shown_by(keyed("by"))
    def words(self) -> str:
        """The relation's kind, or what happens in the event."""
        return self.by.kind if isinstance(self.by, Relation) else self.by.what

    ref: ClassVar[OfPart[Evidence | None]] = OfPart("by.ref", "Where that is written, or null.")


@attrs.frozen(kw_only=True, eq=False)
class StoryGraph:
    """All that is known of a story, or a part of it. Two graphs are the same only if they are one object.

    Entities are in order of their names, the rest in order of story time, then names.
    """

    entities: Annotated[tuple[Entity, ...], "People, places, things."] = ()
    relations: Annotated[tuple[Relation, ...], "Relations among them."] = ()
    events: Annotated[tuple[Event, ...], "Events that concern them."] = ()
    claims: tuple[Claim, ...] = attrs.field(default=(), metadata=HIDE)
    chapters: Annotated[
        tuple[tuple[str, int], ...], "Chapter numbers of files whose name and heading give none."
    ] = attrs.field(default=(), metadata=HIDE)

    @cached_property
    def by_name(self) -> Mapping[str, Entity]:
        """Entities by name and alias; a name wins over an alias, an earlier entity over a later."""
        table: dict[str, Entity] = {entity.name: entity for entity in reversed(self.entities)}
        for entity in self.entities:
            for alias in entity.aliases:
                table.setdefault(alias, entity)
        return table

    def resolve(self, name: str) -> str | None:
        """The full name that belongs to a name or alias, or ``None``."""
        entity = self.by_name.get(name)
        return entity.name if entity else None

    def resolved(self, names: Iterable[str]) -> tuple[str, ...]:
        """Full names, unknown ones as they are, each once."""
        return tuple(dict.fromkeys(self.resolve(name) or name for name in names))

    @property
    def related(self) -> StoryGraph:
        """Without events, and without those who have no relation; with these where nobody has one."""
        names = {name for relation in self.relations for name in (relation.source, relation.target)}
        entities = tuple(e for e in self.entities if e.name in names)
        return attrs.evolve(self, entities=entities or self.entities, events=())

    def as_of(self, chapter: int | None) -> StoryGraph:
        """Return the story as told by the end of a chapter; ``None`` is the end of the book.

        A relation that ends later is given without its end.
        """
        if chapter is None:
            return self

        def known(at: StoryTime, told: StoryTime | None) -> bool:
            """Whether it has happened by then and the reader has been told."""
            return max(at, told or BEFORE).chapter <= chapter

        return attrs.evolve(
            self,
            relations=tuple(
                attrs.evolve(r, until=None) if r.until and r.until.chapter > chapter else r
                for r in self.relations
                if known(r.since, r.told)
            ),
            events=tuple(e for e in self.events if known(e.at, e.told)),
            claims=tuple(c for c in self.claims if c.at.chapter <= chapter),
        )

    @property
    def last_chapter(self) -> int:
        """The latest chapter in which something happens; 0 for an empty graph."""
        times = [event.at for event in self.events] + [relation.since for relation in self.relations]
        return max((time.chapter for time in times), default=0)
