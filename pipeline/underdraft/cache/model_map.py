"""Windows and prices of models by name: a dated extract of litellm's table, so that a prompt's caps stay when litellm is upgraded."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

_EXTRACT = "model_map.json"
KEYS = (
    "max_input_tokens",
    "max_output_tokens",
    "max_tokens",
    "input_cost_per_token",
    "output_cost_per_token",
    "cache_read_input_token_cost",
    "cache_creation_input_token_cost",
    "cache_creation_input_token_cost_above_1hr",
)


FAMILY_LEAST = 3
"""Fewest models of a family from which the window of another one is taken."""

_FAMILY = re.compile(r"[a-z]+[-_]?[a-z]?\d+(\.\d+)?")


def entry_of(model: str, having: str | None = None) -> Mapping[str, float]:
    """A model's tokens, and US dollars a token, by :data:`KEYS`, of the fullest name that is in the table; empty for none.

    With ``having`` an entry without this key is passed over: ``azure/eu/gpt-5`` has prices of its own and no window.
    """
    models = table()["models"]
    for name in filter(models.__contains__, _spellings(model.strip())):
        figures = {k: v for k, v in zip(KEYS, models[name], strict=True) if v is not None}
        if having is None or having in figures:
            return figures
    return {}


def family_window(model: str) -> int | None:
    """The window of a model that no table has, by others of its name and generation; ``None`` where there are too few.

    ``qwen3-writer-14b`` is of the family ``qwen3``: a quarter of the family's entries in the extract has less.
    """
    windows = _windows_by_family().get(_family(model) or "", ())
    return windows[len(windows) // 4] if len(windows) >= FAMILY_LEAST else None


@cache
def _windows_by_family() -> Mapping[str, Sequence[int]]:
    """The windows of the extract's models by family, ascending."""
    found: dict[str, list[int]] = {}
    place = KEYS.index("max_input_tokens")
    for name, figures in table()["models"].items():
        if (family := _family(name)) and figures[place]:
            found.setdefault(family, []).append(int(figures[place]))
    return {family: sorted(windows) for family, windows in found.items()}


def _family(model: str) -> str | None:
    """The name and generation with which a model's last segment begins, such as ``glm-5``; ``None`` without a number."""
    found = _FAMILY.match(model.lower().rpartition("/")[2])
    return re.sub(r"[-_.]", "", found[0].partition(".")[0]) if found else None


@cache
def table() -> dict[str, Any]:
    """The extract: its ``models``, its ``source`` (library and version), and the day ``as_of`` which it is."""
    found: dict[str, Any] = json.loads((files("underdraft.cache") / _EXTRACT).read_text(encoding="utf-8"))
    return found


def _spellings(model: str) -> Iterator[str]:
    """The name as given, then without one leading segment after the other; Ollama's two ways are one."""
    if model.startswith("ollama_chat/"):
        model = model.replace("_chat", "", 1)
    while model:
        yield model
        model = model.partition("/")[2]
