"""Prints the base requirements of pyproject.toml without litellm, of which ``constraints-lean.txt`` is compiled."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

LEFT_OUT = "litellm"


def lean() -> list[str]:
    """The requirements of the base install, but for litellm."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    return [line for line in project["dependencies"] if not line.startswith(LEFT_OUT)]


if __name__ == "__main__":
    sys.stdout.write("\n".join(lean()) + "\n")
