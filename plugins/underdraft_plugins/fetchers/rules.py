"""Layer 0: the writer's explicit constraints, from ``.underdraft/rules/*.md``."""

from __future__ import annotations

from collections.abc import Iterable

from underdraft import Chunk, Fetched, Fetcher, InvalidArgument, Layer, Ref, RunFacts, hookimpl

FOLDER = ".underdraft/rules"


def fetch_rules(facts: RunFacts) -> Fetched:
    """One chunk a file, in the order of the file names; one that cannot be read stops the run."""
    listing = facts.files.stamps(FOLDER)
    if listing.refused:
        raise InvalidArgument(listing.refused[0])
    chunks: list[Chunk] = []
    warnings: list[str] = []
    for path, _ in listing.files:
        file = facts.files.read(path)
        if file and file.text.strip():
            warnings += file.warnings
            chunks.append(
                Chunk(
                    text=file.text,
                    source=f"file:{path}",
                    kind="rule",
                    ref=Ref(path=path, lines=file.text.rstrip("\n").count("\n") + 1),
                    reason="rule file",
                    pinned=True,
                )
            )
    return Fetched(chunks=chunks, warnings=warnings)


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """Required: a writer's hard constraints are never dropped silently."""
    return [
        Fetcher(
            name="rules",
            layer=Layer.SYSTEM,
            fetch=fetch_rules,
            priority=10,
            required=True,
            stable=True,
            inline=True,
        )
    ]
