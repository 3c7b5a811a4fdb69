"""Values of an import: what the writer points at, and what it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from underdraft.types.values import frozen


@frozen(kw_only=True)
class ImportSource:
    """A file or a folder that the writer wants to bring in."""

    name: Annotated[str, "Its name, without a path."]
    content: Annotated[bytes, "The bytes of a file, at most 20 MB."] = b""
    text: Annotated[str | None, "The same as text; `None` if it is not UTF-8."] = None
    notes: Annotated[
        Mapping[str, str] | None, "Of a folder, each Markdown and text file by its relative path."
    ] = None
    unread: Annotated[tuple[str, ...], "What in the folder was not read, in words."] = ()


@frozen(kw_only=True)
class ImportedText:
    """One file of the project; it never takes the place of another one."""

    kind: Literal["characters", "world", "rules", "chapters"]
    name: Annotated[str, "The person, place or chapter; the file is named after it."]
    text: str
    aliases: Annotated[tuple[str, ...], "Further names, for `characters` and `world`."] = ()
    origin: Annotated[str, "The file or entry that it comes from."] = ""


@frozen(kw_only=True)
class ImportPlan:
    """The files, rules and memories that a source becomes."""

    texts: tuple[ImportedText, ...] = ()
    memories: Annotated[tuple[str, ...], "One text each; they hold for all projects."] = ()
    left: Annotated[tuple[str, ...], "What is not kept, in words; the same words are counted."] = ()
