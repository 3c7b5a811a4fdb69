"""The command line in the user's language: the project's ``locale``, else the environment's.

A text is looked up by its English words in ``locales/<language>/commands.toml`` and ``messages.toml``.
"""

from __future__ import annotations

import inspect
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from functools import cache
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
from underdraft.text.strings import language_of, words

VARIABLE = "UNDERDRAFT_LANGUAGE"
"""Environment variable; the language of the commands, whatever the project and the system say."""

_SYSTEM = (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")
_FOLDER_OPTIONS = ("-C", "--workspace")
_DOCUMENT_OPTIONS = ("-d", "--document")
_PLACE = re.compile(r"\{(\w+)\}")
_SAID = frozenset({"what", "why", "other"})
"""Places whose values are words of ours, too; those of all others stay as they are."""
_ANY = r"(?P<{}>(?:(?![:;] | \().)+?)"
_VALUES: dict[str, str] = dict.fromkeys(
    ("least", "most", "count", "all", "before", "after", "score", "threshold"), r"(?P<{}>[^\s,;:]+)"
)
"""Patterns of placeholders: none holds the end of a clause, and these hold no space."""
_PLACED = "{}: {}"
_OR = " or "
_CHOICE = re.compile(rf"\S+{_OR}\S+")
"""Words to type."""
_CLAUSES = tuple(
    (re.compile(pattern, re.DOTALL), joint)
    for pattern, joint in (
        (r"(.+) \(([^()]+)\)", "{} ({})"),
        (r"([^;]+?): (.+)", _PLACED),
        (r"(.+?); (.+)", "{}; {}"),
    )
)
"""How a message is put together from clauses, the loosest joint first; a language has joints of its own."""
_SENTENCE = re.compile(r"(?<![\w./])[A-Za-z']+ [a-z']{2,}(?![\w./])")
_TYPED = re.compile(r"`[^`]*`|\bunderdraft [\w~.:= -]+|[\w.]+=\S+|pip install \S+|--[\w-]+|[A-Z]{2,}")
"""Text that is never translated: commands, options, names of settings."""
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


@cache
def _words(language: str) -> Mapping[str, str]:
    """Return the language's texts by their English originals."""
    return {**words(language, "commands"), **words(language, "messages")}


def spoken() -> str:
    """The chosen language."""
    return _language.get()


def translated(text: str) -> str:
    """The text in the chosen language, as far as its words are known.

    A message comes here with its values put in, as channels and warnings give it: it is found again by the entry
    whose wording it has, else clause by clause.
    """
    said = _words(spoken())
    if not said or not text:
        return text
    return said.get(text) or _by_wording(text) or _by_clauses(text) or text


def in_words(kind: str, code: str) -> str:
    """Return the page's words for a code of a kind (``signal``, ``reason``) in the chosen language; else the code, translated."""
    said = words(spoken(), "page").get(f"{kind}.{code}")
    return str(said) if said else translated(code)


def is_translated(text: str) -> bool:
    """Whether the chosen language has words for all of an English text; what is no sentence needs none."""
    if text in _words(spoken()) or _by_wording(text) or _CHOICE.fullmatch(text):
        return True
    if not _SENTENCE.search(_TYPED.sub("", text)):
        return True
    clauses = next((found for pattern, _ in _CLAUSES if (found := pattern.fullmatch(text))), None)
    return clauses is not None and all(map(is_translated, clauses.groups()))


@cache
def _wordings(language: str) -> Sequence[tuple[str, str, re.Pattern[str], str]]:
    """Of the entries with places for values: how they begin and end, the whole as a pattern, and what is said."""
    found = []
    for english, said in _words(language).items():
        pieces = _PLACE.split(english)
        if len(pieces) > 1:
            parts = [
                _VALUES.get(part, _ANY).format(part) if n % 2 else re.escape(part)
                for n, part in enumerate(pieces)
            ]
            entry = pieces[0], pieces[-1], re.compile("".join(parts), re.DOTALL), said
            found.append((sum(map(len, pieces[::2])), entry))
    return [entry for _, entry in sorted(found, key=lambda pair: -pair[0])]


def _by_wording(text: str) -> str | None:
    """The entry that the text has the words of, the one with the most words first, with the text's values."""
    for begins, ends, pattern, said in _wordings(spoken()):
        found = text.startswith(begins) and text.endswith(ends) and pattern.fullmatch(text)
        if found:
            return said.format(
                **{n: translated(v) if n in _SAID else v for n, v in found.groupdict().items()}
            )
    return None


def _by_clauses(text: str) -> str | None:
    """``place: what; what (where)``, each part by itself; one word before a colon is a name."""
    own = _words(spoken())
    for pattern, joint in _CLAUSES:
        found = pattern.fullmatch(text)
        if found:
            first, last = found.groups()
            said = translated(first) if " " in first or joint != _PLACED else first, translated(last)
            if said != (first, last):
                return own.get(joint, joint).format(*said)
    return text.replace(_OR, own.get(_OR, _OR)) if _CHOICE.fullmatch(text) else None


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
