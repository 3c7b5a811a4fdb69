"""Takes fields out of a strictly read YAML mapping; whatever is wrong is said with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NoReturn, TypeVar

import attrs

from underdraft.errors import InvalidArgument
from underdraft.knowledge.graph.model import Evidence, StoryTime, parse_story_time
from underdraft.project.files import check_relative
from underdraft.project.parse_errors import fault, unknown_key
from underdraft.project.strict_yaml import Place, is_mapping

if TYPE_CHECKING:
    import yaml

_T = TypeVar("_T")
MAX_NAME = 80
MAX_TEXT = 500
MAX_ENTRIES = 5_000
_EVIDENCE = re.compile(r"(?:ref:)?(?P<path>[^#]+)(?:#L(?P<first>\d{1,7})(?:-L?(?P<last>\d{1,7}))?)?")
_SPACE = re.compile(r"\s+")
_FLAGS = {"true": True, "yes": True, "false": False, "no": False}


def parse_evidence(text: str) -> Evidence:
    """``path``, ``path#L12`` or ``path#L12-L58``, with or without ``ref:``; anything else is refused."""
    found = _EVIDENCE.fullmatch(text.strip())
    if found is None:
        raise InvalidArgument("expected a path, with #L12-L58 for lines")
    path = check_relative(found["path"].strip()).as_posix()
    first = int(found["first"] or 0)
    return Evidence(path, first, max(first, int(found["last"] or first)))


@attrs.define
class Fields:
    """One mapping, with the keys that have been asked for; ``field`` is its name, e.g. ``"events.who"``."""

    node: yaml.MappingNode
    field: str
    place: Place
    _asked: set[str] = attrs.field(factory=lambda: {"confidence", "first_chapter"}, init=False)
    """These a proposer may say, and they say nothing to the graph."""

    def refuse(self, name: str, what: str, node: yaml.Node | None = None) -> NoReturn:
        """Say what is expected of a field, and on which line."""
        at = node or self.node
        full = f"{self.field}.{name}" if name else self.field
        raise fault(f"{self.place.file}: {full}", what, skill=None, line=self.line_of(at))

    def line_of(self, node: yaml.Node) -> int:
        """The file's line on which the node begins."""
        return int(node.start_mark.line) + self.place.first_line

    @property
    def own_lines(self) -> Evidence:
        """The mapping's own place in its file; the whole of it where lines mean nothing."""
        if not self.place.first_line:
            return Evidence(self.place.file)
        last = _last_line(self.node) + self.place.first_line
        return Evidence(self.place.file, self.line_of(self.node), last)

    def get(self, name: str) -> yaml.Node | None:
        """The value of a key, and remember that the key is known."""
        self._asked.add(name)
        return next(
            (
                value
                for key, value in self.node.value
                if key.value == name and not value.tag.endswith(":null")
            ),
            None,
        )

    def only(self) -> None:
        """Refuse keys that nobody has asked for."""
        for number, (key, _) in enumerate(self.node.value, start=1):
            if key.value not in self._asked:
                where = f"{self.place.file}: {self.field}."
                raise unknown_key(where, key.value, number, self._asked, skill=None, line=self.line_of(key))

    def text(self, name: str, *, limit: int = MAX_NAME) -> str | None:
        """One line of text."""
        node = self.get(name)
        return None if node is None else self.line(name, node, limit)

    def needed(self, name: str, value: _T | None) -> _T:
        """The value of a field that must be there."""
        if value is None:
            self.refuse(name, "missing")
        return value

    def line(self, name: str, node: yaml.Node, limit: int = MAX_NAME) -> str:
        """A scalar as one line."""
        if isinstance(node.value, list):
            self.refuse(name, "expected one text", node)
        line = _SPACE.sub(" ", str(node.value)).strip()
        if not 0 < len(line) <= limit:
            self.refuse(name, f"expected 1 to {limit} characters", node)
        return line

    def texts(self, name: str, *, limit: int = MAX_NAME) -> tuple[str, ...]:
        """A list of lines; one line alone counts as a list of one."""
        node = self.get(name)
        if node is None:
            return ()
        return tuple(self.line(name, item, limit) for item in self.items(name, node))

    def items(self, name: str, node: yaml.Node) -> list[yaml.Node]:
        """The entries of a list; anything else is a list of itself."""
        if is_mapping(node) or not isinstance(node.value, list):
            return [node]
        if len(node.value) > MAX_ENTRIES:
            self.refuse(name, f"expected at most {MAX_ENTRIES} entries", node)
        return list(node.value)

    def pairs(self, name: str) -> Iterator[tuple[str, yaml.Node]]:
        """The keys and values of a mapping."""
        node = self.get(name)
        if node is None:
            return
        if not is_mapping(node):
            self.refuse(name, "expected key: value lines", node)
        for key, value in node.value:
            yield self.line(name, key), value

    def each(self, name: str, parse: Callable[[Fields], _T]) -> tuple[_T, ...]:
        """Parse each mapping of a list; ``parse`` asks for every key that may be there."""
        node = self.get(name)
        found = []
        for item in self.items(name, node) if node is not None else ():
            if not is_mapping(item):
                self.refuse(name, "expected key: value lines", item)
            inner = Fields(item, f"{self.field}.{name}" if self.field else name, self.place)
            found.append(parse(inner))
            inner.only()
        return tuple(found)

    def flag(self, name: str) -> bool:
        """``true`` or ``false``; a missing one is false."""
        return bool(self._read(name, lambda word: _FLAGS.get(word.lower()), "true or false"))

    def number(self, name: str, most: int) -> int | None:
        """A whole number from 0 to ``most``."""

        def read(written: str) -> int | None:
            return int(written) if re.fullmatch(r"\d{1,9}", written) and int(written) <= most else None

        return self._read(name, read, f"a whole number from 0 to {most}")

    def time(self, name: str) -> StoryTime | None:
        """A story time."""
        return self._read(
            name, parse_story_time, "a story time: chapter, chapter.scene or chapter.scene.step"
        )

    def _read(self, name: str, read: Callable[[str], _T | None], expected: str) -> _T | None:
        """Read a scalar, if it is there; where ``read`` returns ``None``, the field is refused."""
        node = self.get(name)
        found = None if node is None else read(str(node.value))
        if node is not None and found is None:
            self.refuse(name, f"expected {expected}", node)
        return found

    def evidence(self) -> tuple[Evidence, ...]:
        """Return the evidence in ``ref`` (lines of a file, or a quote), else the mapping's own lines."""
        node = self.get("ref")
        if node is None:
            return (self.own_lines,)
        return tuple(self._reference(item) for item in self.items("ref", node))

    def _reference(self, item: yaml.Node) -> Evidence:
        """Evidence by its lines, or by its words: ``path`` and ``quote``, with what stands before and after them."""
        if not is_mapping(item):
            return self._place("ref", self.line("ref", item, MAX_TEXT), item)
        inner = Fields(item, f"{self.field}.ref", self.place)
        path, quote = (inner.needed(n, inner.text(n, limit=MAX_TEXT)) for n in ("path", "quote"))
        before, after = (inner.text(n) or "" for n in ("before", "after"))
        inner.only()
        return attrs.evolve(inner._place("path", path), quote=quote, before=before, after=after)

    def _place(self, name: str, text: str, node: yaml.Node | None = None) -> Evidence:
        try:
            return parse_evidence(text)
        except InvalidArgument as error:
            self.refuse(name, error.message, node)


def _last_line(node: yaml.Node) -> int:
    """The line, from 0, on which the node's last scalar ends; a block's own end mark is after it."""
    if is_mapping(node):
        return max((_last_line(value) for _, value in node.value), default=int(node.end_mark.line))
    if isinstance(node.value, list):
        return max((_last_line(item) for item in node.value), default=int(node.end_mark.line))
    end = node.end_mark
    return int(end.line) - (1 if end.column == 0 and end.line > node.start_mark.line else 0)
