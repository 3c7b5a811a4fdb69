"""Recall by words: an index with one token a CJK character, so that two-character words are found.

In a file it is FTS5's, on a server a ``tsvector`` (:mod:`underdraft.memory.index.server_words`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import pairwise

from sqlalchemy import Connection, Select, String, column, delete, select, table
from sqlalchemy import text as sql

from underdraft.memory.db.dialect import on_server
from underdraft.memory.db.schema.recall import LEXICAL_ENTRY
from underdraft.memory.index import server_words
from underdraft.text.clean import folded
from underdraft.text.language import CJK

TERM_MAXIMUM = 64
"""Maximum terms of a query: 300 code points of Chinese have more, and the first ones say enough."""

TEXT_MAXIMUM = 100_000
"""Code points of a text that are indexed."""

CJK_RUN = re.compile(f"[{CJK}]+")
_RUN = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+")


def split(text: str) -> Iterable[str]:
    """Runs of CJK characters and words of other scripts, in order."""
    found: list[str] = _RUN.findall(folded(text))
    return found


def tokens(text: str) -> str:
    """The text as it is indexed: one token a CJK character, one a word of other scripts, spaced."""
    return " ".join(" ".join(run) if CJK_RUN.match(run) else run for run in split(text[:TEXT_MAXIMUM]))


def match_expression(query: str) -> str:
    """An FTS5 expression that any query text may be made of: its words, joined by OR; empty when there is none.

    Each term is quoted, so that nothing in the query is an operator.
    """
    return " OR ".join(f'"{" ".join(term)}"' for term in phrases(query))


def phrases(query: str) -> list[list[str]]:
    """The terms of a query, each the tokens that have to follow each other: two CJK characters, else one word.

    A single CJK character between other scripts is a word.
    """
    terms: dict[tuple[str, ...], None] = {}
    for run in split(query):
        if not CJK_RUN.match(run) or len(run) == 1:
            terms[run,] = None
        else:
            terms.update((pair, None) for pair in pairwise(run))
    return [list(term) for term in terms][:TERM_MAXIMUM]


def put(connection: Connection, owner: str, owner_id: str, text: str) -> None:
    """Index a text, in place of what was indexed for the same owner."""
    number = connection.scalar(
        select(LEXICAL_ENTRY.c.id).where(LEXICAL_ENTRY.c.owner == owner, LEXICAL_ENTRY.c.owner_id == owner_id)
    )
    if number is None:
        made = LEXICAL_ENTRY.insert().values(owner=owner, owner_id=owner_id).returning(LEXICAL_ENTRY.c.id)
        number = connection.execute(made).scalar_one()
    if on_server(connection):
        server_words.put(connection, number, tokens(text))
        return
    connection.execute(
        sql("INSERT OR REPLACE INTO lexical(rowid, tokens) VALUES (:id, :tokens)"),
        {"id": number, "tokens": tokens(text)},
    )


def remove(connection: Connection, owner: str, owner_ids: Collection[str]) -> None:
    """Take texts out of the index; unknown ids are no error."""
    for owner_id in owner_ids:
        same = (LEXICAL_ENTRY.c.owner == owner, LEXICAL_ENTRY.c.owner_id == owner_id)
        number = connection.scalar(select(LEXICAL_ENTRY.c.id).where(*same))
        if number is not None:
            same_entry = f"DELETE FROM lexical WHERE {key_column(connection)} = :id"  # noqa: S608
            connection.execute(sql(same_entry), {"id": number})
            connection.execute(delete(LEXICAL_ENTRY).where(*same))


def empty(connection: Connection) -> None:
    """Take all texts out of the index; the numbers of their entries stay."""
    connection.execute(sql("DELETE FROM lexical"))


def key_column(connection: Connection) -> str:
    """The column of the index that names an entry."""
    return "id" if on_server(connection) else "rowid"


def search(
    connection: Connection,
    owner: str,
    query: str,
    *,
    allowed: Select[tuple[str]],
    limit: int,
) -> dict[str, float]:
    """BM25 with its sign turned (higher is nearer) by the owner's id, best first; ties by id.

    ``allowed`` selects the ids that may be found.
    """
    expression = match_expression(query)
    if not expression or limit < 1:
        return {}
    if on_server(connection):
        return server_words.search(connection, owner, phrases(query), allowed=allowed, limit=limit)
    entry = table("lexical_entry", column("id"), column("owner", String), column("owner_id", String))
    index = table("lexical", column("rowid"))
    found = (
        select(entry.c.owner_id, sql("bm25(lexical) AS distance"))
        .select_from(entry.join(index, entry.c.id == index.c.rowid))
        .where(sql("lexical MATCH :expression").bindparams(expression=expression))
        .where(entry.c.owner == owner, entry.c.owner_id.in_(allowed))
        .order_by(sql("distance"), entry.c.owner_id)
        .limit(limit)
    )
    return {row[0]: round(-float(row[1]), 6) for row in connection.execute(found)}


def tidy(connection: Connection) -> None:
    """Merge the index into one piece, which leaves no trace of what was removed."""
    if not on_server(connection):
        connection.exec_driver_sql("INSERT INTO lexical(lexical) VALUES ('optimize')")
