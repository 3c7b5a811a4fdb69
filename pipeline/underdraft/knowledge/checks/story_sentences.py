"""Sentences as the check reads them: clauses, who is named or meant in them, and what is not happening now."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Annotated

import attrs

from underdraft.knowledge.checks.cast import FIRST_PERSON, NEUTER, PRONOUN, SURNAMES, Cast, is_person
from underdraft.knowledge.checks.lexicon import HAN, pattern, patterns, table
from underdraft.knowledge.checks.prose import Chapter, Paragraph, paragraphs

_SENTENCE = re.compile(
    r"(?:[^。！？!?；;…\n.]|\.(?!\s|$)|(?<=\bMr|\bDr|\bSt|\bMs)\.|(?<=\bMrs)\.|(?<=\b[A-Z])\.)+[。！？!?；;…\.]*"
)
_CLAUSE = re.compile(r"[，,：:—–\x00]+")


_OWNING = {"his", "her", "its"}
_OWNED = re.compile(r"['’](?:s\b|(?=\s))|的|那双|那只|那张|那头|那条|这双|这只|自己的|\s*(?=自己)")
_A = re.compile(r"\b(?:an?|another|some|any|no) $|[一另几两](?:\w)?$", re.IGNORECASE)
_OF = re.compile(r"\w+(?: \w+)? of ")


_IS = re.compile(r"\b(?:is|was|were|are)\b|是")
_PLACE_FIRST = re.compile(r"\s*(?:At|In|On|With|By|From|Under|Over|The (?:hand|eye|arm|leg|foot|ear)) ")
_GOES_ON = re.compile(r"\s*(?:They|The|Those|These|It|That|那|这)")
_EARLIER = re.compile(
    r"\bhad (?:\w+ly |not |never )?(?:been|\w{2,}ed|\w+en|come|gone|stood|sat|put|said|told|made|run|kept)\b"
)
DENIED = re.compile(
    r"不(?:是|再|会|能|曾|像|叫|用|要|肯|敢|想|必)|[从绝都也可才并]不|没|未|并非|无(?!名|论)|别|莫|\b(?:not|never|no|nor|neither|without|cannot|hardly|no longer|nobody)\b|n['’]t\b",
    re.IGNORECASE,
)
OPPOSITE = {
    "left": "right",
    "right": "left",
    "north": "south",
    "south": "north",
    "east": "west",
    "west": "east",
}
KEPT = 12
"""So many of those who were last named may be meant by a pronoun."""


ADJACENT = 4
"""A relative stands less than so many code points behind whose it is."""

OF = 8
"""So many code points may stand between an owner and the relative of theirs who is meant."""


@attrs.frozen(kw_only=True)
class Mention:
    """A name, a pronoun or another person in a sentence; offsets are the sentence's."""

    start: int
    end: int
    name: Annotated[str | None, "Who is meant, or `None` for somebody whom the graph does not know."]
    written: str
    owning: Annotated[bool, "It stands before what belongs to it."] = False
    pronoun: bool = False


@attrs.frozen(kw_only=True)
class StorySentence:
    """One sentence of the narration."""

    paragraph: Paragraph
    text: Annotated[str, "Speech is masked."]
    start: Annotated[int, "Where it begins in the paragraph."]
    mentions: tuple[Mention, ...]
    topics: Annotated[tuple[str, ...], "Who was spoken of before, the last one first."]
    unreal: Annotated[bool, "Memory, dream, picture, supposition, denial: it is not happening now."]
    before: Annotated[str, "The paragraph's sentence before this one."]
    retold: Annotated[bool, "The paragraph tells what was earlier, or is in a picture."] = False
    spoken: Annotated[bool, "Somebody says it."] = False
    speaker: Annotated[str | None, "Who says it, if that is known."] = None

    def clause(self, at: int) -> tuple[int, int]:
        """Where the clause around an offset begins and ends."""
        begin = max((m.end() for m in _CLAUSE.finditer(self.text, 0, at)), default=0)
        found = _CLAUSE.search(self.text, at)
        return begin, found.start() if found else len(self.text)

    def owner(self, at: int) -> str | None:
        """To whom or what the words at an offset belong, as far as grammar says."""
        begin, _ = self.clause(at)
        belongs = next(
            (m for m in self.mentions if m.start > at and _OF.fullmatch(self.text, at, m.start)), None
        )
        if belongs:
            return belongs.name
        before = [m for m in self.mentions if m.end <= at]
        here = [m for m in before if m.start >= begin]
        owning = [m for m in here if m.owning]
        if here:
            nearest = owning[-1] if owning else here[0]
            of = next((m for m in here if m.name is None and 0 <= m.start - nearest.end <= OF), nearest)
            return nearest.name if _IS.search(self.text, nearest.end, of.start) else of.name
        after = [m for m in self.mentions if m.start >= at]
        if before:
            return before[0].name if before[-1].name else None
        if after and begin == 0 and _PLACE_FIRST.match(self.text):
            return after[0].name
        goes_on = not after or _GOES_ON.match(self.text)
        return self.topics[0] if self.topics and goes_on else None

    def denied(self, at: int) -> bool:
        """Whether the clause denies what stands at an offset, or supposes it, or somebody claims it."""
        begin, end = self.clause(at)
        frames = patterns("frames")
        return (
            frames["clause"].search(self.text, begin, end) is not None
            or frames["claim"].search(self.text, 0, at) is not None
            or DENIED.search(self.text, begin, at) is not None
        )

    def compared(self, at: int) -> bool:
        """Whether the words at an offset are what something is compared with."""
        begin, end = self.clause(at)
        found = patterns("frames")["onward"].search(self.text, begin, end)
        return found is not None and found.start() <= at


def read(chapter: Chapter, cast: Cast) -> Iterator[StorySentence]:
    """The sentences of a chapter in order; who was named goes on from one paragraph to the next."""
    recent: list[str] = []
    for paragraph in paragraphs(chapter):
        lasting, earlier, before = False, 0, ""
        framed = _frame("lasting", paragraph.narration)
        for found in _SENTENCE.finditer(paragraph.narration):
            text = found[0]
            if not text.strip("\x00 。"):
                continue
            lasting = (lasting and not _frame("back", text)) or _frame("lasting", text)
            sentence = StorySentence(
                paragraph=paragraph,
                text=text,
                start=found.start(),
                mentions=mentions(text, cast, recent),
                topics=tuple(name for name in recent[:1] if name) + tuple(filter(None, recent[1:])),
                unreal=lasting or _frame("sentence", text.strip()),
                before=before,
                retold=framed or earlier > 1,
            )
            yield sentence
            earlier += _EARLIER.search(text) is not None
            recent = list(dict.fromkeys((*_meant(sentence), *recent)))[:KEPT]
            before = text
        recent = list(dict.fromkeys((*recent[:1], *_addressed(paragraph, cast), *recent)))[:KEPT]


def _addressed(paragraph: Paragraph, cast: Cast) -> Iterator[str]:
    """Who is spoken to by name."""
    for found in cast.index.find(paragraph.text):
        said = paragraph.narration[found.start] == "\x00" and is_person(cast.graph.by_name.get(found.name))
        around = (
            paragraph.text[max(0, found.start - 2) : found.start],
            paragraph.text[found.end : found.end + 1],
        )
        if said and re.search(r"[“\"'‘「，,] ?$", around[0]) and re.match(r"[，,.?!。！？”]", around[1]):
            yield found.name


def _meant(sentence: StorySentence) -> Iterator[str]:
    """Who may be meant by a pronoun after a sentence; ``""`` is somebody without a name who is its subject."""
    for n, mention in enumerate(sentence.mentions):
        if mention.name and mention.written.lower() not in NEUTER:
            yield mention.name
            continue
        subject = n == 0 or (n == 1 and sentence.mentions[0].owning) or _stranger().fullmatch(mention.written)
        if subject and mention.name is None and not (mention.pronoun or mention.owning):
            yield ""


@cache
def _stranger() -> re.Pattern[str]:
    return pattern(table("people")["other"])


def _frame(kind: str, text: str) -> bool:
    return patterns("frames")[kind].search(text) is not None


def mentions(text: str, cast: Cast, recent: Sequence[str], *, told: bool = True) -> tuple[Mention, ...]:
    """Everybody in a sentence, in order; a pronoun means whom it fits and who was named last.

    ``told`` is what the narrator says: only there ``I``, or an alias such as ``my sister``, is the narrator's.
    """
    spans = [
        (m.start, m.end, m.name) for m in cast.index.find(text) if told or not FIRST_PERSON.match(m.written)
    ]
    taken = [range(start, end) for start, end, _ in spans]
    marked: list[tuple[int, int, str | None]] = [(m.start(), m.end(), "") for m in PRONOUN.finditer(text)]
    if told:
        marked += [(m.start(), m.end(), cast.narrator) for m in FIRST_PERSON.finditer(text)]
    kin = [(m.start(), m.end(), None) for found in _others() for m in found.finditer(text)]
    terms = {(m.start(), m.end()): t for t, words in patterns("kin").items() for m in words.finditer(text)}
    found: list[Mention] = []
    free = [span for span in (*marked, *kin) if not any(span[0] in t or span[1] - 1 in t for t in taken)]
    for start, end, name in sorted((*spans, *free), key=lambda span: (span[0], -span[1])):
        if found and start < found[-1].end:
            continue
        written = text[start:end]
        who = name
        if name == "":
            known = _known(found, text, start, written)
            third = (n for n in dict.fromkeys((*known, *recent)) if not (told and n and n == cast.narrator))
            who = _meant_by(written, third, cast)
        elif name and (_A.search(text, 0, start) or _namesake(text, start, name)):
            who = None  # another thing of the kind, another person of the name
        elif name is None and (start, end) in terms:
            whose = next(
                (m.name for m in found[::-1] if 0 <= start - m.end < ADJACENT and (m.owning or m.pronoun)),
                None,
            )
            who = cast.kin.get((whose or "", terms[start, end]))
        owning = written.lower() in _OWNING or written.lower() == "my"
        owning = owning or (
            _OWNED.match(text, end) is not None and not (name == "" and text[end : end + 1] in "'’")
        )
        found.append(
            Mention(
                start=start,
                end=end,
                name=who,
                written=written,
                owning=owning,
                pronoun=name == "" or FIRST_PERSON.fullmatch(written) is not None,
            )
        )
    return tuple(found)


def _known(found: Sequence[Mention], text: str, start: int, pronoun: str) -> list[str]:
    """Those of a sentence whom a pronoun may mean: of things the last one, of people those of its clause first."""
    names = [m for m in found if m.name or _stranger().fullmatch(m.written)]
    if pronoun.lower() in NEUTER:
        return [m.name or "" for m in sorted(names, key=lambda m: (m.pronoun, -m.start))]
    begin = max((m.end() for m in re.finditer(r"[;；:：—]|, and ", text[:start])), default=0)
    return [
        m.name or "" for m in sorted(names, key=lambda m: (m.start < begin or m.owning or m.pronoun, m.start))
    ]


def _meant_by(pronoun: str, known: Iterable[str], cast: Cast) -> str | None:
    """The first whom the pronoun fits; a stranger may be meant by any but ``it``."""
    person = pronoun.lower() not in NEUTER
    return next((n for n in known if (person and not n) or (n and cast.fits(n, pronoun))), None) or None


def _namesake(text: str, start: int, name: str) -> bool:
    """Whether a given name stands after a surname that is not theirs."""
    return (
        start > 0
        and HAN.match(name) is not None
        and text[start - 1] in SURNAMES
        and text[start - 1] != name[0]
    )


@cache
def _others() -> tuple[re.Pattern[str], ...]:
    """Somebody whom the graph does not name: ``her mother``, ``一个女人``."""
    return (*patterns("kin").values(), _stranger())
