"""The promise of a write: waited for, awaited, settled once."""

from __future__ import annotations

import asyncio
import threading

import pytest

from underdraft.errors import EpisodeWriteFailed
from underdraft.memory.db.write_ahead_queue import SpoolEntry
from underdraft.memory.episodes.pending_write import PendingWrite, write_failed


def pending(number=1):
    """A write that is not settled."""
    return PendingWrite(SpoolEntry(number, {"op": "undo", "id": "e-00001", "at": "t"}))


def test_whoever_waits_gets_the_id_or_the_error():
    """In another thread too; what is in no spool is not durable."""
    good, bad = pending(), pending(0)
    assert (good.durable, bad.durable) == (True, False)
    threading.Timer(0.01, good.settle).start()
    assert good.result(20) == "e-00001"
    bad.settle(write_failed("io_error", durable=False))
    with pytest.raises(EpisodeWriteFailed):
        bad.result(0)


def test_only_the_first_word_counts():
    """What was told once is not taken back."""
    told = pending()
    told.settle()
    told.settle(write_failed("io_error", durable=True))
    assert told.done()
    assert told.result(0) == "e-00001"


def test_it_can_be_awaited_and_given_up():
    """In async code ``await`` gives the id; whoever stops waiting stops nobody else."""
    written = pending()

    async def both():
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(written, 0.001)
        written.settle()
        return await written

    assert asyncio.run(both()) == "e-00001"


@pytest.mark.parametrize(("durable", "words"), [(True, "later"), (False, "lost")])
def test_a_failure_says_whether_it_is_kept(durable, words):
    """The message and the details say the same."""
    failure = write_failed("locked", durable=durable)
    assert words in failure.message
    assert failure.details == {"reason": "locked", "durable": durable}
