"""A service over a real file, with a small deterministic embedder in the place of a model."""

from __future__ import annotations

import hashlib

from memory.store_samples import Ticking
from underdraft.memory.db.database import Database
from underdraft.memory.notes.profile import show
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.notes.rows import write
from underdraft.memory.notes.service import MemoryService
from underdraft.memory.settings import read_settings


class LetterEmbedder:
    """Counts letters: equal letters, near vectors. Stands for a model, which takes seconds to load."""

    def __init__(self, name="letters", dimensions=64):
        self.name = name
        self.dimensions = dimensions
        self.texts = []

    def embed(self, texts):
        self.texts += texts
        return [self.vector(text) for text in texts]

    def vector(self, text):
        row = [0.0] * self.dimensions
        for letter in text:
            row[int(hashlib.sha256(letter.encode()).hexdigest(), 16) % self.dimensions] += 1.0
        return row


class Faulty(LetterEmbedder):
    """Fails while ``broken`` is set."""

    broken = True

    def embed(self, texts):
        if self.broken:
            raise RuntimeError("secret key sk-123")
        return super().embed(texts)


def open_service(path, embedder=None, *, find=None, **options):
    """A service whose indexer does not linger; ``embedder`` may be ``None`` for none."""
    ticking = Ticking()
    database = Database(path, clock=ticking.clock, new_id=ticking.new_id, **options)
    return MemoryService(database, find_embedder=find or (lambda: embedder), linger_seconds=0.0)


def add(service, *contents, **more):
    """Write memories for all projects, giving their ids."""
    values = {"type": "note", "scope": "global"} | more
    return [service.items.create(content=content, **values).id for content in contents]


def settings_of(database):
    """All settings of a store."""
    with database.read() as connection:
        return read_settings(connection)


def close(service):
    """Close the service and its store."""
    service.close()
    service.database.close()


def note_line(database, *lines, locale="zh"):
    """Note lines as extraction does; the profile as it is shown then."""
    with database.write() as connection:
        for number, line in enumerate(lines, start=1):
            note = MemoryItem(
                id=f"note-{number}",
                type="preference",
                scope="global",
                content=line,
                section="profile",
                source="said",
            )
            write(connection, None, note, action="create", actor="extraction", at="2026-01-01T00:00:00.000Z")
        return show(connection, actor="extraction", at="2026-01-01T00:00:00.000Z", locale=locale).markdown
