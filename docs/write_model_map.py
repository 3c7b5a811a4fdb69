"""Writes the extract of litellm's table of models, ``pipeline/underdraft/cache/model_map.json``, from the installed library.

Run when litellm is upgraded: ``python docs/write_model_map.py 2026-11-23`` with the date of the day.
"""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path

from underdraft.cache import model_map


def extract(as_of: date) -> str:
    """The extract as JSON, one model a line, so that a change of a price is a change of a line."""
    rows = model_map.installed()
    if not rows:
        raise SystemExit("litellm is not installed")
    models = ",\n".join(
        f"{json.dumps(name)}: {json.dumps(figures)}" for name, figures in sorted(rows.items())
    )
    source = json.dumps(model_map.installed_source())
    return f'{{"source": {source}, "as_of": "{as_of.isoformat()}", "models": {{\n{models}\n}}}}\n'


if __name__ == "__main__":
    target = Path(str(model_map.__file__)).with_suffix(".json")
    target.write_text(extract(date.fromisoformat(sys.argv[1])), encoding="utf-8")
