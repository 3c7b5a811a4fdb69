"""The writer's words in rounds that the window no longer holds: found again word for word, by meaning and words."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select

from underdraft.memory.db.schema.conversations import CONVERSATION
from underdraft.memory.index.embedding import EmbedderFault, EmbedderSlot, Vectors
from underdraft.memory.index.shared_words import WORDS_WEIGHT, SharedWords
from underdraft.memory.runs.extract import SENTENCE
from underdraft.text.clean import one_line
from underdraft.text.tokens import estimate
from underdraft.types.sessions import EarlierWords, StoredMessage
from underdraft.types.values import frozen

PIECE_CODE_POINTS = 200
"""About how long a piece of a message is at most: a piece is brought back whole."""

HELD_VECTORS = 2_000
"""Pieces whose vectors are held in memory (4 MB); beyond, they are made anew when they are needed."""

EMBEDDED_AT_ONCE = 64
"""Pieces that are embedded in one run (some 0.3 s), the newest first; the others go by words until a later one."""

VECTOR_WAIT_MS = 2_500
"""How long a run waits for the query's vector."""

_QUESTION = re.compile(r"[?？][”’」』）)\"'\s]*\Z")
_BLANK = re.compile(r"[\W_]*\Z")


@frozen
class Told:
    """The writer's words in one session, in pieces, with the words that they share."""

    pieces: tuple[tuple[str, str], ...]
    words: SharedWords


def read_told(connection: Connection, session_id: str, private: Sequence[StoredMessage]) -> Told:
    """Read the writer's words in a session: answered messages of the store, then those in memory only."""
    c = CONVERSATION.c
    own = select(c.id, c.role, c.instruction, c.content).where(c.session_id == session_id, c.answered)
    rows: list[Any] = [*connection.execute(own.order_by(c.seq)).all(), *private]
    before = ["", *(row.content if row.role == "assistant" else "" for row in rows)]
    return told_of(
        (row.id, row.instruction, reply)
        for row, reply in zip(rows, before, strict=False)
        if row.role == "user"
    )


def told_of(messages: Iterable[tuple[str, str | None, str]]) -> Told:
    """The pieces of messages, given as ids, what was typed, and the reply before; what they agree to comes with them."""
    from underdraft.memory.sessions.consent import agreed_part  # late: it brings the words of all languages

    pieces = tuple(
        (key, f"{text} {part}" if (part := agreed_part(text, before)) else text)
        for key, typed, before in messages
        for text in pieces_of(typed or "")
    )
    return Told(pieces, SharedWords({str(place): text for place, (_, text) in enumerate(pieces)}))


def pieces_of(typed: str) -> Iterator[str]:
    """The statements of a message, on one line each; questions state nothing."""
    piece = ""
    for sentence in SENTENCE.findall(typed):
        said = one_line(sentence, len(sentence) + 1)
        if _BLANK.match(said) or _QUESTION.search(said):
            continue
        if piece and len(piece) + len(said) >= PIECE_CODE_POINTS:
            yield piece
            piece = ""
        piece = f"{piece} {said}" if piece and said[0].isascii() else piece + said
    if piece:
        yield piece


class EarlierVectors:
    """Vectors of what was said, made when they are first needed; nothing of them is stored."""

    def __init__(self, slot: EmbedderSlot) -> None:
        self._slot = slot
        self._held: dict[str, bytes] = {}
        self._model = ""
        self._lock = threading.Lock()

    def cosines(self, query: str, texts: Sequence[str]) -> Mapping[str, float]:
        """Similarity to the query by text; none where there is no embedder, and not for all of very many texts."""
        try:
            asked = self._slot.embed_query(query, wait_ms=VECTOR_WAIT_MS)
            with self._lock:
                return self._similar(asked, list(dict.fromkeys(texts)))
        except EmbedderFault:
            return {}

    def _similar(self, query: Vectors, texts: Sequence[str]) -> dict[str, float]:
        import numpy as np

        if self._model != query.model or len(self._held) > HELD_VECTORS:
            self._held, self._model = {}, query.model
        held = self._held
        if lacking := [text for text in texts if text not in held][-EMBEDDED_AT_ONCE:]:
            held.update(zip(lacking, self._slot.embed(lacking, urgent=True).blobs, strict=True))
        there = [text for text in texts if text in held]
        rows = np.frombuffer(b"".join(map(held.__getitem__, there)), "<f4").reshape(-1, query.dimension)
        scores = query.calibrated(np.vecdot(rows, np.frombuffer(query.blobs[0], "<f4")))
        return dict(zip(there, scores.tolist(), strict=True))


def dropped(said: Told, window: Sequence[StoredMessage]) -> Iterator[tuple[int, str]]:
    """The pieces that stand in no message of the window: place and text."""
    shown = {message.id for message in window}
    standing = "\n".join(message.content for message in window)
    for place, (key, text) in enumerate(said.pieces):
        if key not in shown and text not in standing:
            yield place, text


def find_earlier(
    said: Told, vectors: EarlierVectors, query: str, window: Sequence[StoredMessage], *, room_tokens: int
) -> tuple[EarlierWords, ...]:
    """The pieces that fit the query best and stand in no message of the window, oldest first.

    ``room_tokens`` is most that they take together, estimated.
    """
    left = list(dropped(said, window))
    if not left:
        return ()
    cosines = vectors.cosines(query, [text for _, text in left])
    shares = said.words.shares(query)
    scored = [
        (cosines.get(text, 0.0) + WORDS_WEIGHT * shares.get(str(place), 0.0), place, text)
        for place, text in left
    ]
    chosen = []
    for score, place, text in sorted(scored, key=lambda hit: (-hit[0], -hit[1])):
        tokens = estimate(f"\n- {text}")
        if tokens <= room_tokens:
            room_tokens -= tokens
            chosen.append((place, EarlierWords(text=text, score=round(score, 6))))
    return tuple(words for _, words in sorted(chosen, key=lambda hit: hit[0]))
