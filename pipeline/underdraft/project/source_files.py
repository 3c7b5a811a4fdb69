"""A project's files from elsewhere than a folder: a mapping, or a source that an application writes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import cast

import attrs

from underdraft.errors import InvalidArgument, NotFound
from underdraft.project.files import MAX_FILE_BYTES, DiskFiles, check_relative, decoded, redacted
from underdraft.project.folder import SourceFolder
from underdraft.types.files import FileSource, Listing, TextFile, WritableSource
from underdraft.types.values import frozen


def project_files(
    folder: str | os.PathLike[str] | None, source: Mapping[str, str] | FileSource | None
) -> DiskFiles | SourceFiles:
    """A project's files, from its folder, which must be there, or from elsewhere; not from both."""
    if source is None:
        root = Path(folder or ".")
        if not root.is_dir():
            raise NotFound("folder: there is no such folder")
        return DiskFiles(root)
    if folder is not None:
        raise InvalidArgument("files: expected either a folder or files")
    if not isinstance(source, Mapping):
        return SourceFiles(source)
    for path in source:
        if not isinstance(path, str) or "\\" in path or PurePosixPath(path).as_posix() != path:
            raise InvalidArgument(
                "files: expected project-relative POSIX paths such as .underdraft/rules/10.md"
            )
    return SourceFiles(MappingSource(source))


@frozen
class MappingSource:
    """Project-relative POSIX paths to texts; what is changed in the mapping is seen at the next run."""

    texts: Mapping[str, str]

    def read(self, path: str) -> str | None:
        """See :class:`underdraft.types.files.FileSource`."""
        return self.texts.get(path)

    def stamps(self, folder: str) -> list[tuple[str, str]]:
        """See :class:`underdraft.types.files.FileSource`; the text is its own stamp."""
        return [(path, text) for path, text in self.texts.items() if path.startswith(f"{folder}/")]


@attrs.define(eq=False)
class SourceFiles:
    """A source's files, under the same checks as those of a folder; a text is looked through once."""

    source: FileSource
    root: None = attrs.field(default=None, init=False)
    _cache: dict[str, tuple[str, TextFile]] = attrs.field(factory=dict, init=False)

    @property
    def trusted(self) -> bool:
        """Whether what the files say about hosts and models is used; a source can have it as an attribute."""
        return bool(getattr(self.source, "trusted", True))

    def read(self, path: str) -> TextFile | None:
        """See :class:`underdraft.types.files.ProjectFiles`."""
        path = check_relative(path).as_posix()
        text = self.source.read(path)
        if text is None:
            return None
        known = self._cache.get(path)
        if known is None or known[0] != text:
            known = self._cache[path] = (text, redacted(path, _checked(path, text)))
        return known[1]

    def list(self, folder: str, suffixes: tuple[str, ...] = (".md",)) -> Sequence[str]:
        """See :class:`underdraft.types.files.ProjectFiles`."""
        return [path for path, _ in self.stamps(folder, suffixes).files]

    def stamps(self, folder: str, suffixes: tuple[str, ...] = (".md",)) -> Listing:
        """See :class:`underdraft.types.files.ProjectFiles`."""
        folder = check_relative(folder).as_posix()
        found, refused = [], set()
        for path, stamp in self.source.stamps(folder):
            inside = path.removeprefix(f"{folder}/")
            hidden = any(part.startswith(".") for part in inside.split("/"))
            if inside == path or hidden or not path.lower().endswith(suffixes):
                continue
            try:
                check_relative(path)
            except InvalidArgument:
                refused.add(f"{folder}: a name that cannot be shown is passed over")
            else:
                found.append((path, stamp))
        return Listing(files=tuple(sorted(found, key=lambda f: f[0])), refused=tuple(sorted(refused)))

    def folder(self, path: str) -> Traversable:
        """A folder to look for skills and templates in."""
        return SourceFolder(check_relative(path), self.source)

    @property
    def writable(self) -> bool:
        """Whether the source also writes: what channels write goes into the project's own files then."""
        return isinstance(self.source, WritableSource)

    def write(self, path: str, parts: Iterable[bytes], *, make_folders: bool = False, mode: int = 0) -> None:
        """Write a file in UTF-8, as :meth:`underdraft.project.files.DiskFiles.write` does; folders and modes there are none."""
        del make_folders, mode
        cast("WritableSource", self.source).write(
            check_relative(path).as_posix(), decoded(path, b"".join(parts))
        )

    def read_bytes(self, path: str, most: int = MAX_FILE_BYTES) -> bytes | None:
        """The bytes of a file, or ``None`` when there is none."""
        text = self.source.read(check_relative(path).as_posix())
        content = None if text is None else text.encode()
        if content is not None and len(content) > most:
            raise InvalidArgument(f"{path}: larger than {most} bytes")
        return content


def _checked(path: str, text: str) -> str:
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise InvalidArgument(f"{path}: not UTF-8") from None
    if size > MAX_FILE_BYTES:
        raise InvalidArgument(f"{path}: larger than {MAX_FILE_BYTES} bytes")
    return text
