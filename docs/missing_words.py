"""Lists the words that languages lack: ``python docs/missing_words.py zh``; without a language, of all but English.

Commands, messages and the page's sentences are looked for in the code and the templates, where their English
stands. A word that is missing is English until somebody writes it; what only operators read may stay so.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import click
from jinja2.ext import extract_from_ast

from underdraft.cli import cli
from underdraft.cli.commands import COMMANDS
from underdraft.cli.language import speak
from underdraft.service.pages import rendering
from underdraft.text.strings import ENGLISH, languages, missing, own_words
from underdraft.text.wording import CHOICE, CLAUSES, by_english, by_wording

PACKAGES = ("underdraft", "underdraft_plugins")

SENTENCE = re.compile(r"[a-zA-Z]+[,;:]? [a-z]{2,}")
VALUE = "⟦v⟧"
"""Stands for a value that is put in."""

FOR_PROGRAMS = re.compile(
    r"""boundary/channel|channels/__init__|cli/(commands|sample|starter)|knowledge/(checks|proposing)/
    |litellm_loading|memory/(copies/writers|db/|settings)
    |memory/(notes/search_tool|tidy/judging)|plugins/(extractors/(explicit|memories|outright)
    |extractors/statement_features|models/offline_model)|service/|testing/|draft/__init__""",
    re.VERBOSE,
)
"""Modules whose strings are for programs, models, pages or databases."""

FOR_PROGRAMMERS = re.compile(
    r"(?:Assertion|Attribute|NotImplemented|Runtime|Type|Value)Error|compile|debug|error|exception|filterwarnings|info|split|warning"
)
"""Calls whose strings only programmers read."""

WORDS = re.compile(r"(?<![\w./])[A-Za-z']+ [a-z']{2,}(?![\w./])")
TYPED = re.compile(r"`[^`]*`|\bunderdraft [\w~.:= -]+|[\w.]+=\S+|pip install \S+|--[\w-]+|[A-Z]{2,}")
"""Text that is never translated: commands, options, names of settings."""

NOT_SAID = re.compile(r"(?s:.*(?:\\[bsdwS]|\(\?))|error: |\s+(?:underdraft|python) |cd novel")
"""Patterns, and commands to type."""


def messages() -> Iterator[tuple[str, str]]:
    """Where a message stands, and its words, with ``VALUE`` for what is put in."""
    for package in PACKAGES:
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            continue
        root = Path(spec.origin).parent
        for path in sorted(root.rglob("*.py")):
            where = f"{root.name}/{path.relative_to(root).as_posix()}"
            if not FOR_PROGRAMS.search(where):
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
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if FOR_PROGRAMMERS.fullmatch(name):
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


def page_texts() -> Iterator[tuple[str, str]]:
    """The sentences of the page, each with its place."""
    script = Path(rendering.__file__).with_name("static") / "page.js"
    yield from (("page.js", said) for said in re.findall(r'\bt\("([^"]+)"\)', script.read_text("utf-8")))
    yield from (("rendering.py", said) for said in (*rendering.ACTIONS.values(), *rendering.DONE.values()))
    for path in sorted(Path(rendering.__file__).with_name("templates").glob("*.html")):
        for line, _, said in extract_from_ast(rendering.environment().parse(path.read_text("utf-8")), ["t"]):
            text = said[0] if isinstance(said, tuple) else said
            if text:
                yield f"{path.name}:{line}", text


def command_texts() -> Iterator[tuple[str, str]]:
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


def is_worded(text: str, language: str) -> bool:
    """Whether the language has words for all of an English text; a text that is no sentence needs none."""
    if text in by_english(language) or by_wording(text, language) or CHOICE.fullmatch(text):
        return True
    if not WORDS.search(TYPED.sub("", text)):
        return True
    clauses = next((found for pattern, _ in CLAUSES if (found := pattern.fullmatch(text))), None)
    return clauses is not None and all(is_worded(clause, language) for clause in clauses.groups())


def lacking(language: str) -> Iterator[tuple[str, str]]:
    """Part and name of each word that a language lacks; of a command or message, where it is and its English."""
    yield from missing(language)
    page = own_words(language, "page")
    own, english = page.get("sentences", {}), own_words(ENGLISH, "page")
    plain = {key for code in languages() for key in own_words(code, "page") if key.partition(".")[2]}
    yield from (("page", key) for key in sorted(plain - {*english, *page, "language.tag"}))
    yield from (("page", f"{where}: {json.dumps(text)}") for where, text in page_texts() if text not in own)
    speak(ENGLISH)
    said = {"commands": list(command_texts()), "messages": list(messages())}
    for part, texts in said.items():
        for where, text in texts:
            if not is_worded(text, language):
                yield part, f"{where}: {json.dumps(text, ensure_ascii=False)}"


def main(asked: Sequence[str]) -> None:
    """Print each missing word with its language and part; an unknown language ends it with the known ones."""
    known = [language for language in languages() if language != ENGLISH]
    if unknown := set(asked) - set(known):
        raise SystemExit(f"{', '.join(sorted(unknown))}: no such language; known are {', '.join(known)}")
    for language in asked or known:
        for part, name in lacking(language):
            click.echo(f"{language}/{part}.toml: {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
