"""Which folders the writer trusts, and with what: a project from elsewhere does not say where anything is sent.

The list is in the writer's own config folder: each folder with the values that it said when it was trusted, so that
a changed one is asked about again, or for a folder where the writer made the project's id: another project that is
put in its place is not trusted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import attrs

from underdraft.errors import UnderdraftError
from underdraft.types.values import frozen

HOME_VARIABLE = "UNDERDRAFT_HOME"
TRUST_VARIABLE = "UNDERDRAFT_TRUST"
"""Folders that are trusted whatever they say, parted as those of ``PATH``: for builds in a fresh clone."""

FILE = "trusted.json"


@frozen
class Trust:
    """The writer's trust in one folder: all of it, single values, or the templates, which name no place to send to."""

    whole: bool = False
    values: Mapping[str, str] = attrs.field(factory=dict)
    templates: bool = False

    def __bool__(self) -> bool:
        return self.whole or self.templates or bool(self.values)

    def allows(self, key: str, value: str) -> bool:
        """Whether a setting may have this value."""
        own = self.templates and key.startswith("templates/")
        return self.whole or own or self.values.get(key) == value


WHOLE = Trust(whole=True)
TEXTS = Trust(templates=True)
"""In files that a writer keeps on a server: what they say of hosts and models is the server's matter."""


def trust_in(root: Path | None, project: str | None = None) -> Trust:
    """Look up the writer's trust in a folder with a project of this id; a program's own files (``None``) are trusted."""
    if root is None:
        return WHOLE
    folder = root.resolve()
    named = os.environ.get(TRUST_VARIABLE, "").split(os.pathsep)
    if any(Path(name).expanduser().resolve() == folder for name in named if name):
        return WHOLE
    found = _read().get(os.fspath(folder))
    if isinstance(found, dict):
        return Trust(values={str(key): str(value) for key, value in found.items()})
    return WHOLE if found is not None and found == project else Trust()


def remember(root: Path, trust: Trust | str | None) -> None:
    """Trust a folder with these values, or as the writer's own as long as its project has this id.

    ``None`` takes the trust back.
    """
    known = _read()
    known.pop(os.fspath(root.resolve()), None)
    if trust is not None:
        known[os.fspath(root.resolve())] = dict(trust.values) if isinstance(trust, Trust) else trust
    path = writers_file(FILE)
    part = path.with_name(f".{FILE}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(known, ensure_ascii=False, indent=1), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise UnderdraftError("the list of trusted folders cannot be written") from error


def writers_file(name: str) -> Path:
    """A file of the writer's own config folder, which ``UNDERDRAFT_HOME`` moves."""
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(home).expanduser() / name
    from platformdirs import user_config_path  # late: many processes have a home of their own

    return user_config_path("underdraft", appauthor=False) / name


def _read() -> dict[str, object]:
    try:
        found = json.loads(writers_file(FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
