"""What a model loads before its first call: begun at the opening, once, and charged to no run."""

from __future__ import annotations

import threading
import time

import pytest

from underdraft import ModelError, hookimpl
from underdraft.run.ask_model import ModelAskers
from underdraft.testing import FakeModel


class Heavy(FakeModel):
    """A model that loads something first, once."""

    def __init__(self, *replies, takes=0.0):
        super().__init__(*replies)
        self.takes = takes
        self.began, self.release, self.prepared = threading.Event(), threading.Event(), 0
        self.release.set()
        self.lock = threading.Lock()

    def prepare(self):
        """Load it."""
        self.began.set()
        with self.lock:
            if not self.prepared:
                time.sleep(self.takes)
                assert self.release.wait(20)
                self.prepared += 1

    async def answer(self, call):
        """Answer, once it is loaded."""
        assert self.prepared
        async for event in super().answer(call):
            yield event


class Nobody(FakeModel):
    """A plugin that gives something else than a model."""

    @hookimpl
    def underdraft_model(self, name):
        """Answer to every name."""
        return object()


def test_it_begins_when_the_workspace_is_opened(underdraft_workspace):
    """Opening returns at once, and the model is loaded in the background, without a run."""
    model = Heavy()
    model.release.clear()
    underdraft_workspace(plugins=[model], model=model.name)
    assert model.began.wait(20)
    assert not model.prepared
    model.release.set()


@pytest.mark.parametrize("options", [{"model": "offline"}, {"model": "fake", "prepare_model": False}])
def test_who_does_not_need_it_does_without(underdraft_workspace, options):
    """Another model's workspace, and one that is told not to, load nothing."""
    model = Heavy()
    underdraft_workspace(plugins=[model], **options).preview_sync("polish", document="a")
    assert not model.began.is_set()


def test_it_is_charged_to_no_run(underdraft_workspace):
    """A run whose limit is shorter than the loading waits for it, then has its whole limit."""
    model = Heavy("雨停了。", takes=1.2)
    ws = underdraft_workspace(plugins=[model], model=model.name)
    ws.preview_sync("polish", document="a")
    assert ws.run_sync("polish", document="a", timeout_ms=1_000).text == "雨停了。"
    assert ws.run_sync("polish", document="a").text == "雨停了。"
    assert model.prepared == 1


def test_questions_in_the_background_wait_for_it_too(underdraft_workspace):
    """The workspace's own questions are asked of a model that is loaded."""
    model = Heavy('{"a": 1}')
    ws = underdraft_workspace(plugins=[model], model=model.name, prepare_model=False)
    asker = ModelAskers(gate=ws.gate, new_id=ws.new_id).by_name(model.name)
    assert asker(system="s", text="t", schema={}) == {"a": 1}


def test_loading_that_fails(underdraft_workspace):
    """It is the call that says what is wrong; opening and other runs go on."""

    class Broken(FakeModel):
        def prepare(self):
            raise RuntimeError("sk-secret")

    model = Broken(ModelError("the library is broken"))
    ws = underdraft_workspace(plugins=[model], model=model.name)
    with pytest.raises(ModelError, match="the library is broken"):
        ws.run_sync("polish", document="a")


def test_a_model_that_nobody_offers(underdraft_workspace):
    """There is nothing to prepare, and the workspace opens: the run says so."""
    ws = underdraft_workspace(plugins=[Nobody()], model="nobody")
    with pytest.raises(ModelError, match="no model"):
        ws.run_sync("polish", document="a")
