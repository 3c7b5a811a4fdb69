"""Everything that the package says to people, as it stands in the code.

``python tests/cli/messages.py`` lists what has no Chinese words and is shown in English.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click

import underdraft
import underdraft_plugins
from underdraft.cli import cli, language
from underdraft.cli.commands import COMMANDS

__all__ = ["missing_words"]

SENTENCE = re.compile(r"[a-zA-Z]+[,;:]? [a-z]{2,}")
VALUE = "⟦v⟧"

FOR_PROGRAMS = [
    "underdraft/__init__.py",
    "boundary/channel.py",
    "boundary/typescript.py",
    "channels/__init__.py",
    "service/",
    "testing/apart.py",
    "testing/fixtures.py",
    "types/removed.py",
    "testing/prompts.py",
    "testing/stability.py",
    "cli/commands.py",  # its help lines have a test of their own
    "cli/sample.py",
    "cli/starter.py",
    "knowledge/checks/",  # words to look for; what it finds is in text/locales
    "knowledge/proposing/",
    "memory/db/dialect.py",
    "memory/db/migrations/",
    "memory/db/postgresql.py",
    "memory/db/spool.py",
    "memory/copies/writers.py",
    "memory/index/fulltext.py",
    "memory/index/server_words.py",
    "memory/notes/search_tool.py",
    "memory/runs/model_summary.py",
    "learning/rules/question.py",
    "memory/tidy/judging.py",
    "memory/settings.py",
    "privacy/check.py",
    "privacy/payloads.py",
    "plugins/explicit.py",
    "plugins/extractors.py",
    "plugins/outright.py",
    "plugins/statement_features.py",
    "plugins/telemetry.py",
    "plugins/offline_model.py",
    "plugins/litellm_loading.py",
]
"""Files whose strings are for programs, models, pages or databases. Patterns are no messages anywhere."""

FOR_PROGRAMMERS = {
    "TypeError",
    "ValueError",
    "RuntimeError",
    "AttributeError",
    "NotImplementedError",
    "AssertionError",
    "debug",
    "info",
    "warning",
    "error",
    "exception",
    "compile",
    "split",
    "filterwarnings",
}
"""Calls whose strings only programmers read."""

NOT_SAID = re.compile(
    r"(?s:.*(?:\\[bsdwS]|\(\?))|error: |\s+underdraft |\s+python |The bell rang|cd novel|disk is full|unable to open|not a database|last prefix|Answer with one JSON|That is not the JSON|Noto Sans|password authentication|no password supplied|too many|no more connections|remaining connection"
)


def messages() -> Iterator[tuple[str, str]]:
    """Where a message stands, and its words, with ``VALUE`` for what is put in."""
    for package in (underdraft, underdraft_plugins):
        root = Path(package.__file__ or "").parent
        for path in sorted(root.rglob("*.py")):
            where = f"{root.name}/{path.relative_to(root).as_posix()}"
            if not any(part in where for part in FOR_PROGRAMS):
                found = _strings(ast.parse(path.read_text("utf-8")))
                yield from ((f"{where}:{line}", text) for line, text in found if not NOT_SAID.match(text))


def _strings(node: ast.AST) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Expr(value=ast.Constant()):  # a docstring
            return
        case ast.Subscript(value=ast.Name(id="Annotated" | "Literal")):
            return
        case ast.Assign(targets=[ast.Name(id="_BRINGS")]):  # for the pages
            return
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in FOR_PROGRAMMERS:
            return
        case ast.JoinedStr(values=parts, lineno=line):
            said = "".join(str(part.value) if isinstance(part, ast.Constant) else VALUE for part in parts)
            if SENTENCE.search(said):
                yield line, said
            children: list[ast.AST] = [part for part in parts if isinstance(part, ast.FormattedValue)]
        case ast.Constant(value=str(said), lineno=line) if SENTENCE.search(said):
            yield line, said
            return
        case _:
            children = list(ast.iter_child_nodes(node))
    for child in children:
        yield from _strings(child)


_NAMES = "|".join(entry.name for entry in COMMANDS)
CODE = re.compile(
    rf"^(?:{_NAMES}) [\w~. -]+|"
    r"`[^`]*`|cd novel|\bunderdraft [\w~.:= -]+|[\w.]+=\S+|pip install \S+|open\(\)|model = \S+|--[\w-]+|[A-Z]{2,}"
)
ENGLISH = re.compile(r"(?<![\w./])[A-Za-z']+ [a-z']{2,}(?![\w./])")


def english_left(said: str) -> list[str]:
    """Runs of English words in what should be Chinese; commands, also on a line of their own, are no words."""
    return ENGLISH.findall(CODE.sub("·", said))


def helps() -> Iterator[tuple[str, str]]:
    """The texts of all commands' help, each with its command."""
    yield from _helps("underdraft", cli)
    for entry in COMMANDS:
        yield from ((entry.name, text) for text in (entry.about, entry.section))
        command = cli.get_command(click.Context(cli), entry.name)
        if command is not None:
            yield from _helps(entry.name, command)


def _helps(name: str, command: click.Command) -> Iterator[tuple[str, str]]:
    about = (command.help, command.epilog, *(getattr(one, "help", None) for one in command.params))
    yield from ((name, text) for text in about if text)
    for child in getattr(command, "commands", {}).values():
        yield from _helps(f"{name} {child.name}", child)


def missing_words() -> None:
    """Print what has no Chinese words."""
    language.speak_for([])
    texts = [*helps(), *messages()]
    language._language.set("zh")
    for where, text in texts:
        if english_left(language.translated(text)):
            click.echo(f"{where}: {text}")


if __name__ == "__main__":
    missing_words()
