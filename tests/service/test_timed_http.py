"""Callers that dawdle before they have asked for anything."""

from __future__ import annotations

import socket
import time

import pytest

from service.served import TOKEN
from underdraft.service.timed_http import TimedHTTP

HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


@pytest.mark.parametrize("first", [b"", HEAD, HEAD + b"\r\n" + HEAD], ids=["nothing", "half", "a second"])
def test_a_head_that_does_not_come_ends_the_connection(url, monkeypatch, first):
    """Who says nothing, or sends headers drop by drop, in the first request or a later one, is hung up on."""
    monkeypatch.setattr(TimedHTTP, "head_timeout_s", 0.3)
    host, port = url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        begin = time.monotonic()
        connection.sendall(first)
        connection.settimeout(0.05)
        while time.monotonic() - begin < 20:
            try:
                if not connection.recv(65_536):
                    break
            except TimeoutError:
                if first:
                    connection.sendall(b"X: y\r\n")
            except ConnectionError:
                break
    assert 0.2 < time.monotonic() - begin < 20  # of 30 without the limit of this test


def test_what_comes_behind_the_head_may_take_longer(url, monkeypatch):
    """The limit is for the head alone: a body that comes later is taken in."""
    monkeypatch.setattr(TimedHTTP, "head_timeout_s", 0.3)
    host, port = url.removeprefix("http://").split(":")
    head = f"POST /ipc/x HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer {TOKEN}\r\nContent-Length: 2\r\n\r\n"
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(head.encode())
        time.sleep(0.6)
        connection.sendall(b"{}")
        assert connection.recv(65_536).startswith(b"HTTP/1.1 404")
