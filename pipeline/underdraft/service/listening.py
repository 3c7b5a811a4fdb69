"""A socket that a server listens on; nothing here needs an extra."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A listening socket, on a free port for 0; an ``OSError`` says that the address cannot be listened on."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    with socket.socket(family, kind, protocol) as listener:
        if os.name == "posix":  # elsewhere it would let another program take the port over
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2_048)
        yield listener
