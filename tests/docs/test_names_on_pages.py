"""Each command, option, channel, setting, environment variable and public name on a page exists."""

from __future__ import annotations

import re
import shlex
from functools import cache
from itertools import takewhile
from pathlib import Path
from pkgutil import resolve_name

import attrs
import click
import pytest
from markdown_it import MarkdownIt

import underdraft
from docs.pages import ROOT, read
from underdraft import Preview, RunRecord, Workspace
from underdraft.cli import cli
from underdraft.memory.settings import SETTINGS
from underdraft.project import config

PAGES = sorted(
    path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("README*.md"), *(ROOT / "docs").rglob("*.md")]
)
OWNERS = {
    "underdraft": underdraft,
    "ws": Workspace,
    "workspace": Workspace,
    "run": RunRecord,
    "preview": Preview,
}
"""Words with which a dotted name begins, and what has the name."""
NOT_OURS = {
    "scene:night": "a tag of somebody's",
    "memory:semantic": "the beginning of a source in a receipt",
    "weather:report": "a channel of a plugin that the page writes",
    **dict.fromkeys(["underdraft.ms", "underdraft.client", "underdraft.writer", "underdraft.db"], "traces"),
    "run.fetch": "a trace",
    "workspace.py": "a file",
    "memory.json": "a file of ChatGPT's",
    "underdraft.litellm.callback": "the former name of the LiteLLM proxy's callback, which the page replaces",
}
OPTIONS = {o for parameter in cli.params for o in parameter.opts}
TABLES = {
    "project": config._PROJECT_KEYS,
    "knowledge": config._KNOWLEDGE_KEYS,
    "episodes": config._EPISODE_KEYS,
    "model_options": config.MODEL_OPTIONS,
}


def code(page):
    """The inline code and the shell lines of a page."""
    for token in MarkdownIt().enable("table").parse(page):
        if token.type == "fence" and token.info.split(" ")[0] == "sh":
            yield from token.content.replace("\\\n", " ").splitlines()
        elif token.type == "inline":
            yield from (child.content for child in token.children if child.type == "code_inline")


def command(group, name):
    """A command of a group, or None."""
    return group.get_command(click.Context(group), name)


@cache
def groups():
    """The names of commands that have commands of their own."""
    return {name for name in cli.list_commands(None) if isinstance(command(cli, name), click.Group)}


def missing_commands(line):
    """Commands and options after ``underdraft``, or after a group's name, that the command line does not have."""
    for start in re.finditer(r"(?:^|(?<=[\s(;|&]))underdraft (?=[\w-])", line):
        yield from _walk(line[start.end() :])
    if re.match(r"[a-z]+ \S", line) and line.partition(" ")[0] in groups():
        yield from _walk(line)


def _walk(line):
    here = cli
    line = re.sub(r"^-C \S+ ", "", line)
    for word in takewhile(lambda word: word not in {"|", "||", "&&", ">", ";"}, _words(line)):
        if word.startswith("--"):
            known = {o for parameter in here.params for o in [*parameter.opts, *parameter.secondary_opts]}
            if word.partition("=")[0] not in known | OPTIONS | {"--help"}:
                yield f"{line}: {word}"
        elif isinstance(here, click.Group) and re.fullmatch(r"[a-z][a-z-]+", word):
            here = command(here, word) or here
            if here.name != word and not any(isinstance(p, click.Argument) for p in here.params):
                yield f"{line}: {word}"


def _words(line):
    try:
        return shlex.split(line, comments=True)
    except ValueError:
        return line.split()


def missing_names(line):
    """Dotted names of the package, and of the values that programs hold, that lead nowhere."""
    for start, path in re.findall(rf"(?<![\w./\"-])({'|'.join(OWNERS)})\.(\w+(?:\.\w+)*)", line):
        first = path.partition(".")[0]
        owner = OWNERS[start]
        if f"{start}.{first}" in NOT_OURS:
            continue
        if owner is underdraft:
            try:
                resolve_name(f"underdraft.{path}")
            except (ImportError, AttributeError):
                yield f"underdraft.{path}"
        elif first not in {*dir(owner), *attrs.fields_dict(owner)}:
            yield f"{start}.{path}"
    for name, field in re.findall(r"(?<![\w.])([A-Z]\w+)\.(\w+)", line):
        if name in underdraft.__all__:
            value = getattr(underdraft, name)
            if field not in {*dir(value), *(attrs.fields_dict(value) if attrs.has(value) else ())}:
                yield f"{name}.{field}"


def missing_settings(line):
    """Settings of the store, keys of config.toml's tables and environment variables that nothing reads."""
    for name in re.findall(r"(?<![\w./-])(?:memory|questions)\.(?!md\b|db\b)[a-z]\w*", line):
        if name not in SETTINGS:
            yield name
    for table, key in re.findall(r"^\[(\w+)\] (\w+)", line):
        if key not in TABLES.get(table, ()):
            yield f"[{table}] {key}"
    for name in re.findall(r"\bUNDERDRAFT_[A-Z_]+", line):
        if name not in variables():
            yield name


@cache
def variables():
    """Environment variables that the code names; a command line's program has one more, of click's."""
    sources = [path for room in ("pipeline", "plugins", "tests") for path in (ROOT / room).rglob("*.py")]
    sources.remove(Path(__file__))
    found = {name for path in sources for name in re.findall(r"UNDERDRAFT_[A-Z_]+", path.read_text("utf-8"))}
    return found | {"_UNDERDRAFT_COMPLETE"}


def missing_channels(line, channels):
    """Words that are written as a channel of one of our areas and are none."""
    areas = {name.partition(":")[0] for name in channels}
    for name in re.findall(r"(?<![\w./:-])[a-z]+(?::[a-z]+)+(?![\w:])", line):
        if name.partition(":")[0] in areas and not any(
            known == name or known.startswith(f"{name}:") for known in channels
        ):
            yield name


@pytest.fixture(scope="module")
def channels(tmp_path_factory):
    """The names of all channels."""
    with Workspace.open(files={}, store=tmp_path_factory.mktemp("names") / "s.db", embedder="none") as ws:
        return set(ws.channels)


@pytest.mark.parametrize("page", PAGES)
def test_names_on_a_page_exist(page, channels):
    """Each command with its options, channel, setting, key, environment variable and public name is in the code."""
    wrong = [
        fault
        for line in code(read(page))
        for fault in [
            *missing_commands(line),
            *missing_names(line),
            *missing_settings(line),
            *missing_channels(line, channels),
        ]
        if fault not in NOT_OURS
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("underdraft memory restore ID", "restore"),
        ("memory restore ID", "restore"),
        ("underdraft -C novel memory list --fact", "--fact"),
        ("underdraft run polish --select-line 5 && ls", "--select-line"),
        ("underdraft forget", "forget"),
        ("ws.memory.create(...) and ws.memories", "ws.memories"),
        ("RunFinished.record", "RunFinished.record"),
        ("underdraft.types.nothing", "underdraft.types.nothing"),
        ("memory.window_blocks", "memory.window_blocks"),
        ("[knowledge] chapter", "[knowledge] chapter"),
        ("UNDERDRAFT_HOMES", "UNDERDRAFT_HOMES"),
        ("memory:undo", "memory:undo"),
    ],
)
def test_a_missing_name_is_found(line, wrong, channels):
    """One fault of each kind is found, and nothing else on the line."""
    found = [
        *missing_commands(line),
        *missing_names(line),
        *missing_settings(line),
        *missing_channels(line, channels),
    ]
    assert [fault.rpartition(": ")[2] for fault in found] == [wrong]
