"""Estimates tokens by the model's family and the text's scripts; the rates are data: ``token_rates.toml``."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import attrs

_PIECE = re.compile(
    r"(?P<han>[\u2e80-\u2fff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+)"
    r"|(?P<kana>[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]+)"
    r"|(?P<hangul>[\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff]+)"
    r"|(?P<cjk_mark>[\u3000-\u303f\uff00-\uffef\u2014\u2018-\u201f\u2026]+)"
    r"|(?P<run>(?=[0-9+/=_-]{0,40}[A-Za-z])(?=[A-Za-z+/=_-]{0,40}[0-9A-Z+/=])[A-Za-z0-9+/=_-]{20,})"
    r"|(?P<word>[A-Z]?[a-z\u00df-\u024f\u1e00-\u1eff]+|[A-Z\u00c0-\u00de]+)"
    r"|(?P<digit>[0-9]+)"
    r"|(?P<seam>(?<=[0-9])[!-/:-@]|[ ](?=[0-9]))"
    r"|(?P<blank>[ \t]{2,}|[ \t]*[\r\n]\s*|\t)"
    r"|(?P<space> )"  # it belongs to the word behind it
    r"|(?P<mark>[!-/:-@\[-`{-~])"
    r"|(?P<cyrillic>[\u0400-\u052f]+)"
    r"|(?P<emoji>[\u2600-\u27bf\U0001f000-\U0001faff\u200d\ufe0f]+)"
    r"|(?P<other>(?s:.))"
)
_ACCENTED = re.compile(r"[\u00c0-\u024f\u1e00-\u1eff]")
_FREE_LETTERS = 6
_FREE_CAPITALS = 3
_FOREIGN = 200
"""One letter with an accent in so many: the words are not English, and cost more."""


@attrs.frozen(kw_only=True)
class TokenRates:
    """The rates of one family of tokenizers."""

    family: str
    rates: Mapping[str, float]

    def estimate(self, text: str) -> int:
        """How many tokens a text takes, rounded up."""
        counts = dict.fromkeys(_PIECE.groupindex, 0)
        late = letters = rare = 0
        group = int(self.rates["digits"])
        for match in _PIECE.finditer(text):
            kind, length = str(match.lastgroup), match.end() - match.start()
            if kind == "word":
                counts[kind] += 1
                letters += length
                late += max(0, length - (_FREE_CAPITALS if match[0].isupper() else _FREE_LETTERS))
            elif kind == "digit":
                counts[kind] += -(-length // group)
            elif kind in {"seam", "blank"}:
                counts[kind] += 1
            elif kind == "han":
                counts[kind] += length
                rare += length - len(match[0].encode("gb2312", "ignore")) // 2
            elif kind == "other":
                counts[kind] += len(match[0].encode("utf-8", "surrogatepass"))
            else:
                counts[kind] += length
        counts["space"] = 0
        tokens = sum(self.rates[kind] * n for kind, n in counts.items() if n) + self.rates["letter"] * late
        tokens += self.rates["rare"] * rare
        if len(_ACCENTED.findall(text)) * _FOREIGN > letters:
            tokens += self.rates["accented"] * letters
        return math.ceil(tokens)


def rates_for(model: str) -> TokenRates | None:
    """The rates of a model's family, or ``None`` for a model of no family that is known."""
    name = model.strip().lower()
    for family, patterns, rates in _families():
        if any(pattern.search(name) for pattern in patterns):
            return TokenRates(family=family, rates=rates)
    return None


@cache
def _families() -> tuple[tuple[str, tuple[re.Pattern[str], ...], Mapping[str, float]], ...]:
    table = tomllib.loads((files("underdraft.text") / "token_rates.toml").read_text(encoding="utf-8"))
    return tuple(
        (
            entry["name"],
            tuple(re.compile(pattern) for pattern in entry["match"]),
            {key: value for key, value in entry.items() if isinstance(value, int | float)},
        )
        for entry in table["family"]
    )
