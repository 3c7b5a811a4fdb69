"""English texts in another language: found by their English words in ``locales/<language>/commands.toml`` and ``messages.toml``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from underdraft.text.strings import words

_PLACE = re.compile(r"\{(\w+)\}")
_SAID = frozenset({"what", "why", "other"})
"""Places whose values are words of ours, too; those of all others stay as they are."""
_ANY = r"(?P<{}>(?:(?![:;] | \().)+?)"
_VALUES: dict[str, str] = dict.fromkeys(
    ("least", "most", "count", "all", "before", "after", "score", "threshold"), r"(?P<{}>[^\s,;:]+)"
)
"""Patterns of placeholders: none holds the end of a clause, and these hold no space."""
_PLACED = "{}: {}"
_OR = " or "
CHOICE = re.compile(rf"\S+{_OR}\S+")
"""Words to type."""
CLAUSES = tuple(
    (re.compile(pattern, re.DOTALL), joint)
    for pattern, joint in (
        (r"(.+) \(([^()]+)\)", "{} ({})"),
        (r"([^;]+?): (.+)", _PLACED),
        (r"(.+?); (.+)", "{}; {}"),
    )
)
"""Patterns of clauses that make up a message, the loosest joint first; a language has joints of its own."""


@cache
def by_english(language: str) -> Mapping[str, str]:
    """Return the language's texts by their English originals."""
    return {**words(language, "commands"), **words(language, "messages")}


def worded(text: str, language: str) -> str:
    """Return an English text in a language, as far as its words are known.

    A message may have its values put in, as channels and warnings give it: it is found by the entry whose wording
    it has, else clause by clause.
    """
    known = by_english(language)
    if not known or not text:
        return text
    return known.get(text) or by_wording(text, language) or _by_clauses(text, language) or text


def word_of(language: str, kind: str, text: str) -> str:
    """Return the page's words for a code of a kind (``signal``, ``reason``); else the text, translated.

    What follows a code is said behind it: after a colon, or of a warning where its sentence has a place for it; what
    stands in brackets is left out.
    """
    own = words(language, "page")
    head, colon, rest = text.partition(": ")
    rest = worded(rest, language)
    for code, more in ((text, ""), (head, colon + rest), (text.partition(" (")[0], "")):
        if said := own.get(f"{kind}.{code}"):
            return str(said).format(what=rest) if kind == "warning" else f"{said}{more}"
    return worded(text, language)


@cache
def _wordings(language: str) -> Sequence[tuple[Sequence[str], str, str]]:
    """Return the entries with places for values: their own words, the whole as a pattern, and the translation."""
    found = []
    for english, said in by_english(language).items():
        pieces = _PLACE.split(english)
        if len(pieces) > 1:
            parts = [
                _VALUES.get(part, _ANY).format(part) if n % 2 else re.escape(part)
                for n, part in enumerate(pieces)
            ]
            entry = pieces[::2], "".join(parts), said
            found.append((sum(map(len, pieces[::2])), entry))
    return [entry for _, entry in sorted(found, key=lambda pair: -pair[0])]


def by_wording(text: str, language: str) -> str | None:
    """Translate by the entry that has the text's words, the one with the most words first."""
    for own, pattern, said in _wordings(language):
        if not text.startswith(own[0]) or not text.endswith(own[-1]) or any(one not in text for one in own):
            continue  # most: to compile all patterns takes a tenth of a second
        if found := re.fullmatch(pattern, text, re.DOTALL):
            values = found.groupdict().items()
            return said.format(**{n: worded(v, language) if n in _SAID else v for n, v in values})
    return None


def _by_clauses(text: str, language: str) -> str | None:
    """Translate ``place: what; what (where)`` part by part; one word before a colon is a name."""
    own = by_english(language)
    for pattern, joint in CLAUSES:
        found = pattern.fullmatch(text)
        if found:
            first, last = found.groups()
            named = " " not in first and joint == _PLACED
            said = first if named else worded(first, language), worded(last, language)
            if said != (first, last):
                return own.get(joint, joint).format(*said)
    return text.replace(_OR, own.get(_OR, _OR)) if CHOICE.fullmatch(text) else None
