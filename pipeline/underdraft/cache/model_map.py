"""Windows and prices of models by name: an extract of litellm's table, dated, and for newer names the installed library's own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
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


@attrs.frozen(kw_only=True)
class ModelFigures:
    """A table's figures for one model: tokens, and US dollars a token, by :data:`KEYS`; none for an unknown model."""

    figures: Annotated[Mapping[str, float], "What is not known is missing."] = attrs.field(factory=dict)
    source: Annotated[str, 'The table: library and version, e.g. `"litellm 1.106.2"`.'] = ""
    as_of: Annotated[str, "ISO date on which the extract was made; empty for the installed table."] = ""


def entry_of(model: str) -> ModelFigures:
    """Look up a model in the extract, else in the installed library's table."""
    extract, names = _extract(), list(_spellings(model.strip()))
    for name in names:
        if name in extract["models"]:
            figures = {
                key: figure
                for key, figure in zip(KEYS, extract["models"][name], strict=True)
                if figure is not None
            }
            return ModelFigures(figures=figures, source=extract["source"], as_of=extract["as_of"])
    installed = _installed()
    return next(
        (ModelFigures(figures=installed[n], source=installed_source()) for n in names if n in installed),
        ModelFigures(),
    )


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
