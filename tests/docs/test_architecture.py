"""docs/architecture.md shows the house as it is."""

from __future__ import annotations

import re
import tomllib

from docs.pages import PACKAGE, codes, read, rows, section

PAGE = "docs/architecture.md"
NOT_ROOMS = {"__init__.py", "__main__.py", "py.typed"}


def picture(title):
    """A section's drawing."""
    return re.search(r"```\n(.*?)```", section(PAGE, title), re.DOTALL)[1]


def order():
    """The rooms of each layer of the import rule, the surface first."""
    contracts = tomllib.loads(read("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    return [re.findall(r"underdraft\.(\w+)", layer) for layer in contracts[0]["layers"]]


def test_the_house_is_drawn_as_imports_go():
    """The picture has the rooms of the import rule, layer by layer."""
    drawn = [re.findall(r"[a-z]+", line[:33]) for line in picture("The house").splitlines()]
    assert [sorted(rooms) for rooms in drawn if rooms] == [sorted(rooms) for rooms in order()]


def test_every_room_has_its_row():
    """The table has every folder and root module of the package, and names what to read first."""
    table = rows(section(PAGE, "The house"), "room")
    rooms = {path.name + "/" * path.is_dir() for path in PACKAGE.iterdir() if path.name != "__pycache__"}
    assert sorted(codes(room)[0] for room, _, _ in table) == sorted(rooms - NOT_ROOMS)
    for room, _, first in table:
        for path in [*codes(first), codes(room)[0]]:
            assert (PACKAGE / path).exists(), path


def test_the_run_is_drawn_with_modules_that_are_there():
    """Each module and folder of the run's picture exists, and stages stand in their order."""
    named = re.findall(r"(?:[a-z_]+/)+[a-z_]*(?:\.py)?|[a-z_]+\.py", picture("One run"))
    assert [path for path in named if not (PACKAGE / path).exists()] == []
    stages = [re.sub(r"run/|\.py", "", path) for path in named if path.startswith("run/")]
    contracts = tomllib.loads(read("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    ruled = [name for layer in contracts[1]["layers"] for name in re.findall(r"\w+", layer)]
    assert stages[1:] == [name for name in reversed(ruled) if name in stages[1:]]
