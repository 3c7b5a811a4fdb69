"""Who gets in: tokens, hosts, origins, and bodies that are too long or too slow."""

from __future__ import annotations

import asyncio
import json
import socket

import httpx
import pytest

from service.served import TOKEN, caller_of, served
from underdraft.service.guard import LimitGuard
from underdraft.service.settings import ServiceSettings


def raw(url, text, *, wait=5.0):
    """What the server answers to these bytes."""
    host, port = url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=wait) as connection:
        connection.sendall(text.encode())
        parts = []
        while part := connection.recv(65_536):
            parts.append(part)
            if b"}" in part:
                break
        return b"".join(parts).decode()


@pytest.mark.parametrize("given", [None, "Bearer wrong", "Bearer let me in", f"Basic {TOKEN}", TOKEN])
@pytest.mark.parametrize("path", ["/ipc/workspace:info", "/openapi.json", "/projects", "/", "/nowhere"])
def test_without_the_token_nothing_is_told(url, path, given):
    """No path but the health check answers without the right bearer token."""
    headers = {} if given is None else {"authorization": given}
    got = httpx.post(url + path, headers=headers, content=b"{}")
    assert (got.status_code, got.json()["error"]["code"]) == (401, "UNAUTHORIZED")
    assert "underdraft" not in got.headers.get("server", "").lower()


def test_a_browser_is_led_to_the_login(url):
    """A page that is asked for without a token is the one that takes it."""
    got = httpx.get(f"{url}/p/harbour/memory", headers={"accept": "text/html"})
    assert (got.status_code, got.headers["location"]) == (303, "/login")


def test_health_needs_no_token(url):
    """A program that watches the server asks whether it lives, and learns nothing else."""
    assert httpx.get(f"{url}/healthz").json() == {"ok": True, "data": {}}


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8766", "127.0.0.1.evil.example", "[::2]", "[::2", ""]
)
def test_a_foreign_host_is_refused(url, host):
    """A name that was made to point at this machine (DNS rebinding) does not open it, token or not."""
    got = raw(url, f"GET /projects HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {TOKEN}\r\n\r\n")
    assert got.startswith(("HTTP/1.1 421", "HTTP/1.1 400"))


def test_two_hosts_are_refused(url):
    """A request that names two hosts is answered for none."""
    got = raw(
        url, f"GET /projects HTTP/1.1\r\nHost: localhost\r\nHost: x\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
    )
    assert got.startswith(("HTTP/1.1 421", "HTTP/1.1 400"))


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "file://", "http://localhost:1", "http://"]
)
def test_a_foreign_origin_is_refused(caller, origin):
    """A page of another site cannot call, even with the token."""
    got = caller.ask("workspace:info", headers={"origin": origin})
    assert (got.status_code, got.json()["error"]["code"]) == (403, "UNAUTHORIZED")


def test_the_own_origin_may_call(url, caller):
    """A page that this server sent may call it."""
    assert caller.ask("workspace:info", headers={"origin": url}).status_code == 200


def test_an_allowed_origin_may_call(workspace):
    """An origin that was allowed gets the headers that a browser asks for, before the call and after."""
    site = "http://localhost:5173"
    with served(workspace, origins=(site,)) as url, caller_of(url) as caller:
        asked = {"origin": site, "access-control-request-method": "POST"}
        asked["access-control-request-headers"] = "authorization,content-type"
        before = httpx.options(f"{url}/ipc/workspace:info", headers=asked)
        assert before.headers["access-control-allow-origin"] == site
        after = caller.ask("workspace:info", headers={"origin": site})
        assert after.json()["ok"]
        assert after.headers["access-control-allow-origin"] == site
        refused = httpx.options(
            f"{url}/ipc/workspace:info", headers={**asked, "origin": "http://evil.example"}
        )
        assert refused.status_code == 403


def test_an_allowed_host_may_be_named(workspace):
    """Behind a proxy the server answers to the name that it was told of."""
    with served(workspace, hosts=("book.example",)) as url, caller_of(url) as caller:
        assert caller.ask("workspace:info", headers={"host": "book.example"}).status_code == 200
        assert caller.ask("workspace:info", headers={"host": "sea.example"}).status_code == 421


def test_a_body_too_long_is_refused_at_once(url):
    """100 MB are refused by their announced length: nothing of them is ever sent."""
    head = f"POST /ipc/memory:list HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n"
    got = raw(url, f"{head}Content-Type: application/json\r\nContent-Length: 100000000\r\n\r\n")
    assert got.startswith("HTTP/1.1 413")


def test_a_body_of_untold_length_is_cut_off(workspace):
    """A body that comes in chunks without end is refused when it passes the limit."""
    with served(workspace, body_limit_bytes=100_000) as url, caller_of(url) as caller:
        pieces = (b" " * 10_000 for _ in range(1_000))
        got = caller.http.post(
            "/ipc/memory:list", content=pieces, headers={"content-type": "application/json"}
        )
        assert got.status_code == 413
        assert caller.ask("memory:list").status_code == 200


def test_a_slow_body_is_refused(workspace):
    """A caller that sends a body drop by drop holds nothing up."""
    with served(workspace, body_timeout_s=0.3) as url:
        head = f"POST /ipc/memory:list HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n"
        got = raw(url, f"{head}Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{{")
        assert got.startswith("HTTP/1.1 408")


def test_a_request_that_takes_too_long_ends(workspace):
    """No request is open for ever: it is answered TIMEOUT."""
    with served(workspace, request_timeout_s=0.0) as url, caller_of(url) as caller:
        got = caller.ask("workspace:info")
        assert (got.status_code, got.json()["error"]["code"]) == (422, "TIMEOUT")


def test_an_answer_that_takes_too_long_breaks_off(workspace):
    """What has begun gets no second answer behind it."""
    sent = []

    async def answers_for_ever(scope, receive, send):
        await send({"type": "http.response.start", "status": 200})
        await asyncio.sleep(60)

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message["type"])

    guard = LimitGuard(answers_for_ever, ServiceSettings(token=TOKEN, request_timeout_s=0.05))
    asyncio.run(guard({"type": "http", "path": "/", "headers": []}, receive, send))
    assert sent == ["http.response.start"]


@pytest.mark.parametrize(
    "path",
    ["/ipc/../../etc/passwd", "/ipc/%2e%2e%2fconfig.toml", "/static/../app.py", "/ipc/", "/ipc/a/b", "/%00"],
)
def test_tricks_with_paths_find_nothing(url, path):
    """A path out of the tree is no channel and no file."""
    got = raw(url, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n\r\n")
    assert got.split()[1] in {"404", "405", "400", "401"}
    assert "Traceback" not in got
    assert "root:" not in got


def test_answers_are_not_kept_or_guessed(caller):
    """Answers are not cached, not sniffed and in no frame."""
    headers = caller.ask("workspace:info").headers
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


def test_a_fault_leaks_nothing(workspace, monkeypatch):
    """An unexpected fault in the server is one sentence, without a trace, a path or its text."""
    from underdraft.service import app

    def broken(_):
        raise RuntimeError("/srv/secret")

    monkeypatch.setattr(app, "describe", broken)
    with served(workspace) as url, caller_of(url) as caller:
        got = caller.http.get("/openapi.json")
    assert got.status_code == 500
    assert json.loads(got.text)["error"] == {
        "code": "INTERNAL",
        "message": "an unexpected fault; see the log",
    }
