"""The interface of a language's module."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated

import attrs


def _no_number(_: str) -> int | None:
    return None


@attrs.frozen(kw_only=True)
class Language:
    """One language, as texts are read in it."""

    code: Annotated[str, "The folder's name in `locales`."]
    letters: Annotated[
        re.Pattern[str] | None, "A letter that no other language uses; `None` for Latin script."
    ] = None
    common: Annotated[
        re.Pattern[str] | None, "Its commonest words, which tell it from other languages in the same script."
    ] = None
    numeral: Annotated[
        str, "Regular expression of a whole number in words, without groups that are read."
    ] = "(?!)"
    number: Annotated[Callable[[str], int | None], "Reads such a number, in lower case."] = _no_number
    chapter: Annotated[
        str, "How a chapter's heading begins, with one group that holds its number in digits or words."
    ] = "(?!)(x)"

    def count_common(self, text: str) -> int:
        """Return how many of the language's commonest words a text holds."""
        return len(self.common.findall(text)) if self.common else 0
