"""Built-in plugin: a run as OpenTelemetry spans and metrics, where the application has set OpenTelemetry up.

A run is one span with each stage's time, the model call below it is a span of the GenAI conventions
(https://github.com/open-telemetry/semantic-conventions-genai, in development there, read on 2026-11-22). Ids, names, numbers and
times only: no text of the writer's. They are made when a run is over, from what it has measured; a program that has
not imported OpenTelemetry pays one look at ``sys.modules`` a run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from underdraft import RunRecord, __version__, hookimpl

if TYPE_CHECKING:
    from opentelemetry.trace import Span

SCOPE = "underdraft"
STAGES = ("fetch", "deduplicate", "budget", "cache_plan")
"""The timed stages before the model call, in their order."""

PROVIDERS: Mapping[str, str] = {
    "anthropic": "anthropic",
    "azure": "azure.ai.openai",
    "bedrock": "aws.bedrock",
    "claude": "anthropic",
    "cohere": "cohere",
    "deepseek": "deepseek",
    "gemini": "gcp.gemini",
    "gpt": "openai",
    "groq": "groq",
    "mistral": "mistral_ai",
    "openai": "openai",
    "perplexity": "perplexity",
    "vertex_ai": "gcp.vertex_ai",
    "xai": "x_ai",
}
"""How a model's name begins, and the conventions' name for the provider; others are named by their own beginning."""

_MS = 1_000_000
"""Nanoseconds."""


@hookimpl
def underdraft_run_ended(run: RunRecord) -> None:
    """Send the run's spans and metrics."""
    if "opentelemetry" not in sys.modules:
        return
    try:
        from opentelemetry import metrics, trace
    except ImportError:  # a part of it without the API
        return
    ended = time.time_ns()
    begun = ended - _ns(run, *STAGES, "model", "record")
    tracer = trace.get_tracer(SCOPE, __version__)
    span = tracer.start_span(f"underdraft.run {run.skill_id}", start_time=begun, attributes=_of_run(run))
    if span.is_recording():
        inside = trace.set_span_in_context(span)
        start = begun + _ns(run, *STAGES)
        call = tracer.start_span(
            f"chat {run.preview.model}",
            inside,
            kind=trace.SpanKind.CLIENT,
            start_time=start,
            attributes=_of_call(run),
        )
        for one in (span, call):
            _fail(one, run)
        call.end(start + _ns(run, "model"))
        span.end(ended)
    _count(metrics.get_meter(SCOPE, __version__), run)


def _ns(run: RunRecord, *stages: str) -> int:
    """The time of some stages together, in nanoseconds."""
    return int(sum(run.timings.get(stage, 0.0) for stage in stages) * _MS)


def _fail(span: Span, run: RunRecord) -> None:
    from opentelemetry.trace import Status, StatusCode

    if run.error is not None:
        span.set_attribute("error.type", run.error.code)
        span.set_status(Status(StatusCode.ERROR, run.error.code))


def _of_run(run: RunRecord) -> dict[str, Any]:
    preview = run.preview
    found = {
        "underdraft.run.id": run.id,
        "underdraft.run.status": run.status,
        "underdraft.skill": run.skill_id,
        "underdraft.project.id": run.project_id,
        "underdraft.prefix.hash": run.stable_prefix_hash,
        "underdraft.prefix.unchanged": run.stable_prefix_unchanged,
        "underdraft.prompt.tokens": preview.tokens,
        "underdraft.prompt.budget_tokens": preview.budget_tokens,
        "underdraft.warnings": tuple(sorted({warning.partition(":")[0] for warning in run.warnings})),
        **{f"underdraft.ms.{stage}": took for stage, took in run.timings.items()},
        **{f"underdraft.layer.{layer.name.lower()}.tokens": n for layer, n in preview.layer_tokens.items()},
    }
    return {key: value for key, value in found.items() if value is not None}


def provider(model: str) -> str:
    """The conventions' name of a model's provider."""
    first = model.partition("/")[0]
    return next((name for start, name in PROVIDERS.items() if first.startswith(start)), first)


def _of_call(run: RunRecord) -> dict[str, Any]:
    usage = run.usage
    found = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": provider(run.preview.model),
        "gen_ai.request.model": run.preview.model,
        "gen_ai.conversation.id": run.session_id,
        "gen_ai.response.finish_reasons": (run.finish_reason,) if run.finish_reason else None,
        "gen_ai.usage.input_tokens": usage.prompt_tokens,
        "gen_ai.usage.output_tokens": usage.completion_tokens,
        "gen_ai.usage.cache_read.input_tokens": usage.cached_tokens,
        "gen_ai.usage.cache_creation.input_tokens": usage.cache_write_tokens,
    }
    return {key: value for key, value in found.items() if value is not None}


def _count(meter: Any, run: RunRecord) -> None:
    """Tokens and time; the cached tokens are a metric of our own, as the conventions have none."""
    model = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": provider(run.preview.model),
        "gen_ai.request.model": run.preview.model,
    }
    tokens = meter.create_histogram(
        "gen_ai.client.token.usage", unit="{token}", description="Tokens of a model call."
    )
    cached = meter.create_histogram(
        "underdraft.client.cached_tokens", unit="{token}", description="Input tokens read from a cache."
    )
    for histogram, value, kind in (
        (tokens, run.usage.prompt_tokens, {"gen_ai.token.type": "input"}),
        (tokens, run.usage.completion_tokens, {"gen_ai.token.type": "output"}),
        (cached, run.usage.cached_tokens, {}),
    ):
        if value is not None:
            histogram.record(value, {**model, **kind})
    duration = meter.create_histogram(
        "gen_ai.client.operation.duration", unit="s", description="Time of a model call."
    )
    failed = {"error.type": run.error.code} if run.error else {}
    duration.record(run.timings.get("model", 0.0) / 1000, {**model, **failed})
