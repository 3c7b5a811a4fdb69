"""YAML frontmatter of a Markdown file: split off, left out, or read strictly with the line of each key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Final

from underdraft.project.parse_errors import fault
from underdraft.project.strict_yaml import UNPRINTABLE, Place, compose, is_mapping, plain
from underdraft.types.values import frozen

if TYPE_CHECKING:
    import yaml


MAX_FILE_BYTES: Final = 1_000_000
"""Largest file, in bytes of UTF-8."""

MAX_HEADER_BYTES: Final = 65_536
"""Largest frontmatter, in bytes of UTF-8; the YAML parser sees no more than this."""

HEADER_LINE: Final = 2
"""The YAML begins on the line after the first ``---``."""

_MARKER = re.compile(r"^---[ \t]*$", re.MULTILINE)


@frozen(kw_only=True)
class FrontmatterEntry:
    """One key of the frontmatter."""

    key: Annotated[str, "The key as written."]
    value: Annotated[object, "A plain value, or lists and mappings of these with text as keys."]
    text: Annotated[str, 'A scalar as written (`"1.10"` where `value` is 1.1), `""` for lists and mappings.']
    line: Annotated[int, "Line of the key in the file, counted from 1."]
    lines: Annotated[Mapping[str, int], "Line of each key of a mapping; of the empty key, the entry's own."]


@frozen(kw_only=True)
class Frontmatter:
    """A file taken apart."""

    entries: Annotated[tuple[FrontmatterEntry, ...], "The frontmatter's keys in file order."]
    body: Annotated[str, r"The text after it, with `\n` newlines and without outer blank lines."]
    body_line: Annotated[int, "Line on which the frontmatter ends, counted from 1."]


def split_frontmatter(text: str) -> tuple[str, int | None] | None:
    """The YAML from line :data:`HEADER_LINE` to the second marker and the offset after that, if there is a first."""
    first = _MARKER.match(text)
    if first is None:
        return None
    start = first.end() + 1
    second = _MARKER.search(text, start)
    return (text[start : second.start()], second.end()) if second else (text[start:], None)


def without_frontmatter(text: str) -> tuple[str, int]:
    """The text after a YAML frontmatter and the line on which it begins, counted from 1."""
    _, end = split_frontmatter(text) or ("", None)
    body = text[end or 0 :].lstrip("\n")
    return body, text.count("\n", 0, len(text) - len(body)) + 1


def read_frontmatter(markdown: str, *, file: str = "SKILL.md", skill: str | None = None) -> Frontmatter:
    """Take a file apart; only plain values are taken, see :mod:`underdraft.project.strict_yaml`.

    Refused is a file that is too large or has no frontmatter, and YAML that is malformed or not plain; the
    message has the line. ``file`` and ``skill`` are what it calls them.
    """
    if max(len(markdown), len(markdown.encode("utf-8", "surrogatepass"))) > MAX_FILE_BYTES:
        raise fault(file, f"expected at most {MAX_FILE_BYTES} bytes", skill=skill)
    text = markdown.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if found := UNPRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise fault(file, "expected text without control characters", skill=skill, line=line)
    split = split_frontmatter(text)
    if split is None:
        raise fault(file, "expected --- and YAML frontmatter at the start", skill=skill, line=1)
    header, end = split
    if end is None:
        raise fault(file, "expected a line --- that ends the frontmatter", skill=skill, line=1)
    if len(header.encode()) > MAX_HEADER_BYTES:
        raise fault(file, f"expected frontmatter of at most {MAX_HEADER_BYTES} bytes", skill=skill)
    lines = text[end:].split("\n")
    filled = [at for at, line in enumerate(lines) if line.strip()]
    return Frontmatter(
        entries=_entries(header, Place(file, first_line=HEADER_LINE, skill=skill)),
        body="\n".join(lines[filled[0] : filled[-1] + 1]).rstrip() if filled else "",
        body_line=text.count("\n", 0, end) + 1,
    )


def _entries(header: str, place: Place) -> tuple[FrontmatterEntry, ...]:
    root = compose(header, place)
    if root is None or not is_mapping(root):
        what = "expected key: value lines as frontmatter"
        raise fault(place.file, what, skill=place.skill, line=place.first_line)
    return tuple(_entry(key, value) for key, value in root.value)


def _entry(key: yaml.ScalarNode, value: yaml.Node) -> FrontmatterEntry:
    lines = {"": _line(key)}
    if is_mapping(value):
        lines |= {inner.value: _line(inner) for inner, _ in value.value}
    return FrontmatterEntry(
        key=key.value,
        value=plain(value),
        text="" if isinstance(value.value, list) else value.value,
        line=_line(key),
        lines=lines,
    )


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + HEADER_LINE
