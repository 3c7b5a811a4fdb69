"""Each code, setting, channel, command, hook and warning has one place with an anchor, so that it can be linked."""

from __future__ import annotations

import re

import click
import pytest

from docs.pages import ROOT, read
from docs.test_errors_page import known
from docs.test_pages import ANCHOR, anchors
from underdraft import Workspace, hookspecs
from underdraft.cli import cli
from underdraft.cli.commands import COMMANDS
from underdraft.memory.settings import SETTINGS
from underdraft.project import config
from underdraft.skill.context_rules import BUILTIN_RULES

PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "docs").rglob("*.md")
    if not path.name.endswith(".zh-CN.md")  # a twin has the same anchors on purpose
)


def commands():
    """Every command with its group."""
    for entry in COMMANDS:
        command = cli.get_command(click.Context(cli), entry.name)
        yield f"underdraft {entry.name}"
        yield from (f"underdraft {entry.name} {child}" for child in getattr(command, "commands", ()))


def settings():
    """Every key of config.toml, of its tables and of the store, and every rule."""
    tables = {
        "project": config._PROJECT_KEYS,
        "knowledge": config._KNOWLEDGE_KEYS,
        "episodes": config._EPISODE_KEYS,
    }
    yield from (
        f"config.{key}" for key in config._KEYS if key not in {*tables, "settings", "caps", "model_options"}
    )
    yield from (f"{table}.{key}" for table, keys in tables.items() for key in keys)
    yield from (f"model_options.{key}" for key in config.MODEL_OPTIONS)
    yield from (f"setting.{key}" for key in SETTINGS)
    yield from (f"rule.{rule.name}" for rule in BUILTIN_RULES)


def places(anchor):
    """The pages that have an anchor."""
    return [page for page in PAGES if anchor in anchors(page)]


@pytest.fixture(scope="module")
def channels(tmp_path_factory):
    """The names of all channels."""
    with Workspace.open(files={}, store=tmp_path_factory.mktemp("places") / "s.db", embedder="none") as ws:
        return sorted(ws.channels)


def heading(text):
    """The anchor of a heading."""
    return ANCHOR.sub("", text.lower()).replace(" ", "-")


def test_each_has_one_place(channels):
    """The anchor of each is on exactly one page of the docs."""
    wanted = [
        *(code.lower() for code in known()),
        *map(heading, commands()),
        *map(heading, channels),
        *settings(),
        *(name for name in vars(hookspecs) if name.startswith("underdraft_")),
    ]
    assert {anchor: found for anchor in wanted if len(found := places(anchor)) != 1} == {}
    assert len(set(wanted)) == len(wanted)


@pytest.mark.parametrize("page", PAGES)
def test_an_anchor_stands_once(page):
    """No two headings or rows of a page have the same explicit anchor."""
    given = re.findall(r'<a id="([^"]+)"></a>', read(page))
    assert len(set(given)) == len(given)
