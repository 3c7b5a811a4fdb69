"""The settings of a workspace, resolved once: what holds, where it came from, and what of a folder is not used.

In order: what the caller gives, what the folder's ``config.toml`` says where that is harmless or trusted, what the
writer's own ``config.toml`` says, the defaults.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol

import attrs

from underdraft.errors import PROJECT_UNTRUSTED, InvalidArgument
from underdraft.project.config import CONFIG_PATH, WRITERS_KEYS, Config, config_values
from underdraft.project.destination import destination, host_of, without_password
from underdraft.project.trust import TEXTS, Trust, trust_in, writers_file
from underdraft.types.files import ProjectFiles
from underdraft.types.values import frozen

Origin = Literal["given", "project", "writer", "environment", "default"]
"""Where a value came from: the caller, the folder, the writer's own file, the process's environment, nobody."""

HOST_OPTIONS = ("api_base",)
"""Keys of ``[model_options]`` that name a place on the network."""

NOT_USED = "not used, since this folder is not trusted; underdraft trust shows and allows what it says"
"""Why a proposal has no effect, and what changes that."""

STORE_VARIABLE = "UNDERDRAFT_STORE"
_HARMLESS: Mapping[str, frozenset[str]] = {
    "model": frozenset({"offline"}),
    "reader_model": frozenset({"offline"}),
    "embedder": frozenset({"local", "none"}),
    "store": frozenset({"user", "project"}),
}
"""Keys that lead to the network, with the values that do not."""

_MAX_BYTES = 100_000


class _Files(ProjectFiles, Protocol):
    @property
    def root(self) -> Path | None: ...


@frozen(kw_only=True)
class Proposal:
    """A setting of the folder that is not used until the writer trusts it. Nothing in it is secret."""

    key: Annotated[str, "The setting: `model`, `model_options.api_base`, `skills/polish: model` ..."]
    value: Annotated[str, "What the folder says; of a template the digest."]
    host: Annotated[str | None, "Host and port that it leads to; `None` where that cannot be told."] = None
    key_variable: Annotated[str | None, "The environment variable of the key that would be sent along."] = (
        None
    )
    where: Annotated[str, "Project-relative path of the file with the setting."] = CONFIG_PATH

    @property
    def remembered(self) -> str:
        """The value that is stored when it is trusted: another value, or another host for it, needs trust again."""
        return f"{self.value} -> {self.host}" if self.host and self.host not in self.value else self.value


@frozen(kw_only=True)
class Settings:
    """A workspace's settings, and where each comes from."""

    config: Annotated[Config, "What holds."]
    origins: Annotated[Mapping[str, Origin], "Where the value of each key that is set came from."]
    proposals: Annotated[tuple[Proposal, ...], "What the folder says that is not used."] = ()
    trust: Annotated[Trust, "What the writer lets the folder say."] = attrs.field(factory=Trust)

    def origin(self, key: str) -> Origin:
        """Return where the value of a key of :class:`Config` came from; of an option ``model_options.<name>``."""
        return self.origins.get(key, "default")

    @property
    def trusts_store(self) -> bool:
        """Whether what the store's records say is the writer's own: it is not in the folder, or all of that is."""
        return self.trust.whole or self.config.store != "project" or self.origin("store") == "given"

    @property
    def warnings(self) -> tuple[str, ...]:
        """One warning that names every proposal."""
        return untrusted(*(proposal.key for proposal in self.proposals))


def untrusted(*keys: str) -> tuple[str, ...]:
    """The warning that settings of a folder are not used, if there are any."""
    if not keys:
        return ()
    return (f"{PROJECT_UNTRUSTED}: {', '.join(keys)}: {NOT_USED}",)


def resolve(files: _Files, given: Mapping[str, Any] | None = None, *, trusted: bool = False) -> Settings:
    """The settings of a folder, or of files that a program hands in.

    Args:
        files: The project's files.
        given: Keys of :class:`Config` that the caller names; ``None`` and empty values are not given. A ``store``
            is any path or URL, and only noted.
        trusted: Whether the caller vouches for the folder.

    Raises:
        InvalidArgument: The folder's or the writer's ``config.toml`` is malformed.
    """
    file = files.read(CONFIG_PATH)
    own = config_values(file.text) if file else {}
    project_id = own["project"].id if own.get("project") else None
    own_files = getattr(files, "trusted", True)
    trust = Trust(whole=True) if trusted else trust_in(files.root, project_id) if own_files else TEXTS
    proposals = tuple(p for p in proposals_of(own) if not trust.allows(p.key, p.remembered))
    project = _without(own, {proposal.key for proposal in proposals})
    writer = writers_values()
    if own.get("project") is not None:
        writer.pop("locale", None)  # no prompt of a project changes by whose machine it is on
    caller = {key: value for key, value in (given or {}).items() if value}
    if "model" in project and "model" not in caller:
        writer.pop("model_options", None)  # they are about the writer's own model
    values: dict[str, Any] = {}
    origins: dict[str, Origin] = {}
    layers: tuple[tuple[Origin, Mapping[str, Any]], ...] = (
        ("writer", writer), ("project", project), ("given", caller)
    )  # fmt: skip
    noted: dict[str, Origin] = {"store": "given"} if caller.pop("store", None) else _environment(own)
    for origin, layer in layers:
        values |= {
            **layer,
            "model_options": {**values.get("model_options", {}), **layer.get("model_options", {})},
        }
        origins |= dict.fromkeys(layer, origin)
        origins |= {f"model_options.{name}": origin for name in layer.get("model_options", ())}
    return Settings(config=Config(**values), origins=origins | noted, proposals=proposals, trust=trust)


def _environment(own: Mapping[str, Any]) -> dict[str, Origin]:
    """Return the settings that the process's environment makes: the place of the writer's own store."""
    named = os.environ.get(STORE_VARIABLE) and own.get("store", "user") == "user"
    return {"store": "environment"} if named else {}


def proposals_of(values: Mapping[str, Any]) -> tuple[Proposal, ...]:
    """List the places on the network, this machine among them, that the values of a ``config.toml`` name."""
    options = values.get("model_options", {})
    addresses = {key: options[key] for key in HOST_OPTIONS if key in options}
    found = [
        Proposal(key=f"model_options.{key}", value=without_password(address), host=host_of(address))
        for key, address in addresses.items()
    ]
    for key, harmless in _HARMLESS.items():
        value = values.get(key)
        if value is None or value in harmless:
            continue
        if key == "store":
            found.append(Proposal(key=key, value=without_password(value), host=host_of(value)))
        else:
            found.append(
                model_proposal(key, value, address=addresses.get("api_base") if key != "embedder" else None)
            )
    return tuple(found)


def model_proposal(key: str, name: str, *, address: str | None = None, where: str = CONFIG_PATH) -> Proposal:
    """A model or embedder that a folder names, with where it leads."""
    host, variable = destination(name.removeprefix("litellm/"), address)
    return Proposal(key=key, value=without_password(name), host=host, key_variable=variable, where=where)


def writers_values() -> dict[str, Any]:
    """Read the writer's own ``config.toml``; a malformed one is refused."""
    path = writers_file("config.toml")
    try:
        with path.open("rb") as stream:
            raw = stream.read(_MAX_BYTES + 1)
        text = raw.decode("utf-8-sig")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError):
        raise InvalidArgument("your own config.toml: cannot be read as UTF-8") from None
    if len(raw) > _MAX_BYTES:
        raise InvalidArgument(f"your own config.toml: larger than {_MAX_BYTES} bytes")
    return config_values(text, place="your own config.toml: ", keys=WRITERS_KEYS)


def _without(values: Mapping[str, Any], keys: set[str]) -> dict[str, Any]:
    """The values without some keys, those of options among them."""
    kept = {key: value for key, value in values.items() if key not in keys}
    if "model_options" in kept:
        options = kept["model_options"].items()
        kept["model_options"] = {k: v for k, v in options if f"model_options.{k}" not in keys}
    return kept
