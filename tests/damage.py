"""Seeded damage to a store's file: its header, a page of each kind, the schema's text, its length, and what lies beside it."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from typing import Self

import attrs

from underdraft.memory.db.sqlite import PAGE_BYTES as PAGE
from underdraft.memory.db.sqlite import driver

LEAVES = {0x0D: "table leaf", 0x0A: "index leaf"}
INTERIORS = {0x05: "table interior", 0x02: "index interior"}
BESIDE = ("wal", "shm")
STATEMENT = re.compile(rb"CREATE (?:TABLE|(?:UNIQUE )?INDEX|TRIGGER|VIEW|VIRTUAL)[^\0]{30}")
KINDS = (
    *("header", "schema", "schema text", "cut", "overflow", "freelist"),
    *(*LEAVES.values(), *INTERIORS.values(), *BESIDE),
)
"""Every kind of damage, by the place where it is done."""


def number(raw: bytes, at: int, size: int = 4) -> int:
    """A number as SQLite writes it."""
    return int.from_bytes(raw[at : at + size])


def tree(raw: bytes, root: int) -> list[int]:
    """The pages of a table or an index, as offsets; the first page has SQLite's header before its own."""
    begin, at = (root - 1) * PAGE, 100 if root == 1 else 0
    head = begin + at
    if raw[head] not in INTERIORS:
        return [begin]
    cells = (begin + number(raw, head + 12 + 2 * n, 2) for n in range(number(raw, head + 3, 2)))
    children = [*(number(raw, cell) for cell in cells), number(raw, head + 8)]
    return [begin, *(page for child in children for page in tree(raw, child))]


@attrs.frozen
class Sound:
    """A store in order: its bytes, those of its log and of the log's index, and the pages of each kind, tree by tree."""

    raw: bytes
    beside: dict[str, bytes]
    pages: dict[str, list[list[int]]]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a store that is open, so that it has a log."""
        beside = {end: path.with_name(f"{path.name}-{end}").read_bytes() for end in BESIDE}
        with closing(driver().connect(str(path))) as link:
            roots = [
                1,
                *(n for (n,) in link.execute("SELECT rootpage FROM sqlite_master WHERE rootpage > 0")),
            ]
        raw, pages = path.read_bytes(), defaultdict(list)
        for root in roots:
            found = tree(raw, root)
            for kind in {**LEAVES, **INTERIORS}.items():
                if of_kind := [at for at in found if raw[at] == kind[0]]:
                    pages[kind[1]].append(of_kind)
        trunk, free = number(raw, 32), []
        while trunk:
            at = (trunk - 1) * PAGE
            free += [at, *((number(raw, at + 8 + 4 * n) - 1) * PAGE for n in range(number(raw, at + 4)))]
            trunk = number(raw, at)
        known = {*free, *(at for root in roots for at in tree(raw, root))}
        pages["freelist"] = [free]
        pages["overflow"] = [[at for at in range(0, len(raw), PAGE) if at not in known]]
        return cls(raw, beside, dict(pages))

    def write_damaged(self, path: Path, seed: int) -> str:
        """Write a copy that is damaged in one place, and say in which."""
        rng = random.Random(seed)  # noqa: S311 - no secret
        kind = KINDS[seed % len(KINDS)]
        raw = bytearray(self.raw)
        if kind == "header":
            spoil(rng, raw, 0, 100)
        elif kind == "schema":
            spoil(rng, raw, 100, PAGE)
        elif kind == "schema text":
            found = rng.choice(list(STATEMENT.finditer(raw)))
            at = rng.randrange(*found.span())
            raw[at : at + 1] = rng.choice((b"\xff", b"\0", b"\x9b", b"(", b"x", b"'"))
        elif kind == "cut":
            at = rng.randrange(len(raw))
            raw = raw[: rng.choice((0, 1, 50, PAGE, at, at // PAGE * PAGE))]
        elif kind not in BESIDE:
            at = rng.choice(rng.choice(self.pages[kind]))
            spoil(rng, raw, *rng.choice(((at, at + 12), (at, at + PAGE), (at + 12, at + PAGE))))
        path.write_bytes(raw)
        for end, log in self.beside.items():
            place = path.with_name(f"{path.name}-{end}")
            place.unlink(missing_ok=True)
            if kind in BESIDE:
                rubbish = bytearray(log)
                if end == kind and rng.random() < 0.3:
                    rubbish = rng.randbytes(rng.choice((1, 32, 5_000)))
                elif end == kind:
                    spoil(rng, rubbish, 0, len(rubbish))
                place.write_bytes(rubbish)
        return kind


def spoil(rng: random.Random, raw: bytearray, begin: int, end: int) -> None:
    """Change some bytes between two places, as a disk or a wrong program does."""
    how = rng.randrange(5)
    if how == 0:
        for _ in range(rng.choice((1, 3, 40))):
            raw[rng.randrange(begin, end)] ^= 1 << rng.randrange(8)
        return
    at = rng.randrange(begin, end)
    size = min(rng.choice((1, 4, 64, PAGE)), end - at)
    other = rng.randrange(len(raw) - size)
    raw[at : at + size] = [b"\xff" * size, b"\0" * size, rng.randbytes(size), raw[other : other + size]][
        how - 1
    ]
