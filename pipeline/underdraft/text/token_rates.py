"""Estimates tokens by the model's family and the text's scripts; the rates are data: ``token_rates.toml``."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files

import attrs

_MARKS = "\u3000-\u3004\u3007-\u303f\uff00-\uff65\uffe0-\uffef\u2014\u2018-\u201f\u2026"
_KANA = "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_SCRIPTS = {
    "han": f"\u3005\u3006\u4e00-\u9fff{_KANA}{_MARKS}",  # the rarest characters are bytes to all: "rest"
    "hangul": "\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff",
    "cyrillic": "\u0400-\u052f",
    "hebrew": "\u0590-\u05ff",
    "arabic": "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff",
    "indic": "\u0900-\u0dff",
    "thai": "\u0e00-\u0e7f",
    "southeast": "\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff",  # Lao, Burmese, Khmer
    "emoji": "\u2190-\u2bff\U0001f000-\U0001faff\u200d\ufe0f",
}
_ALL = "".join(_SCRIPTS.values())
_UNSPACED = frozenset({"han", "emoji"})
# A space belongs to the word behind it, a line's end to what is before it; between words of a script are marks.
_STRETCH = (
    "|".join(
        f"(?P<{name}> ?[{ranges}](?:[{ranges}]{'' if name in _UNSPACED else '|[ !-/:;?]'})*[\r\n]*)"
        for name, ranges in _SCRIPTS.items()
    )
    + f"|(?P<rest>(?:[^{_ALL} ]| (?![{_ALL}]))+)"
)
_A_KANA = re.compile(f"[{_KANA}]")
_MARKED = re.compile(f"[{_MARKS}\\s]+")
_DIGITS = re.compile("[0-9]+")
_GROUP = 3
"""Digits that one token of the vocabularies at hand holds."""
_COMMON = 1.4
"""Tokens a character above which Chinese is not of common characters (prose 0.7 to 1.0, verse 1.1)."""


@attrs.frozen(kw_only=True)
class TokenRates:
    """The rates of one family of tokenizers, on those of a vocabulary at hand."""

    family: str
    vocabulary: str
    chinese_vocabulary: str
    rates: Mapping[str, float]

    def estimate(self, text: str, *, count: Callable[[str], int], count_chinese: Callable[[str], int]) -> int:
        """Return how many tokens a text takes, rounded up; counted by the family's two vocabularies, stretch by stretch."""
        if not self.rates:
            return count(text)
        rest, tokens, chinese, counted = self.rates["rest"], 0.0, [], 0
        for match in re.finditer(_STRETCH, text):
            script, stretch = str(match.lastgroup), match[0]
            if script != "han":
                tokens += self.rates.get(script, rest) * count(stretch)
            elif _A_KANA.search(stretch):
                tokens += self.rates.get("kana", rest) * count_chinese(stretch)
            else:
                chinese.append(stretch)
                counted += count_chinese(stretch)
        if self.rates["digits"] < _GROUP:
            tokens += sum(len(run) - -(-len(run) // _GROUP) * rest for run in _DIGITS.findall(text))
        return math.ceil(tokens + self._chinese("".join(chinese), counted))

    def _chinese(self, text: str, counted: int) -> float:
        """The tokens of Chinese text: a share of what the vocabulary counted, and more for each character and mark."""
        han, each, mark, rare = (self.rates[name] for name in ("han", "each", "mark", "rare"))
        characters = len(_MARKED.sub("", text))
        marks = len(text) - characters
        tokens = han * counted + each * characters + mark * marks
        return tokens + rare * max(0.0, counted - marks - _COMMON * characters)


def rates_for(model: str) -> TokenRates | None:
    """The rates of a model's family, or ``None`` for a model of no family that is known."""
    name = model.strip().lower()
    for rates, patterns in _families():
        if any(pattern.search(name) for pattern in patterns):
            return rates
    return None


@cache
def _families() -> tuple[tuple[TokenRates, tuple[re.Pattern[str], ...]], ...]:
    table = tomllib.loads((files("underdraft.text") / "token_rates.toml").read_text(encoding="utf-8"))
    return tuple(
        (
            TokenRates(
                family=entry["name"],
                vocabulary=entry["vocabulary"],
                chinese_vocabulary=entry.get("chinese_vocabulary", entry["vocabulary"]),
                rates={key: value for key, value in entry.items() if isinstance(value, int | float)},
            ),
            tuple(re.compile(pattern) for pattern in entry["match"]),
        )
        for entry in table["family"]
    )
