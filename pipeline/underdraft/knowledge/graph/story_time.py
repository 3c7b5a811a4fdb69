"""Story time: where in the book something happens, comparable and written as people write it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated

import attrs

_TEXT = re.compile(r"(\d{1,4})(?:\.(\d{1,3}))?(?:\.(\d{1,3}))?")


@attrs.frozen(order=True)
class StoryTime:
    """A place in the story; earlier ones compare as smaller."""

    chapter: Annotated[int, "From 1; 0 is everything before the book begins."]
    scene: Annotated[int, "From 1 within the chapter; 0 is the chapter as a whole, or its beginning."] = 0
    step: Annotated[int, "Order within the scene, from 1; 0 where it does not matter."] = 0

    def __str__(self) -> str:
        """``6``, ``6.2`` or ``6.2.1``."""
        parts = (self.chapter, self.scene, self.step)
        length = 3 if self.step else 2 if self.scene else 1
        return ".".join(str(part) for part in parts[:length])


BEFORE = StoryTime(0)
"""Before the book begins."""


@lru_cache(maxsize=4_096)
def parse_story_time(text: str) -> StoryTime | None:
    """The story time written as ``chapter``, ``chapter.scene`` or ``chapter.scene.step``, or ``None``."""
    found = _TEXT.fullmatch(text.strip())
    return StoryTime(*(int(group or 0) for group in found.groups())) if found else None
