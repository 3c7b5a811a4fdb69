"""The purge of run records."""

from __future__ import annotations

from memory.purge.purge_samples import carry
from memory.store_samples import sample_run
from underdraft.memory.purge.scope import LEAST_MATCH
from underdraft.memory.runs.store import RunStore


def test_a_project_takes_its_runs_along(service):
    """Purging a project removes its runs and leaves the others'."""
    runs = RunStore(service.database)
    runs.add(sample_run("mine", project_id="p"), privacy=False)
    runs.add(sample_run("theirs", project_id="q"), privacy=False)
    assert service.purge(project_id="p").purged == 0
    assert [r.id for r in runs.list(everywhere=True).items] == ["theirs"]
    assert runs.get("theirs").complete


def test_a_mere_word_is_not_searched_for(service):
    """A short memory empties the runs that carried it, not every chapter that uses the word."""
    item = service.items.create(type="note", scope="global", content="灯" * (LEAST_MATCH - 1))
    runs = RunStore(service.database)
    runs.add(carry("carried", item.id, item.content), privacy=False)
    runs.add(sample_run("quoted", document=f"前面{item.content}后面"), privacy=False)
    service.purge(item_id=item.id)
    assert not runs.get("carried").complete
    assert runs.get("quoted").complete
