"""Imports into a project: the source is read within bounds, nothing is overwritten, and the last one can be taken back."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from underdraft.errors import InvalidArgument, NotFound
from underdraft.project.config import FOLDER
from underdraft.project.files import MAX_FILE_BYTES, DiskFiles, decoded
from underdraft.text.clean import canonical_text, one_line, sha256
from underdraft.types.imports import ImportedText, ImportPlan, ImportSource

SOURCE_BYTES, FILES_MAXIMUM, FOLDER_CHARACTERS = 20_000_000, 5_000, 50_000_000
"""Bounds of a file in bytes, and of a folder in files and characters."""

RECORD = f"{FOLDER}/.last-import.json"
"""The files (by hashes) and memories (by ids) of the last import, so that it can be taken back."""

NAME_MAXIMUM, ALIASES_MAXIMUM = 80, 50
_UNFIT = re.compile(r"[^\w. -]+")


def read_source(path: Path) -> ImportSource:
    """Read a file, or the Markdown and text files of a folder; hidden ones and links that lead out of it are not read.

    Raises:
        NotFound: There is none.
        InvalidArgument: It is too large.
    """
    if path.is_dir():
        return _read_folder(path)
    content = DiskFiles(path.parent).read_bytes(path.name, SOURCE_BYTES)
    if content is None:
        raise NotFound("PATH: there is no such file or folder")
    try:
        text = canonical_text(decoded(path.name, content))
    except InvalidArgument:
        text = None
    return ImportSource(name=path.name, content=content, text=text)


def _read_folder(root: Path) -> ImportSource:
    files, notes, unread, size, count = DiskFiles(root), dict[str, str](), list[str](), 0, 0
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(name for name in names if not name.startswith(".")):
            path, ending = Path(folder, name).relative_to(root).as_posix(), Path(name).suffix.lower()
            count += 1
            try:
                content = files.read_bytes(path) if ending in {".md", ".markdown", ".txt"} else None
                text = None if content is None else canonical_text(decoded(path, content))
            except InvalidArgument as error:
                unread.append(error.message)
                continue
            if text is None:
                unread.append(f"files that are not Markdown or text: {ending or '-'}")
            else:
                notes[path], size = text, size + len(text)
            if count > FILES_MAXIMUM or size > FOLDER_CHARACTERS:
                most = f"{FILES_MAXIMUM:,} files and {FOLDER_CHARACTERS:,} characters"
                raise InvalidArgument(f"PATH: expected at most {most}")
    return ImportSource(name=root.resolve().name, notes=notes, unread=tuple(unread))


def place_texts(plan: ImportPlan, chapters: str) -> dict[str, str]:
    """Return the files of a plan, by project-relative path; ``chapters`` is the project's folder of chapters."""
    placed, taken = dict[str, str](), set[str]()
    if len(plan.texts) > FILES_MAXIMUM:
        raise InvalidArgument(f"PATH: expected at most {FILES_MAXIMUM:,} files")
    for one in plan.texts:
        folder = chapters if one.kind == "chapters" else f"{FOLDER}/{one.kind}"
        stem = "-".join(_UNFIT.sub("", one_line(one.name, NAME_MAXIMUM)).split()).strip(".-") or one.kind
        names = (
            f"{folder}/{stem}{more}.md" for more in ("", *(f"-{n}" for n in range(2, FILES_MAXIMUM + 2)))
        )
        path = next(name for name in names if name.lower() not in taken)
        taken.add(path.lower())
        placed[path] = _written(one)
        if len(placed[path].encode()) > MAX_FILE_BYTES:
            raise InvalidArgument(f"{path}: expected at most {MAX_FILE_BYTES:,} bytes")
    return placed


def _written(one: ImportedText) -> str:
    """Return the file's text: a card begins with its names."""
    lines = []
    if one.kind in {"characters", "world"}:
        head: dict[str, Any] = {
            "name": one_line(one.name, NAME_MAXIMUM),
            "aliases": one.aliases[:ALIASES_MAXIMUM],
        }
        said = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items() if value)
        lines = ["---", *said, "---"]
    return "\n".join((*lines, one.text.strip(), ""))


def record_import(files: DiskFiles, texts: Mapping[str, str], memories: Sequence[str], at: str = "") -> None:
    """Write down what an import makes: before it begins, so that one that is broken off can be taken back, and ``at`` its end."""
    record = {"at": at, "files": {path: sha256(text) for path, text in texts.items()}, "memories": memories}
    files.write(RECORD, [json.dumps(record, ensure_ascii=False).encode()], make_folders=True)


def last_import(files: DiskFiles) -> dict[str, Any]:
    """Return the record of the last import; ``NotFound`` if there is none that was not taken back."""
    try:
        record: dict[str, Any] = json.loads(files.read_bytes(RECORD) or b"")
    except ValueError:
        raise NotFound("there is no import to take back") from None
    return record


def remove_texts(files: DiskFiles) -> tuple[list[str], list[str]]:
    """Take back the files of the last import: those that were removed, and those that were changed since and stay."""
    found = {path: (digest, files.read_bytes(path)) for path, digest in last_import(files)["files"].items()}
    same = [
        path
        for path, (digest, text) in found.items()
        if text and sha256(text.decode("utf-8", "replace")) == digest
    ]
    for path in (*same, RECORD):
        files.remove(path)
    return same, [path for path, (_, text) in found.items() if text and path not in same]
