"""A run as spans and metrics, read back from OpenTelemetry's own SDK."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import pytest
from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from underdraft import ModelError, Reply, Usage
from underdraft.testing import FakeModel
from underdraft_plugins.telemetry.otel import provider

PASSAGE = "The heron stood on one leg."


class Collected:
    """What a program that has set OpenTelemetry up receives."""

    def __init__(self, monkeypatch):
        self.exporter = InMemorySpanExporter()
        self.reader = InMemoryMetricReader()
        tracers = TracerProvider()
        tracers.add_span_processor(SimpleSpanProcessor(self.exporter))
        meters = MeterProvider([self.reader])
        monkeypatch.setattr(trace, "get_tracer", tracers.get_tracer)
        monkeypatch.setattr(metrics, "get_meter", meters.get_meter)

    @property
    def spans(self):
        return {span.name: span for span in self.exporter.get_finished_spans()}

    def metric(self, name):
        """The points of a metric: attributes and sum."""
        found = self.reader.get_metrics_data().resource_metrics[0].scope_metrics[0].metrics
        (metric,) = [m for m in found if m.name == name]
        return [(dict(point.attributes), point.sum) for point in metric.data.data_points]


@pytest.fixture
def collected(monkeypatch):
    """What this test's runs send."""
    return Collected(monkeypatch)


def run_once(underdraft_workspace, *replies, **options):
    """One run of a fake model that counts its tokens."""
    model = FakeModel(*replies, name="openai/fake")
    with underdraft_workspace(plugins=[model], model=model.name) as ws:
        return ws.run_sync("polish", document=PASSAGE, instruction=PASSAGE, **options)


def test_a_run_is_a_span_with_its_stages(underdraft_workspace, collected):
    """The model call lies below the run and within its time; each stage and fetcher is told with its milliseconds."""
    run = run_once(underdraft_workspace, Reply(texts=("He rang.",), usage=Usage(), model="m"))
    root, call = (collected.spans[name] for name in ("underdraft.run polish", "chat openai/fake"))
    assert root.attributes["underdraft.run.id"] == run.id
    assert root.attributes["underdraft.prompt.tokens"] == run.preview.tokens
    for stage in ("fetch", "fetch.rules", "fetch.task", "deduplicate", "budget", "cache_plan", "model"):
        assert root.attributes[f"underdraft.ms.{stage}"] == run.timings[stage]
    assert call.parent.span_id == root.context.span_id
    times = (root.start_time, call.start_time, call.end_time, root.end_time)
    assert all(later - earlier >= -2 for earlier, later in pairwise(times))  # rounded to ns


def test_the_model_call_follows_the_conventions(underdraft_workspace, collected):
    """Provider, model, tokens and cached tokens have the names that every viewer of GenAI traces knows."""
    usage = Usage(prompt_tokens=900, completion_tokens=7, cached_tokens=640, cache_write_tokens=64)
    reply = Reply(texts=("He rang.",), usage=usage, model="m", finish_reason="stop")
    run_once(underdraft_workspace, reply, session_id="s1")
    call = collected.spans["chat openai/fake"]
    assert call.kind is SpanKind.CLIENT
    assert dict(call.attributes) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "openai/fake",
        "gen_ai.conversation.id": "s1",
        "gen_ai.response.finish_reasons": ("stop",),
        "gen_ai.usage.input_tokens": 900,
        "gen_ai.usage.output_tokens": 7,
        "gen_ai.usage.cache_read.input_tokens": 640,
        "gen_ai.usage.cache_creation.input_tokens": 64,
    }
    tokens = collected.metric("gen_ai.client.token.usage")
    assert sorted((a["gen_ai.token.type"], total) for a, total in tokens) == [("input", 900), ("output", 7)]
    assert [total for _, total in collected.metric("underdraft.client.cached_tokens")] == [640]
    assert len(collected.metric("gen_ai.client.operation.duration")) == 1


def test_a_run_that_fails_is_marked(underdraft_workspace, collected):
    """The run and its model call carry the error's stable code."""
    with pytest.raises(ModelError):
        run_once(underdraft_workspace, ModelError("away"))
    for name in ("underdraft.run polish", "chat openai/fake"):
        span = collected.spans[name]
        assert span.status.status_code is StatusCode.ERROR
        assert span.attributes["error.type"] == "MODEL_ERROR"


def test_no_text_of_the_writer_is_in_it(underdraft_workspace, collected):
    """Ids, names, numbers and times; the prompt and the reply stay where they are."""
    run_once(underdraft_workspace, "The heron flew.")
    sent = "".join(span.to_json() for span in collected.exporter.get_finished_spans())
    assert "heron" not in sent


@pytest.mark.long
def test_a_program_without_it_does_not_load_it():
    """Off is off: a run imports nothing of OpenTelemetry."""
    code = """
import sys, tempfile, underdraft
with underdraft.Workspace.open(None, store=tempfile.mkdtemp() + "/s.db") as ws:
    ws.run_sync("polish", document="a")
print("opentelemetry" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "False\n", done.stderr


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("gpt-4.1", "openai"),
        ("claude-sonnet-4-5", "anthropic"),
        ("bedrock/x", "aws.bedrock"),
        ("ollama_chat/q", "ollama_chat"),
    ],
)
def test_providers(model, name):
    """A provider that the conventions know has their name, another its own."""
    assert provider(model) == name
