"""``.underdraft/config.toml``: what a project says of itself, read strictly."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.errors import InvalidArgument
from underdraft.project.files import check_relative
from underdraft.text.clean import one_line
from underdraft.types.facts import Project
from underdraft.types.layers import Layer

if TYPE_CHECKING:
    from underdraft.types.files import ProjectFiles


FOLDER = ".underdraft"
CONFIG_PATH = f"{FOLDER}/config.toml"
_PROJECT_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_LOCALE = re.compile(r"[a-z]{2}(?:-[A-Za-z0-9]{2,8})?")
MODEL_OPTIONS = ("api_base", "api_version", "reasoning_effort", "temperature", "top_p")
MAX_TOKENS = 10_000_000
MAX_TIMEOUT_MS = 3_600_000


NAME_SCOPES = ("scene", "surroundings", "chapter", "pinned")
"""Where names are looked for: see :func:`underdraft.knowledge.scene.passage.scene_text`."""


@attrs.frozen(kw_only=True)
class KnowledgeSettings:
    """The table ``[knowledge]``.

    Attributes:
        scope: Which part of the document decides who is named; ``"pinned"``: ``names`` alone.
        names: Names that always count as found.
        chapters: The folder of the manuscript's chapters.
    """

    scope: str = "scene"
    names: tuple[str, ...] = ()
    chapters: str = "chapters"


@attrs.frozen(kw_only=True)
class Config:
    """A workspace's settings.

    Attributes:
        project: The project, or ``None`` in a folder without ``config.toml``.
        locale: Language of templates and statements.
        model: The model's name.
        embedder: The embedder's name: ``"local"``, ``"litellm/<model>"`` or ``"none"``.
        store: ``"user"`` (one store per writer) or ``"project"`` (the folder carries its own).
        model_statements: Whether the model may put what was newly learned into better words.
        timeout_ms: Limit for a whole run.
        window_tokens: The model's context window, where the shipped table should not be asked.
        output_reserve_tokens: Tokens kept free for the reply.
        cache_ttl: ``"5m"`` or ``"1h"``: how long a provider that asks should keep the prefix, or ``None``.
        knowledge: How the names of a scene are found, and where the chapters are.
        caps: Caps that replace the layers' own.
        model_options: Passed on to the model call (``api_base``, ``temperature`` ...).
    """

    project: Project | None = None
    locale: str = "zh"
    model: str = "offline"
    embedder: str = "local"
    store: str = "user"
    model_statements: bool = False
    timeout_ms: int = 120_000
    window_tokens: int | None = None
    output_reserve_tokens: int = 4_096
    cache_ttl: str | None = None
    knowledge: KnowledgeSettings = attrs.field(factory=KnowledgeSettings)
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
    raw = _parsed(text)
    known = {a.name for a in attrs.fields(Config)} | {"settings"}
    _only(raw, known, "")
    values: dict[str, Any] = {"project": _project(raw)}
    values["model_statements"] = _flag(raw.get("model_statements", False), "model_statements")
    for name in ("locale", "model", "embedder", "store", "cache_ttl"):
        if name in raw:
            values[name] = _text(raw[name], name)
    for name, most in (
        ("timeout_ms", MAX_TIMEOUT_MS),
        ("window_tokens", MAX_TOKENS),
        ("output_reserve_tokens", MAX_TOKENS),
    ):
        if name in raw:
            values[name] = _count(raw[name], name, most)
    parts = {"knowledge": _knowledge, "caps": _caps}
    values |= {name: read(raw[name]) for name, read in parts.items() if name in raw}
    if "model_options" in raw:
        values["model_options"] = _model_options(raw["model_options"])
    config = Config(**values)
    if config.store not in {"user", "project"}:
        raise InvalidArgument("config.toml: store: expected 'user' or 'project'")
    if config.cache_ttl not in {None, "5m", "1h"}:
        raise InvalidArgument("config.toml: cache_ttl: expected '5m' or '1h'")
    if not _LOCALE.fullmatch(config.locale):
        raise InvalidArgument("config.toml: locale: expected a language such as 'zh' or 'en'")
    return config


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidArgument(f"config.toml: {one_line(str(error))}") from None
    except RecursionError:
        raise InvalidArgument("config.toml: nested too deeply") from None


def _project(raw: Mapping[str, Any]) -> Project | None:
    if "project" not in raw:
        return None
    table = _table(raw["project"], "project")
    _only(table, {"id", "name", "language", "genre", "document_kind"}, "project.")
    if not _PROJECT_ID.fullmatch(_text(table.get("id"), "project.id")):
        raise InvalidArgument("config.toml: project.id: expected [a-z0-9][a-z0-9._-]{0,63}")
    settings = _table(raw.get("settings", {}), "settings")
    if not all(isinstance(v, str | int | float) for v in settings.values()):
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


def _model_options(raw: object) -> dict[str, str]:
    table = _table(raw, "model_options")
    _only(table, set(MODEL_OPTIONS), "model_options.")
    if not all(type(v) in {str, int, float} for v in table.values()):
        raise InvalidArgument("config.toml: model_options: expected texts and numbers only")
    return {k: str(v) for k, v in sorted(table.items())}


def _knowledge(raw: object) -> KnowledgeSettings:
    table = _table(raw, "knowledge")
    _only(table, {"scope", "names", "chapters"}, "knowledge.")
    settings = KnowledgeSettings()
    if "scope" in table:
        settings = attrs.evolve(settings, scope=_text(table["scope"], "knowledge.scope"))
        if settings.scope not in NAME_SCOPES:
            raise InvalidArgument(f"config.toml: knowledge.scope: expected {', '.join(NAME_SCOPES)}")
    if "names" in table:
        names = table["names"]
        if not isinstance(names, list):
            raise InvalidArgument("config.toml: knowledge.names: expected a list of names")
        settings = attrs.evolve(settings, names=tuple(_text(name, "knowledge.names") for name in names))
    if "chapters" in table:
        settings = attrs.evolve(settings, chapters=_text(table["chapters"], "knowledge.chapters"))
        try:
            check_relative(settings.chapters)
        except InvalidArgument as error:
            raise InvalidArgument(f"config.toml: knowledge.chapters: {error.message}") from None
    return settings


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


def _flag(value: object, name: str) -> bool:
    if type(value) is not bool:
        raise InvalidArgument(f"config.toml: {name}: expected true or false")
    return value


def _count(value: object, name: str, most: int) -> int:
    if type(value) is not int or not 0 < value <= most:
        raise InvalidArgument(f"config.toml: {name}: expected a whole number from 1 to {most}")
    return value


def _only(table: Mapping[str, Any], known: set[str], prefix: str) -> None:
    for key in table:
        if key not in known:
            shown = key if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", key) else "a key"
            raise InvalidArgument(
                f"config.toml: {prefix}{shown}: unknown; known are {', '.join(sorted(known))}"
            )
