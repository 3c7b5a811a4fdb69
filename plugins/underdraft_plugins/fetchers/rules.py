"""Layer 0: the writer's explicit constraints, from ``.underdraft/rules/*.md``."""

from __future__ import annotations

from collections.abc import Iterable

from underdraft import Chunk, Fetched, Fetcher, InvalidArgument, Layer, Ref, RunInputs, hookimpl
from underdraft.errors import FILE_REFUSED

FOLDER = ".underdraft/rules"


def fetch_rules(inputs: RunInputs) -> Fetched:
    """Return one chunk a file, by file name; one that cannot be read stops the run, a name that cannot be shown warns."""
    listing = inputs.files.stamps(FOLDER)
    for why in listing.refused:
        if why not in listing.passed_over:
            raise InvalidArgument(why)
    chunks: list[Chunk] = []
    warnings = [f"{FILE_REFUSED}: {why}" for why in listing.passed_over]
    for path, _ in listing.files:
        file = inputs.files.read(path)
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
