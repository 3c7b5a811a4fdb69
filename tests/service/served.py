"""A server on loopback, as ``underdraft serve`` runs it, in a thread of the tests."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager

import attrs
import httpx
import uvicorn

from underdraft.service.app import make_app
from underdraft.service.listening import listening
from underdraft.service.projects import Projects
from underdraft.service.settings import ServiceSettings

TOKEN = "let-me-in"  # noqa: S105


@contextmanager
def served(*workspaces, door=None, **settings):
    """The address of a server of these workspaces."""
    chosen = ServiceSettings(**{"token": TOKEN, "port": 0, "stop_timeout_s": 2, **settings})
    with listening(chosen.host, chosen.port) as listener:
        app = make_app(Projects.of(workspaces), chosen, door)
        config = uvicorn.Config(
            app, log_config=None, access_log=False, ws="none", timeout_graceful_shutdown=2
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@attrs.define
class Caller:
    """Calls channels over HTTP."""

    http: httpx.Client

    def ask(self, channel, payload=None, **options):
        """The response of a channel."""
        return self.http.post(f"/ipc/{channel}", json=payload or {}, **options)

    def data(self, channel, payload=None, **options):
        """What it answers."""
        envelope = self.ask(channel, payload, **options).json()
        assert envelope["ok"], envelope
        return envelope["data"]


@contextmanager
def caller_of(url, token=TOKEN):
    """A caller that knows the token."""
    with httpx.Client(base_url=url, headers={"authorization": f"Bearer {token}"}, timeout=30) as http:
        yield Caller(http)
