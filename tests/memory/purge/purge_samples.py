"""A canary in every place that a purge has to reach."""

from __future__ import annotations

import attrs

from memory.store_samples import add_run, sample_run
from underdraft.memory.runs.store import RunStore

CANARY = "金丝雀canary7f3a91d2e8b4c6在井口唱歌"
LATIN = "canary7f3a91d2e8b4c6"


def carry(run_id, item_id, text, **more):
    """A run in whose prompt the memory stood."""
    record = sample_run(run_id, document=text, **more)
    sections = list(record.preview.prompt.sections)
    chunk = sections[2].chunks[0]
    part = attrs.evolve(chunk.parts[0], id=item_id, text=f"- {text}", match=text)
    sections[2] = attrs.evolve(sections[2], chunks=(attrs.evolve(chunk, parts=(part,)),))
    prompt = attrs.evolve(record.preview.prompt, sections=tuple(sections), stable_prefix=f"# {text}")
    return attrs.evolve(record, preview=attrs.evolve(record.preview, prompt=prompt), texts=(f"reply {text}",))


def fill(service, text):
    """The text in a memory, its past, its vector, its index and three transcripts."""
    item = service.items.create(
        type="preference", scope="project", project_id="p", content=text, metadata={"a": text}
    )
    assert service.indexer.wait(10)
    service.items.update(item.id, {"content": f"{text}。新"})
    service.items.delete(item.id)
    service.items.restore(item.id)
    assert service.indexer.wait(10)
    runs = RunStore(service.database)
    add_run(runs, carry("carried", item.id, text, project_id="q"), privacy=False)
    add_run(runs, sample_run("quoted", document=f"前面{text}后面", project_id="q"), privacy=False)
    add_run(runs, sample_run("other", document="别的", project_id="q"), privacy=False)
    return item.id
