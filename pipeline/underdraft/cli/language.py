"""The command line in the user's language: the project's ``locale``, else the environment's."""

from __future__ import annotations

import inspect
import os
import tomllib
from collections.abc import Sequence
from contextvars import ContextVar
from itertools import pairwise
from pathlib import Path

import click

from underdraft.cli.table import cell_len, wrap_text
from underdraft.errors import InvalidArgument, UnderdraftError
from underdraft.project.config import CONFIG_PATH
from underdraft.project.discovery import locate
from underdraft.project.files import DiskFiles
from underdraft.project.settings import resolve, writers_values
from underdraft.project.source_files import project_files
from underdraft.text.strings import language_of
from underdraft.text.wording import word_of, worded

VARIABLE = "UNDERDRAFT_LANGUAGE"
"""Environment variable; the language of the commands, whatever the project and the system say."""

_SYSTEM = (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")
_FOLDER_OPTIONS = ("-C", "--workspace")
_DOCUMENT_OPTIONS = ("-d", "--document")
_language: ContextVar[str] = ContextVar("language", default="en")
_english: dict[tuple[int, str], str] = {}


def system_locale() -> str:
    """The language that the environment asks for."""
    asked = next((value for name in _SYSTEM if (value := os.environ.get(name))), "")
    return language_of(asked)


def speak_for(args: Sequence[str]) -> None:
    """Choose the language of a call by its arguments, its folder's project, the writer's own file and the environment."""
    speak(language_of(os.environ.get(VARIABLE) or _project_locale(args) or own_locale()))


def speak(language: str) -> None:
    """Choose the language of what is said from now on."""
    _language.set(language)


def own_locale() -> str:
    """The locale in the writer's own ``config.toml``, else the environment's."""
    try:
        return str(writers_values().get("locale") or system_locale())
    except InvalidArgument:  # the command says what is wrong with it
        return system_locale()


def locale_outside(folder: str) -> str | None:
    """The environment's locale for prompts of a folder without a project, unless its file or the writer's names one."""
    settings = resolve(project_files(folder, None))
    outside = settings.config.project is None and settings.origin("locale") == "default"
    return system_locale() if outside else None


def _project_locale(args: Sequence[str]) -> str | None:
    """The ``locale`` in ``config.toml``, as far as it can be read; what is wrong with it is reported later."""
    folder, document = (
        next((value for option, value in pairwise(args) if option in options), None)
        for options in (_FOLDER_OPTIONS, _DOCUMENT_OPTIONS)
    )
    try:
        content = DiskFiles(Path(locate(folder, document).folder)).read_bytes(CONFIG_PATH)
        config = tomllib.loads((content or b"").decode("utf-8-sig"))
    except (UnderdraftError, OSError, ValueError, RecursionError):
        return None
    locale = config.get("locale")
    return locale if isinstance(locale, str) else None


def spoken() -> str:
    """The chosen language."""
    return _language.get()


def translated(text: str) -> str:
    """Return an English text in the chosen language, as far as its words are known; see :func:`worded`."""
    return worded(text, spoken())


def in_words(kind: str, code: str) -> str:
    """Return the page's words for a code of a kind in the chosen language; see :func:`word_of`."""
    return word_of(spoken(), kind, code)


def translate_help(command: click.Command) -> None:
    """Put the help of a command, its options and its commands into the chosen language."""
    command._help_option = None  # noqa: SLF001 - click keeps the option with the words of the first call
    for attribute in ("help", "epilog"):
        _translate(command, attribute)
    for parameter in command.params:
        _translate(parameter, "help")
    for child in getattr(command, "commands", {}).values():
        translate_help(child)


def _translate(thing: object, attribute: str) -> None:
    text = _english.setdefault((id(thing), attribute), getattr(thing, attribute, None) or "")
    if text:
        setattr(thing, attribute, translated(inspect.cleandoc(text)))


# Only help and questions: click's errors stay in English until they are shown, as all others do.
for _module in (click.core, click.decorators, click.formatting, click.termui):
    _module._ = translated  # type: ignore[attr-defined]
click.formatting.wrap_text = wrap_text
click.formatting.term_len = cell_len  # type: ignore[attr-defined, assignment]
