"""The files that ``underdraft init`` lays down; their texts are in ``starter/``."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Callable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import attrs

from underdraft.cli.language import system_locale
from underdraft.errors import Conflict, InvalidArgument, NotFound, UnderdraftError
from underdraft.plugins import load_plugins
from underdraft.project.config import CONFIG_PATH, FOLDER, parse_config
from underdraft.run.template_set import load_templates
from underdraft.text.clean import one_line
from underdraft.text.strings import language_of

FALLBACK_ID = "project"
ID_LENGTH = 64
_UNFIT = re.compile(r"[^a-z0-9._-]+")
_ID_LINE = re.compile(
    r"""(^\[project\][^\[]*?^\s*id\s*=\s*)(?:"[^"\n]*"|'[^'\n]*')""", re.MULTILINE | re.DOTALL
)


@attrs.frozen
class Laid:
    """What became of the files: project-relative paths, in order."""

    made: tuple[str, ...]
    kept: tuple[str, ...]


def fresh_id(name: str, new_token: Callable[[], str] = lambda: secrets.token_hex(3)) -> str:
    """A project id: a folder's name (``"project"`` where nothing of it can be used) and a random part.

    Two folders of one name share no memories.
    """
    token = new_token()
    slug = _UNFIT.sub("-", name.lower()).strip("-._")[: ID_LENGTH - len(token) - 1].rstrip("-._")
    return f"{slug or FALLBACK_ID}-{token}"


def fix_id(root: Path) -> str:
    """Give the project of a folder a new id, which is returned, and leave the rest of its ``config.toml`` as it is.

    The file must be in order, with the id on a line of its own.
    """
    path = root / CONFIG_PATH
    if not path.is_file():
        raise NotFound(f"{CONFIG_PATH}: there is no project here; underdraft init makes one")
    text = path.read_bytes().decode("utf-8", "replace")
    before, new_id = parse_config(text), fresh_id(root.resolve().name)
    fixed = _ID_LINE.sub(lambda m: f"{m[1]}{_quoted(new_id)}", text, count=1)
    project = before.project and attrs.evolve(before.project, id=new_id)
    if before.project is None or parse_config(fixed) != attrs.evolve(before, project=project):
        raise InvalidArgument(f"{CONFIG_PATH}: project.id: expected on a line of its own below [project]")
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(fixed.encode("utf-8"))
    part.replace(path)
    return new_id


def config_text(
    *, project_id: str, name: str, locale: str, language: str | None = None, genre: str | None = None
) -> str:
    """A ``config.toml``; one that would not be accepted is refused with the key's name."""
    project = {"id": project_id, "name": one_line(name), "language": language, "genre": genre}
    lines = [
        f"locale = {_quoted(locale)}",
        'model = "offline"  # a stand-in; any litellm name: "ollama_chat/qwen3", "gpt-4.1" ...',
        "",
        "[project]",
        *(f"{key} = {_quoted(one_line(value))}" for key, value in project.items() if value),
    ]
    text = "\n".join(lines) + "\n"
    parse_config(text)
    return text


def _quoted(value: str) -> str:
    """A TOML basic string; JSON's escapes are TOML's."""
    return json.dumps(value, ensure_ascii=False)


def starter_texts(locale: str) -> dict[str, str]:
    """Project-relative path to text, sorted; in Chinese for ``zh``, else in English."""
    folder = files("underdraft.cli") / "starter" / language_of(locale)
    return dict(sorted(_read(folder, FOLDER)))


def _read(folder: Traversable, prefix: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for entry in folder.iterdir():
        path = f"{prefix}/{entry.name}"
        found += _read(entry, path) if entry.is_dir() else [(path, entry.read_text(encoding="utf-8"))]
    return found


def lay_down(root: Path, texts: dict[str, str]) -> Laid:
    """Write what is not there yet; what is in the way, or leads out of the project, is a ``Conflict``."""
    made: list[str] = []
    kept: list[str] = []
    for path, text in texts.items():
        target = root / path
        if os.path.lexists(target):
            kept.append(path)
            continue
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.parent.resolve().is_relative_to(root.resolve()):
                raise Conflict(f"{path}: a link leads out of the project")
            _write_new(target, text)
        except (FileExistsError, NotADirectoryError):
            raise Conflict(f"{path}: something that is no folder is in the way") from None
        except OSError as error:
            why = os.strerror(error.errno).lower() if error.errno else "unknown reason"
            raise UnderdraftError(f"{path}: cannot be written ({why})") from None
        made.append(path)
    return Laid(tuple(made), tuple(kept))


def _write_new(target: Path, text: str) -> None:
    """All of the file or none of it."""
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def project_texts(
    root: Path,
    *,
    project_id: str | None,
    name: str | None,
    language: str | None,
    genre: str | None,
    locale: str | None,
) -> dict[str, str]:
    """Everything for one folder; a ``config.toml`` that is there already keeps its say.

    Options that ask for another one are a ``Conflict``.
    """
    options = {
        "--id": project_id,
        "--name": name,
        "--language": language,
        "--genre": genre,
        "--locale": locale,
    }
    config = root / CONFIG_PATH
    if config.is_file():
        given = [option for option, value in options.items() if value is not None]
        if given:
            raise Conflict(f"{CONFIG_PATH}: is there already; change it by hand ({', '.join(given)})")
        return starter_texts(_locale_of(config))
    folder_name = root.resolve().name
    chosen = locale or system_locale()
    load_templates(chosen, [folder for _, folder in load_plugins().folders("underdraft_template_dirs")])
    text = config_text(
        project_id=project_id or fresh_id(folder_name),
        name=name or folder_name or FALLBACK_ID,
        locale=chosen,
        language=language,
        genre=genre,
    )
    return {CONFIG_PATH: text, **starter_texts(chosen)}


def _locale_of(config: Path) -> str:
    try:
        return parse_config(config.read_text(encoding="utf-8")).locale
    except UnicodeDecodeError:
        raise InvalidArgument(f"{CONFIG_PATH}: not UTF-8") from None
