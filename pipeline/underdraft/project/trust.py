"""Which folders the writer trusts: a project from elsewhere does not say where keys are sent.

The list is in the writer's own config folder, each folder with what it said when it was trusted, so that a changed
address is asked about again.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import attrs

from underdraft.errors import PROJECT_UNTRUSTED, UnderdraftError
from underdraft.project.config import Config

HOME_VARIABLE = "UNDERDRAFT_HOME"
FILE = "trusted.json"
HOST_KEYS = ("api_base",)
"""Keys of ``[model_options]`` that say where a model is asked, with the writer's key."""

STORE = "store"
"""The key that says where memories are kept, which are the writer's."""

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""Hosts that are this machine: a key that is sent there stays where it is."""


def only_trusted(config: Config, root: Path | None) -> tuple[Config, tuple[str, ...]]:
    """The configuration without what needs the writer's trust and has it not, and the warnings that say so."""
    asked = hosts_of(config)
    if root is None or not asked or trusted(root) == asked:
        return config, ()
    options = {key: value for key, value in config.model_options.items() if key not in asked}
    config, warnings = attrs.evolve(config, model_options=options), []
    if keys := ", ".join(f"model_options.{key}" for key in asked if key != STORE):
        warnings.append(
            f"{PROJECT_UNTRUSTED}: {keys} is ignored; underdraft trust lets this folder say where keys are sent"
        )
    if STORE in asked:
        config = attrs.evolve(config, store="user")
        warnings.append(
            f"{PROJECT_UNTRUSTED}: store is ignored; underdraft trust lets this folder say where memories are kept"
        )
    return config, tuple(warnings)


def hosts_of(config: Config) -> dict[str, str]:
    """What a configuration says about hosts other than this machine, and about a store on any, by key."""
    found = {key: config.model_options[key] for key in HOST_KEYS if key in config.model_options}
    found = {key: address for key, address in found.items() if not is_here(address)}
    return found | ({STORE: without_password(config.store)} if "://" in config.store else {})


def without_password(address: str) -> str:
    """A URL without what only its owner may see; all else stays, since any part of it can say where it leads."""
    scheme, _, rest = address.partition("://")
    user, at, place = rest.partition("@")
    place = re.sub(r"(?i)(password=)[^&]*", r"\1", place if at else rest)
    return f"{scheme}://{user.partition(':')[0]}@{place}" if at else f"{scheme}://{place}"


def is_here(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return urlsplit(address).hostname in LOOPBACK
    except ValueError:
        return False


def trusted(root: Path) -> Mapping[str, str] | None:
    """What a folder said about hosts when it was trusted, else ``None``."""
    found = _read().get(os.fspath(root.resolve()))
    return found if isinstance(found, dict) else None


def trust(root: Path, hosts: Mapping[str, str] | None) -> None:
    """Trust a folder with what it says about hosts; ``None`` takes the trust back."""
    known = _read()
    known.pop(os.fspath(root.resolve()), None)
    if hosts is not None:
        known[os.fspath(root.resolve())] = dict(hosts)
    path = _path()
    part = path.with_name(f".{FILE}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(known, ensure_ascii=False, indent=1), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise UnderdraftError("the list of trusted folders cannot be written") from error


def _path() -> Path:
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(home).expanduser() / FILE
    from platformdirs import user_config_path  # late: only a folder that names a host needs it

    return user_config_path("underdraft", appauthor=False) / FILE


def _read() -> dict[str, object]:
    try:
        found = json.loads(_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
