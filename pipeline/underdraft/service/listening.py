"""A socket that a server listens on; nothing here needs an extra."""

from __future__ import annotations

import os
import socket


def listening(host: str, port: int) -> socket.socket:
    """A listening socket, on a free port for 0; an ``OSError`` says that the address cannot be listened on."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
    both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=family, backlog=2_048, dualstack_ipv6=both)
    except OSError as error:  # it says the address, too, which the caller knows
        raise OSError(error.errno, os.strerror(error.errno or 0)) from None
