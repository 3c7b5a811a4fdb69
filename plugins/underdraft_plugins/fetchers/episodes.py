"""Layer 4: how similar runs went before; layer 2: the rules that were distilled from them."""

from __future__ import annotations

from collections.abc import Iterable

from underdraft import Chunk, Fetched, Fetcher, Layer, Part, RunInputs, hookimpl, strings
from underdraft.types.episodes import EPISODES_SOURCE, Episode, EpisodeRecall, RecalledEpisode, SemanticRule
from underdraft_plugins.fetchers.store_reading import (
    RECALL_TIMEOUT_MS,
    chunk_of,
    embeds_nothing,
    sure_scene,
    warnings_of,
)

SEMANTIC_SOURCE = "memory:semantic"

TEXT = 60
"""Code points of a text in the prompt: five entries with two texts each stay within layer 4's cap."""


def fetch_episodes(inputs: RunInputs) -> Fetched:
    """The 3 to 5 runs that fit best; the built-in rules and a warning when none can be read."""
    if inputs.episodes is None:
        return Fetched()
    found = inputs.episodes.recall(
        inputs.project_id,
        scene_type=sure_scene(inputs),
        query=inputs.query,
        limit=int(inputs.rules["episodes"]),
    )
    return Fetched(chunks=chunks_of(found, inputs.locale), warnings=warnings_of(found.diagnostics))


def chunks_of(found: EpisodeRecall, locale: str) -> tuple[Chunk, ...]:
    """One chunk with a part for each episode, or for each built-in rule instead; none when there is none."""
    if found.memory_degraded:
        reason = "built-in rule: memory cannot be read"
        parts = [Part(text=f"- {rule}", reason=reason) for rule in found.fallback_rules]
    else:
        parts = [part_of(item, locale) for item in found.items]
    return chunk_of(parts, source=EPISODES_SOURCE, kind="episodes", reason=found.mode, scored=True)


def part_of(item: RecalledEpisode, locale: str) -> Part:
    """One episode on one line; the receipt says where it comes from and what its score is made of."""
    parts = " + ".join(f"{name} {part.points:.3f}" for name, part in item.parts.items())
    episode = item.episode
    reference = f"run:{episode.run_id}" if episode.run_id else f"episode:{episode.id}"
    return Part(
        text=f"- {line_of(episode, locale)}",
        id=episode.id,
        reason=f"score {item.score:.3f} = {parts}; ref:{reference}",
        score=item.score,
        match=episode.kept or episode.asked,
    )


def line_of(episode: Episode, locale: str) -> str:
    """``[scene · skill] what became of it. asked: ...; kept: ...``."""
    words, signals = strings("episodes", locale), strings("episode_signals", locale)
    scene = strings("episode_scenes", locale).get(episode.scene_type, episode.scene_type)
    became = (
        words["session"]
        if episode.skill_used == "session"
        else signals.get(episode.implicit_signal, signals["NEUTRAL"])
    )
    texts = [
        f"{words[name]}{short(text)}"
        for name, text in (("asked", episode.asked), ("kept", episode.kept))
        if text
    ]
    said = strings("punctuation", locale)["semicolon"].join(texts)
    return f"[{scene} · {episode.skill_used}] {became}{words['head']}{said}".rstrip()


def short(text: str) -> str:
    """The text on one line, cut to :data:`TEXT` code points."""
    line = " ".join(text.split())
    return line if len(line) <= TEXT else line[: TEXT - 1] + "…"


def fetch_semantic(inputs: RunInputs) -> tuple[Chunk, ...]:
    """Fetch the rules that were distilled from past runs; there may be none."""
    if inputs.episodes is None:
        return ()
    rules = inputs.episodes.semantic_rules(inputs.project_id).rules
    parts = (
        Part(text=f"- {' '.join(rule.text.split())}", id=rule.id, reason=evidence_of(rule), match=rule.text)
        for rule in rules
    )
    return chunk_of(parts, source=SEMANTIC_SOURCE, kind="preferences", reason="distilled")


def evidence_of(rule: SemanticRule) -> str:
    """Return how many runs speak for a rule and against it, and the last of them, for the receipt."""
    last = f"; ref:run:{rule.run_id}" if rule.run_id else ""
    return f"distilled from {rule.support} runs, {rule.against} against" + last


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """Episodes are on by the rule ``episodes``, semantic rules by ``user_preferences``."""
    return [
        Fetcher(
            name="episodes",
            layer=Layer.RECENT,
            fetch=fetch_episodes,
            rule="episodes",
            priority=30,
            timeout_ms=RECALL_TIMEOUT_MS,
            inline=embeds_nothing,
        ),
        Fetcher(
            name="semantic_rules",
            layer=Layer.PROFILE,
            fetch=fetch_semantic,
            rule="user_preferences",
            priority=90,
            stable=True,
            inline=True,
        ),
    ]
