"""Character cards V1 to V3 with their lorebooks, in JSON or PNG, and lorebooks alone, also as SillyTavern exports them."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from typing import Any

from underdraft import ImportedText, ImportPlan, ImportSource, InvalidArgument, estimate, hookimpl
from underdraft_plugins.importers.memory_list import parse_json

PNG = b"\x89PNG\r\n\x1a\n"
_CHUNKS = (b"ccv3", b"chara")
"""Keywords of the ``tEXt`` chunks that hold a card, the newest version first."""

RULES_TOKENS = 1_500
"""Tokens of rules above which the import gives a notice: the floor of layer 0, which is never trimmed."""

_PARTS = {
    "description": "",
    "personality": "Personality",
    "scenario": "Scenario",
    "mes_example": "Example dialogue",
}
_NOT_KEPT = (
    "first_mes", "alternate_greetings", "group_only_greetings", "creator_notes", "system_prompt",
    "post_history_instructions", "tags", "assets",
)  # fmt: skip
"""Fields of a card that are for chats, for people or for other programs."""

_CHAR, _USER = (re.compile(word, re.IGNORECASE) for word in (r"\{\{char\}\}|<BOT>", r"\{\{user\}\}|<USER>"))
_DECORATORS = re.compile(r"\A(?:@@\S.*(?:\n|\Z))+")
_ORDER = "order of lorebook entries that are not constant: names in the scene decide"


@hookimpl
def underdraft_import(source: ImportSource) -> ImportPlan | None:
    """Take a card or a lorebook; a PNG without one is refused."""
    if source.content.startswith(PNG):
        found = parse_json(source, _card_in(source))
    elif source.text is not None and source.name.lower().endswith(".json"):
        found = parse_json(source)
    else:
        return None
    card = found.get("data", found) if isinstance(found, dict) else None
    if not isinstance(card, dict):
        return None
    name, alone = _text(card.get("name")), isinstance(card.get("entries"), list | dict)
    if not alone and not (name and any(_text(card.get(part)) for part in (*_PARTS, "first_mes"))):
        return None
    texts = [] if alone else [_character(card, name)]
    left = [] if alone else [f"{field} of the card" for field in _NOT_KEPT if card.get(field)]
    book = card if alone else card.get("character_book")
    for one in _lore(book, "" if alone else name) if isinstance(book, dict) else ():
        (left if isinstance(one, str) else texts).append(one)  # type: ignore[arg-type]
    tokens = sum(estimate(one.text) for one in texts if one.kind == "rules")
    if tokens > RULES_TOKENS:
        left.append(
            f"room: constant entries are rules, which are never cut: {tokens:,} tokens in each prompt"
        )
    return ImportPlan(texts=tuple(texts), left=tuple(left))


def _card_in(source: ImportSource) -> str:
    """Return the card in a PNG's text chunks; compressed ones are not opened."""
    found, place, png = dict[bytes, bytes](), len(PNG), source.content
    while place + 8 <= len(png):
        end = place + 8 + int.from_bytes(png[place : place + 4], "big")
        if png[place + 4 : place + 8] == b"tEXt" and end <= len(png):
            keyword, _, value = png[place + 8 : end].partition(b"\0")
            found.setdefault(keyword.lower(), value)
        place = end + 4
    card = next((found[keyword] for keyword in _CHUNKS if keyword in found), None)
    if card is None:
        raise InvalidArgument(
            f"{source.name}: this PNG holds no character card (no tEXt chunk ccv3 or chara)"
        )
    try:
        return base64.b64decode(card, validate=True).decode("utf-8")
    except ValueError:
        raise InvalidArgument(f"{source.name}: the card in this PNG is not base64 of UTF-8") from None


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _texts(value: Any) -> list[str]:
    return [word for entry in value if (word := _text(entry))] if isinstance(value, list) else []


def _named(text: str, name: str) -> str:
    """Return a text with the names that a chat program would put in."""
    return _USER.sub("User", _CHAR.sub(lambda _: name, text) if name else text)


def _character(card: Mapping[str, Any], name: str) -> ImportedText:
    parts = [(heading, _named(_text(card.get(part)), name)) for part, heading in _PARTS.items()]
    body = "\n\n".join(f"## {heading}\n\n{text}" if heading else text for heading, text in parts if text)
    nickname = _text(card.get("nickname"))
    return ImportedText(
        kind="characters", name=name, text=body, aliases=(nickname,) if nickname else (), origin="card"
    )


def _lore(book: Mapping[str, Any], name: str) -> Iterator[ImportedText | str]:
    """Yield each entry in its order, constant ones as rules, others as what is called by their keys; and what is not kept."""
    yield from [
        f"{field} of the lorebook"
        for field in ("token_budget", "scan_depth", "recursive_scanning")
        if book.get(field)
    ]
    entries = book.get("entries")
    listed = [*entries.values()] if isinstance(entries, dict) else entries or []
    for place, entry in enumerate(sorted((one for one in listed if isinstance(one, dict)), key=_order), 1):
        keys, content = _texts(entry.get("keys", entry.get("key"))), _text(entry.get("content"))
        plain = [] if entry.get("use_regex") else [key for key in keys if not key.startswith("/")]
        body = _named(_DECORATORS.sub("", content).strip(), name)
        title = _text(entry.get("name")) or _text(entry.get("comment")) or next(iter(plain), "")
        constant = entry.get("constant") is True
        off = entry.get("enabled") is False or entry.get("disable") is True or not body
        unkept = {
            "lorebook entries that are switched off or empty": off,
            "lorebook entries without a name or a plain key": not (off or title or constant),
            "decorators (@@) of lorebook entries": content.startswith("@@"),
            "regular expressions among keys": len(plain) < len(keys),
            "secondary keys of lorebook entries": entry.get("selective")
            and (entry.get("secondary_keys") or entry.get("keysecondary")),
            _ORDER: title and not (off or constant),
        }
        yield from [what for what, is_so in unkept.items() if is_so]
        if not off and constant:
            yield ImportedText(
                kind="rules", name=f"60-{place:03d}-{title or 'lore'}", text=body, origin="lorebook"
            )
        elif not off and title:
            yield ImportedText(
                kind="world", name=title, text=body, aliases=tuple(dict.fromkeys(plain)), origin="lorebook"
            )


def _order(entry: Mapping[str, Any]) -> float:
    order = entry.get("insertion_order", entry.get("order"))
    return order if isinstance(order, int | float) else 0
