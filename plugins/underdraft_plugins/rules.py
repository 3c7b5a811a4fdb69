"""Layer 0: the writer's explicit constraints, from ``.underdraft/rules/*.md``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underdraft import Chunk, Fetcher, Layer, Ref, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from underdraft import RunFacts

FOLDER = ".underdraft/rules"


def fetch_rules(facts: RunFacts) -> Iterator[Chunk]:
    """One chunk a file, in the order of the file names; the files of a run without project are none."""
    for path in facts.files.list(FOLDER):
        file = facts.files.read(path)
        if file and file.text.strip():
            yield Chunk(
                text=file.text,
                source=f"file:{path}",
                kind="rule",
                ref=Ref(path=path, lines=file.text.rstrip("\n").count("\n") + 1),
                reason="rule file",
                pinned=True,
            )


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """Required: a writer's hard constraints are never dropped silently."""
    return [
        Fetcher(
            name="rules", layer=Layer.SYSTEM, fetch=fetch_rules, priority=10, required=True, stable=True, inline=True
        )
    ]
