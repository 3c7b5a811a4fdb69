"""The index of words in PostgreSQL: ``tsvector`` finds what has a term, BM25 orders it as FTS5 does in a file.

Row-level security keeps a query's own conditions from being looked up in an index (their functions could tell what
they have seen), so that a search goes through all entries of one writer, and an index over words would not be used.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from sqlalchemy import Connection, Select, column, select, table
from sqlalchemy import text as sql

from underdraft.memory.db.schema.recall import LEXICAL_ENTRY

K1, B = 1.2, 0.75
"""BM25's usual constants, which are FTS5's."""

LEAST_WEIGHT = 1e-6
"""Weight of a term that more than half of the texts have, as in FTS5."""

_PUT = sql(
    "INSERT INTO lexical (id, tokens, size) VALUES (:id, :tokens, :size) "
    "ON CONFLICT (writer, id) DO UPDATE SET tokens = excluded.tokens, size = excluded.size"
)
_FOUND = sql(
    "SELECT lexical.id, lexical.tokens FROM lexical "
    "WHERE lexical.words @@ to_tsquery('simple', :expression) ORDER BY lexical.id"
)
_SIZE = sql("SELECT count(*), coalesce(sum(size), 0) FROM lexical")


def put(connection: Connection, number: int, tokens: str) -> None:
    """Index a text's tokens, in place of those of the same number."""
    plain = without_accents(tokens)
    connection.execute(_PUT, {"id": number, "tokens": plain, "size": len(plain.split())})


def search(
    connection: Connection,
    owner: str,
    terms: Sequence[Sequence[str]],
    *,
    allowed: Select[tuple[str]],
    limit: int,
) -> dict[str, float]:
    """See :func:`underdraft.memory.index.fulltext.search`."""
    plain = [tuple(without_accents(word) for word in term) for term in terms]
    expression = " | ".join("(" + " <-> ".join(f"'{word}'" for word in term) + ")" for term in plain)
    rows = connection.execute(_FOUND, {"expression": expression}).all()
    count, size = connection.execute(_SIZE).one()
    scores = bm25(
        {row[0]: row[1].split() for row in rows}, plain, count=count, mean=int(size) / max(count, 1)
    )
    entry = LEXICAL_ENTRY.c
    index = table("lexical", column("id"))
    named = (
        select(entry.id, entry.owner_id)
        .join(index, index.c.id == entry.id)
        .where(entry.owner == owner, entry.owner_id.in_(allowed))
    )
    found = [(-scores[row[0]], row[1]) for row in connection.execute(named) if row[0] in scores]
    return {owner_id: round(-score, 6) for score, owner_id in sorted(found)[:limit]}


def bm25(
    texts: dict[int, list[str]], terms: Sequence[tuple[str, ...]], *, count: int, mean: float
) -> dict[int, float]:
    """BM25 of texts, given as their tokens, of ``count`` texts with ``mean`` tokens each."""
    times = {number: occurrences(tokens) for number, tokens in texts.items()}
    scores = dict.fromkeys(texts, 0.0)
    for term in terms:
        having = [number for number in texts if term in times[number]]
        weight = max(math.log((count - len(having) + 0.5) / (len(having) + 0.5)), LEAST_WEIGHT)
        for number in having:
            often = times[number][term]
            longer = K1 * (1 - B + B * len(texts[number]) / mean)
            scores[number] += weight * (often * (K1 + 1) / (often + longer))
    return {number: score for number, score in scores.items() if score}


def occurrences(tokens: Sequence[str]) -> dict[tuple[str, ...], int]:
    """Return how often each token, and each pair of neighbours, is in a text."""
    found: dict[tuple[str, ...], int] = {}
    for term in (*((token,) for token in tokens), *pairwise(tokens)):
        found[term] = found.get(term, 0) + 1
    return found


def without_accents(text: str) -> str:
    """The letters alone, as FTS5 keeps them."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
