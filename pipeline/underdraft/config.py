"""``.underdraft/config.toml``: what a project says of itself, read strictly."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.errors import InvalidArgument
from underdraft.layers import Layer
from underdraft.models import Project
from underdraft.text import one_line

if TYPE_CHECKING:
    from underdraft.ports import ProjectFiles

__all__ = ["CONFIG_PATH", "FOLDER", "Config", "parse_config", "read_config"]

FOLDER = ".underdraft"
CONFIG_PATH = f"{FOLDER}/config.toml"
_PROJECT_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_LOCALE = re.compile(r"[a-z]{2}(?:-[A-Za-z0-9]{2,8})?")
MODEL_OPTIONS = ("api_base", "api_version", "reasoning_effort", "temperature", "top_p")
MAX_TOKENS = 10_000_000
MAX_TIMEOUT_MS = 3_600_000


@attrs.frozen(kw_only=True)
class Config:
    """A workspace's settings.

    Attributes:
        project: The project, or ``None`` in a folder without ``config.toml``.
        locale: Language of templates and statements.
        model: The model's name.
        embedder: The embedder's name: ``"local"``, ``"litellm/<model>"`` or ``"none"``.
        store: ``"user"`` (one store per writer) or ``"project"`` (the folder carries its own).
        timeout_ms: Limit for a whole run.
        window_tokens: The model's context window, where the shipped table should not be asked.
        output_reserve_tokens: Tokens kept free for the reply.
        caps: Caps that replace the layers' own.
        model_options: Passed on to the model call (``api_base``, ``temperature`` ...).
    """

    project: Project | None = None
    locale: str = "zh"
    model: str = "offline"
    embedder: str = "local"
    store: str = "user"
    timeout_ms: int = 120_000
    window_tokens: int | None = None
    output_reserve_tokens: int = 4_096
    caps: Mapping[Layer, int] = attrs.field(factory=dict)
    model_options: Mapping[str, str] = attrs.field(factory=dict)


def read_config(files: ProjectFiles) -> Config:
    """The configuration of a folder; defaults without a project where there is no ``config.toml``.

    Raises:
        InvalidArgument: The file is malformed; the message says where.
    """
    file = files.read(CONFIG_PATH)
    return parse_config(file.text) if file else Config()


def parse_config(text: str) -> Config:
    """Read and check the TOML text.

    Raises:
        InvalidArgument: Malformed TOML (with its line), an unknown key or a wrong type.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidArgument(f"config.toml: {one_line(str(error))}") from None
    known = {a.name for a in attrs.fields(Config)} | {"settings"}
    _only(raw, known, "")
    values: dict[str, Any] = {"project": _project(raw)}
    for name in ("locale", "model", "embedder", "store"):
        if name in raw:
            values[name] = _text(raw[name], name)
    for name, most in (
        ("timeout_ms", MAX_TIMEOUT_MS),
        ("window_tokens", MAX_TOKENS),
        ("output_reserve_tokens", MAX_TOKENS),
    ):
        if name in raw:
            values[name] = _count(raw[name], name, most)
    if "caps" in raw:
        values["caps"] = _caps(raw["caps"])
    if "model_options" in raw:
        table = _table(raw["model_options"], "model_options")
        _only(table, set(MODEL_OPTIONS), "model_options.")
        values["model_options"] = {k: str(v) for k, v in sorted(table.items())}
    config = Config(**values)
    if config.store not in {"user", "project"}:
        raise InvalidArgument("config.toml: store: expected 'user' or 'project'")
    if not _LOCALE.fullmatch(config.locale):
        raise InvalidArgument("config.toml: locale: expected a language such as 'zh' or 'en'")
    return config


def _project(raw: Mapping[str, Any]) -> Project | None:
    if "project" not in raw:
        return None
    table = _table(raw["project"], "project")
    _only(table, {"id", "name", "language", "genre", "document_kind"}, "project.")
    if not _PROJECT_ID.fullmatch(_text(table.get("id"), "project.id")):
        raise InvalidArgument("config.toml: project.id: expected [a-z0-9][a-z0-9._-]{0,63}")
    settings = _table(raw.get("settings", {}), "settings")
    if not all(isinstance(v, str | int | bool | float) for v in settings.values()):
        raise InvalidArgument("config.toml: settings: expected plain values only")
    return Project(
        id=table["id"],
        name=_text(table.get("name", table["id"]), "project.name"),
        settings={k: str(v).lower() if isinstance(v, bool) else str(v) for k, v in sorted(settings.items())},
        **{
            name: _text(table[name], f"project.{name}")
            for name in ("language", "genre", "document_kind")
            if name in table
        },
    )


def _caps(raw: object) -> dict[Layer, int]:
    table = _table(raw, "caps")
    names = {layer.name.lower(): layer for layer in Layer}
    _only(table, set(names), "caps.")
    return {names[k]: _count(v, f"caps.{k}", MAX_TOKENS) for k, v in table.items()}


def _table(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidArgument(f"config.toml: {name}: expected a table")
    return value


def _text(value: object, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InvalidArgument(f"config.toml: {name}: expected a text that is not empty")
    return value


def _count(value: object, name: str, most: int) -> int:
    if type(value) is not int or not 0 < value <= most:
        raise InvalidArgument(f"config.toml: {name}: expected a whole number from 1 to {most}")
    return value


def _only(table: Mapping[str, Any], known: set[str], prefix: str) -> None:
    for key in table:
        if key not in known:
            shown = key if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", key) else "a key"
            raise InvalidArgument(f"config.toml: {prefix}{shown}: unknown; known are {', '.join(sorted(known))}")
