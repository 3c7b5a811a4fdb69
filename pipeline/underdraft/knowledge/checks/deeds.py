"""Whether somebody does something in a sentence: the subject and its verb, found by grammar."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from underdraft.knowledge.checks.lexicon import HAN, pattern, patterns, table
from underdraft.knowledge.checks.prose import ACTS
from underdraft.knowledge.checks.story_sentences import Mention, StorySentence
from underdraft.knowledge.scene.names import is_proper

_BETWEEN = {
    "d",
    "ad",
    "t",
    "f",
    "s",
    "p",
    "r",
    "m",
    "q",
    "mq",
    "n",
    "nr",
    "ns",
    "nz",
    "b",
    "a",
    "ag",
    "i",
    "l",
    "z",
    "o",
    "x",
    "zg",
    "vn",
    "j",
    "ng",
    "uv",
}
"""Parts of speech that may stand between a Chinese subject and its verb."""

_DENIED = re.compile(r"没|未|不|莫|别|无法")
PRESENT = 3
"""A verb of the present with its ending has more letters."""

_ADVERBS = r"(?:\s+(?:\w+ly|then|just|also|still|only|at last|at once|again|himself|herself|all|both|even|soon|now|suddenly))*"
_NOT_PAST = frozenset(
    [
        "red",
        "bed",
        "shed",
        "seed",
        "need",
        "indeed",
        "hundred",
        "sacred",
        "naked",
        "wicked",
        "rugged",
        "aged",
        "beloved",
        "kindred",
        "weed",
        "breed",
        "speed",
        "embed",
    ]
)
_STATES = frozenset(
    [
        "his",
        "this",
        "always",
        "perhaps",
        "was",
        "were",
        "is",
        "are",
        "been",
        "be",
        "had",
        "has",
        "have",
        "would",
        "could",
        "should",
        "might",
        "must",
        "may",
        "can",
        "will",
        "did",
    ]
)
_SAID = re.compile(
    r"(?:said|asked|answered|replied|shouted|whispered|cried|called|growled|muttered|murmured|snapped|laughed|sighed|added|agreed|went on|put in|\w{3,}ed)\s+(?:the |old |poor )*$"
)
_WAS_DOING = re.compile(r"\s+(?:was|were|is)\s+(?:\w+ly\s+|still\s+|already\s+)?(\w+)ing\b")
_WHO = re.compile(r"\s*,?\s*who\s+")
_IT_WAS = re.compile(r"\bit (?:was|is)\s+(?:the |old |only )*$", re.IGNORECASE)
_HERE = re.compile(r"(?:站|坐|走|来|蹲|躺|等|说话|进来|推门)\w*着?的")
_IS_WHO = re.compile(r"(?:正是|就是|竟是|却是|是)$")
_ANYBODY = re.compile(
    r"\b(?:man|woman|girl|boy|lady|fellow|child|one)$|^(?:老头子?|老人家?|老太太|男人|女人|孩子|那人)$",
    re.IGNORECASE,
)
_DONE = re.compile(r"[了着起出过上下来去进回开到住]")
_ASPECT = re.compile(r"(?:又|便|就|却|也|才|都|忽然|突然|立刻|慢慢|轻轻)*[一-鿿]{1,2}(?:着|了(?=[一-鿿]))")
_COMES_FIRST = frozenset(
    {
        "came",
        "went",
        "stood",
        "sat",
        "walked",
        "strode",
        "stepped",
        "rode",
        "climbed",
        "crept",
        "ran",
        "knelt",
    }
)
_PLACE_IS = re.compile(
    r"\b(?:there|here|in|on|at|by|under|behind|beside|outside)\b[^.;\x00]*\b(?:is|was|stands|sits|stood|sat|comes|came)\s+(?:the |old |poor )*$",
    re.IGNORECASE,
)
_DOING = re.compile(
    r"[一-鿿](?:着|了(?=[一-鿿])|起(?!初|码|先)|出(?=[一-鿿])|进(?=[一-鿿])|过来|过去|下来|上来|回来|出来|进来)"
)
_GONE = re.compile(r"[死没亡葬埋丧]|走了|去世|过世|留下|留给|生前|已经|过(?![来去])|的$|不|是|曾|教会|欠")
_SITS = re.compile(r"(?:坐|站|蹲|躺|靠|跪|立|趴|倚|走来|走进|来)[着了]$")
_INVERTED = re.compile(r"(?:^|[,;:—]|\b(?:and|then|there|door|out|in|down|up))\s*\w+\s+(?:the |old |poor )*$")
_THERE_IS = re.compile(r"^有.*[着在].*的$")
_ASIDE = re.compile(r"\s*,[^,]{1,60},")


def acts(sentence: StorySentence, mention: Mention) -> bool:
    """Whether the bearer of a name does something there and then that only the living do."""
    kin = any(words.fullmatch(mention.written) for words in patterns("kin").values())
    generic = kin or _ANYBODY.search(mention.written)
    if mention.owning or mention.pronoun or generic or sentence.compared(mention.start):
        return False
    if HAN.search(mention.written):
        return _acts_in_chinese(sentence.text, mention)
    return _acts_in_english(sentence.text, mention)


def _acts_in_chinese(text: str, mention: Mention) -> bool:
    before, after = text[: mention.start], text[mention.end :]
    clause = re.split(r"[，,：:。；\x00]", before)[-1]
    if _THERE_IS.search(clause) or _SITS.search(clause) or _IS_WHO.search(clause):
        return _IS_WHO.search(clause) is None or _HERE.search(clause) is not None
    if clause.endswith(_han("before_object")) or not (
        not clause or clause.endswith(_han("seen")) or _opens(clause)
    ):
        return False
    following = re.split(r"[。；！？!?]", after)[0]
    first, *others = re.split(r"[，,：:\x00]", following)
    if not first.strip(" （()）") and "\x00" in following[:24]:
        return True  # a name, a colon, and what is said
    if not is_proper(mention.written, mention.name or "") and not _DONE.search(first):
        return False
    at_once = ACTS.match(first) or (_ASPECT.match(first) and not first.startswith(table("verbs")["still"]))
    doing = not clause and _DOING.search(first) and not _GONE.search(first)
    return bool(at_once or doing) or _verb_in_chinese(
        first if first.strip("又也") or not others else others[0]
    )


@cache
def _han(line: str) -> tuple[str, ...]:
    return tuple(word for word in table("verbs")[line] if HAN.match(word))


def _opens(before: str) -> bool:
    """Whether what stands before a name in its clause is only time, place or connection, and no verb of another."""
    return all(tag in _BETWEEN | {"c", "uj", "f"} for _, tag in _tagged(before)) and not before.endswith("的")


def _verb_in_chinese(text: str) -> bool:
    """Whether the first verb after a subject is a deed that happens."""
    still = table("verbs")["still"]
    tagged = _tagged(text)
    for n, (word, tag) in enumerate(tagged):
        denied = _DENIED.fullmatch(word) or word in {"没有", "不再", "不曾", "从未"} or tag == "uj"
        if word in {"正在", "正"} or denied:
            return not denied
        if not tag.startswith("v") or tag in {"vn", "vd"}:
            if tag not in _BETWEEN and tag != "v":
                return False
            if word in {"像", "是", "有"}:
                return False
            continue
        following = [w for w, _ in tagged[n + 1 : n + 3]]
        if (
            word in still
            or word[0] in {"是", "有", "死"}
            or word.endswith("过")
            or "过" in following[:1]
            or "的" in following[:1]
        ):
            return False
        return not word.startswith(("没", "不"))
    return False


@lru_cache(maxsize=4_096)
def _tagged(text: str) -> Sequence[tuple[str, str]]:
    """Words and their parts of speech as jieba names them."""
    import rjieba

    tagged: Sequence[tuple[str, str]] = rjieba.tag(text)
    return tagged


def _acts_in_english(text: str, mention: Mention) -> bool:
    before, after = text[: mention.start], text[mention.end :]
    if _IT_WAS.search(before):
        who = _WHO.match(after)
        return who is not None and _past(after[who.end() :])
    return _verb_first(before) or _verb_in_english(before, after)


def _verb_first(before: str) -> bool:
    """Whether the verb stands before the name: ``"No," said Bert``, ``in came Bert``, ``on the step sat Bert``."""
    last = re.search(r"([\w']+)\s+(?:the |old |poor )*$", before)
    if (_SAID.search(before) and "\x00" in before[-40:]) or _PLACE_IS.search(before):
        return True
    return last is not None and last[1].lower() in _COMES_FIRST and _INVERTED.search(before) is not None


def _verb_in_english(before: str, after: str) -> bool:
    last = re.search(r"([\w']+)\s+(?:the |old |poor )*$", before)
    word = last[1].lower() if last else ""
    if word in table("verbs")["seen"]:
        return re.match(
            r"\s+(?!in\b|on\b|at\b|and\b|to\b|again\b|dead\b|with\b)[a-z]+(?:ing)?\b", after
        ) is not None and not re.match(r"\s+(?:was|had|were)\b|\s*[.,;]", after)
    if word in table("verbs")["before_object"] and not re.search(r"[,;:—]\s*(?:the |old |poor )*$", before):
        return False
    if word and _is_past(word) and not re.search(r"[,;:—\x00]\s*(?:the |old |poor )*$", before):
        return False  # the object of a verb
    aside = _ASIDE.match(after)
    return _past(after) or (aside is not None and _past(after[aside.end() - 1 :].lstrip(",")))


def _past(after: str) -> bool:
    """Whether a finite verb of a deed in the past follows."""
    doing = _WAS_DOING.match(after)
    if doing:
        return doing[1] not in {"dy", "miss", "ly"}
    found = re.match(rf"{_ADVERBS}\s*([a-z]+)\b(?:\s+(?:by|in the grave)\b)?", after)
    if found is None or found[1] in table("verbs")["still"]:
        return False
    now = found[1].endswith("s") and not found[1].endswith(("ss", "us")) and len(found[1]) > PRESENT
    return _is_past(found[1]) or (now and found[1] not in _STATES)


@cache
def _irregular() -> re.Pattern[str]:
    return pattern(table("verbs")["irregular"])


def _is_past(word: str) -> bool:
    if word in _STATES or word in _NOT_PAST:
        return False
    return (word.endswith("ed") and len(word) > 3) or _irregular().fullmatch(word) is not None  # noqa: PLR2004
