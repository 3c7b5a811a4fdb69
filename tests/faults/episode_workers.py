"""Programs that the fault tests start, kill and pit against each other."""

from __future__ import annotations

import random
import sys
import time
import uuid
from datetime import UTC, datetime

from traces import files_of
from underdraft.errors import EpisodeWriteFailed
from underdraft.memory.db.database import Database
from underdraft.memory.episodes.limits import EpisodeLimits
from underdraft.memory.episodes.service import EpisodeService
from underdraft.memory.index.embedding import EmbedderSlot
from underdraft.types.episodes import Episode


def now():
    """The time."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def service_at(path, **limits):
    """A service over the store at a path."""
    database = Database(path, clock=now, new_id=lambda: str(uuid.uuid4()), busy_timeout_ms=20_000)
    slot = EmbedderSlot(lambda: None)
    limits = EpisodeLimits(**{"active": 100_000, **limits})
    return EpisodeService(database, slot=slot, limits=limits)


def episode(number, **more):
    """A new episode of the project."""
    values = {
        "id": f"e-{number:05d}",
        "project_id": "novel",
        "scene_type": "action",
        "skill_used": "continue",
        "selected_index": 0,
        "edit_distance": 0.1,
        "created_at": now(),
        "input_context": f"第{number}次追逐，码头上起了雾",
        "final_text": "他跑进雾里。" * 20,
    }
    return Episode(**(values | more))


def say(*words):
    """One line for whoever started this."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def stream(path, start, count, seed):
    """Record a stream; say ``accepted N`` at once and ``written N`` when it is acknowledged."""
    service = service_at(path)
    rng = random.Random(seed)  # noqa: S311 - a test's own dice
    writes = {}
    for number in range(start, start + count):
        writes[number] = service.record(episode(number))[1]
        say("accepted", number)
        if rng.random() < 0.05:
            writes[number].result(30)
        for other in [n for n, pending in writes.items() if pending.done()]:
            writes.pop(other).result(0)
            say("written", other)
    service.close()
    say("closed")


def hold(path, count):
    """Record while somebody else holds the store, and wait to be killed."""
    service = service_at(path)
    for number in range(count):
        service.record(episode(number))
    say("accepted", len(service.writer.waiting()))
    time.sleep(60)


def evict(path, start, count, go):
    """Record into a project with room for fifty."""
    service = service_at(path, active=50)
    service.recall("novel", counted=True)
    say("ready")
    while not go.exists():
        time.sleep(0.005)
    for number in range(start, start + count):
        service.record(episode(number))[1].result(60)
    service.close()
    say("closed")


def full_disk(path):
    """Fill a store up to a limit of the operating system, then lift it."""
    import resource

    service = service_at(path)
    service.record(episode(0))[1].result(30)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = max(f.stat().st_size for f in files_of(service.database))
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 8_192, hard))
    failed = 0
    for number in range(1, 40):
        try:
            service.record(episode(number, final_text="雾" * 2_000, input_context="雾" * 2_000))[1].result(60)
        except EpisodeWriteFailed as error:
            failed += 1
            say("failed", error.details["reason"])
        if failed == 3:
            break
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    service.writer.drain()
    say("drained", service.flush(60), number + 1)
    service.close()
