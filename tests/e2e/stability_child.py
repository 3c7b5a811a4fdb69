"""Run as a script: previews one request in many ways and prints what came out, one JSON object a line.

Arguments: number of variations, seed, folder for stores and working directories, the novel's folder.
"""

from __future__ import annotations

import asyncio
import json
import locale
import os
import random
import sys
import time
import types
from contextlib import suppress
from pathlib import Path

from underdraft import Chunk, Fetcher, Layer, Part, RuleField, Workspace, hookimpl

ZONES = ("UTC", "Asia/Shanghai", "America/St_Johns", "Pacific/Chatham")
LOCALES = ("C", "C.utf8", "POSIX", "zh_CN.UTF-8", "tr_TR.UTF-8")


def strangers(chance):
    """Plugins that fill several layers after a random delay, some of them with faults."""

    def late(*chunks):
        async def fetch(_):
            await asyncio.sleep(chance.random() / 100)
            return [*chunks]

        return fetch

    def slow(*chunks):
        def fetch(_):
            time.sleep(chance.random() / 100)
            yield from chunks

        return fetch

    def fails(_):
        time.sleep(chance.random() / 100)
        raise ValueError(str(chance.random()))

    lists = tuple(Part(text=f"- {word}", id=word) for word in ("b", "a", "c"))
    same = {"plugin": "forged", "layer": Layer.SYSTEM}
    made = {
        "zeta": [
            Fetcher(
                name="zeta",
                layer=Layer.PROFILE,
                fetch=late(Chunk(text="Z", source="z:1", **same)),
                stable=True,
            )
        ],
        "alpha": [
            Fetcher(
                name="alpha",
                layer=Layer.PROFILE,
                fetch=slow(Chunk(text="A", source="a:1", parts=lists)),
                stable=True,
            ),
            Fetcher(
                name="alpha2",
                layer=Layer.PROJECT,
                fetch=slow(Chunk(text="é\r\nB", source="a:2")),
                stable=True,
            ),
        ],
        "mid": [
            Fetcher(
                name="mid",
                layer=Layer.RECENT,
                fetch=late(*(Chunk(text=f"M{n}", source=f"m:{n}", score=0.5) for n in range(5))),
            ),
            Fetcher(name="fails", layer=Layer.RECENT, fetch=fails),
        ],
        "last": [
            Fetcher(
                name="last",
                layer=Layer.CURRENT,
                fetch=slow(Chunk(text="L", source="l:1", pinned=True)),
                rule="last_words",
            )
        ],
    }
    plugins = []
    for name, fetchers in made.items():
        plugin = types.SimpleNamespace(name=name, underdraft_fetchers=hookimpl(_giving(fetchers)))
        if name == "mid":
            field = RuleField(name="last_words", kind="boolean", default=True, brings="last words")
            plugin.underdraft_context_rules = hookimpl(_giving([field]))
        plugins.append(plugin)
    return plugins


def _giving(value):
    def give():
        return value

    return give


def main(count, seed, scratch, novel):
    """Preview ``count`` times, each time elsewhere."""
    chance = random.Random(seed)  # noqa: S311
    document = (Path(novel) / "chapters" / "01-the-ferry.md").read_text(encoding="utf-8")
    for _ in range(count):
        os.environ["TZ"] = chance.choice(ZONES)
        if hasattr(time, "tzset"):
            time.tzset()
        with suppress(locale.Error):
            locale.setlocale(locale.LC_ALL, chance.choice(LOCALES))
        here = Path(scratch) / f"cwd-{chance.random()}"
        here.mkdir()
        os.chdir(here)
        plugins = strangers(chance)
        chance.shuffle(plugins)
        relative = chance.random() < 0.5
        folder = os.path.relpath(novel) if relative else novel
        with Workspace.open(folder, store=here / "s.db", plugins=plugins, embedder="none") as workspace:
            previews = [
                workspace.preview_sync(
                    skill,
                    document=document,
                    selection=(300, 360),
                    instruction="润色这一段",
                    document_id=f"d{chance.random()}",
                )
                for skill in ("polish", "continue", "consistency-check")
            ]
        print(  # noqa: T201
            json.dumps(
                {
                    "stable": [p.stable_prefix_hash for p in previews],
                    "prompt": [p.prompt_hash for p in previews],
                    "layers": [list(p.prompt.layer_hashes.values()) for p in previews],
                    "warnings": [list(p.warnings) for p in previews],
                    "injected": [[(i.source, i.tokens, i.id) for i in p.injected] for p in previews],
                    "tokens": [p.tokens for p in previews],
                }
            )
        )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4])
