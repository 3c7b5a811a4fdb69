"""The settings of a server: where it listens, who may talk to it, and its limits."""

from __future__ import annotations

from typing import Annotated

from underdraft.types.values import frozen

HOST = "127.0.0.1"
"""The address that is listened on unless another is named: this machine alone."""

PORT = 8766
"""The port unless another is named."""

MEBIBYTE = 1 << 20


@frozen(kw_only=True)
class ServiceSettings:
    """How a server behaves."""

    token: Annotated[str, "What callers send as `Authorization: Bearer`."]
    host: Annotated[str, "The address that is listened on."] = HOST
    port: Annotated[int, "The port; 0 takes a free one."] = PORT
    hosts: Annotated[
        tuple[str, ...], "Names that a `Host` header may give, besides this machine's and `host`."
    ] = ()
    origins: Annotated[
        tuple[str, ...], "Origins whose pages may call, besides its own (`http://localhost:5173`)."
    ] = ()
    body_limit_bytes: Annotated[int, "Largest body of a request."] = 16 * MEBIBYTE
    body_timeout_s: Annotated[float, "How long a caller may take to send a body, in seconds."] = 30.0
    request_timeout_s: Annotated[float, "Limit of a request, a run's stream included, in seconds."] = 900.0
    stop_timeout_s: Annotated[float, "How long requests may go on when the server stops, in seconds."] = 10.0
