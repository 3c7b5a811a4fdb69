"""Reads a Markdown file with YAML frontmatter, strictly, and remembers on which line things stand.

Only plain values are taken: no aliases, anchors or tags, no key twice, little nesting. So a file
cannot blow up in memory, and nothing in it is silently overridden.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import attrs

from underdraft.skill_fault import fault

if TYPE_CHECKING:
    from collections.abc import Mapping

    import yaml

__all__ = ["MAX_FILE_BYTES", "MAX_HEADER_BYTES", "Entry", "Frontmatter", "read_frontmatter"]

MAX_FILE_BYTES: Final = 1_000_000
"""Largest file, in bytes of UTF-8."""

MAX_HEADER_BYTES: Final = 65_536
"""Largest frontmatter, in bytes of UTF-8; the YAML parser sees no more than this."""

_MAX_DEPTH = 16
_HEADER_LINE = 2  # the YAML begins on the line after the first ---
_MARKER = re.compile(r"---[ \t]*")
# Everything outside YAML's "printable" set (YAML 1.1, section 5.1), lone surrogates among it.
_UNPRINTABLE = re.compile("[^\t\n -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# YAML 1.1 reads 017 as octal, 0x1F as hexadecimal and 1:30 as ninety; here these stay text.
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9_]{0,30})")
_TAG = "tag:yaml.org,2002:"


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
    if found := _UNPRINTABLE.search(text):
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
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        _refuse_unplain(header, loader, skill)
        root = yaml.compose(header, Loader=loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + _HEADER_LINE if mark else None
        raise fault("SKILL.md", _syntax_problem(error), skill=skill, line=line) from None
    if not isinstance(root, yaml.MappingNode):
        raise fault("SKILL.md", "expected key: value lines as frontmatter", skill=skill, line=_HEADER_LINE)
    _refuse_repeated_keys(root, skill)
    return tuple(_entry(key, value) for key, value in root.value)


def _syntax_problem(error: yaml.YAMLError) -> str:
    """The parser's complaint, where it is a fixed sentence and not one that quotes the file."""
    problem = getattr(error, "problem", None) or ""
    quotes = any(mark in problem for mark in "'\"#")
    return "expected valid YAML" if quotes or not problem else f"expected valid YAML: {problem}"


def _refuse_unplain(header: str, loader: type[yaml.SafeLoader], skill: str | None) -> None:
    """Go through the events, which costs no memory, before anything is built from them."""
    import yaml

    depth = 0
    for event in yaml.parse(header, Loader=loader):
        unplain = None
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            unplain = f"at most {_MAX_DEPTH} levels of nesting" if depth > _MAX_DEPTH else None
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if getattr(event, "anchor", None) is not None:
            unplain = "no YAML anchors or aliases"
        elif isinstance(event, yaml.NodeEvent) and getattr(event, "tag", None) is not None:
            unplain = "no YAML tags"
        if unplain:
            mark = event.start_mark
            line = mark.line + _HEADER_LINE if mark else None
            raise fault("SKILL.md", f"expected {unplain}", skill=skill, line=line)


def _refuse_repeated_keys(node: yaml.Node, skill: str | None) -> None:
    import yaml

    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _refuse_repeated_keys(item, skill)
    if not isinstance(node, yaml.MappingNode):
        return
    seen: set[str] = set()
    for key, value in node.value:
        line = _line(key)
        if not isinstance(key, yaml.ScalarNode):
            raise fault("SKILL.md", "expected a word as key", skill=skill, line=line)
        if key.value in seen:
            raise fault("SKILL.md", "expected each key once", skill=skill, line=line)
        seen.add(key.value)
        _refuse_repeated_keys(value, skill)


def _entry(key: yaml.Node, value: yaml.Node) -> Entry:
    import yaml

    lines = {"": _line(key)}
    if isinstance(value, yaml.MappingNode):
        lines |= {inner.value: _line(inner) for inner, _ in value.value}
    return Entry(
        key=key.value,
        value=_plain(value),
        text=value.value if isinstance(value, yaml.ScalarNode) else "",
        line=_line(key),
        lines=lines,
    )


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + _HEADER_LINE


def _plain(node: yaml.Node) -> object:
    """The node as a Python value; what YAML calls a date or a merge key is text."""
    import yaml

    if isinstance(node, yaml.MappingNode):
        return {key.value: _plain(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item) for item in node.value]
    return _scalar(str(node.value), node.tag.removeprefix(_TAG))


def _scalar(text: str, kind: str) -> object:
    if kind == "null":
        return None
    if kind == "bool":
        return text.lower() in ("yes", "true", "on")
    if kind == "int" and _DECIMAL.fullmatch(text):
        return int(text.replace("_", ""))
    if kind == "float" and ":" not in text:
        return float(text.replace("_", "").lower().replace(".inf", "inf").replace(".nan", "nan"))
    return text
