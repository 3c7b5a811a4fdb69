"""Layer 3: project knowledge from files: style guide, characters, world, outline, settings.

Files are read when a rule asks for them, and of folders only what concerns the scene: who is named there
comes first and whole, everybody else with one line and a ref.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import attrs

from underdraft import (
    Chunk,
    Fetched,
    Fetcher,
    InvalidArgument,
    Layer,
    Part,
    Ref,
    RunInputs,
    TextFile,
    hookimpl,
    strings,
    without_frontmatter,
)
from underdraft.errors import FILE_REFUSED
from underdraft.types.identity import cached_for_same_objects
from underdraft.types.knowledge import CARD_FOLDERS, Card, Choice

COLD_MS = 15_000
"""The first run of a large project reads every card once; later ones take milliseconds."""

SETTINGS = ".underdraft/settings"
OUTLINE = ".underdraft/outline.md"


def fetch_files(inputs: RunInputs, *, paths: Sequence[str], kind: str, essential: bool = False) -> Fetched:
    """Whole files, each with its ref; a refused one becomes a warning that names its path."""
    chunks: list[Chunk] = []
    warnings: list[str] = []
    for path in paths:
        try:
            file = inputs.files.read(path)
        except InvalidArgument as error:
            warnings.append(f"{FILE_REFUSED}: {error.message}")
            continue
        if file:
            warnings += file.warnings
            if file.text.strip():
                chunks.append(file_chunk(file, kind, essential))
    return Fetched(chunks=chunks, warnings=warnings)


@cached_for_same_objects
def file_chunk(file: TextFile, kind: str, essential: bool) -> Chunk:  # noqa: FBT001 - the cache goes by place
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
        essential=essential,
    )


def cards_at_hand(inputs: RunInputs, *, folder: str) -> bool:
    """Whether the cards need no thread."""
    return inputs.knowledge is not None and inputs.knowledge.at_hand(folder)


def fetch_cards(inputs: RunInputs, *, folder: str, kind: str) -> Fetched:
    """Cards of who is named in the scene, whole; the others on one line each."""
    if inputs.knowledge is None:
        return fetch_files(inputs, paths=inputs.files.list(folder), kind=kind)
    choice, warnings = inputs.knowledge.choice(inputs, folder)
    whole = fetch_files(inputs, paths=[card.path for card in choice.whole], kind=kind)
    chunks = _about_scene(choice, folder, kind, inputs.locale, *whole.chunks)
    return Fetched(chunks=chunks, warnings=dict.fromkeys((*warnings, *whole.warnings)))


@cached_for_same_objects
def _about_scene(choice: Choice, folder: str, kind: str, locale: str, *whole: Chunk) -> tuple[Chunk, ...]:
    """What a prompt gets of a choice, whose whole cards are these."""
    words = strings("project_files", locale)
    cards = {f"file:{card.path}": card for card in choice.whole}
    chunks = [
        _of_card(
            chunk, card, locale, focus_of(chunk.text, [c for c in choice.whole if c.named and c is not card])
        )
        for chunk in whole
        for card in [cards[chunk.source]]
    ]
    parts = [
        Part(
            text=f"- {shown(card.name, card.aliases, locale)} ref:{card.path}",
            id=f"card:{card.path}",
            reason="not named in the scene",
        )
        for card in choice.lines
    ]
    if choice.left:
        parts.append(Part(text=f"- {words['left'].format(left=choice.left)}", reason="too many to list"))
    if parts:
        source = f"folder:{folder}"
        rest = Chunk(text=words["others"], source=source, kind=kind, parts=tuple(parts), reason="references")
        chunks.append(rest)
    return tuple(chunks)


@cached_for_same_objects
def _of_card(chunk: Chunk, card: Card, locale: str, focus: int) -> Chunk:
    return attrs.evolve(
        chunk,
        title=shown(card.name, card.aliases, locale) if card.named else "",
        reason="named in the scene" if card.named else "about the whole story",
        essential=card.named,
        focus=focus,
    )


def focus_of(text: str, others: Sequence[Card]) -> int:
    """Return where the paragraph begins that mentions most of the others in the scene; 0 where none does."""
    there = [card.names for card in others if any(name in text for name in card.names)]
    best, focus, begin = 0, 0, 0
    for paragraph in text.split("\n\n") if there else ():
        mentioned = sum(any(name in paragraph for name in names) for names in there)
        if mentioned > best:
            best, focus = mentioned, begin
        begin += len(paragraph) + 2
    return focus


def shown(name: str, aliases: Sequence[str], locale: str) -> str:
    """A card's name with up to three others: the name itself is in the frontmatter, which is not sent."""
    marks = strings("punctuation", locale)
    others = marks["list"].join(aliases[:3])
    return f"{name}{marks['open']}{others}{marks['close']}" if others else name


def fetch_outline(inputs: RunInputs) -> Fetched:
    """The outline's sections about this chapter and its neighbours; the whole outline where there is no chapter."""
    fetched = fetch_files(inputs, paths=[OUTLINE], kind="outline")
    if inputs.knowledge is None or not fetched.chunks:
        return fetched
    whole = fetched.chunks[0]
    pieces = inputs.knowledge.sections(inputs, OUTLINE)
    if whole.ref is None or (len(pieces) == 1 and pieces[0].text == whole.text):
        return fetched
    chunks = [
        Chunk(
            text=piece.text,
            source=whole.source,
            kind="outline",
            ref=Ref(
                path=OUTLINE,
                first_line=piece.first_line,
                lines=whole.ref.lines,
                content_line=whole.ref.first_line,
            ),
            reason="this chapter and its neighbours",
        )
        for piece in pieces
    ]
    return Fetched(chunks=chunks, warnings=fetched.warnings)


def fetch_settings(inputs: RunInputs) -> Fetched:
    """The ``[settings]`` table of ``config.toml``, then ``settings/*.md``; ``project-settings.md`` is read, too."""
    folder = inputs.files.stamps(SETTINGS)
    paths = [".underdraft/project-settings.md", *(path for path, _ in folder.files)]
    fetched = fetch_files(inputs, paths=paths, kind="project_settings")
    refused = tuple(f"{FILE_REFUSED}: {why}" for why in folder.refused)
    fetched = attrs.evolve(fetched, warnings=(*fetched.warnings, *refused))
    settings = inputs.project.settings if inputs.project else {}
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
    style = partial(fetch_files, paths=[".underdraft/style-guide.md"], kind="style_guide", essential=True)
    sources: list[tuple[str, Callable[[RunInputs], Fetched], bool | Callable[[RunInputs], bool]]] = [
        ("style_guide", style, True),  # one small file costs less than a thread
        *(
            (
                one.name,
                partial(fetch_cards, folder=one.path, kind=one.kind),
                partial(cards_at_hand, folder=one.path),
            )
            for one in CARD_FOLDERS
        ),
        ("outline", fetch_outline, False),
        ("project_settings", fetch_settings, True),
    ]
    return [
        Fetcher(
            name=rule,
            layer=Layer.PROJECT,
            fetch=fetch,
            rule=rule,
            priority=10 * place,
            stable=True,
            timeout_ms=COLD_MS,
            awaited=True,
            inline=inline,
        )
        for place, (rule, fetch, inline) in enumerate(sources, start=1)
    ]
