"""The server around the application: where it listens, and its end."""

from __future__ import annotations

from collections.abc import Callable

import uvicorn

from underdraft.service.app import make_app
from underdraft.service.listening import listening
from underdraft.service.projects import Projects
from underdraft.service.settings import ServiceSettings
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
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=round(settings.stop_timeout_s),
        )
        ready(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")
        await uvicorn.Server(config).serve(sockets=[listener])
