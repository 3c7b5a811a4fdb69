"""The services of a workspace as a caller in Python has them."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

from underdraft import Conflict, InvalidArgument, NotFound
from underdraft.boundary.channel import CHANNEL_NAME
from underdraft.boundary.json import to_json
from underdraft.channels import CHANNELS
from underdraft.channels.front_door import Door, FrontDoor
from underdraft.channels.parts import Service


@pytest.fixture
def ws(underdraft_workspace):
    """A workspace without an embedder."""
    return underdraft_workspace(embedder="none")


def services(module):
    """The services of a module."""
    here = f"underdraft.channels.{module}"
    values = vars(import_module(here)).values()
    return [v for v in values if isinstance(v, type) and issubclass(v, Service) and v.__module__ == here]


def test_every_service_has_a_name_on_the_workspace(ws):
    """What answers channels is reached by an attribute."""
    doors = [name for name, found in vars(FrontDoor).items() if isinstance(found, Door)]
    assert {type(getattr(ws, name)) for name in doors} == {s for m in CHANNELS for s in services(m)}


def test_every_method_is_typed_and_explained():
    """Callers see the type of each argument and of the answer; everything but a request is named."""
    for method in (m for c in CHANNELS for s in services(c) for m in vars(s).values() if callable(m)):
        if hasattr(method, CHANNEL_NAME):
            signature = inspect.signature(method)
            assert inspect.getdoc(method)
            assert signature.return_annotation is not signature.empty
            assert all(p.annotation is not p.empty for p in list(signature.parameters.values())[1:])


def test_a_method_and_its_channel_answer_the_same(ws):
    """The channel's answer is the method's value in JSON."""
    made = ws.memory.create(type="note", scope="project", content="Fog.")
    assert made.project_id == ws.config.project_id
    for channel, value in (
        ("memory:list", ws.memory.list()),
        ("memory:settings:get", ws.memory_settings.get()),
        ("knowledge:query", ws.story.query()),
        ("session:list", ws.sessions.list()),
        ("workspace:info", ws.info()),
    ):
        assert ws.invoke_sync(channel)["data"] == to_json(value)


def test_a_missing_project_is_the_own(ws):
    """As for channels: left out it is the workspace's own, ``None`` is none; what is no id is refused."""
    ws.facts.create(content="The lamp is out.")
    assert len(ws.facts.list().items) == 1
    assert ws.facts.list(project_id=None).items == ()
    with pytest.raises(InvalidArgument, match="projectId"):
        ws.facts.list(project_id=3)


def test_errors_are_raised(ws):
    """A method raises what its channel would answer with."""
    with pytest.raises(NotFound):
        ws.runs.get(run_id="none")


def test_async_methods_can_be_waited_for(ws):
    """Methods that ask a model or take feedback are awaited, or waited for by callers that are not async."""
    told = ws.wait_for(ws.rules.ingest(action="accept", evidence_ref="short sentences", skill_id="polish"))
    assert told.recorded


def test_a_closed_workspace_runs_nothing(ws):
    """It says so."""
    ws.close()
    with pytest.raises(Conflict, match="closed"):
        _ = ws.runner
