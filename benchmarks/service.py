"""What the service costs over a call of the library, and what it stands: ``python benchmarks/service.py [SECONDS]``.

The model is a stand-in that streams five pieces in 50 ms. First single runs, by the library and over HTTP in
turn; then 64 streams at once for the given time (60 s), from another process, while the records, the memory
and the errors are watched; then a page of 10,000 memories.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import uvicorn
from _figures import header, percentiles

from underdraft import Reply, TextDelta, Usage, Workspace, hookimpl
from underdraft.service.app import make_app
from underdraft.service.listening import listening
from underdraft.service.projects import Projects
from underdraft.service.settings import ServiceSettings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

TOKEN = "benchmark"  # noqa: S105
PIECES = ("夜", "里", "很", "冷", "。")
RUN = {
    "skillId": "polish",
    "document": "夜里很冷。她走了。",
    "selection": {"start": 0, "end": 5},
    "stream": True,
}
AT_ONCE = 64
SINGLE_RUNS = 40


class Streaming:
    """A model that takes 50 ms."""

    @hookimpl
    def underdraft_model(self, name: str) -> Streaming | None:
        """Answer to this name."""
        return self if name == "streaming" else None

    async def answer(self, _: Any) -> AsyncIterator[TextDelta | Reply]:
        """Five pieces, ten milliseconds apart."""
        for piece in PIECES:
            await asyncio.sleep(0.01)
            yield TextDelta(text=piece)
        yield Reply(texts=("".join(PIECES),), usage=Usage(prompt_tokens=900, completion_tokens=5))


def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    header("The service")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / ".underdraft").mkdir()
        (folder / ".underdraft" / "config.toml").write_text('[project]\nid = "b"\n', encoding="utf-8")
        with Workspace.open(
            folder, store=folder / "s.db", plugins=[Streaming()], model="streaming"
        ) as workspace:
            settings = ServiceSettings(token=TOKEN, port=0)
            with listening(settings.host, settings.port) as listener:
                app = make_app(Projects.of([workspace]), settings)
                server = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False, ws="none"))
                thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])))
                thread.start()
                url = f"http://127.0.0.1:{listener.getsockname()[1]}"
                try:
                    compare(workspace, url)
                    load(workspace, url, seconds)
                    large_page(workspace, url)
                finally:
                    server.should_exit = True
                    thread.join()


def compare(workspace: Workspace, url: str) -> None:
    """Single runs, by the library and by the service in turn."""
    library, service = [], []
    with httpx.Client(base_url=url, headers={"authorization": f"Bearer {TOKEN}"}) as http:
        for turn in range(SINGLE_RUNS + 5):
            begin = time.perf_counter()
            workspace.run_sync("polish", document=RUN["document"], selection=(0, 5))
            between = time.perf_counter()
            http.post(
                "/ipc/ai:skill:run", json=RUN, headers={"accept": "text/event-stream"}
            ).raise_for_status()
            if turn >= 5:
                library.append((between - begin) * 1000)
                service.append((time.perf_counter() - between) * 1000)
    for name, times in (("library", library), ("service", service)):
        print(f"{name:<10} run of 50 ms   {words(times)}")
    ratio = sorted(service)[int(0.95 * len(service))] / sorted(library)[int(0.95 * len(library))]
    print(f"ratio of the p95s: {ratio:.2f} (at most 1.5)")


def words(times: list[float]) -> str:
    """Median, p95 and p99 in words."""
    return "median {:.1f} ms, p95 {:.1f}, p99 {:.1f}".format(*percentiles(times))


def load(workspace: Workspace, url: str, seconds: float) -> None:
    """Many streams at once from another process."""
    before = len(all_runs(workspace))
    memory = [resident_mib()]
    command = [sys.executable, __file__, "--client", url, str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
        while client.poll() is None:
            time.sleep(max(0.5, seconds / 12))
            memory.append(resident_mib())
        told = json.loads(client.stdout.read())  # type: ignore[union-attr]
    recorded = len(all_runs(workspace)) - before
    print(
        f"{AT_ONCE} at once for {seconds:.0f} s: {told['done']} runs ({told['done'] / seconds:.0f}/s), ",
        end="",
    )
    print(f"{told['errors']} errors, {told['done'] - recorded} records lost, p95 {told['p95']:.0f} ms")
    print("memory (MiB):", " ".join(f"{value:.0f}" for value in memory))


def all_runs(workspace: Workspace) -> set[str]:
    """The ids of all recorded runs."""
    found: set[str] = set()
    payload: dict[str, Any] = {"limit": 500}
    while True:
        page = workspace.invoke_sync("ai:run:list", payload)["data"]
        found |= {item["id"] for item in page["items"]}
        if page["nextCursor"] is None:
            return found
        payload["cursor"] = page["nextCursor"]


def resident_mib() -> float:
    """Memory that this process holds now; its greatest where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def large_page(workspace: Workspace, url: str) -> None:
    """The page of a memory with 10,000 entries."""
    lines = [
        json.dumps({"id": f"{n:032}", "type": "note", "scope": "global", "content": f"记忆 {n}"})
        for n in range(10_000)
    ]
    workspace.invoke_sync("memory:import", {"lines": lines})
    times = []
    with httpx.Client(base_url=url, headers={"authorization": f"Bearer {TOKEN}"}) as http:
        for _ in range(30):
            begin = time.perf_counter()
            http.get("/p/b/memory").raise_for_status()
            times.append((time.perf_counter() - begin) * 1000)
    print(f"page of 10,000 memories   {words(times)} (p95 at most 100 ms)")


async def client(url: str, seconds: float) -> None:
    """The other process: streams without pause, then what came of them."""
    times: list[float] = []
    errors = 0
    end = time.monotonic() + seconds

    async def writer(http: httpx.AsyncClient) -> None:
        nonlocal errors
        while time.monotonic() < end:
            begin = time.perf_counter()
            got = await http.post("/ipc/ai:skill:run", json=RUN, headers={"accept": "text/event-stream"})
            if '"ok":true' in got.text:
                times.append((time.perf_counter() - begin) * 1000)
            else:
                errors += 1

    limits = httpx.Limits(max_connections=AT_ONCE)
    headers = {"authorization": f"Bearer {TOKEN}"}
    async with httpx.AsyncClient(base_url=url, headers=headers, limits=limits, timeout=120) as http:
        await asyncio.gather(*(writer(http) for _ in range(AT_ONCE)))
    ordered = sorted(times)
    print(json.dumps({"done": len(times), "errors": errors, "p95": ordered[int(0.95 * len(ordered))]}))


if __name__ == "__main__":
    if "--client" in sys.argv:
        asyncio.run(client(sys.argv[2], float(sys.argv[3])))
    else:
        main()
