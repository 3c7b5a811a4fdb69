"""What somebody looks like: rules for colours, materials, hair, ages, heights and sides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from underdraft.knowledge.checks.lexicon import lines_in, pattern, patterns, table
from underdraft.knowledge.checks.numbers import heights, numbers
from underdraft.knowledge.checks.reading import DENIED, OPPOSITE, Cast, StorySentence
from underdraft.knowledge.checks.slots import Slot

NEAR = 14
"""So many code points may stand between a Chinese value and its noun; twice as many in English."""

_SIDES = {
    "left": re.compile(r"左|\bleft\b", re.IGNORECASE),
    "right": re.compile(r"右|\bright\b(?! (?:away|now|enough|up|down|there|here))", re.IGNORECASE),
}
_ALIKE = ({"dark", "black"}, {"dark", "brown"}, {"brown", "red"}, {"red", "orange"}, {"blue", "grey"})
_AGE_AFTER = re.compile(
    r"\s*岁(?!那年|的?时候|时|起|之前|以前|上|生日|不到)|[- ]years?[- ]old|(?= (?:that|this|last) (?:year|spring|summer|autumn|winter|month))|(?= (?:she|he|[A-Z]\w+) )|(?=[,.;]|$| and )"
)
_AGE_BEFORE = re.compile(
    r"今年\s*$|^\s*At\s*$|\b(?:is|was|aged|turned|be|been|were)\s*$|年方\s*$|才\s*$|已经?\s*$|都\s*$",
    re.IGNORECASE,
)
_BACK_THEN = re.compile(r"那年|那时|turned|at the age|since")
_COPULA = re.compile(r"\b(?:was|were|is|are)\b")
_ABOUT = re.compile(r"(?:不到|近|快|将近|过|比|大|小|长|差|多|\b(?:over|under|nearly|almost|about) )$")
_STILL = re.compile(r"\b(?:still|now|only|already|was|is)\b|已|了|今年")
AGES = range(4, 120)


def _near(text: str) -> int:
    return NEAR * (2 if text.isascii() or re.search(r"[a-z]{3}", text) else 1)


def _nouns(nouns: tuple[str, ...]) -> Iterator[re.Pattern[str]]:
    for noun in nouns:
        yield patterns("aspects").get(noun) or re.compile(re.escape(noun), re.IGNORECASE)


def other_colour(slot: Slot, sentence: StorySentence, name: str, _: Cast) -> bool:
    """Another colour at the part that has one."""
    text = _no_colour().sub(lambda m: "\x01" * len(m[0]), sentence.text)
    alike = [*_ALIKE, *([{"white", "grey"}] if "hair" in slot.nouns else [{"brown", "yellow"}])]
    right = {v for value in slot.values for pair in alike if value in pair for v in pair} | set(slot.values)
    for noun in _nouns(slot.nouns):
        for found in noun.finditer(text):
            if "eye" in slot.nouns and found[0] in {"眼", "gaze"}:
                continue
            if slot.marks and not any(
                _SIDES[s].search(text, max(0, found.start() - 8), found.end()) for s in slot.marks
            ):
                continue
            if not (sentence.says_of(found.start(), name) or found[0] == name):
                continue
            near = _near(text)
            far = near == NEAR or not _COPULA.search(text, max(0, found.start() - 24), found.end() + 8)
            begin, end = max(0, found.start() - near), found.end() + (near if far else 3 * near)
            begin = max(
                [
                    begin,
                    *(
                        m.end()
                        for m in re.finditer(r"[;；。]| and (?=\w+ \w+ (?:was|were))", text)
                        if m.end() <= found.start()
                    ),
                ]
            )
            said = {
                c: m.span()
                for c, words in patterns("colours").items()
                if (m := words.search(text, begin, min(end, len(text))))
                and (c != "red" or "eye" not in slot.nouns)
            }
            if said and not right & set(said):
                spans = [*said.values(), found.span()]
                if not DENIED.search(text[max(0, min(spans)[0] - 3) : max(s for _, s in spans)]):
                    return True
    return False


@cache
def _no_colour() -> re.Pattern[str]:
    return pattern(table("not_colours")["words"])


def other_material(slot: Slot, sentence: StorySentence, name: str, cast: Cast) -> bool:
    """Another material or colour right before the thing's noun, where the text speaks of this thing."""
    text = _no_colour().sub(lambda m: "\x01" * len(m[0]), sentence.text)
    section = "colours" if "colours" in slot.marks else "materials"
    about = {m.name for m in sentence.mentions} | set(sentence.topics[:2])
    named = " ".join(cast.graph.by_name[name].names).lower()
    for noun in slot.nouns:
        for found in re.finditer(re.escape(noun), text, re.IGNORECASE):
            before = re.search(
                r"(?:\b(?:the|his|her|its) (?:\w+ )?|[那这把只块的])?([一-鿿]{0,5}|\w+ )$",
                text[: found.start()],
            )
            after = re.match(
                r"(?:\w{0,6} )?(?:was|is|were) (?:of |made of )?(\w+)|(?:的\w{1,3})?是([一-鿿]{1,4})",
                text[found.end() :].lstrip(),
            )
            words = " ".join(
                filter(
                    None,
                    [before[1] if before and before[0].strip() else "", *(after.groups() if after else ())],
                )
            )
            said = {kind for kind, known in patterns(section).items() if known.search(words)}
            other = said and not said & set(slot.values) and not said & set(lines_in(section, named))
            if other and name in about and not sentence.compared(found.start()):
                return not sentence.denied(found.end())
    return False


def other_shape(slot: Slot, sentence: StorySentence, name: str, _: Cast) -> bool:
    """Long where it is short, hair where there is none."""
    text = sentence.text
    wrong = {other for value in slot.values for other in table("unlike")[value]} - set(slot.values)
    for found in patterns("aspects")["hair"].finditer(text):
        if re.match(r"heads?$|^鬓", found[0]) or not sentence.says_of(found.start(), name):
            continue
        begin, end = max(0, found.start() - 12), found.end() + 12
        shapes = (patterns("shapes")[shape].search(text, begin, end) for shape in wrong)
        if any(shape and not sentence.compared(shape.start()) for shape in shapes):
            return not sentence.denied(found.start())
    return False


def other_age(slot: Slot, sentence: StorySentence, name: str, _: Cast) -> bool:
    """Another age; an earlier one only where the sentence is about now."""
    text = sentence.text
    for number in numbers(text):
        after, before = _AGE_AFTER.match(text, number.end), _AGE_BEFORE.search(text[: number.start])
        years = after and ("岁" in after[0] or "old" in after[0])
        if _ABOUT.search(text[: number.start]):
            continue
        given = text[: number.start].endswith("今年")
        if not (years or (before and after) or given) or number.value not in AGES or _BACK_THEN.search(text):
            continue
        younger = number.value < min(map(int, slot.values))
        if younger and not _STILL.search(text, max(0, number.start - 12), number.end + 16):
            continue
        if str(number.value) not in slot.values and _of_age(sentence, number.start) == name:
            return not sentence.denied(number.start)
    return False


def _of_age(sentence: StorySentence, at: int) -> str | None:
    """Whose age it is; ``At fifty Ruth`` and ``五十岁的人了，慕白`` name them afterwards."""
    named = [m for m in sentence.mentions if m.start >= at]
    if named and not any(m.end <= at for m in sentence.mentions):
        return named[0].name
    return sentence.owner(at)


def other_height(slot: Slot, sentence: StorySentence, name: str, _: Cast) -> bool:
    """Another height."""
    said = [(at, tall) for at, tall in heights(sentence.text) if sentence.owner(at) == name]
    return any(
        tall not in slot.values
        and not patterns("frames")["onward"].search(sentence.text, 0, at)
        and not sentence.denied(at)
        for at, tall in said
    )


def other_side(slot: Slot, sentence: StorySentence, name: str, _: Cast) -> bool:
    """What is special about one side, at the other."""
    text = sentence.text
    wrong = OPPOSITE[slot.values[0]]
    for noun in _nouns(slot.nouns):
        for found in noun.finditer(text):
            begin, end = sentence.clause(found.start())
            sides = [s for s in _SIDES if _SIDES[s].search(text, begin, end)]
            if len(sides) > 1:
                sides = [
                    s
                    for s in _SIDES
                    if _SIDES[s].search(text, max(begin, found.start() - 10), found.end() + 12)
                ]
            if not sentence.says_of(found.start(), name):
                continue
            works = [patterns("functions")[mark] for mark in slot.marks if mark in table("functions")]
            if sides == [slot.values[0]] and any(w.search(text, found.end(), end) for w in works):
                return not (sentence.denied(end) or DENIED.search(text, begin))
            if wrong not in sides:
                continue
            if "handed" in slot.marks and _SIDES[slot.values[0]].search(text):
                continue
            if slot.values[0] in sides and _SIDES[slot.values[0]].search(text, begin, end):
                continue
            following = re.match(r"[，,]?[^，,。]*", text[end:])
            until = end + (len(following[0]) if following else 0)
            marks = (patterns("marks")[mark] for mark in slot.marks if mark in table("marks"))
            if any(mark.search(text, begin, until) for mark in marks) and not sentence.denied(found.start()):
                return True
    return False
