"""What other processes do to a store while a test looks on."""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path

from memory.store_samples import open_database
from underdraft.errors import StoreError
from underdraft.memory.settings import update_settings


def open_once(path, barrier, results):
    """Open a fresh store at the same moment as others, and write a row."""
    barrier.wait()
    try:
        database = open_database(path)
        with database.write() as connection:
            connection.exec_driver_sql(
                "INSERT INTO setting VALUES (?, 'x', '')", (multiprocessing.current_process().name,)
            )
        results.put("ok")
    except Exception as error:
        results.put(f"{type(error).__name__}: {error}")


def hold_lock(path, held, release):
    """Keep the write lock until told to let go."""
    with open_database(path).write():
        held.set()
        release.wait(60)


def write_and_say(path, out):
    """Write memories one after another, telling each committed id; to be killed."""
    from memory.service_samples import open_service

    service = open_service(path)
    service.database.new_id = iter(f"m{n:05d}" for n in range(100_000)).__next__
    with Path(out).open("ab", buffering=0) as said:
        for n in range(1_000):
            item = service.items.create(type="note", scope="global", content=f"第{n}条记忆，内容要长一些" * 5)
            said.write(f"{item.id}\n".encode())


def write_without_room(path, results):
    """Write under a file size limit until it fails, then see that reading goes on."""
    import resource

    from memory.service_samples import open_service

    service = open_service(path)
    kept = [service.items.create(type="note", scope="global", content="before").id]
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    size = max(path.stat().st_size, Path(f"{path}-wal").stat().st_size)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 200_000, resource.RLIM_INFINITY))
    fault = None
    for n in range(2_000):
        try:
            kept.append(service.items.create(type="note", scope="global", content=f"{n} " * 800).id)
        except StoreError as error:
            fault = (error.code, error.details, error.message)
            break
    seen = {i.id for i in service.items.list(limit=1000).items}
    settings_fault = None
    try:
        for _ in range(50):
            update_settings(service.database, {"context_limit": 30})
            update_settings(service.database, {"context_limit": 20})
            service.items.create(type="note", scope="global", content="y " * 4000)
    except StoreError as error:
        settings_fault = error.code
    results.put(
        {"fault": fault, "kept": len(kept), "seen": len(seen & set(kept)), "settings": settings_fault}
    )


def write_as_nobody(path, results):
    """Try to write a store that this process may only read."""
    from memory.service_samples import open_service

    if os.geteuid() == 0:
        warm = open_service(path.parent / "warm.db")  # imports what another user may not be able to read
        warm.items.create(type="note", scope="global", content="x")
        warm.preview_injection(None)
        os.setgid(65534)
        os.setuid(65534)
    service = open_service(path)
    try:
        items = [i.content for i in service.preview_injection(None).items]
        try:
            service.items.create(type="note", scope="global", content="x")
            fault = None
        except StoreError as error:
            fault = (error.code, error.details, error.message)
        results.put({"items": items, "fault": fault})
    except Exception as error:
        results.put({"error": repr(error)})


def migrate_to(migrations, path, largest=None, results=None):
    """Open a store as a version with more revisions; no file may be made larger than ``largest`` bytes."""
    from underdraft.memory.db import migrate

    migrate.MIGRATIONS = migrations
    if os.environ.get("UNDERDRAFT_TEST_STOP") == "copied":
        Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
    if largest is not None:
        import resource

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
    try:
        open_database(path).prepare()
    except StoreError as error:
        results.put(error.details["reason"])
