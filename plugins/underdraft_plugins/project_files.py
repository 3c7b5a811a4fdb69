"""Layer 3: project knowledge from files: style guide, characters, world, outline, settings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from underdraft import Chunk, Fetched, Fetcher, InvalidArgument, Layer, Ref, hookimpl, without_frontmatter

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from underdraft import RunFacts, TextFile

FILE_REFUSED = "FILE_REFUSED"
"""Begins the warning for a file that was there and could not be used; the others are still read."""


def fetch_files(facts: RunFacts, *, paths: Sequence[str], folder: str | None, kind: str) -> Fetched:
    """The files of one rule, each with its ref; a refused one becomes a warning that names its path."""
    found = [*paths, *(facts.files.list(folder) if folder else ())]
    chunks: list[Chunk] = []
    warnings: list[str] = []
    for path in found:
        try:
            file = facts.files.read(path)
        except InvalidArgument as error:
            warnings.append(f"{FILE_REFUSED}: {error.message}")
            continue
        if file and file.text.strip():
            chunks.append(file_chunk(file, kind))
    return Fetched(chunks=chunks, warnings=warnings)


def file_chunk(file: TextFile, kind: str) -> Chunk:
    """A whole file as a chunk: without its frontmatter, with a ref that counts the file's own lines."""
    body, first_line = without_frontmatter(file.text)
    return Chunk(
        text=body.rstrip(),
        source=f"file:{file.path}",
        kind=kind,
        ref=Ref(
            path=file.path,
            first_line=first_line,
            lines=file.text.rstrip().count("\n") + 1,
            content_line=first_line,
        ),
        reason="asked for by the skill",
    )


def fetch_settings(facts: RunFacts) -> Fetched:
    """The ``[settings]`` table of ``config.toml``, then ``project-settings.md``."""
    fetched = fetch_files(facts, paths=[".underdraft/project-settings.md"], folder=None, kind="project_settings")
    settings = facts.project.settings if facts.project else {}
    if not settings:
        return fetched
    lines = "\n".join(f"- {key}: {' '.join(value.split())}" for key, value in settings.items())
    table = Chunk(
        text=lines,
        source="config:settings",
        kind="project_settings",
        ref=Ref(path=".underdraft/config.toml"),
        reason="asked for by the skill",
    )
    return Fetched(chunks=[table, *fetched.chunks], warnings=fetched.warnings)


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """One fetcher a rule, so that what a skill does not ask for is not read at all."""
    sources: list[tuple[str, list[str], str | None, str]] = [
        ("style_guide", [".underdraft/style-guide.md"], None, "style_guide"),
        ("characters", [], ".underdraft/characters", "character"),
        ("world", [], ".underdraft/world", "world"),
        ("outline", [".underdraft/outline.md"], None, "outline"),
    ]
    fetchers = [
        Fetcher(
            name=rule,
            layer=Layer.PROJECT,
            fetch=partial(fetch_files, paths=paths, folder=folder, kind=kind),
            rule=rule,
            priority=10 * place,
            stable=True,
        )
        for place, (rule, paths, folder, kind) in enumerate(sources, start=1)
    ]
    settings = Fetcher(
        name="project_settings",
        layer=Layer.PROJECT,
        fetch=fetch_settings,
        rule="project_settings",
        priority=50,
        stable=True,
    )
    return [*fetchers, settings]
