"""Lines of the story graph about a scene, for a prompt, with evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from underdraft.knowledge.graph.model import Claim, Entity, Event, Evidence, Relation, StoryGraph
from underdraft.knowledge.graph.queries import StoryChange, changes_by_name
from underdraft.text.strings import strings
from underdraft.types.knowledge import StoryLine

MAX_LINES = 32
"""Maximum lines; layer 3 has room for about as many when it is all theirs."""

ATTRIBUTE_SCORE = 12.0
"""Score of a named character's attributes from the beginning: more than a relation, less than a change."""

CLAIM_SCORE = 11.0
"""Score of a claim from the ledger: less than what a card or a knowledge file says."""

CHANGE_SCORES = {"dies": 40.0, "injured": 22.0, "sets": 22.0, "loses": 16.0, "gains": 9.0}
RELATION_SCORE = 9.0
"""A relation between two who are named counts less than an injury and more than a thing lost."""
NAMES_SCORE = 8.0
"""Score of a character's other names, a little less."""
EVENT_SCORE = 6.0
"""For each one named who takes part; being concerned counts half."""
EFFECT_SCORE = 3.0
RECENT_SCORE = 8.0
"""For an event of the chapter itself; a quarter less for each chapter since then."""


@lru_cache(maxsize=64)
def lines_for(
    graph: StoryGraph, names: tuple[str, ...], chapter: int | None, locale: str
) -> tuple[StoryLine, ...]:
    """Return lines about the named: attributes and names, changes, claims, relations, then their past events, in story order.

    A pure function. Of more than :data:`MAX_LINES` the highest scores stay: deaths, injuries
    and changes, then relations and events between several who are named, then recent events. Nothing later than
    ``chapter`` is taken; ``None`` takes all.
    """
    words = {**strings("story_lines", locale), **strings("punctuation", locale)}
    known = graph.as_of(chapter)
    chosen = set(names)
    changes = changes_by_name(known)
    last = chapter if chapter is not None else known.last_chapter
    changed = [_change(change, words) for n in names for change in changes.get(n, ())]
    named = [known.by_name[n] for n in names if n in known.by_name]
    attributes = [line for e in named for line in _attributes(e, changes.get(e.name, ()), words)]
    others = [_also(entity, words) for entity in named if _accepted(entity)]
    relations = [
        _relation(r, words, len({r.source, r.target} & chosen))
        for r in known.relations
        if {r.source, r.target} & chosen and r.holds_in(last)
    ]
    events = [
        _event(e, words, chosen, last)
        for e in known.events
        if chosen & {*e.who, *e.about, *(x.who for x in e.effects)}
    ]
    latest = {(c.subject, c.category, c.attribute): c for c in known.claims if c.frame == "told"}
    claims = [_claim(c, words) for c in latest.values() if c.subject in chosen]
    return _best([*attributes, *others, *changed, *claims, *relations, *events], MAX_LINES)


def _best(lines: list[StoryLine], most: int) -> tuple[StoryLine, ...]:
    """The highest scores, in the order given; among equals the later ones."""
    if len(lines) <= most:
        return tuple(lines)
    ranked = sorted(range(len(lines)), key=lambda i: (lines[i].score, i), reverse=True)[:most]
    return tuple(lines[i] for i in sorted(ranked))


def _attributes(
    entity: Entity, changes: Sequence[StoryChange], words: Mapping[str, str]
) -> Iterator[StoryLine]:
    """Yield one line of an entity's attributes from the beginning that no event has changed."""
    changed = {change.effect.what for change in changes if change.effect.attribute}
    same = list({a.name: a for a in reversed(entity.attributes) if a.name not in changed}.values())[::-1]
    written = tuple(ref for ref in entity.refs if ref.first_line)  # a card as a whole comes without lines
    if same:
        what = words["semicolon"].join(f"{a.name} {a.value}" for a in same)
        yield StoryLine(
            text=words["attributes"]
            .format(name=entity.name, what=what, ref=_first(written or entity.refs))
            .rstrip(),
            id=f"attributes:{entity.name}",
            score=ATTRIBUTE_SCORE,
        )


def _accepted(entity: Entity) -> bool:
    """Whether its other names are nowhere but in the graph: it was read out of the chapters, and has no card."""
    return bool(entity.aliases) and any(ref.quote for ref in entity.refs)


def _also(entity: Entity, words: Mapping[str, str]) -> StoryLine:
    names = words["list"].join(entity.aliases)
    text = words["also"].format(name=entity.name, names=names, ref=_first(entity.refs))
    return StoryLine(text=text, id=f"names:{entity.name}", score=NAMES_SCORE)


def _change(change: StoryChange, words: Mapping[str, str]) -> StoryLine:
    effect = change.effect
    label = effect.attribute.name if effect.attribute else words[effect.kind]
    said = {"name": effect.who, "what": f"{label} {effect.value}".rstrip(), "ref": str(change.ref or "")}
    return StoryLine(
        text=words["state"].format(**said, since=change.since),
        id=f"state:{effect.who}:{effect.kind}:{effect.what}",
        score=CHANGE_SCORES[effect.kind],
    )


def _claim(claim: Claim, words: Mapping[str, str]) -> StoryLine:
    said = {"name": claim.subject, "what": f"{claim.attribute} {claim.value}", "ref": _first(claim.refs)}
    text = words["state" if claim.at.chapter else "attributes"].format(**said, since=claim.at)
    id_ = f"claim:{claim.subject}:{claim.category}:{claim.attribute}"
    return StoryLine(text=text.rstrip(), id=id_, score=CLAIM_SCORE)


def _relation(relation: Relation, words: Mapping[str, str], named: int) -> StoryLine:
    span = f"{relation.since}–{relation.until}" if relation.until else ""
    when = f"{words['open']}{span}{words['close']}" if span else ""
    return StoryLine(
        text=words["relation"].format(
            source=relation.source,
            target=relation.target,
            kind=relation.kind,
            when=when,
            ref=_first(relation.refs),
        ),
        id=f"relation:{relation.source}:{relation.kind}:{relation.target}:{relation.since}",
        score=RELATION_SCORE * named,
    )


def _event(event: Event, words: Mapping[str, str], chosen: set[str], last: int) -> StoryLine:
    where = f"{words['open']}{event.place}{words['close']}" if event.place else ""
    named = len(chosen & set(event.who)) + len(chosen & set(event.about)) / 2
    recent = RECENT_SCORE * max(0.0, 1 - (last - event.at.chapter) / 4)
    return StoryLine(
        text=f"- {event.at} {event.what}{where} {_first(event.refs)}",
        id=f"event:{event.id}",
        score=round(EVENT_SCORE * named + EFFECT_SCORE * bool(event.effects) + recent, 4),
    )


def _first(refs: tuple[Evidence, ...]) -> str:
    return str(refs[0]) if refs else ""
