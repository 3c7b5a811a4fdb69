"""What providers count moves the budget of layers 4 and 5, and nothing before them."""

from __future__ import annotations

from types import SimpleNamespace

import attrs
import pytest

from underdraft import Reply, Usage
from underdraft.run.calibration import Calibration
from underdraft.testing import FakeModel

DOCUMENT = "他沿着堤岸走了很久，风从海上来，灯塔一明一灭。" * 400


class Counting(FakeModel):
    """Says that every prompt took so many times what was estimated."""

    def __init__(self, share, name="who-knows"):
        super().__init__(name=name)
        self.share = share

    async def answer(self, call):
        """Answer one call."""
        self.calls.append(call)
        yield Reply(texts=("好。",), usage=Usage(prompt_tokens=int(self.share * self.estimated)))

    estimated = 0


def budget_of(ws):
    """The budget of the next run, and its prefix."""
    preview = ws.preview_sync("polish", document=DOCUMENT)
    return preview.budget_tokens, preview.stable_prefix_hash


def run(ws, model, times=1):
    """Run, and have the model count."""
    for _ in range(times):
        model.estimated = ws.preview_sync("polish", document=DOCUMENT).tokens
        ws.run_sync("polish", document=DOCUMENT)


def opened(make, model, **more):
    """A workspace with that model."""
    return make(plugins=[model], model=model.name, embedder="none", **more)


def test_a_prompt_that_was_larger_than_estimated(underdraft_workspace):
    """From the next run on the budget is smaller by as much; the prefix, the caps and other models stay."""
    model = Counting(1.22)
    ws = opened(underdraft_workspace, model)
    before, prefix = budget_of(ws)
    run(ws, model)
    assert budget_of(ws) == (int(before / 1.25), prefix)
    assert ws.preview_sync("polish", document=DOCUMENT, model="another").budget_tokens == before


@pytest.mark.long
def test_a_prompt_that_was_smaller(underdraft_workspace):
    """It takes three runs to believe that there is more room, and the largest of them counts."""
    model = Counting(0.7)
    ws = opened(underdraft_workspace, model)
    before, prefix = budget_of(ws)
    run(ws, model, 2)
    assert budget_of(ws) == (before, prefix)
    model.share = 0.79
    run(ws, model)
    assert budget_of(ws) == (int(before / 0.8), prefix)


@pytest.mark.parametrize("share", [0, 0.1, 2.4])
def test_what_is_no_count(underdraft_workspace, share):
    """A provider that says nothing, or something else, moves nothing."""
    model = Counting(share)
    ws = opened(underdraft_workspace, model)
    before = budget_of(ws)
    run(ws, model, 4)
    assert budget_of(ws) == before


def test_exact_counts_are_believed(underdraft_workspace):
    """A model whose tokenizer is at hand is not second-guessed."""
    model = Counting(1.3, name="gpt-4o")
    ws = opened(underdraft_workspace, model)
    before = budget_of(ws)
    run(ws, model, 4)
    assert budget_of(ws) == before


def test_every_process_over_a_store_thinks_alike(underdraft_workspace):
    """What one has recorded counts in another that was open before; runs with several candidates do not."""
    model = Counting(1.3)
    ws = opened(underdraft_workspace, model)
    with ws.beside(store=ws.store.database.place.path, model=model.name, embedder="none") as other:
        before, _ = budget_of(other)
        run(ws, model)
        assert budget_of(other) == budget_of(ws) == (int(before / 1.3), budget_of(ws)[1])
        run(other, model)
        assert len(ws.store.runs.newest(model.name, 10)) == 2
    ids = ws.store.runs.newest(model.name, 10)
    records = ws.store.runs.records(ids)
    several = [attrs.evolve(record, texts=("a", "b")) for record in records]
    for known, share in ((records, 1.3), (several, 1)):
        runs = SimpleNamespace(newest=lambda *_: ids, records=lambda _, known=known: known)
        assert Calibration(lambda runs=runs: runs).share(model.name) == pytest.approx(share)
