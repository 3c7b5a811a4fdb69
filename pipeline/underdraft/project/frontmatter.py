"""Reads a Markdown file with YAML frontmatter, strictly, and remembers on which line things stand.

Only plain values are taken: no aliases, anchors or tags, no key twice, little nesting. So a file
cannot blow up in memory, and nothing in it is silently overridden.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import attrs

from underdraft.project.parse_errors import fault
from underdraft.project.strict_yaml import UNPRINTABLE, Place, compose, is_mapping, plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    import yaml


MAX_FILE_BYTES: Final = 1_000_000
"""Largest file, in bytes of UTF-8."""

MAX_HEADER_BYTES: Final = 65_536
"""Largest frontmatter, in bytes of UTF-8; the YAML parser sees no more than this."""

_HEADER_LINE = 2  # the YAML begins on the line after the first ---
_MARKER = re.compile(r"---[ \t]*")


@attrs.frozen(kw_only=True)
class Entry:
    """One key of the frontmatter.

    Attributes:
        key: The key as written.
        value: ``None``, a boolean, a number, text, or lists and mappings of these; the keys of
            mappings are text.
        text: A scalar as written (``"1.10"`` where ``value`` is 1.1), ``""`` for lists and mappings.
        line: Line of the key in the file, counted from 1.
        lines: Line of each key, where ``value`` is a mapping; ``""`` is the entry's own.
    """

    key: str
    value: object
    text: str
    line: int
    lines: Mapping[str, int]


@attrs.frozen(kw_only=True)
class Frontmatter:
    r"""A file taken apart.

    Attributes:
        entries: The frontmatter's keys in file order.
        body: The text after it, with ``\n`` newlines and without outer blank lines.
        body_line: Line on which the frontmatter ends, counted from 1.
    """

    entries: tuple[Entry, ...]
    body: str
    body_line: int


def read_frontmatter(markdown: str, *, skill: str | None = None) -> Frontmatter:
    """Take a file apart.

    Args:
        markdown: The whole file; a byte order mark and any newlines are accepted.
        skill: The skill's name for messages, or ``None``.

    Raises:
        InvalidArgument: The file is too large, has no frontmatter, or its YAML is malformed or not
            plain; the message says on which line.
    """
    if max(len(markdown), len(markdown.encode("utf-8", "surrogatepass"))) > MAX_FILE_BYTES:
        raise fault("SKILL.md", f"expected at most {MAX_FILE_BYTES} bytes", skill=skill)
    text = markdown.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if found := UNPRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise fault("SKILL.md", "expected text without control characters", skill=skill, line=line)
    lines = text.split("\n")
    if not _MARKER.fullmatch(lines[0]):
        raise fault("SKILL.md", "expected --- and YAML frontmatter at the start", skill=skill, line=1)
    end = next((at for at, line in enumerate(lines) if at and _MARKER.fullmatch(line)), None)
    if end is None:
        raise fault("SKILL.md", "expected a line --- that ends the frontmatter", skill=skill, line=1)
    header = "\n".join(lines[1:end]) + "\n"
    if len(header.encode()) > MAX_HEADER_BYTES:
        raise fault("SKILL.md", f"expected frontmatter of at most {MAX_HEADER_BYTES} bytes", skill=skill)
    return Frontmatter(
        entries=_entries(header, skill), body=_without_outer_blank_lines(lines[end + 1 :]), body_line=end + 1
    )


def _without_outer_blank_lines(lines: list[str]) -> str:
    filled = [at for at, line in enumerate(lines) if line.strip()]
    return "\n".join(lines[filled[0] : filled[-1] + 1]).rstrip() if filled else ""


def _entries(header: str, skill: str | None) -> tuple[Entry, ...]:
    root = compose(header, Place("SKILL.md", first_line=_HEADER_LINE, skill=skill))
    if root is None or not is_mapping(root):
        raise fault("SKILL.md", "expected key: value lines as frontmatter", skill=skill, line=_HEADER_LINE)
    return tuple(_entry(key, value) for key, value in root.value)


def _entry(key: yaml.ScalarNode, value: yaml.Node) -> Entry:
    lines = {"": _line(key)}
    if is_mapping(value):
        lines |= {inner.value: _line(inner) for inner, _ in value.value}
    return Entry(
        key=key.value,
        value=plain(value),
        text="" if isinstance(value.value, list) else value.value,
        line=_line(key),
        lines=lines,
    )


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + _HEADER_LINE
