"""A linter for layers 0-3: text there that looks as if it would be different next time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from underdraft.errors import PREFIX_VOLATILE
from underdraft.text.language import word_pattern
from underdraft.types.prompt import Section

# Not ``\b``: a Chinese character right before a number is a word character too.
PATTERNS: dict[str, re.Pattern[str]] = {
    "an ISO timestamp": re.compile(r"(?<![0-9])\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}"),
    "an epoch number": re.compile(r"(?<![\d.])1[5-9]\d{8}(?:\d{3})?(?![\d.])"),
    "a UUID": re.compile(
        r"(?<![0-9A-Za-z])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?![0-9A-Za-z])"
    ),
    "an absolute path": re.compile(
        r"(?:(?<![0-9A-Za-z_/:.])/(?:home|Users|root|tmp|var|etc|opt|mnt|usr)/[^\s/]+|(?<![0-9A-Za-z])[A-Za-z]:\\[^\s]+|(?<![0-9A-Za-z])file:///)"
    ),
    "today's date in words": word_pattern("reading.prefix_lint.today"),
}
"""Patterns of volatile text, by the name that the warning gives each."""


@lru_cache(maxsize=2_048)
def findings_in(text: str) -> tuple[str, ...]:
    """List the kinds of volatile text that a text holds, by the names of :data:`PATTERNS`."""
    return tuple(name for name, pattern in PATTERNS.items() if pattern.search(text))


def lint_prefix(sections: Sequence[Section]) -> tuple[str, ...]:
    """One ``PREFIX_VOLATILE`` warning for each finding, naming chunk, layer and plugin, never the text."""
    return tuple(
        f"{PREFIX_VOLATILE}: {finding} in {chunk.source} (layer {section.layer.name}, plugin {chunk.plugin})"
        for section in sections
        if section.layer.stable
        for chunk in section.chunks
        for finding in findings_in(chunk.body)
    )
