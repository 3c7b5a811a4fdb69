"""The halves of a question's material, where an answer to all of it would be too long.

Material stands in fences, in paragraphs that blank lines part. All up to the first fence's end is the head, such as what
is known already: it belongs to both halves. The rest is cut between its paragraphs; a single one at a line or sentence.
"""

from __future__ import annotations

import re

SHORTEST = 400
"""Code points of material that is not cut: so little leaves no answer that is too long."""

_FENCE = re.compile(r"`{3,}")
_END = re.compile(r"\n+|[.!?…][\"'”’)\]]*\s+|[。！？…][”’」』）]*")


def halves(text: str) -> tuple[str, str] | None:
    """Return both halves of a text, each with its head; ``None`` where it is too short, or nowhere to be cut."""
    parts = paragraphs(text)
    begin = next((n for n, part in enumerate(parts, start=1) if "```" in part), 0) % len(parts)
    head, rest = parts[:begin], parts[begin:]
    if sum(map(len, rest)) < SHORTEST:
        return None
    if len(rest) > 1:
        cut = len(rest) // 2
        return "\n\n".join(head + rest[:cut]), "\n\n".join(head + rest[cut:])
    above, body, below = last_block(rest[0])
    places = [found.end() for found in _END.finditer(body) if found.end() < len(body)]
    if not places:
        return None
    cut = min(places, key=lambda place: abs(2 * place - len(body)))
    sides = (f"{above}{side.strip(chr(10))}{below}" for side in (body[:cut], body[cut:]))
    first, second = ("\n\n".join([*head, side]) for side in sides)
    return first, second


def paragraphs(text: str) -> list[str]:
    """The text's parts between blank lines; one in a fence parts nothing."""
    parts: list[list[str]] = [[]]
    fence = ""
    for line in text.split("\n"):
        if fence:
            fence = "" if line == fence else fence
        elif _FENCE.fullmatch(line):
            fence = line
        elif not line:
            parts.append([])
            continue
        parts[-1].append(line)
    return ["\n".join(part) for part in parts if part] or [""]


def last_block(part: str) -> tuple[str, str, str]:
    """Split a text at its last fence: what stands before the content, the content, and the rest; without a fence all is content."""
    lines = part.split("\n")
    if not _FENCE.fullmatch(lines[-1]) or lines.count(lines[-1]) < 2:  # noqa: PLR2004 - a pair
        return "", part, ""
    begin = max(n for n, line in enumerate(lines[:-1]) if line == lines[-1])
    above, body = lines[: begin + 1], lines[begin + 1 : -1]
    return "\n".join([*above, ""]), "\n".join(body), f"\n{lines[-1]}"
