"""Markdown: a folder of notes as Obsidian keeps it, a manuscript in one file, and instructions such as CLAUDE.md."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any, Literal

import yaml

from underdraft import (
    ImportedText,
    ImportPlan,
    ImportSource,
    hookimpl,
    without_frontmatter,
    word_list,
    word_pattern,
)
from underdraft_plugins.importers.memory_list import LINE_MAXIMUM

Kind = Literal["characters", "world", "rules", "chapters"]
_KINDS: tuple[Kind, ...] = ("characters", "world", "rules", "chapters")
_WORDS: Mapping[str, Kind] = {
    word: kind for kind in _KINDS for word in word_list(f"reading.notes_folder.{kind}")
}
"""Names of folders, types and tags that say what a note is."""

INSTRUCTIONS = frozenset({"agents.md", "claude.md"})
EMBEDS, EMBEDDED = 100, 20_000
"""Embedded notes that one note may show, and characters of each; others are left as their names."""

_FRONTMATTER_MAXIMUM, _SIGNS_MAXIMUM = 16_384, 400
"""Characters of a frontmatter, and signs in it that nest; PyYAML takes seconds for more."""

_SIGNS, _ALIASED = re.compile(r"[\[{?-]"), re.compile(r"&\w.*\*\w", re.DOTALL)
_HEADING = re.compile(r"^(#{1,3})[ \t]+(\S.*)$", re.MULTILINE)
_CHAPTER_LINE = word_pattern("reading.notes_folder.chapter_line", flags=re.IGNORECASE | re.MULTILINE)
_EMBED = re.compile(r"!\[\[([^\[\]|#^\n]+)[^\[\]\n]*\]\]")
_LINK = re.compile(r"\[\[([^\[\]|#\n]*)(?:#[^\[\]|\n]*)?(?:\|([^\[\]\n]*))?\]\]")
_MARKS = re.compile(r"(?s:%%.*?%%)|[ \t]\^[\w-]+$", re.MULTILINE)
"""Comments, and the names of blocks."""
_PASSED_OVER = re.compile(r"(?:^|/)(?:templates?/|(?:\d{4}-\d\d-\d\d|readme)\.\w+$)", re.IGNORECASE)
"""Templates, daily notes and descriptions of the folder."""

_OF_THE_PROGRAM = frozenset(
    [
        "alias",
        "aliases",
        "created",
        "cssclass",
        "cssclasses",
        "date",
        "name",
        "publish",
        "tag",
        "tags",
        "title",
        "type",
        "updated",
    ]
)


@hookimpl
def underdraft_import(source: ImportSource) -> ImportPlan | None:
    """Take a folder, or a text that is no list of sentences."""
    if source.notes is not None:
        return _notes(source.notes)
    if source.text is None or not source.name.lower().endswith((".md", ".markdown", ".txt")):
        return None
    if source.name.lower() in INSTRUCTIONS or _kind_of(source.name, source.text):
        return _notes({source.name: source.text})
    chapters = _chapters(source.text, source.name)
    prose = len(chapters) > 1 or max(map(len, source.text.split("\n"))) > LINE_MAXIMUM
    return ImportPlan(texts=tuple(chapters)) if prose else None


def _chapters(text: str, origin: str) -> list[ImportedText]:
    """Cut a manuscript at the headings of the highest level that has several, else at lines that name a chapter."""
    headings, stem = list(_HEADING.finditer(text)), PurePosixPath(origin).stem
    levels = Counter(len(heading[1]) for heading in headings)
    level = min((one for one in levels if levels[one] > 1), default=0)
    places = [(one.start(), one[2].rstrip("# \t")) for one in headings if len(one[1]) == level]
    places = places or [(line.start(), line[0].strip()) for line in _CHAPTER_LINE.finditer(text)]
    if len(places) < 2:  # noqa: PLR2004 - one heading is the title of the whole
        places = []
    width, ends = max(2, len(str(len(places)))), [*(begin for begin, _ in places), len(text)]
    parts = [(f"{0:0{width}d}-{stem}" if places else stem, text[: ends[0]])]
    parts += [(f"{n:0{width}d}-{name}", text[begin : ends[n]]) for n, (begin, name) in enumerate(places, 1)]
    return [
        ImportedText(kind="chapters", name=name, text=part, origin=origin)
        for name, part in parts
        if part.strip()
    ]


def _notes(notes: Mapping[str, str]) -> ImportPlan:
    bodies = {PurePosixPath(path).stem: without_frontmatter(text)[0].strip() for path, text in notes.items()}
    texts, left = list[ImportedText](), list[str]()
    for path, text in notes.items():
        stem, head = PurePosixPath(path).stem, _frontmatter(text)
        kind = (
            "rules" if PurePosixPath(path).name.lower() in INSTRUCTIONS else _kind_of(path, text) or "world"
        )
        left += [
            "embedded images and other files" for name in _EMBED.findall(text) if name.strip() not in bodies
        ]
        body, names = _plain(without_frontmatter(text)[0], bodies), [stem]
        if kind in {"characters", "world"}:
            body = "\n".join([body, *_facts(head)]).strip()
            names = [_word(head.get("name")) or _word(head.get("title")) or stem, stem]
            names += [*_listed(head.get("aliases")), *_listed(head.get("alias"))]
        if _PASSED_OVER.search(path) or not body:
            left.append("templates, daily notes, README files and empty notes")
            continue
        others = tuple(name for name in dict.fromkeys(names) if name != names[0])
        texts.append(ImportedText(kind=kind, name=names[0], text=body, aliases=others, origin=path))
    return ImportPlan(texts=tuple(texts), left=tuple(left))


def _kind_of(path: str, text: str) -> Kind | None:
    """Return what a note's type, tags and folders, the nearest first, say that it is."""
    head = _frontmatter(text)
    said = [*_listed(head.get("type")), *_listed(head.get("tags", head.get("tag")))]
    words = (
        word.rpartition("/")[2].lower().strip("# ")
        for word in [*said, *reversed(PurePosixPath(path).parent.parts)]
    )
    return next((_WORDS[word] for word in words if word in _WORDS), None)


def _frontmatter(text: str) -> dict[str, Any]:
    """Return the frontmatter's values by lower-case key; nothing if it cannot be read, is huge or has YAML's anchors."""
    written = text[: len(text) - len(without_frontmatter(text)[0])].strip().strip("-")
    try:
        small = len(written) < _FRONTMATTER_MAXIMUM and len(_SIGNS.findall(written)) < _SIGNS_MAXIMUM
        head = yaml.safe_load(written) if small and not _ALIASED.search(written) else None
    except (yaml.YAMLError, RecursionError, ValueError):
        return {}
    return {str(key).lower(): value for key, value in head.items()} if isinstance(head, dict) else {}


def _word(value: Any) -> str:
    return _unlinked(str(value)).strip() if isinstance(value, str | int | float) else ""


def _listed(value: Any) -> list[str]:
    values = value if isinstance(value, list) else value.split(",") if isinstance(value, str) else []
    return [word for one in values if (word := _word(one))]


def _facts(head: Mapping[str, Any]) -> list[str]:
    """Return further values of the frontmatter as lines of a card, which ``underdraft check`` reads."""
    said = {key: ", ".join(_listed(value)) or _word(value) for key, value in head.items()}
    return [f"- {key}: {words}" for key, words in said.items() if words and key not in _OF_THE_PROGRAM]


def _plain(text: str, bodies: Mapping[str, str]) -> str:
    """Return a note without Obsidian's marks: links as words, embedded notes in full (one level), no comments."""

    def embedded(found: re.Match[str]) -> str:
        note = bodies.get(found[1].strip(), "")
        return _EMBED.sub("", note) if len(note) <= EMBEDDED else found[1]

    return _unlinked(_MARKS.sub("", _EMBED.sub(embedded, text, count=EMBEDS)))


def _unlinked(text: str) -> str:
    return _LINK.sub(lambda found: found[2] or found[1], text)
