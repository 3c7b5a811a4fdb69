"""Finds the files that come with the package: templates, skills, the sample novel."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def builtin(kind: str) -> Traversable:
    """The folder of ``"templates"``, ``"skills"`` or ``"examples"``: in a wheel inside, in a checkout beside it."""
    packaged = files("underdraft") / kind
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / kind
