"""One fresh process of the byte-stability test: previews under shuffled plugins and delayed fetchers.

Called with one JSON argument; prints one JSON line a preview.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import random
import sys
import time
from importlib import metadata

import attrs

from underdraft import Chunk, Fetcher, Layer, Workspace, hookimpl
from underdraft_plugins.embedders.local import local_embedder

everything = metadata.entry_points


class Stranger:
    """A plugin with a fetcher for one layer; async ones answer late, in an order of chance."""

    def __init__(self, name, layer, chance):
        self.name = name
        self.layer = layer
        self.chance = chance

    @hookimpl
    def underdraft_fetchers(self):
        async def fetch(_):
            await asyncio.sleep(self.chance.random() / 100)
            return [Chunk(text=f"{self.name}: 其一", source=self.name), Chunk(text="其二", source=self.name)]

        # The same priority for all: the order must come from the names, never from luck.
        name = f"fetch_{self.name}"
        return [Fetcher(name=name, layer=self.layer, fetch=fetch, priority=30, stable=self.layer.stable)]


def delayed(registered, chance, finished):
    """The fetcher, answering late; every other one changes from thread to loop."""
    fetcher = registered.fetcher
    seconds = chance.random() / 50

    def late(inputs):
        time.sleep(seconds)
        given = fetcher.fetch(inputs)
        finished.append(fetcher.name)
        return given

    async def late_on_loop(inputs):
        await asyncio.sleep(seconds)
        given = fetcher.fetch(inputs)
        finished.append(fetcher.name)
        return await given if inspect.isawaitable(given) else given

    slow = late_on_loop if fetcher.inline or registered.plugin.startswith("stranger") else late
    # A loaded machine may take long: the limits are not what is tested here.
    return attrs.evolve(
        registered, fetcher=attrs.evolve(fetcher, fetch=slow, inline=False, timeout_ms=60_000)
    )


def previews(options, seed):
    """One preview a skill, as mappings: plugins shuffled, every fetcher delayed."""
    chance = random.Random(seed)  # noqa: S311

    def shuffled(**wanted):
        found = list(everything(**wanted))
        random.Random(seed).shuffle(found)  # noqa: S311
        return found

    metadata.entry_points = shuffled
    strangers = [
        Stranger(f"stranger_{layer.name.lower()}_{n}", layer, chance) for layer in Layer for n in "ab"
    ]
    chance.shuffle(strangers)
    loaded = [e.name for e in shuffled(group="underdraft")] + [s.name for s in strangers]
    request = {**options["request"], "selection": tuple(options["selection"])}
    with Workspace.open(
        options["folder"], store=options["store"], plugins=strangers, confirm=True
    ) as workspace:
        _until_recall_works(workspace, request["instruction"])
        for skill in options["skills"]:
            finished = []
            fetchers = [delayed(r, chance, finished) for r in workspace.plugins.fetchers]
            chance.shuffle(fetchers)
            workspace._runner.plugins = attrs.evolve(workspace.plugins, fetchers=tuple(fetchers))
            seen = workspace.preview_sync(skill, **request)
            yield {"skill": skill, "finished": finished, "loaded": loaded, **_told(seen)}


def _told(seen):
    return {
        "prefix": seen.stable_prefix_hash,
        "prompt": seen.prompt_hash,
        "layers": {layer.name: h for layer, h in seen.prompt.layer_hashes.items()},
        "warnings": seen.warnings,
        "injected": [[i.layer.name, i.plugin, i.id, i.reason, i.tokens] for i in seen.injected],
        "excluded": [[e.layer.name, e.plugin, e.id, e.reason] for e in seen.excluded],
        "hash": hash("underdraft"),
        "zone": time.tzname[0],
        "folder": os.getcwd(),  # noqa: PTH109
        "encoding": sys.getfilesystemencoding(),
        "text": [m.content for m in seen.messages],
    }


def _until_recall_works(workspace, query):
    """The memories' vectors take their time; without them the recall falls back, which is another prompt."""
    local_embedder()  # loaded here, so that few questions are asked below
    end = time.monotonic() + 120
    while time.monotonic() < end:
        answer = workspace.invoke_sync("memory:injection:preview", {"queryText": query})
        if answer["ok"] and answer["data"]["mode"] == "semantic":
            return
        time.sleep(0.05)
    raise TimeoutError("the recall does not become semantic")


def main():
    """All rounds."""
    options = json.loads(sys.argv[1])
    for seed in options["seeds"]:
        for told in previews(options, seed):
            print(json.dumps(told), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
