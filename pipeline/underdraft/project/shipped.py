"""Finds the files that come with the package: templates, skills, the sample novel."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def builtin(kind: str) -> Traversable:
    """The folder of one kind of shipped files.

    In a wheel these folders are inside the package, in a checkout next to ``pipeline/``.

    Args:
        kind: ``"templates"``, ``"skills"`` or ``"examples"``.

    Returns:
        The folder; it is not checked that it exists.
    """
    packaged = files("underdraft") / kind
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / kind
