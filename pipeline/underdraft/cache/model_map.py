"""litellm's table of models, read from its file: importing litellm itself takes seconds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import attrs

_FILE = "model_prices_and_context_window_backup.json"
_SIZES = ("max_input_tokens", "max_output_tokens", "max_tokens")
_PRICES = (
    "input_cost_per_token",
    "output_cost_per_token",
    "cache_read_input_token_cost",
    "cache_creation_input_token_cost",
    "cache_creation_input_token_cost_above_1hr",
)
_OLDEST = 2020
"""A file that claims to be from before this year was unpacked without its time."""


@attrs.frozen(kw_only=True)
class Edition:
    """Which table of models was read."""

    source: Annotated[str, "The library with its version; empty where it is not installed."] = ""
    as_of: Annotated[
        str, "ISO date on which its file came onto this machine; empty where that is not known."
    ] = ""


def entry_of(model: str) -> Mapping[str, float]:
    """What the table says of a model; empty where it does not know it."""
    table = _entries()
    return next((table[name] for name in _spellings(model.strip()) if name in table), {})


@cache
def edition() -> Edition:
    """The table's library, version and date."""
    path = _path()
    if path is None:
        return Edition()
    day = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return Edition(
        source=f"litellm {metadata.version('litellm')}",
        as_of=day.date().isoformat() if day.year >= _OLDEST else "",
    )


def _path() -> Path | None:
    spec = find_spec("litellm")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).with_name(_FILE)
    return path if path.is_file() else None


@cache
def _entries() -> Mapping[str, Mapping[str, float]]:
    """Read once a process: 3 MB, of which little is kept."""
    path = _path()
    if path is None:
        return {}
    return {
        name: {key: entry[key] for key in (*_SIZES, *_PRICES) if type(entry.get(key)) in {int, float}}
        for name, entry in json.loads(path.read_text(encoding="utf-8")).items()
    }


def _spellings(model: str) -> Iterator[str]:
    """The name as given, then without one leading segment after the other; Ollama's two ways are one."""
    if model.startswith("ollama_chat/"):
        model = model.replace("_chat", "", 1)
    while model:
        yield model
        model = model.partition("/")[2]
