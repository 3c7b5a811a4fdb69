"""The token of a server: the writer's own from the environment, or a fresh one that is shown."""

from __future__ import annotations

import os
import secrets
from typing import Self

import attrs

from underdraft.cli import output


@attrs.frozen
class BearerToken:
    """What callers must know, and whether the writer knows it already."""

    value: str
    given: bool

    @classmethod
    def of(cls, variable: str) -> Self:
        """The token in an environment variable; without one, or with a blank one, a fresh token."""
        given = os.environ.get(variable, "").strip()
        return cls(given or secrets.token_urlsafe(32), bool(given))

    def show(self, *more: str) -> None:
        """Print a fresh token as the header that callers send, and more lines that hold it."""
        if not self.given:
            for line in (f"Authorization: Bearer {self.value}", *more):
                output.note(line)
