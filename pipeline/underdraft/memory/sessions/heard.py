"""The fate of each candidate, stored beside the run that brought it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
from sqlalchemy import Connection, select

from underdraft.memory.db.schema.runs import RUN, RUN_HEARD
from underdraft.text.clean import one_line, plain_words
from underdraft.types.memory import Heard, Outcome

CONTENT_MAXIMUM = 200
"""Code points of a candidate that are kept: what is longer is no statement."""

RANK: Mapping[Outcome, int] = {"refused": 0, "offered": 1, "taken": 2}
_NAMES = tuple(one.name for one in attrs.fields(Heard))


def note_heard(connection: Connection, run_id: str, heard: Sequence[Heard]) -> None:
    """Write down what was found in a run: of the same words, found by two readers or in two readings, the best outcome."""
    seq = connection.scalar(select(RUN.c.seq).where(RUN.c.id == run_id))
    if seq is None:
        return
    best = {plain_words(one.content): one for one in read_heard(connection, run_id)}
    for one in heard:
        found = attrs.evolve(one, content=one_line(one.content, CONTENT_MAXIMUM))
        words = plain_words(found.content)
        if words not in best or RANK[found.outcome] > RANK[best[words].outcome]:
            best[words] = found
    connection.execute(RUN_HEARD.delete().where(RUN_HEARD.c.run_seq == seq))
    if best:
        connection.execute(
            RUN_HEARD.insert(), [{**attrs.asdict(one), "run_seq": seq} for one in best.values()]
        )


def read_heard(connection: Connection, run_id: str) -> tuple[Heard, ...]:
    """Read the candidates of a run with the fate of each, in the order in which they were found."""
    columns = [RUN_HEARD.c[name] for name in _NAMES]
    query = select(*columns).join(RUN, RUN.c.seq == RUN_HEARD.c.run_seq).where(RUN.c.id == run_id)
    return tuple(Heard(**row) for row in connection.execute(query.order_by(RUN_HEARD.c.id)).mappings())
