"""Finds the project's folder as git finds a repository: upward from where somebody stands, up to a boundary."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from underdraft.project.config import CONFIG_PATH, FOLDER
from underdraft.types.values import frozen

STDIN = "-"
"""A document's name that means standard input."""


@frozen
class ProjectPlace:
    """The folder that a command works in, and how it was found."""

    folder: Annotated[str, "As it was given, `.` for the current folder, else absolute."] = "."
    how: Annotated[str, "`given` (-C), `document`, `above`, `here`; `none` where there is no project."] = (
        "given"
    )
    stopped: Annotated[str, "What ended the search for a project: `owner`, `device` or nothing."] = ""


def locate(folder: str | None, document: str | None = None) -> ProjectPlace:
    """The folder that is meant: the given one, else the project of the document, else that of the current folder.

    Where there is no project above either of them, it is the current folder. A folder is a project when it has a
    ``.underdraft/config.toml``; a bare ``.underdraft`` counts only in the folder that is used anyway.
    """
    if folder is not None:
        return ProjectPlace(folder)
    here = Path.cwd()
    if document and document != STDIN:
        found, _ = find_above(Path(document).absolute().parent.resolve(), here=here)
        if found is not None and found != here:
            return ProjectPlace(os.fspath(found), "document")
    found, stopped = find_above(here, here=here)
    if found is None:
        return ProjectPlace(".", "none", stopped)
    return ProjectPlace(".", "here") if found == here else ProjectPlace(os.fspath(found), "above")


def find_above(start: Path, *, here: Path) -> tuple[Path | None, str]:
    """The nearest project from ``start``, an absolute path without links, upward, or ``None`` and what ended the search.

    The search ends below the home folder, at another file system and at a folder of somebody else (not on Windows);
    ``here``, where the user stands, is looked at no matter who owns it, and also if it is the home folder itself.
    """
    home, device = _home(), None
    for folder in (start, *start.parents):
        try:
            device = folder.stat().st_dev if device is None else device
            if folder != here:
                if folder == home:
                    return None, ""
                if folder.stat().st_dev != device:
                    return None, "device"
                if not _owns(folder):
                    return None, "owner"
            if os.path.lexists(folder / CONFIG_PATH):
                own = folder == here or _owns(folder / FOLDER)
                return (folder, "") if own else (None, "owner")
        except OSError:  # a folder that is not there, or that may not be looked into
            return None, ""
        if folder == home:
            break
    return None, ""


def _owns(path: Path) -> bool:
    return not hasattr(os, "geteuid") or path.stat().st_uid == os.geteuid()


def _home() -> Path | None:
    try:
        return Path.home().resolve()
    except RuntimeError:
        return None
