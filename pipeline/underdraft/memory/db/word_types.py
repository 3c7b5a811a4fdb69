"""Types of columns that say whether words of a writer or an application may stand in them.

Each column of text or bytes has one of these types; ``PurgedWords`` and the areas purge a column by its type, and
``tests/memory/areas/test_area.py`` refuses a column that has none. In the database they are plain text and bytes.
"""

from __future__ import annotations

from sqlalchemy import LargeBinary, String, Text


class HoldsWords:
    """The mark of a column from which a purge takes words out."""


class TextWords(HoldsWords, Text):
    """Text of a writer, an application or a model."""


class ShortWords(HoldsWords, String):
    """A name or a word that an application chooses, other than the id of a row, a session or a project."""


class JsonWords(TextWords):
    """JSON whose strings and keys may be words."""


class PackedWords(HoldsWords, LargeBinary):
    """Words in compressed form; their area purges them."""


class NoWords(String):
    """An id, a time, a hash, or a word of the engine's own."""


class NoWordsJson(Text):
    """JSON with ids, numbers and words of the engine's own."""


class NoWordsBytes(LargeBinary):
    """A hash as bytes."""
