"""Writes ``docs/configuration.md`` from the code, and its Chinese twin: ``python docs/write_configuration_page.py``.

The Chinese words are in ``configuration_zh.toml``, by the English ones; what is missing there stays English.
"""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import attrs

from underdraft.knowledge.graph import read_yaml
from underdraft.memory.episodes.limits import EpisodeLimits
from underdraft.memory.settings import SETTINGS
from underdraft.project import config
from underdraft.skill import parse
from underdraft.skill.context_rules import BUILTIN_RULES
from underdraft.text.strings import ENGLISH, own_words
from underdraft.types.checks import check_flag
from underdraft.types.layers import LAYERS
from underdraft.types.skill import Skill
from underdraft_plugins.models.litellm_request import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PAGE = Path(__file__).with_name("configuration.md")
CHINESE_PAGE = PAGE.with_name("configuration.zh-CN.md")
CHINESE = PAGE.with_name("configuration_zh.toml")
TABLES = {"project", "settings", "knowledge", "episodes", "caps", "model_options"}
OF_A_SKILL = {"name": "id", "context_rules": "rules"}
"""Keys of a SKILL.md that the value calls otherwise."""
KINDS = {
    "text": "text",
    "texts": "list of texts",
    "number": "whole number",
    "time": "story time",
    "flag": "true or false",
    "pairs": "mapping",
    "each": "list",
}
"""What the methods of a knowledge file's reader take."""
ABOUT_PROJECT = {
    "id": "what its memories are kept under; `underdraft init` makes it, and it stays",
    "name": "the title",
    "language": "what the text is written in",
    "genre": "what it is",
    "document_kind": "novel, story, script ...",
}

INTRODUCTION = """\
# Configuration

<!-- Written by docs/write_configuration_page.py from the code. Change that. -->

All that can be set, and where. What it does is in [contract.md](contract.md). An unknown key or a wrong type is
`INVALID_ARGUMENT` with the key's name; `underdraft status` looks at all files.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([INTRODUCTION, *config_file(), *memory(), *skills(), *knowledge(), *environment()])


def chinese_page() -> str:
    """The whole page in Chinese: each line and each cell of the English one."""
    words = tomllib.loads(CHINESE.read_text(encoding="utf-8"))
    words["cells"] |= {meaning(key, ENGLISH): meaning(key, "zh") for key in SETTINGS}
    return "\n".join(_in_chinese(line, words) for line in page().split("\n"))


def _in_chinese(line: str, words: Mapping[str, Mapping[str, str]]) -> str:
    if not line.startswith("| "):
        known = words["lines"].get(line, line)
        return re.sub(r"^Each of (`.+`):$", r"\1 的每一项：", known)
    said = (words["cells"].get(cell, cell) for cell in cells_of(line))
    said = (re.sub(r"(?<=[0-9]) to (?=[0-9])", " 到 ", cell).replace("' or '", "' 或 '") for cell in said)
    return f"| {' | '.join(said)} |".replace("|  |", "| |").replace("|  |", "| |")


def cells_of(line: str) -> list[str]:
    """The cells of a row."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def config_file() -> Iterator[str]:
    """What ``config.toml`` may hold."""
    yield "## `.underdraft/config.toml`\n"
    plain = {key: check for key, check in config._KEYS.items() if key not in TABLES}
    yield table("key", keys(plain, config.Config), "config")
    yield "### `[project]`\n"
    rows = [(f"`{key}`", words(check), "", ABOUT_PROJECT[key]) for key, check in config._PROJECT_KEYS.items()]
    yield table("key", rows, "project")
    yield "### `[settings]`\n\nNames and values of your own, sent by the rule `project_settings`.\n"
    yield "### `[knowledge]`\n"
    yield table("key", keys(config._KNOWLEDGE_KEYS, config.KnowledgeSettings), "knowledge")
    yield "### `[episodes]`\n"
    yield table("key", keys(config._EPISODE_KEYS, EpisodeLimits), "episodes")
    yield "### `[caps]`\n\nMost tokens of a layer's content; also `caps` in a SKILL.md, which wins and may give a share of the budget (`13%`).\n"
    caps = [
        (f"`{layer.name.lower()}`", words(config._tokens), default_cap(definition), definition.source)
        for layer, definition in LAYERS.items()
    ]
    yield table("key", caps, "caps")
    yield "### `[model_options]`\n\nFor the provider; keys and passwords are in environment variables alone.\n"
    options = [(f"`{key}`", OPTIONS[key][1], "", "") for key in sorted(OPTIONS)]
    yield table("key", options, "model_options")


def default_cap(definition: Any) -> str:
    """The cap of a layer in words."""
    share = f", or {definition.cap_percent} % of the budget" if definition.cap_percent else ""
    return f"{definition.cap_tokens:,}{share}"


def memory() -> Iterator[str]:
    """The settings of the store."""
    yield "## Memory settings\n\nOf the store, so for all its projects: `underdraft memory settings KEY=VALUE`.\n"
    rows = [
        (
            f"`{s.key}`",
            "true or false"
            if isinstance(s.default, bool)
            else whole(s.least, s.most) + (f", `{s.word}`" if s.word else ""),
            shown(s.default),
            meaning(s.key, ENGLISH),
        )
        for s in SETTINGS.values()
    ]
    yield table("key", rows, "setting")


def meaning(key: str, language: str) -> str:
    """What a memory setting does, in the page's words."""
    found = own_words(language, "page")[f"setting.{key}"]
    return str(found).replace("\n", ". " if language == ENGLISH else "。")


def skills() -> Iterator[str]:
    """The frontmatter of a skill, and its rules."""
    yield "## `SKILL.md`\n"
    about = hints(Skill)
    rows = [
        (
            f"`{key}`",
            "",
            "required" if key in {"name", "description"} else "",
            about[OF_A_SKILL.get(key, key)],
        )
        for key in parse._OWN
    ]
    yield table("key", rows, "skill")
    yield "### `context_rules`\n"
    rules = [
        (
            f"`{r.name}`",
            r.takes,
            shown(r.default),
            r.brings,
        )
        for r in BUILTIN_RULES
    ]
    yield table("key", rules, "rule")


VARIABLES = {
    "UNDERDRAFT_HOME": "The folder of your own config.toml, the list of trusted folders and your store, instead of the system's folders.",
    "UNDERDRAFT_STORE": "Path or URL of your store; the place for a URL with a password.",
    "UNDERDRAFT_LANGUAGE": "Language of commands, such as `en` or `zh`, whatever the project and the system say.",
    "UNDERDRAFT_TRUST": "Folders that are trusted as they are, separated as in `PATH`: for builds in a fresh clone.",
    "UNDERDRAFT_TOKEN": "The token of `underdraft serve`; without it a fresh one is made at each start.",
    "UNDERDRAFT_DEBUG": "`1` shows the log, and where an unexpected fault happened.",
    "UNDERDRAFT_SEARCH_MB": "Megabytes of vectors that a process keeps for search: 32 if missing, 0 for none.",
}
"""Environment variables that the package reads, and what each is for."""


def environment() -> Iterator[str]:
    """The environment variables."""
    yield "## Environment variables\n\nKeys of providers are in variables of the providers ([models](models.md#keys-and-addresses)).\n"
    yield table("key", [(f"`{name}`", "", "", about) for name, about in VARIABLES.items()], "environment")


def knowledge() -> Iterator[str]:
    """The lists of a knowledge file with the keys of their entries, as its reader asks for them."""
    yield "## `.underdraft/knowledge/*.yaml`\n"
    yield "In a `.md` file the same stands between two lines of `---`. Story time is `chapter`, `chapter.scene` or `chapter.scene.step`.\n"
    functions = {
        f.name: f for f in ast.parse(inspect.getsource(read_yaml)).body if isinstance(f, ast.FunctionDef)
    }
    lists = asked(functions["read_facts"])
    for name, (kind, reader) in lists.items():
        if reader is None:
            yield f"### `{name}`\n\nA {kind}.\n"
            continue
        entries = asked(functions[reader])
        rows = [
            (
                f"`{key}`",
                "list, see below" if sub else kind,
                "required" if key in needed(functions[reader]) else "",
                "",
            )
            for key, (kind, sub) in entries.items()
        ]
        yield f"### `{name}`\n"
        yield table("key", rows)
        for sub in dict.fromkeys(sub for _, sub in entries.values() if sub):
            yield f"Each of `{sub.strip('_')}`:\n"
            yield table(
                "key", [(f"`{key}`", kind, "", "") for key, (kind, _) in asked(functions[sub]).items()]
            )


def asked(function: ast.FunctionDef) -> dict[str, tuple[str, str | None]]:
    """The keys that a reader asks for, with their kind, and who reads the entries of a list."""
    found: dict[str, tuple[str, str | None]] = {}
    for call in (
        n for n in ast.walk(function) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)
    ):
        method = call.func.attr  # type: ignore[attr-defined]
        if method == "evidence":
            found["ref"] = ("path, path#L12, path#L12-L58, or a mapping: path, quote, before, after", None)
        if method not in KINDS or not call.args:
            continue
        first = call.args[0]
        names = [str(first.value)] if isinstance(first, ast.Constant) else looped(function, call)
        reader = call.args[1].id if method == "each" and isinstance(call.args[1], ast.Name) else None
        found |= {name: (KINDS[method], reader) for name in names if name not in found}
    order = inspect_order(function)
    return dict(sorted(found.items(), key=lambda item: order.get(item[0], 10**9)))


def looped(function: ast.FunctionDef, call: ast.Call) -> Sequence[str]:
    """The values of the loop's variable that a call is given: written out, or a constant of the module."""
    for node in ast.walk(function):
        loops = [node] if isinstance(node, ast.For) else getattr(node, "generators", [])
        for loop in loops if any(inner is call for inner in ast.walk(node)) else []:
            if ast.unparse(loop.target) == ast.unparse(call.args[0]):
                written = isinstance(loop.iter, ast.Tuple)
                return tuple(
                    ast.literal_eval(loop.iter) if written else getattr(read_yaml, ast.unparse(loop.iter))
                )
    return ()


def needed(function: ast.FunctionDef) -> set[str]:
    """The keys that must be there."""
    calls = [
        n for n in ast.walk(function) if isinstance(n, ast.Call) and getattr(n.func, "attr", "") == "needed"
    ]
    names = [
        [str(c.args[0].value)] if isinstance(c.args[0], ast.Constant) else looped(function, c) for c in calls
    ]
    return {name for group in names for name in group}


def inspect_order(function: ast.FunctionDef) -> dict[str, int]:
    """Where each text stands in a function."""
    texts = [(n.lineno, n.col_offset, n.value) for n in ast.walk(function) if isinstance(n, ast.Constant)]
    return {
        str(text): place
        for place, (_, _, text) in reversed(list(enumerate(sorted(texts, key=lambda t: t[:2]))))
    }


# --- words ------------------------------------------------------------------------------------


def keys(checks: Mapping[str, Any], cls: type) -> list[tuple[str, ...]]:
    """A row for each key, with the default and the meaning of the attribute of its name."""
    about, fields = hints(cls), attrs.fields_dict(cls)
    return [
        (f"`{key}`", words(check), shown(fields[key].default), about.get(key, ""))
        for key, check in checks.items()
    ]


def hints(cls: type) -> dict[str, str]:
    """What is said beside each attribute."""
    found = get_type_hints(cls, include_extras=True)
    return {
        key: str(hint.__metadata__[0]).replace(", or `None`", "")
        for key, hint in found.items()
        if hasattr(hint, "__metadata__")
    }


def words(check: Any) -> str:
    """What a check takes."""
    if isinstance(check, partial):
        given = check.keywords
        if "expected" not in given:
            return whole(given["least"], given["most"])
        expected = str(given["expected"])
        return f"`{expected}`" if expected.startswith("[") else expected
    plain = {
        check_flag: "true or false",
        config._names: "list of names",
        config._folder: "folder of the project",
    }
    return plain.get(check, "text")


def whole(least: int, most: int) -> str:
    """A range in words."""
    return f"{least:,} to {most:,}"


def shown(default: object) -> str:
    """A default as the file would have it."""
    match default:
        case None | ():
            return ""
        case bool():
            return str(default).lower()
        case int():
            return f"{default:,}"
        case str():
            return f"`{default}`"
        case _:
            return ""


def table(first: str, rows: Sequence[tuple[str, ...]], group: str | None = None) -> str:
    """A Markdown table; each row of a group has an anchor, such as ``config.model``."""
    if group is not None:
        rows = [(f'<a id="{group}.{row[0].strip("`")}"></a>{row[0]}', *row[1:]) for row in rows]
    heads = (first, "takes", "default", "meaning")
    used = [n for n in range(4) if any(row[n] for row in rows)]
    lines = [[heads[n] for n in used], ["---"] * len(used), *([row[n] for n in used] for row in rows)]
    return (
        "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
        .replace("|  |", "| |")
        .replace("|  |", "| |")
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    CHINESE_PAGE.write_text(chinese_page(), encoding="utf-8")
