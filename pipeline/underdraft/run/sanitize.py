"""A fetcher's result: checked field by field, cleaned, and stamped with where it came from.

A stranger's values are not trusted to have the types that they claim: one wrong field is found here,
where it costs that fetcher, and not in a later stage, where it would cost the run.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Any, NoReturn

from underdraft.project.files import check_relative
from underdraft.run.plugin_error import WrongResultError
from underdraft.text.clean import canonical_text, one_line
from underdraft.types.chunk import Chunk, Part, Ref
from underdraft.types.fetcher import Fetched, Fetcher
from underdraft.types.identity import cached_for_same_objects
from underdraft.types.layers import LAYERS, Layer
from underdraft.types.prompt import Excluded, Message

MAX_CHUNKS = 10_000
"""Maximum number of chunks from one fetcher: a generator without an end must not eat the memory."""

_SHORT = 300
"""Longest source, id, kind or reason in code points; longer ones are cut with ``…``."""

_ROLES = ("system", "user", "assistant", "tool")


def collect(result: Any) -> Fetched:
    """Turn what a fetcher returned into :class:`Fetched`; an iterator is run to its end.

    Raises:
        WrongResultError: It is nothing that a fetcher may return. A set is refused too: it has no order.
    """
    if result is None:
        return Fetched()
    if isinstance(result, Fetched):
        return result
    if inspect.iscoroutine(result):
        result.close()
        raise WrongResultError("gave a coroutine that nobody awaits; declare fetch with async def")
    if isinstance(result, str | bytes | Mapping | AbstractSet | Chunk) or not isinstance(result, Iterable):
        raise WrongResultError(f"expected a list of Chunk, a Fetched or None; it gave {_kind(result)}")
    return Fetched(chunks=islice(result, MAX_CHUNKS + 1))


def _kind(value: object) -> str:
    return type(value).__name__


def _wrong(name: str, expected: str) -> NoReturn:
    raise WrongResultError(f"{name}: expected {expected}")


def stamp(fetched: Fetched, fetcher: Fetcher, plugin: str, *, kept: bool = False) -> Fetched:
    """The same with clean text and its origin; what the fetcher claims about its origin is replaced.

    ``kept``: a chunk that comes again, the very same, is not looked at again.

    Raises:
        WrongResultError: A field has the wrong type or is out of range, or there are more chunks than :data:`MAX_CHUNKS`.
        InvalidArgument: A ref leads out of the project.
    """
    if len(fetched.chunks) > MAX_CHUNKS:
        raise WrongResultError(f"too many chunks: expected at most {MAX_CHUNKS:,}")
    make = _kept_chunk if kept else _chunk
    chunks = [make(c, fetcher, plugin) for c in fetched.chunks]
    return Fetched(
        chunks=tuple(c for c in chunks if c.parts or c.text.strip()),
        warnings=tuple(one_line(_text(w, "a warning"), _SHORT) for w in fetched.warnings),
        history=tuple(_message(m) for m in fetched.history),
        history_stays=fetched.history_stays is True,
        excluded=tuple(_excluded(e, plugin) for e in fetched.excluded),
    )


def _chunk(chunk: object, fetcher: Fetcher, plugin: str) -> Chunk:
    if not isinstance(chunk, Chunk):
        raise WrongResultError(f"expected a list of Chunk; one item is {_kind(chunk)}")
    text = canonical_text(_text(chunk.text, "text"))
    source = _short(chunk.source, "source") or _wrong("source of a chunk", "a text that is not empty")
    if type(chunk.pinned) is not bool:
        _wrong("pinned", "True or False")
    if chunk.keep not in {"head", "tail"}:
        _wrong("keep", "head or tail")
    blank = len(text) - len(text.lstrip("\n")) if text.startswith("\n") else 0
    return Chunk(  # not evolved from what was given: that takes twice as long
        text=text.strip("\n"),
        source=source,
        kind=_short(chunk.kind, "kind"),
        title=_short(chunk.title, "title"),
        id=_optional(chunk.id, "id"),
        ref=_ref(chunk.ref, blank),
        reason=_short(chunk.reason, "reason"),
        score=_score(chunk.score),
        distance=_whole(chunk.distance, "distance"),
        keep=chunk.keep,
        pinned=chunk.pinned,
        essential=chunk.essential is True,
        focus=max(0, _whole(chunk.focus, "focus") - blank),
        parts=tuple(map(_part, chunk.parts)),
        layer=Layer(fetcher.layer),
        plugin=plugin,
        fetcher=fetcher.name,
    )


_kept_chunk = cached_for_same_objects(_chunk)


def _part(part: object) -> Part:
    if not isinstance(part, Part):
        _wrong("parts", f"Part; one is {_kind(part)}")
    return Part(
        text=canonical_text(_text(part.text, "text")).strip("\n"),
        id=_optional(part.id, "id"),
        reason=_short(part.reason, "reason"),
        score=_score(part.score),
        match=canonical_text(_text(part.match, "match")),
    )


def _ref(ref: object, blank_lines: int) -> Ref | None:
    """The ref; it moves down by the blank lines that are taken off the head of the text."""
    if ref is None:
        return None
    if not isinstance(ref, Ref):
        _wrong("ref", f"a Ref; it is {_kind(ref)}")
    path = _text(ref.path, "path")
    check_relative(path)
    first = _whole(ref.first_line, "first_line")
    content = _whole(ref.content_line, "content_line")
    content += blank_lines if first <= content else 0
    return Ref(
        path=path,
        first_line=first + blank_lines,
        lines=_whole(ref.lines, "lines"),
        content_line=content,
    )


def _excluded(entry: object, plugin: str) -> Excluded:
    if not isinstance(entry, Excluded):
        _wrong("excluded", f"Excluded; one is {_kind(entry)}")
    if not isinstance(entry.layer, int) or entry.layer not in LAYERS:
        _wrong("layer of an Excluded", "a Layer")
    return Excluded(
        layer=Layer(entry.layer),
        source=_short(entry.source, "source"),
        plugin=plugin,
        reason=_short(entry.reason, "reason"),
        tokens=_whole(entry.tokens, "tokens"),
        count=_whole(entry.count, "count"),
        id=_optional(entry.id, "id"),
    )


def _message(message: object) -> Message:
    if not isinstance(message, Message) or message.role not in _ROLES:
        _wrong("history", f"Message with a role of {', '.join(_ROLES)}; one is {_kind(message)}")
    try:
        _text(message.content, "history").encode()
    except UnicodeEncodeError:  # a lone surrogate has no bytes to be sent
        _wrong("history", "text without lone surrogates")
    return message


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        _wrong(name, f"a string; it is {_kind(value)}")
    return value if type(value) is str else str.__str__(value)  # a subclass may compare and hash as it likes


def _short(value: object, name: str) -> str:
    if type(value) is str and value.isascii() and value.isprintable() and len(value) <= _SHORT:
        return value
    return one_line(_text(value, name), _SHORT)


def _optional(value: object, name: str) -> str | None:
    return None if value is None else _short(value, name) or None


def _whole(value: object, name: str) -> int:
    if type(value) is not int or value < 0:
        _wrong(name, "a whole number >= 0")
    return value


def _score(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        _wrong("score", "a finite number")
    return float(value)
