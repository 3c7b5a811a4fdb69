"""The command line in the language of its user: the project's ``locale``, else the environment's."""

from __future__ import annotations

import inspect
import os
import tomllib
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import click

from underdraft.project.config import CONFIG_PATH
from underdraft.text.strings import language_of

VARIABLE = "UNDERDRAFT_LANGUAGE"
"""Environment variable; ``zh`` or ``en`` for the commands, whatever the project and the system say."""

_SYSTEM = (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")
_FOLDER_OPTIONS = ("-C", "--workspace")
_language: ContextVar[str] = ContextVar("language", default="en")
_english: dict[tuple[int, str], str] = {}


def system_locale() -> str:
    """The locale that the environment asks for: ``zh`` or ``en``."""
    asked = next((value for name in _SYSTEM if (value := os.environ.get(name))), "")
    return language_of(asked)


def speak_for(args: Sequence[str]) -> None:
    """Choose the language of a call by its arguments, its folder's project and the environment."""
    _language.set(language_of(os.environ.get(VARIABLE) or _project_locale(args) or system_locale()))


def _project_locale(args: Sequence[str]) -> str | None:
    """The ``locale`` in ``config.toml``, as far as it can be read; what is wrong with it is told later."""
    given = [value for option, value in pairwise(args) if option in _FOLDER_OPTIONS]
    try:
        config = tomllib.loads((Path(given[-1] if given else ".") / CONFIG_PATH).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    locale = config.get("locale")
    return locale if isinstance(locale, str) else None


@cache
def _chinese() -> Mapping[str, str]:
    return tomllib.loads((files("underdraft.cli") / "chinese.toml").read_text(encoding="utf-8"))


def spoken() -> str:
    """The chosen language: ``zh`` or ``en``."""
    return _language.get()


def translated(text: str) -> str:
    """The text in the chosen language; the text itself where there is no other."""
    return _chinese().get(text, text) if _language.get() == "zh" and text else text


def translate_help(command: click.Command) -> None:
    """Put a command's help, and that of its options and commands, into the chosen language."""
    command._help_option = None  # noqa: SLF001 - click keeps the option with the words of the first call
    for attribute in ("help", "short_help", "epilog"):
        _translate(command, attribute)
    for parameter in command.params:
        _translate(parameter, "help")
    for child in getattr(command, "commands", {}).values():
        translate_help(child)


def _translate(thing: object, attribute: str) -> None:
    text = _english.setdefault((id(thing), attribute), getattr(thing, attribute, None) or "")
    if text:
        setattr(thing, attribute, translated(inspect.cleandoc(text)))


for _module in (click.core, click.decorators):
    _module._ = translated  # type: ignore[attr-defined]
