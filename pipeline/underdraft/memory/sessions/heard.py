"""The fate of each candidate, stored beside the run that brought it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import attrs
from sqlalchemy import Connection, select

from underdraft.memory.db.schema.runs import RUN, RUN_HEARD
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import PROPOSED
from underdraft.memory.notes.rows import load_all
from underdraft.text.clean import one_line, plain_words
from underdraft.types.memory import Heard, Outcome

CONTENT_MAXIMUM = 200
"""Code points of a candidate that are kept: what is longer is no statement."""

RANK: Mapping[Outcome, int] = {"refused": 0, "offered": 1, "taken": 2}
_NAMES = tuple(one.name for one in attrs.fields(Heard) if one.name in RUN_HEARD.c)


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
            RUN_HEARD.insert(),
            [{name: getattr(one, name) for name in _NAMES} | {"run_seq": seq} for one in best.values()],
        )


def read_heard(connection: Connection, run_id: str) -> tuple[Heard, ...]:
    """Read the candidates of a run with the fate of each and what it replaced, or would, in the order in which they were found."""
    columns = [RUN_HEARD.c[name] for name in _NAMES]
    query = select(*columns).join(RUN, RUN.c.seq == RUN_HEARD.c.run_seq).where(RUN.c.id == run_id)
    found = [Heard(**row) for row in connection.execute(query.order_by(RUN_HEARD.c.id)).mappings()]
    if not (ids := [one.memory_id for one in found if one.memory_id]):
        return tuple(found)
    c, older = MEMORY_ITEM.c, defaultdict[str, list[str]](list)
    for row in connection.execute(
        select(c.replaced_by, c.content).where(c.replaced_by.in_(ids)).order_by(c.id)
    ):
        older[row.replaced_by].append(row.content)
    for offer in load_all(connection, ids).values():
        if offer.state == PROPOSED:
            older[offer.id] += [one.content for one in load_all(connection, offer.replaces).values()]
    return tuple(
        attrs.evolve(one, replaced=tuple(older.get(one.memory_id or "", ())) or None) for one in found
    )
