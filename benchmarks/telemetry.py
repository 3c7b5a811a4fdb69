"""What OpenTelemetry costs a run: not imported, imported without a provider, and with an exporter in memory.

Each line is a process of its own with 300 runs of ``polish`` on the sample, answered at once.
"""

from __future__ import annotations

import subprocess
import sys

WORK = """
import sys, tempfile, time
from statistics import median, quantiles
from pathlib import Path
mode = sys.argv[1]
if mode == "api":
    import opentelemetry.trace, opentelemetry.metrics
if mode == "sdk":
    from opentelemetry import trace, metrics
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
    from opentelemetry.sdk.metrics import MeterProvider
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(InMemorySpanExporter()))
    trace.set_tracer_provider(provider)
    metrics.set_meter_provider(MeterProvider())
import underdraft
from underdraft.testing import FakeModel
from underdraft_plugins.telemetry import otel
novel = Path("examples/novel")
text = (novel / "chapters/01-the-ferry.md").read_text("utf-8")
model = FakeModel("Very well.")
hook = []
ended = otel.underdraft_run_ended
with underdraft.Workspace.open(novel, store=tempfile.mkdtemp() + "/s.db", plugins=[model], model="fake") as ws:
    times = []
    for n in range(330):
        begin = time.perf_counter()
        run = ws.run_sync("polish", document=text, selection=(700, 800))
        times.append((time.perf_counter() - begin) * 1000)
        begin = time.perf_counter()
        ended(run)
        hook.append((time.perf_counter() - begin) * 1000)
times, hook = times[30:], hook[30:]
print(f"{median(times):.2f} {quantiles(times, n=20)[-1]:.2f} {median(hook):.4f}")
"""


def main() -> None:
    """Print a line for each."""
    print("| | a run p50 | p95 | of it the plugin, p50 |\n| --- | --- | --- | --- |")
    for mode, title in (
        ("off", "not imported"),
        ("api", "imported, no provider"),
        ("sdk", "with an exporter in memory"),
    ):
        done = subprocess.run([sys.executable, "-c", WORK, mode], capture_output=True, text=True, check=True)
        p50, p95, hook = done.stdout.split()
        print(f"| {title} | {p50} ms | {p95} ms | {hook} ms |")


if __name__ == "__main__":
    main()
