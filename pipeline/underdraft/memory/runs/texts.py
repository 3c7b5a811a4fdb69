"""Which strings of a run record are the writer's words, and how they are kept apart from the facts.

Outside privacy mode a text that other runs may have is kept in the JSON as ``{"$blob": sha256}`` and once in the table ``blob``; in
the stored JSON its number there stands for the hash. What is this run's own stays where it is. A text that is put together from
others is kept as ``{"$join": [...]}``. In privacy mode every string that is not plainly an identifier is kept as ``{"$sha256": ...}``
and its text is kept nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from typing import Any

from underdraft.text.clean import sha256

TEXT_KEYS = frozenset({
    "client_block", "client_images", "content", "dynamic", "extra", "instruction", "match", "output_format", "prompt", "skill_block",
    "stable_prefix", "text", "texts", "title",
})  # fmt: skip
"""Keys whose strings are texts (``prompt`` is one in a skill and a mapping elsewhere)."""

FACT_KEYS = frozenset({
    "cache_key", "code", "created_at", "fetcher", "finish_reason", "id", "keep", "kind", "layer", "marker", "model",
    "origin", "plugin", "project_id", "prompt_hash", "provider", "reason", "role", "run_id", "scene_type",
    "session_id", "skill_id", "source", "stable_prefix_hash", "status", "template_hash", "token_counter", "ttl",
    "version", "warnings",
})  # fmt: skip
"""Keys whose strings stay in privacy mode, provided that they look like :data:`IDENTIFIER`."""

IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/+-]{0,127}\Z")
FILE_SOURCE = "file:"
BLOB = re.compile(r'\{"\$blob":(?:"([0-9a-f]{64})"|(\d+))\}')
"""A text in JSON without white space; inside a JSON string the quotes would be escaped."""

LEAST_PIECE = 24
"""Code points from which a text is looked for in the one that is put together from it."""

WARNING_CODE = re.compile(r"[A-Z][A-Z_]+(?=:|$)")


def take_out(value: Any, texts: dict[str, str], key: str = "", *, own: Container[str] = ()) -> Any:
    """A copy with every text but the run's own replaced by its blob; ``texts`` receives hash and text."""
    if isinstance(value, dict):
        return {k: take_out(v, texts, k, own=own) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [take_out(v, texts, key, own=own) for v in value]
    if isinstance(value, str) and value and key in TEXT_KEYS and value not in own:
        found = sha256(value)
        texts[found] = value
        return {"$blob": found}
    return value


def take_out_pieces(
    text: str, pieces: Iterable[str], texts: dict[str, str], own: Container[str] = ()
) -> dict[str, Any]:
    """A text as its pieces, in their order, and what stands between them, so that none is kept twice."""
    found: list[str] = []
    at = 0
    for piece in pieces:
        begin = text.find(piece, at) if len(piece) >= LEAST_PIECE else -1
        if begin >= 0:
            found += [text[at:begin], piece]
            at = begin + len(piece)
    return {"$join": take_out([part for part in (*found, text[at:]) if part], texts, "text", own=own)}


def renumbered(record: str, numbers: Mapping[Any, int]) -> str:
    """Stored JSON with these texts, known by hash or number, under other numbers."""

    def new(match: re.Match[str]) -> str:
        key = match[1] or int(match[2])
        return f'{{"$blob":{numbers[key]}}}' if key in numbers else match[0]

    return BLOB.sub(new, record)


def numbers_in(record: str) -> set[int]:
    """Return the numbers of the texts that stored JSON names."""
    return {int(number) for _, number in BLOB.findall(record) if number}


def only_facts(value: Any, key: str = "") -> Any:  # noqa: PLR0911 - one return a kind of value
    """A copy for privacy mode: numbers, hashes and identifiers; every other string as its hash.

    Keys of mappings are names of stages, layers and rules and stay.
    """
    if isinstance(value, dict):
        if value.keys() in ({"$blob"}, {"$sha256"}):
            return {"$sha256": next(iter(value.values()))}
        return {k: only_facts(v, k if key != "layer_hashes" else "prompt_hash") for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [only_facts(v, key) for v in value]
    if not isinstance(value, str) or not value:
        return value
    if key == "warnings":
        code = WARNING_CODE.match(value)
        return code.group() if code else "WARNING"
    if key in FACT_KEYS and IDENTIFIER.match(value) and not value.startswith(FILE_SOURCE):
        return value
    return {"$sha256": sha256(value)}


def put_back(value: Any, texts: Mapping[Any, str], missing: list[Any]) -> Any:
    """The reverse of :func:`take_out` and, as far as possible, of :func:`only_facts`.

    ``texts`` has them by hash or number, as the JSON names them. ``missing`` receives the names of those that are
    not kept (any more); ``""`` stands for them.
    """
    if isinstance(value, dict):
        if value.keys() == {"$join"}:
            return "".join(put_back(value["$join"], texts, missing))
        found = value.get("$blob") or value.get("$sha256")
        if found is not None and len(value) == 1:
            if found in texts:
                return texts[found]
            missing.append(found)
            return ""
        return {k: put_back(v, texts, missing) for k, v in value.items()}
    if isinstance(value, list):
        return [put_back(v, texts, missing) for v in value]
    return value
