"""The way into the page."""

from __future__ import annotations

import asyncio
import time

import httpx

from service.served import TOKEN
from underdraft.service.guard import WRONG_S


def test_a_reader_without_a_token_is_asked_for_it(url):
    """A page that is opened without the token leads to the form; the right token opens it by a cookie."""
    with httpx.Client(base_url=url, headers={"accept": "text/html"}, timeout=30) as browser:
        first = browser.get("/p/harbour/memory")
        assert (first.status_code, first.headers["location"]) == (303, "/login")
        assert browser.post("/login", data={"token": "wrong"}).status_code == 401
        opened = browser.post("/login", data={"token": TOKEN})
        assert opened.status_code == 303
        cookie = opened.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert TOKEN not in cookie
        assert "secure" not in cookie
        assert browser.get("/", follow_redirects=True).url.path == "/p/harbour/write"


def test_the_cookie_opens_the_channels_for_the_page(url):
    """The script of the page calls channels with the cookie, and a foreign page cannot."""
    with httpx.Client(base_url=url) as browser:
        browser.post("/login", data={"token": TOKEN})
        assert browser.post("/ipc/workspace:info", json={}, headers={"origin": url}).status_code == 200
        foreign = browser.post("/ipc/workspace:info", json={}, headers={"origin": "http://evil.example"})
        assert foreign.status_code == 403


def test_behind_tls_the_cookie_is_secure(url):
    """A proxy on this machine that speaks TLS says so, and the cookie never goes out without it."""
    headers = {"x-forwarded-proto": "https"}
    got = httpx.post(f"{url}/login", data={"token": TOKEN}, headers=headers)
    assert "secure" in got.headers["set-cookie"].lower()


def test_wrong_tokens_are_answered_one_after_another(url):
    """However many are tried at once, in a form or as a bearer."""

    async def guess():
        async with httpx.AsyncClient(base_url=url, timeout=30) as http:
            tries = [http.post("/login", data={"token": f"wrong{n}"}) for n in range(5)]
            tries += [http.get("/projects", headers={"authorization": f"Bearer wrong{n}"}) for n in range(5)]
            begin = time.monotonic()
            answers = await asyncio.gather(*tries)
            return {answer.status_code for answer in answers}, time.monotonic() - begin

    statuses, seconds = asyncio.run(guess())
    assert statuses == {401}
    assert seconds >= 9 * WRONG_S
