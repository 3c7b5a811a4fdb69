"""Facts as the channels ``atomic:*`` show them: a view of records of the section ``facts``."""

from __future__ import annotations

from underdraft.memory.notes.record import MemoryItem
from underdraft.types.copies import copied
from underdraft.types.sessions import AtomicMemory


def atomic_of(item: MemoryItem) -> AtomicMemory:
    """A record as a fact."""
    return copied(
        AtomicMemory,
        item,
        timestamp=item.said_at,
        create_time=item.created_at,
        origin="extracted" if item.source == "said" else "manual",
        contradicts=item.replaces,
        contradicted_by=item.replaced_by,
    )
