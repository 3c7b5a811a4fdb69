"""Windows and prices of models by name: an extract of litellm's table, dated, and for newer names the installed library's own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import metadata
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import attrs

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


@attrs.frozen(kw_only=True)
class ModelFigures:
    """A table's figures for one model: tokens, and US dollars a token, by :data:`KEYS`; none for an unknown model."""

    figures: Annotated[Mapping[str, float], "What is not known is missing."] = attrs.field(factory=dict)
    source: Annotated[str, 'The table: library and version, e.g. `"litellm 1.106.2"`.'] = ""
    as_of: Annotated[str, "ISO date on which the extract was made; empty for the installed table."] = ""


def entry_of(model: str, having: str | None = None) -> ModelFigures:
    """Look up a model in the extract, else in the installed library's table, by the fullest name that is there.

    With ``having`` an entry without this key is passed over: ``azure/eu/gpt-5`` has prices of its own and no window.
    """
    extract, names = _extract(), list(_spellings(model.strip()))
    for name in names:
        figures = {k: v for k, v in zip(KEYS, extract["models"].get(name, ()), strict=False) if v is not None}
        if name in extract["models"] and (having is None or having in figures):
            return ModelFigures(figures=figures, source=extract["source"], as_of=extract["as_of"])
    for name in names:
        figures = dict(_installed().get(name, {}))
        if figures and (having is None or having in figures):
            return ModelFigures(figures=figures, source=installed_source())
    return ModelFigures()


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
    for name, figures in _extract()["models"].items():
        if (family := _family(name)) and figures[place]:
            found.setdefault(family, []).append(int(figures[place]))
    return {family: sorted(windows) for family, windows in found.items()}


def _family(model: str) -> str | None:
    """The name and generation with which a model's last segment begins, such as ``glm-5``; ``None`` without a number."""
    found = _FAMILY.match(model.lower().rpartition("/")[2])
    return re.sub(r"[-_.]", "", found[0].partition(".")[0]) if found else None


def installed_source() -> str:
    """The installed library with its version."""
    return f"litellm {metadata.version('litellm')}"


def read_table(path: Path) -> Mapping[str, Mapping[str, float]]:
    """The figures of each model in a table of litellm's; models without any are left out."""
    table = {
        name: {key: entry[key] for key in KEYS if type(entry.get(key)) in {int, float}}
        for name, entry in json.loads(path.read_text(encoding="utf-8")).items()
        if name != "sample_spec"
    }
    return {name: figures for name, figures in table.items() if figures}


def installed_path() -> Path | None:
    """The installed library's table; finding it does not import litellm, which takes seconds."""
    spec = find_spec("litellm")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).with_name(_INSTALLED)
    return path if path.is_file() else None


@cache
def _extract() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((files("underdraft.cache") / _EXTRACT).read_text(encoding="utf-8"))
    return found


@cache
def _installed() -> Mapping[str, Mapping[str, float]]:
    """Read once a process, for a model that the extract does not know: 3 MB."""
    path = installed_path()
    return {} if path is None else read_table(path)


def _spellings(model: str) -> Iterator[str]:
    """The name as given, then without one leading segment after the other; Ollama's two ways are one."""
    if model.startswith("ollama_chat/"):
        model = model.replace("_chat", "", 1)
    while model:
        yield model
        model = model.partition("/")[2]
