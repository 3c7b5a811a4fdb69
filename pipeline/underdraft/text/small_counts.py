"""Counts the tokens of a few texts without unpacking a vocabulary, a quarter of a command's processor time.

The entries lie in the user's cache folder by their first two bytes, and only the groups that occur are read. Words are merged
as byte pair encoding does, the pair with the lowest rank first; a text that is long or has signs whose class may change with
Unicode's versions is left to the whole vocabulary.
"""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cache, partial
from itertools import pairwise

import regex

from underdraft.text.language.scripts import HAN

PackedEncoding = tuple[str, Mapping[bytes, bytes]]
"""The pattern of words, and the entries with their ranks, pickled by their first two bytes."""

FEW = 20_000
"""Code points that a process counts this way, in some 0.1 s; unpacking the vocabulary takes 0.3."""

_LONG_WORD = 300
"""Bytes above which merging would take long."""

_PLAIN = regex.compile(
    "[\t\n\r\x20-\x7e\xa0-\u017e\u2000-\u2bff\u3000-\u303f\u3041-\u3096\u3099-\u30ff\uff01-\uff5e"
    f"{HAN.partition(chr(0x20000))[0]}]*"
)
"""Signs that all versions of Unicode in use put into the same classes: Latin, marks, kana, Chinese without what is rare."""

_NEVER = 1 << 30


class _Ranks(dict[bytes, int]):
    """Ranks of entries, and of what is none; a group is unpacked when something of it is looked up."""

    def __init__(self, groups: Mapping[bytes, bytes]) -> None:
        super().__init__()
        self._groups = dict(groups)

    def __missing__(self, entry: bytes) -> int:
        if packed := self._groups.get(entry[:2]):
            self.update(pickle.loads(packed))  # noqa: S301 - out of the user's cache
            self._groups[entry[:2]] = b""
        return self.setdefault(entry, _NEVER)


def pack(pattern: str, ranks: Mapping[bytes, int]) -> PackedEncoding:
    """Sort an encoding's entries into groups."""
    groups: defaultdict[bytes, dict[bytes, int]] = defaultdict(dict)
    for entry, rank in ranks.items():
        groups[entry[:2]][entry] = rank
    return pattern, {start: pickle.dumps(group) for start, group in groups.items()}


def few_first(packed: PackedEncoding, whole: Callable[[str], int] | None) -> Callable[[str], int]:
    """Return a function that counts :data:`FEW` code points by what :func:`pack` gave, and then by ``whole``.

    Without ``whole`` it counts all texts so, some ten times as slowly; a word above the limit is cut there.
    """
    pattern, groups = packed
    words_in = partial(_words_in, regex.compile(pattern).findall)
    tokens_of = cache(partial(_merged, _Ranks(groups)))
    if whole is None:
        return lambda text: sum(
            tokens_of(word[n : n + _LONG_WORD])
            for word in words_in(text)
            for n in range(0, len(word), _LONG_WORD)
        )
    few: Callable[[bytes], int] | None = tokens_of
    left = FEW

    def measure(text: str) -> int:
        nonlocal left, few
        left -= len(text)
        count = few
        if count is not None and left >= 0 and _PLAIN.fullmatch(text):
            words = words_in(text)
            if max(map(len, words), default=0) <= _LONG_WORD:
                return sum(map(count, words))
        few = None  # 12 MB
        return whole(text)

    return measure


def _words_in(find_words: Callable[[str], list[str]], text: str) -> list[bytes]:
    return [word.encode(errors="replace") for word in find_words(text)]


def _merged(ranks: _Ranks, word: bytes) -> int:
    """Merge a word's bytes, and return how many tokens they are."""
    if ranks[word] < _NEVER:
        return 1
    parts = [word[n : n + 1] for n in range(len(word))]
    pairs = [ranks[first + second] for first, second in pairwise(parts)]
    while pairs and (best := min(pairs)) < _NEVER:
        place = pairs.index(best)
        parts[place] += parts.pop(place + 1)
        del pairs[place]
        if place:
            pairs[place - 1] = ranks[parts[place - 1] + parts[place]]
        if place < len(pairs):
            pairs[place] = ranks[parts[place] + parts[place + 1]]
    return len(parts)
