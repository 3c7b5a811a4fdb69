"""The socket of a server."""

from __future__ import annotations

import pytest

from underdraft.service.listening import listening


def test_a_port_is_taken_once():
    """A second server on the same port is refused, instead of sharing it."""
    with listening("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(OSError, match="in use"), listening("127.0.0.1", port):
            pass
