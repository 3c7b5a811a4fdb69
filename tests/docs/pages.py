"""Reads the pages under docs/: their sections, tables and prose."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "pipeline" / "underdraft"


def read(page):
    """The text of a page, by its path from the project's root."""
    return (ROOT / page).read_text(encoding="utf-8")


def channels_script():
    """docs/write_channels_page.py as a module."""
    return script("write_channels_page")


def script(name):
    """A script of docs/ as a module."""
    path = ROOT / "docs" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def section(page, title):
    """The part of a page from the heading that begins with ``title`` up to the next one of its level."""
    found = re.search(
        rf"^(#+) {re.escape(title)}.*?$(.*?)(?=^#{{1,2}} |\Z)", read(page), re.MULTILINE | re.DOTALL
    )
    assert found, title
    return found[2]


def prose(text):
    """The text on one line, as a browser folds it."""
    return " ".join(text.split())


def rows(text, first):
    """The cells of the table whose first heading is ``first``, row by row."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith(f"| {first} |"):
            next(lines)
            return list(_cells(lines))
    raise AssertionError(f"no table begins with {first}")


def _cells(lines):
    for line in lines:
        if not line.startswith("|"):
            return
        yield tuple(cell.strip() for cell in line.strip("|").split(" |"))


def codes(cell):
    """What stands in backticks in a cell."""
    return re.findall(r"`([^`]+)`", cell)


def number(text):
    """The number at the beginning of a cell."""
    return float(re.match(r"[-+]?[\d,.]+", text)[0].replace(",", ""))
