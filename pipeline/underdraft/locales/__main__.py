"""List the words that languages lack: ``python -m underdraft.locales zh``; without a language, of all but English.

A word that is missing is English until somebody writes it; what only operators read may stay so.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence

import click

from underdraft.cli import language as command_line
from underdraft.locales.english import command_texts, messages
from underdraft.text.strings import ENGLISH, languages, missing


def lacking(language: str) -> Iterator[tuple[str, str]]:
    """Part and name of each word that a language lacks; of a command or message, where it is and its English."""
    yield from missing(language)
    command_line.speak(ENGLISH)
    said = {"commands": list(command_texts()), "messages": list(messages())}
    command_line.speak(language)
    for part, texts in said.items():
        for where, text in texts:
            if not command_line.is_translated(text):
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
