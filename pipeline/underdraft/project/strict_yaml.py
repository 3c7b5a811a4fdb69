"""YAML read strictly: plain values, no aliases, anchors or tags, no key twice, little nesting.

So a file cannot blow up in memory, and nothing in it is silently overridden.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, TypeGuard

import regex

from underdraft.project.parse_errors import fault
from underdraft.types.values import frozen

if TYPE_CHECKING:
    import yaml


# Everything outside YAML's "printable" set (YAML 1.1, section 5.1), lone surrogates among it. A wide class takes `re` 8 ms to compile.
UNPRINTABLE = regex.compile("[^\t\n -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_MAX_DEPTH = 16
# YAML 1.1 reads 017 as octal, 0x1F as hexadecimal and 1:30 as ninety; here these stay text.
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9_]{0,30})")
_TAG = "tag:yaml.org,2002:"


@frozen
class Place:
    """Where a YAML text stands, for messages."""

    file: Annotated[str, "The file's name as people know it."]
    first_line: Annotated[
        int, "The file's line on which the YAML begins, counted from 1; 0 where lines mean nothing."
    ] = 1
    skill: Annotated[str | None, "The skill that the file belongs to, or `None`."] = None


def compose(text: str, place: Place) -> yaml.Node | None:
    """The tree of a YAML text whose keys are words, each once; ``None`` for an empty text.

    What is malformed or not plain is refused; the message says on which line and quotes nothing.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        _refuse_unplain(text, loader, place)
        root = yaml.compose(text, Loader=loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + place.first_line if mark else None
        raise fault(place.file, _syntax_problem(error), skill=place.skill, line=line) from None
    if root is not None:
        _refuse_repeated_keys(root, place)
    return root


def is_mapping(node: yaml.Node) -> TypeGuard[yaml.MappingNode]:
    """Whether the node, composed here and thus without tags of its own, holds keys with values."""
    return node.tag == f"{_TAG}map"


def plain(node: yaml.Node) -> object:
    """The node as a Python value; what YAML calls a date or a merge key is text."""
    if is_mapping(node):
        return {key.value: plain(value) for key, value in node.value}
    if isinstance(node.value, list):
        return [plain(item) for item in node.value]
    return _scalar(str(node.value), node.tag.removeprefix(_TAG))


def _syntax_problem(error: yaml.YAMLError) -> str:
    """The parser's complaint, where it is a fixed sentence and not one that quotes the file."""
    problem = getattr(error, "problem", None) or ""
    quotes = any(mark in problem for mark in "'\"#")
    return "expected valid YAML" if quotes or not problem else f"expected valid YAML: {problem}"


def _refuse_unplain(text: str, loader: type[yaml.SafeLoader], place: Place) -> None:
    """Go through the events, which costs no memory, before anything is built from them."""
    import yaml

    depth = 0
    for event in yaml.parse(text, Loader=loader):
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
            line = mark.line + place.first_line if mark else None
            raise fault(place.file, f"expected {unplain}", skill=place.skill, line=line)


def _refuse_repeated_keys(node: yaml.Node, place: Place) -> None:
    if not is_mapping(node):
        for item in node.value if isinstance(node.value, list) else ():
            _refuse_repeated_keys(item, place)
        return
    seen: set[str] = set()
    for key, value in node.value:
        line = int(key.start_mark.line) + place.first_line
        if isinstance(key.value, list):
            raise fault(place.file, "expected a word as key", skill=place.skill, line=line)
        if key.value in seen:
            raise fault(place.file, "expected each key once", skill=place.skill, line=line)
        seen.add(key.value)
        _refuse_repeated_keys(value, place)


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
