"""The files that ``underdraft init`` lays down; their texts are in ``starter/``."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from underdraft.cli.language import own_locale
from underdraft.errors import Conflict, InvalidArgument
from underdraft.plugins import load_plugins
from underdraft.project.config import CONFIG_PATH, FOLDER, KnowledgeSettings, parse_config, read_config
from underdraft.project.files import DiskFiles
from underdraft.project.trust import remember
from underdraft.prompt.template_set import load_templates
from underdraft.text.clean import one_line
from underdraft.text.strings import folder_in
from underdraft.types.knowledge import CARD_FOLDERS

FALLBACK_ID = "project"
ID_LENGTH = 64
_UNFIT = re.compile(r"[^a-z0-9._-]+")


def fresh_id(name: str, new_token: Callable[[], str] = lambda: secrets.token_hex(3)) -> str:
    """A project id: a folder's name (``"project"`` where nothing of it can be used) and a random part.

    Two folders of one name share no memories.
    """
    token = new_token()
    slug = _UNFIT.sub("-", name.lower()).strip("-._")[: ID_LENGTH - len(token) - 1].rstrip("-._")
    return f"{slug or FALLBACK_ID}-{token}"


def trust_own(root: Path) -> None:
    """Trust a project that the writer has just made, for as long as it is that one."""
    project = read_config(DiskFiles(root)).project
    if project is not None:
        remember(root, project.id)


def _folder_name(root: Path) -> str:
    return Path(os.path.realpath(root)).name


def config_text(*, project_id: str, name: str, locale: str, language: str | None = None) -> str:
    """A ``config.toml``; one that would not be accepted is refused with the key's name."""
    project = {"id": project_id, "name": one_line(name), "language": language}
    lines = [
        f"locale = {_quoted(locale)}",
        '# model = "gpt-4.1"  # or "ollama_chat/qwen3" ...; without one the model of your own config file, else a stand-in',
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
    """Project-relative path to text, sorted; in the locale's language, or in English."""
    folder = folder_in(files("underdraft.cli") / "starter", locale)
    return dict(sorted(read_texts(folder, f"{FOLDER}/")))


def read_texts(folder: Traversable, prefix: str) -> list[tuple[str, str]]:
    """The texts of a packaged folder, each with ``prefix`` and its path in it."""
    found: list[tuple[str, str]] = []
    for entry in folder.iterdir():
        path = prefix + entry.name
        found += (
            read_texts(entry, f"{path}/") if entry.is_dir() else [(path, entry.read_text(encoding="utf-8"))]
        )
    return found


def lay_down(root: Path, texts: Mapping[str, str], folders: Iterable[str] = ()) -> dict[str, list[str]]:
    """Write what is not there yet, each whole or not at all; what is in the way, or leads out, is a ``Conflict``.

    The answer has the paths that were ``made`` and ``kept``; a folder of ``folders`` with a slash at its end.
    """
    files = DiskFiles(root)
    made: list[str] = []
    kept: list[str] = []
    try:
        root.mkdir(parents=True, exist_ok=True)
        for path, text in texts.items():
            if files.exists(path):
                kept.append(path)
            else:
                files.write(path, [text.encode()], make_folders=True)
                made.append(path)
        for path in folders:
            if not files.exists(path):
                files.make_folder(path)
                made.append(f"{path}/")
    except InvalidArgument as error:
        raise Conflict(error.message) from None
    except OSError:
        raise Conflict("the folder cannot be made") from None
    return {"made": made, "kept": kept}


def folders_to_fill(root: Path) -> tuple[str, ...]:
    """Folders of a new project that wait for the writer's texts: that of the chapters, unless there are some, and those of cards."""
    chapters = [] if written(root) else [KnowledgeSettings().chapters]
    return (*chapters, *(folder.path for folder in CARD_FOLDERS))


def written(root: Path) -> list[str]:
    """The paths of the chapters that are in a folder, in order."""
    from underdraft.knowledge.scene.file_cache import manuscript

    files = DiskFiles(root)
    settings = read_config(files).knowledge
    listing = manuscript(files, settings.chapters, or_root=settings == KnowledgeSettings())
    return [path for path, _ in listing.files]


def project_texts(root: Path, *, name: str | None, locale: str | None) -> dict[str, str]:
    """Everything for one folder; a ``config.toml`` that is there already keeps its say.

    Options that ask for another one are a ``Conflict``.
    """
    files = DiskFiles(root)
    if files.exists(CONFIG_PATH):
        if name is not None or locale is not None:
            raise Conflict(f"{CONFIG_PATH}: is there already; change it by hand")
        return starter_texts(read_config(files).locale)
    folder_name = _folder_name(root)
    chosen = locale or own_locale()
    load_templates(chosen, [folder for _, folder in load_plugins().folders["underdraft_template_dirs"]])
    text = config_text(
        project_id=fresh_id(folder_name),
        name=name or folder_name or FALLBACK_ID,
        locale=chosen,
    )
    return {CONFIG_PATH: text, **starter_texts(chosen)}
