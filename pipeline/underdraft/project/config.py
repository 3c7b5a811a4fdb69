"""``.underdraft/config.toml``: what a project says of itself, read strictly."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Annotated, Any, Protocol

import attrs

from underdraft.errors import InvalidArgument
from underdraft.project.files import check_relative
from underdraft.project.redaction import MARK
from underdraft.project.strict_toml import read_toml
from underdraft.types.checks import check_whole, refuse
from underdraft.types.files import ProjectFiles
from underdraft.types.layers import Layer
from underdraft.types.prefix import PrefixUpdates
from underdraft.types.request import Own
from underdraft.types.run_inputs import Project
from underdraft.types.values import frozen

FOLDER = ".underdraft"
CONFIG_PATH = f"{FOLDER}/config.toml"
MODEL_OPTIONS = (
    "api_base", "api_version", "frequency_penalty", "num_ctx", "parallel_tool_calls", "presence_penalty",
    "reasoning_effort", "seed", "stop", "temperature", "top_p",
)  # fmt: skip
WRITERS_KEYS = ("model", "reader_model", "embedder", "locale", "model_options")
"""Keys of the writer's own ``config.toml``; each holds where a project says nothing."""

MAX_TOKENS = 10_000_000
MAX_TIMEOUT_MS = 3_600_000

NAME_SCOPES = ("scene", "chapter", "pinned")
"""Where names are looked for: see :func:`underdraft.knowledge.scene.chapters.scene_text`."""


@frozen(kw_only=True)
class KnowledgeSettings:
    """The table ``[knowledge]``."""

    scope: Annotated[str, "Where names are looked for; `pinned`: `names` alone."] = "scene"
    names: Annotated[tuple[str, ...], "Names that always count as found."] = ()
    chapters: Annotated[str, "The folder of the manuscript's chapters."] = "chapters"


@frozen(kw_only=True)
class Config:
    """A workspace's settings."""

    project: Annotated[Project | None, "The project, or `None` in a folder without `config.toml`."] = None
    locale: Annotated[str, "Language of templates and statements."] = "zh"
    model: Annotated[str, "Who answers: docs/models.md."] = "offline"
    reader_model: Annotated[
        str | None, "Who is asked to extract, tidy, propose, check and sum up; `model` if missing."
    ] = None
    embedder: Annotated[str, 'The embedder\'s name: `"local"`, `"litellm/<model>"` or `"none"`.'] = "local"
    store: Annotated[
        str, "`user` (one per writer), `project` (in the folder), or `postgresql://...` (a server's)."
    ] = attrs.field(default="user", repr=False)
    timeout_ms: Annotated[int, "Limit for a whole run."] = 600_000
    idle_timeout_ms: Annotated[int, "Longest silence of a model that has begun to write."] = 60_000
    window_tokens: Annotated[int | None, "The model's context window, instead of the shipped table's."] = None
    output_reserve_tokens: Annotated[int, "Tokens kept free for the reply."] = 4_096
    cache_ttl: Annotated[str | None, "How long a provider should keep the prefix: `5m`, `1h`."] = None
    prefix_updates: Annotated[
        PrefixUpdates,
        "When additions to layer 2 enter the prefix: `when_cold` (once no cache holds it) or `at_once`.",
    ] = "when_cold"
    cache_family: Annotated[
        str | None, "Whose cache rules hold, where its name does not tell: `vllm` ..."
    ] = None
    knowledge: Annotated[KnowledgeSettings, "How names of a scene are found, and where chapters are."] = (
        attrs.field(factory=KnowledgeSettings)
    )
    episodes: Annotated[Mapping[str, int], "How many past runs are kept, and how long."] = attrs.field(
        factory=dict
    )
    caps: Annotated[Mapping[Layer, int], "Caps that replace the layers' own."] = attrs.field(factory=dict)
    model_options: Annotated[Mapping[str, str], "For the call: `api_base` ..."] = attrs.field(factory=dict)
    claimed_id: Annotated[str | None, "The id in the file, where the folder is not confirmed for it."] = None

    @property
    def chapters_in_root(self) -> bool:
        """Whether chapters may stand in the project's own folder: where no other folder was named for them."""
        return self.project is not None and self.knowledge.chapters == KnowledgeSettings().chapters

    @property
    def project_id(self) -> str | None:
        """The project's id, where there is a project."""
        return self.project.id if self.project else None

    def project_meant(self, given: str | Own | None) -> str | None:
        """The project that a caller means; :data:`OWN_PROJECT` is this one, and so is the id in its file."""
        if isinstance(given, Own) or (given is not None and given == self.claimed_id):
            return self.project_id
        return given

    def known_as(self, claimed_id: str, project_id: str) -> Config:
        """The same with the project's id in the store, which may not be the one in its file."""
        project = self.project and attrs.evolve(self.project, id=project_id)
        return attrs.evolve(
            self, project=project, claimed_id=None if project_id == claimed_id else claimed_id
        )


class Configured(Protocol):
    """Owner of the settings in use; they change once, when the id of the project is found out."""

    @property
    def config(self) -> Config:
        """The settings."""
        ...

    @config.setter
    def config(self, config: Config) -> None:
        """Change them."""


def read_config(files: ProjectFiles) -> Config:
    """The configuration of a folder; defaults without a project where there is no ``config.toml``."""
    file = files.read(CONFIG_PATH)
    return parse_config(file.text) if file else Config()


def parse_config(text: str) -> Config:
    """Read the TOML text; malformed TOML (with its line), unknown keys and wrong types are refused."""
    return Config(**config_values(text))


def config_values(
    text: str, *, place: str = "config.toml: ", keys: Collection[str] | None = None
) -> dict[str, Any]:
    """The values that a TOML text gives, by field of :class:`Config`; ``keys`` are those that it may have.

    ``place`` begins each message. Raises as :func:`parse_config`.
    """
    values = _read(
        place, read_toml(place, text), _KEYS if keys is None else {key: _KEYS[key] for key in keys}
    )
    settings, project = values.pop("settings", {}), values.pop("project", None)
    if settings and project is None:
        raise InvalidArgument(f"{place}settings: without a project; add [project] with an id")
    if project is not None:
        own = {"name": project["id"], **project, "settings": _as_texts(f"{place}settings", settings)}
        values["project"] = Project(**own)
    return values


_TAKEN_OUT = (
    "holds what looks like a secret, which is not read from a project's files; leave it out, or give it in your own "
    "environment: a store with its password as UNDERDRAFT_STORE"
)

_Check = Callable[[str, Any], Any]
"""Takes a key's place and its value; gives what is taken for the value, or ``None`` for the value itself."""


def _read(place: str, table: Mapping[str, Any], checks: Mapping[str, _Check]) -> dict[str, Any]:
    """The values of a table as its checks give them; ``place`` is where in the file it is."""
    _table(place.rstrip("."), table)
    for key in table:
        if key not in checks:
            shown = key if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", key) else "a key"
            if key in MODEL_OPTIONS and "model_options" in checks:
                raise InvalidArgument(f"{place}{key}: expected under [model_options]")
            raise InvalidArgument(f"{place}{shown}: unknown; known are {', '.join(sorted(checks))}")
        if isinstance(table[key], str) and MARK in table[key]:
            raise InvalidArgument(f"{place}{key}: {_TAKEN_OUT}")
    given = {key: checks[key](f"{place}{key}", value) for key, value in table.items()}
    return {key: table[key] if value is None else value for key, value in given.items()}


def _table(place: str, value: object) -> None:
    if not isinstance(value, Mapping):
        refuse(place, "a table")


def _text(place: str, value: object) -> None:
    if not isinstance(value, str) or not value.strip():
        refuse(place, "a text that is not empty")


def _match(place: str, value: str, *, pattern: str, expected: str) -> None:
    _text(place, value)
    if not re.fullmatch(pattern, value):
        refuse(place, expected)


def _matching(pattern: str, expected: str) -> _Check:
    return partial(_match, pattern=pattern, expected=expected)


def _names(place: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        refuse(place, "a list of names")
    for name in value:
        _text(place, name)
    return tuple(value)


def _folder(place: str, value: str) -> None:
    _text(place, value)
    try:
        check_relative(value)
    except InvalidArgument as error:
        raise InvalidArgument(f"{place}: {error.message}") from None


def _project(place: str, value: Any) -> dict[str, Any]:
    _table(place, value)
    if "id" not in value:
        raise InvalidArgument(f'{place}.id: missing; write one, such as id = "my-novel"')
    return _read(f"{place}.", value, _PROJECT_KEYS)


def _caps(place: str, value: Any) -> dict[Layer, int]:
    caps = _read(f"{place}.", value, {layer.name.lower(): _tokens for layer in Layer})
    return {Layer[name.upper()]: tokens for name, tokens in caps.items()}


def _model_options(place: str, value: Any) -> dict[str, str]:
    options = _read(f"{place}.", value, dict.fromkeys(MODEL_OPTIONS, lambda *_: None))
    if not all(type(v) in {str, int, float} for v in options.values()):
        refuse(place, "texts and numbers only")
    for key in options.keys() & _NUMBERS.keys():
        types, expected = _NUMBERS[key]
        if type(options[key]) not in types:
            refuse(f"{place}.{key}", expected)
    for key in {"num_ctx"} & options.keys():
        _tokens(f"{place}.{key}", options[key])
    return {k: str(v) for k, v in sorted(options.items())}


def _as_texts(place: str, value: Any) -> dict[str, str]:
    _table(place, value)
    if not all(isinstance(v, str | int | float) for v in value.values()):
        refuse(place, "plain values only")
    return {k: str(v).lower() if isinstance(v, bool) else str(v) for k, v in sorted(value.items())}


_NUMBERS: Mapping[str, tuple[set[type], str]] = {
    "seed": ({int}, "a whole number"),
    "temperature": ({int, float}, "a number"),
    "top_p": ({int, float}, "a number"),
}
_tokens = partial(check_whole, least=1, most=MAX_TOKENS)
_PROJECT_KEYS: Mapping[str, _Check] = {
    "id": _matching(r"[a-z0-9][a-z0-9._-]{0,63}", "[a-z0-9][a-z0-9._-]{0,63}"),
    **dict.fromkeys(("name", "language", "genre", "document_kind"), _text),
}
_KNOWLEDGE_KEYS: Mapping[str, _Check] = {
    "scope": _matching("|".join(NAME_SCOPES), ", ".join(NAME_SCOPES)),
    "names": _names,
    "chapters": _folder,
}
_EPISODE_KEYS: Mapping[str, _Check] = {
    **dict.fromkeys(("active", "compressed"), partial(check_whole, least=1, most=1_000_000)),
    **dict.fromkeys(
        ("active_ttl_days", "compressed_ttl_days", "compress_after_days"),
        partial(check_whole, least=1, most=36_500),
    ),
}
_KEYS: Mapping[str, _Check] = {
    "project": _project,
    "settings": _table,
    "locale": _matching(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?", "a language such as 'zh' or 'en'"),
    "model": _text,
    "reader_model": _text,
    "embedder": _text,
    "store": _matching("user|project|postgres(ql)?://.+", "'user', 'project' or 'postgresql://...'"),
    "timeout_ms": partial(check_whole, least=1, most=MAX_TIMEOUT_MS),
    "idle_timeout_ms": partial(check_whole, least=1, most=MAX_TIMEOUT_MS),
    "window_tokens": _tokens,
    "output_reserve_tokens": _tokens,
    "cache_ttl": _matching("5m|1h", "'5m' or '1h'"),
    "prefix_updates": _matching("when_cold|at_once", "'when_cold' or 'at_once'"),
    "cache_family": _text,
    "knowledge": lambda place, value: KnowledgeSettings(**_read(f"{place}.", value, _KNOWLEDGE_KEYS)),
    "episodes": lambda place, value: _read(f"{place}.", value, _EPISODE_KEYS),
    "caps": _caps,
    "model_options": _model_options,
}
