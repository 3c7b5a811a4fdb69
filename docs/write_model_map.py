"""Writes the extract of litellm's table of models, ``pipeline/underdraft/cache/model_map.json``, from the installed library.

Run when litellm is upgraded: ``python docs/write_model_map.py 2026-11-23`` with the date of the day.
"""

from __future__ import annotations

import json
import sys
from datetime import date
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from underdraft.cache import model_map


def installed() -> str:
    """The installed library with its version."""
    return f"litellm {metadata.version('litellm')}"


def extract(as_of: date) -> str:
    """The extract as JSON, one model a line, so that a change of a price is a change of a line."""
    spec = find_spec("litellm")
    if spec is None or spec.origin is None:
        raise SystemExit("litellm is not installed")
    path = Path(spec.origin).with_name("model_prices_and_context_window_backup.json")
    table = json.loads(path.read_text("utf-8"))
    table.pop("sample_spec")
    rows = {name: [_figure(entry.get(key)) for key in model_map.KEYS] for name, entry in table.items()}
    models = ",\n".join(
        f"{json.dumps(name)}: {json.dumps(figures)}"
        for name, figures in sorted(rows.items())
        if any(figure is not None for figure in figures)
    )
    return f'{{"source": {json.dumps(installed())}, "as_of": "{as_of.isoformat()}", "models": {{\n{models}\n}}}}\n'


def _figure(value: object) -> object:
    return value if type(value) in {int, float} else None


if __name__ == "__main__":
    target = Path(str(model_map.__file__)).with_suffix(".json")
    target.write_text(extract(date.fromisoformat(sys.argv[1])), encoding="utf-8")
