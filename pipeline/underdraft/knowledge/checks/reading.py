"""Sentences as the check reads them: clauses, who is named or meant in them, and what is not happening now."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated

import attrs

from underdraft.knowledge.checks.lexicon import HAN, pattern, patterns, table
from underdraft.knowledge.checks.prose import Chapter, Paragraph, paragraphs
from underdraft.knowledge.graph.model import Entity, StoryGraph
from underdraft.knowledge.scene.names import NameIndex

_SENTENCE = re.compile(
    r"(?:[^。！？!?；;…\n.]|\.(?!\s|$)|(?<=\bMr|\bDr|\bSt|\bMs)\.|(?<=\bMrs)\.|(?<=\b[A-Z])\.)+[。！？!?；;…\.]*"
)
_CLAUSE = re.compile(r"[，,：:—–\x00]+")
_PRONOUN = re.compile(r"\b(?:he|she|his|her|hers|him|himself|herself|it|its)\b|[他她它](?!们)", re.IGNORECASE)
_FEMALE = {"she", "her", "hers", "herself", "她"}
_MALE = {"he", "his", "him", "himself", "他"}
_NEUTER = {"it", "its", "它"}
_OWNING = {"his", "her", "its"}
_OWNED = re.compile(r"['’]s?\b|的|那双|那只|那张|那头|那条|这双|这只|自己的|\s*(?=自己)")
_A = re.compile(r"\b(?:an?|another|some|any|no) $|[一另几两](?:\w)?$", re.IGNORECASE)
_OF = re.compile(r"\w+(?: \w+)? of ")
_SURNAMES = frozenset(
    "陈李王张刘杨赵黄吴徐孙胡朱郭梁宋郑谢韩唐冯董萧曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎潘杜戴钟汪任姜范姚谭廖邹熊陆郝崔邱秦顾侯邵孟薄郁"
)
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

FULL = 3
"""Characters of a Chinese full name; letters of the shortest part of another name."""

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

    def says_of(self, at: int, name: str) -> bool:
        """Whether the words at an offset are the name's own, and no comparison."""
        return self.owner(at) == name and not self.compared(at)

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


@attrs.frozen(eq=False)
class Cast:
    """Whom a reader knows, and whom a pronoun may mean."""

    graph: StoryGraph
    index: NameIndex
    female: frozenset[str]
    male: frozenset[str]

    @classmethod
    def of(cls, graph: StoryGraph, chapters: Sequence[Chapter]) -> Cast:
        """Who is a woman and who is a man by title, kinship, and the pronouns that follow the name."""
        index = _index(graph)
        counts = _pronouns_after(index, graph, chapters)
        female, male = set[str](), set[str]()
        for entity in graph.entities:
            if entity.kind == "character":
                sex = _by_words((entity.name, *entity.aliases)) or counts.get(entity.name, 0)
                sex = sex or _by_words(tuple(a.value for a in entity.attributes))
                if sex:
                    (female if sex > 0 else male).add(entity.name)
        return cls(graph, index, frozenset(female), frozenset(male))

    def fits(self, name: str, pronoun: str) -> bool:
        """Whether the pronoun may stand for the name."""
        word = pronoun.lower()
        if self.graph.by_name[name].kind != "character":
            return word in _NEUTER
        if word in _FEMALE:
            return name not in self.male
        return word in _MALE and name not in self.female


def _index(graph: StoryGraph) -> NameIndex:
    """Names as a text writes them: also given names alone, and descriptions at the beginning of a sentence."""
    written = [(w, entity.name) for w, entity in graph.by_name.items()]
    people = [entity for entity in graph.entities if entity.kind == "character"]
    parts = [(part, e.name) for e in people for part in _parts(e.name)]
    often = Counter(part for part, _ in parts)
    capital = [(w[0].upper() + w[1:], name) for w, name in written if w[0].islower()]
    bare = [(w[4:], name) for w, name in written if w.startswith("the ") and " " in w[4:]]
    return NameIndex.of([*written, *bare, *capital, *((p, name) for p, name in parts if often[p] == 1)])


def _parts(name: str) -> list[str]:
    """The given name of a Chinese name of three characters; the capitalised words of another one."""
    if HAN.match(name):
        return [name[1:]] if len(name) == FULL else []
    return [word for word in name.split() if word[0].isupper() and len(word) >= FULL and word.isalpha()]


@cache
def _sexed() -> tuple[re.Pattern[str], re.Pattern[str]]:
    people = table("people")
    return pattern(people["she"]), pattern(people["he"])


def _by_words(texts: Sequence[str]) -> int:
    """Above 0 for a woman, below 0 for a man; the last word of a Chinese text counts, the first of an English one."""
    she, he = _sexed()
    score = 0
    for text in texts:
        women, men = ([m.span() for m in found.finditer(text)] for found in (she, he))
        if not women or not men:
            score += bool(women) - bool(men)
        elif text.isascii():
            score += 1 if women[0] < men[0] else -1
        else:
            score += 1 if women[-1][1] >= men[-1][1] else -1
    return score


def _pronouns_after(index: NameIndex, graph: StoryGraph, chapters: Sequence[Chapter]) -> Mapping[str, int]:
    """For each name how much oftener a woman's pronoun is the next one than a man's."""
    counts: Counter[str] = Counter()
    for chapter in chapters:
        for paragraph in paragraphs(chapter):
            found = list(index.find(paragraph.narration))
            for one, following in zip(found, [*found[1:], None], strict=False):
                until = following.start if following else len(paragraph.narration)
                word = _PRONOUN.search(paragraph.narration, one.end, min(until, one.end + 120))
                if word and graph.by_name[one.name].kind == "character":
                    counts[one.name] += (word[0].lower() in _FEMALE) - (word[0].lower() in _MALE)
    return counts


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
                mentions=_mentions(text, cast, recent),
                topics=tuple(name for name in recent[:1] if name) + tuple(filter(None, recent[1:])),
                unreal=lasting or _frame("sentence", text.strip()),
                before=before,
                retold=framed or earlier > 1,
            )
            yield sentence
            earlier += _EARLIER.search(text) is not None
            recent = list(dict.fromkeys((*_meant(sentence), *recent)))[:KEPT]
            before = text


def _meant(sentence: StorySentence) -> Iterator[str]:
    """Who may be meant by a pronoun after a sentence; ``""`` is somebody without a name who is its subject."""
    for n, mention in enumerate(sentence.mentions):
        if mention.name and mention.written.lower() not in _NEUTER:
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


def _mentions(text: str, cast: Cast, recent: Sequence[str]) -> tuple[Mention, ...]:
    """Everybody in a sentence, in order; a pronoun means whom it fits and who was named last."""
    spans = [(m.start, m.end, m.name) for m in cast.index.find(text)]
    taken = [range(start, end) for start, end, _ in spans]
    marked = [(m.start(), m.end(), "") for m in _PRONOUN.finditer(text)]
    kin = [(m.start(), m.end(), None) for found in _others() for m in found.finditer(text)]
    found: list[Mention] = []
    free = [span for span in (*marked, *kin) if not any(span[0] in t or span[1] - 1 in t for t in taken)]
    for start, end, name in sorted((*spans, *free), key=lambda span: (span[0], -span[1])):
        if found and start < found[-1].end:
            continue
        written = text[start:end]
        who = name
        if name == "":
            known = [m.name or "" for m in found if m.name or _stranger().fullmatch(m.written)]
            who = _meant_by(written, dict.fromkeys((*known, *recent)), cast)
        elif name and (_A.search(text, 0, start) or _namesake(text, start, name)):
            who = None  # another thing of the kind, another person of the name
        owning = written.lower() in _OWNING or _OWNED.match(text, end) is not None
        found.append(
            Mention(start=start, end=end, name=who, written=written, owning=owning, pronoun=name == "")
        )
    return tuple(found)


def _meant_by(pronoun: str, known: Iterable[str], cast: Cast) -> str | None:
    """The first whom the pronoun fits; a stranger may be meant by any but ``it``."""
    person = pronoun.lower() not in _NEUTER
    return next((n for n in known if (person and not n) or (n and cast.fits(n, pronoun))), None) or None


def _namesake(text: str, start: int, name: str) -> bool:
    """Whether a given name stands after a surname that is not theirs."""
    return (
        start > 0
        and HAN.match(name) is not None
        and text[start - 1] in _SURNAMES
        and text[start - 1] != name[0]
    )


@cache
def _others() -> tuple[re.Pattern[str], ...]:
    """Somebody whom the graph does not name: ``her mother``, ``一个女人``."""
    return (*patterns("kin").values(), _stranger())


def is_person(entity: Entity | None) -> bool:
    """Whether it is a character."""
    return entity is not None and entity.kind == "character"
