"""Windows and prices of models by name: a dated extract of litellm's table, and for newer names the installed one.

A model of the extract keeps its window, and a prompt its caps, when litellm is upgraded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import metadata
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from underdraft.types.model_call import STAND_IN

_EXTRACT = "model_map.json"
_INSTALLED = "model_prices_and_context_window_backup.json"
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
    """A model's tokens, and US dollars a token, by :data:`KEYS`, of the fullest name that is in a table; empty for none.

    The installed table only adds names, and is read for those alone. With ``having`` an entry without this key is passed
    over: ``azure/eu/gpt-5`` has prices of its own and no window.
    """
    if model == STAND_IN:
        return {}
    models = table()["models"] if _is_in_extract(model) else installed()
    for name in filter(models.__contains__, _spellings(model)):
        figures = {k: v for k, v in zip(KEYS, models[name], strict=True) if v is not None}
        if having is None or having in figures:
            return figures
    return {}


def source_of(model: str) -> tuple[str, str]:
    """The table that has a model: library and version, and the ISO date of the extract; empty for the installed table."""
    if _is_in_extract(model):
        return table()["source"], table()["as_of"]
    return installed_source(), ""


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


def installed_source() -> str:
    """The installed library with its version."""
    return f"litellm {metadata.version('litellm')}"


@cache
def installed() -> Mapping[str, Sequence[float | None]]:
    """The installed library's table in the extract's form: 3 MB, read once a process.

    Finding it does not import litellm, which takes seconds.
    """
    spec = find_spec("litellm")
    path = Path(spec.origin).with_name(_INSTALLED) if spec and spec.origin else None
    if path is None or not path.is_file():
        return {}
    found: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    rows = {
        name: [entry[key] if type(entry.get(key)) in {int, float} else None for key in KEYS]
        for name, entry in found.items()
        if name != "sample_spec"
    }
    return {name: row for name, row in rows.items() if any(figure is not None for figure in row)}


def _is_in_extract(model: str) -> bool:
    """Whether the extract has a spelling of the name."""
    return any(name in table()["models"] for name in _spellings(model))


def _spellings(model: str) -> Iterator[str]:
    """The name as given, then without one leading segment after the other; Ollama's two ways are one."""
    model = model.strip()
    if model.startswith("ollama_chat/"):
        model = model.replace("_chat", "", 1)
    while model:
        yield model
        model = model.partition("/")[2]
