"""The server around the application: where it listens, how that is announced, its end."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import uvicorn

from underdraft.memory.db.location import user_folder
from underdraft.service.app import make_app
from underdraft.service.listening import listening
from underdraft.service.projects import Projects
from underdraft.service.settings import ServiceSettings
from underdraft.service.timed_http import TimedHTTP
from underdraft.service.writer_door import StoreDoor


async def serve(
    projects: Projects,
    settings: ServiceSettings,
    *,
    ready: Callable[[str], None],
    door: StoreDoor | None = None,
) -> None:
    """Serve until the process is asked to stop; then what is under way gets some seconds to end.

    ``ready`` gets the address once it is listened on; an ``OSError`` says that it cannot be.
    """
    with listening(settings.host, settings.port) as listener:
        host, port = listener.getsockname()[:2]
        config = uvicorn.Config(
            make_app(projects, settings, door),
            http=TimedHTTP,
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=round(settings.stop_timeout_s),
        )
        ready(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")
        await uvicorn.Server(config).serve(sockets=[listener])


def announcement(environ: Mapping[str, str], url: str) -> Path:
    """Where a server says that it is there: beside the writer's own store, one file a port."""
    return user_folder(environ) / f"service-{url.rpartition(':')[2]}.json"


@contextlib.contextmanager
def announced(path: Path, *, url: str, token: str) -> Iterator[None]:
    """A file with address and token, for the writer's other programs; only the writer may read it, until the end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({"url": url, "token": token}, file)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
