"""The weather of the story: the last lines of a log that the writer keeps.

Fog that lifts in one chapter must not hang over the next. The log is a Markdown file of the project,
``.underdraft/weather.md``: one list entry a day, the newest last; headings and other lines are the writer's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from underdraft import Chunk, Fetcher, Layer, Part, RuleField, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

    from underdraft import RunInputs

__all__ = ["LOG", "RULE", "fetch_weather"]

LOG = ".underdraft/weather.md"
RULE = "weather"
MOST_DAYS = 30
"""Nobody remembers the weather of more days than these, and the prompt should not either."""

TITLES = {"zh": "近日天气，由远及近：", "en": "The weather of late, oldest first:"}


def fetch_weather(inputs: RunInputs) -> list[Chunk]:
    """The last days as one list, in the log's order.

    Nothing here depends on the run (its id, time, query or selection): that is what ``stable=True`` promises.
    """
    file = inputs.files.read(LOG)
    if file is None:
        return []
    days = [line.strip() for line in file.text.splitlines() if line.lstrip().startswith("- ")]
    wanted = days[-int(inputs.rules[RULE]) :]
    if not wanted:
        return []
    title = TITLES["zh" if inputs.locale.startswith("zh") else "en"]
    parts = tuple(Part(text=day, reason="weather log") for day in wanted)
    return [Chunk(text=title, source=f"file:{LOG}", kind="weather", parts=parts, reason="weather log")]


@hookimpl
def underdraft_context_rules() -> Iterable[RuleField]:
    """``weather: N`` in a skill's ``context_rules``."""
    return [
        RuleField(
            name=RULE,
            kind="integer",
            default=0,
            maximum=MOST_DAYS,
            brings="the weather of the last N days of the story (layer 3)",
        )
    ]


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """Between the characters (20) and the world (30) of the built-in plugin."""
    return [
        Fetcher(
            name="weather",
            layer=Layer.PROJECT,
            fetch=fetch_weather,
            rule=RULE,
            priority=25,
            timeout_ms=500,
            stable=True,
        )
    ]
