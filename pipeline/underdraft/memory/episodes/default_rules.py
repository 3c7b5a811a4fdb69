"""The rules that stand in when no episode can be read: what holds for most writers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

DEFAULT_RULES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "zh": (
            "沿用前文的人称、时态与语气，不另起风格。",
            "人物只说符合其身份的话，不替作者解释主题。",
            "不添加前文没有依据的设定、人物或事件。",
            "动作写清先后，少用形容词堆叠。",
        ),
        "en": (
            "Keep the person, tense and tone of the text before; start no style of your own.",
            "Let people speak as they would, and explain no theme for the writer.",
            "Add no fact, person or event that the text before gives no ground for.",
            "Make clear what happens first and what next; do not pile up adjectives.",
        ),
    }
)
"""By language; a locale without rules of its own takes the English ones."""


def default_rules(locale: str) -> tuple[str, ...]:
    """The built-in rules in the locale's language."""
    return DEFAULT_RULES.get(locale.split("-", maxsplit=1)[0], DEFAULT_RULES["en"])
