"""Finds what looks like a secret in a text and takes it out, keeping the number of lines."""

from __future__ import annotations

import re
from typing import Annotated

from underdraft.text.language import word_alternatives
from underdraft.types.values import frozen

MARK = "[REDACTED]"
"""Stands where a secret was."""

_VALUE = r"(?=[A-Za-z0-9+/_.~-]*[0-9])(?=[A-Za-z0-9+/_.~-]*[A-Za-z])[A-Za-z0-9+/_.~-]{12,200}={0,2}"

# As the issuers document them, last looked at in November 2026. Each is anchored by a fixed beginning
# and bounded, so that prose is not mistaken for a key and no text makes the search slow.
PATTERNS: dict[str, re.Pattern[str]] = {
    "private key": re.compile(
        r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[\sA-Za-z0-9+/=:,.\\]|-(?!----))*+"
        r"(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?"
    ),
    "model provider key": re.compile(r"\bsk-(?:[a-z0-9]{2,8}-){0,3}[A-Za-z0-9_-]{20,300}"),
    "AWS access key": re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    "GitHub token": re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})"),
    "GitLab token": re.compile(r"\bglpat-[A-Za-z0-9_-]{20,100}"),
    "Slack token": re.compile(r"\bxox[abeoprs]-[A-Za-z0-9-]{10,250}"),
    "Google key": re.compile(r"\bAIza[0-9A-Za-z_-]{35}"),
    "Stripe key": re.compile(r"\b[rsp]k_(?:live|test)_[0-9A-Za-z]{16,250}"),
    "Hugging Face token": re.compile(r"\bhf_[A-Za-z0-9]{30,100}"),
    "package registry token": re.compile(r"\b(?:npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{50,250})"),
    "JSON web token": re.compile(
        r"\beyJ[A-Za-z0-9_-]{10,4000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}"
    ),
    "bearer token": re.compile(rf"(?i)\bbearer\s{{1,8}}{_VALUE}"),
    "credentials in a URL": re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,100}:[^\s/@]{1,200}@"),
    "assigned secret": re.compile(
        rf"""(?ix)(?<![a-z])(?:{word_alternatives("reading.redaction.secret")})["']?\s{{0,4}}[:=：]\s{{0,4}}["']?{_VALUE}"""
    ),
    "home folder": re.compile(
        r"(?<![\w/.])/(?:home|Users)/[^\s/'\"]{1,100}|\b[A-Za-z]:\\Users\\[^\\\s'\"]{1,100}"
    ),
}
"""Patterns of secrets, by the name that a warning gives each."""


@frozen
class Redacted:
    """A text without what looked like secrets."""

    text: Annotated[str, "The text; each finding is replaced by :data:`MARK`, its line breaks kept."]
    findings: Annotated[tuple[tuple[int, str], ...], "`(line, what)` in text order; lines count from 1."] = ()


def redact(text: str) -> Redacted:
    """Take out whatever looks like a secret."""
    findings: list[tuple[int, str]] = []
    for what, pattern in PATTERNS.items():
        if pattern.search(text) is None:
            continue
        line, place = 1, 0
        for found in pattern.finditer(text):
            line += text.count("\n", place, found.start())
            place = found.start()
            findings.append((line, what))
        text = pattern.sub(lambda m: MARK + "\n" * m[0].count("\n"), text)
    return Redacted(text, tuple(sorted(set(findings))))


def looks_secret(text: str) -> bool:
    """Whether anything in the text looks like a secret."""
    return any(pattern.search(text) for pattern in PATTERNS.values())
