"""The way into the page."""

from __future__ import annotations

import httpx

from service.served import TOKEN


def test_a_reader_without_a_token_is_asked_for_it(url):
    """A page that is opened without the token leads to the form; the right token opens it by a cookie."""
    with httpx.Client(base_url=url, headers={"accept": "text/html"}) as browser:
        first = browser.get("/p/harbour/memory")
        assert (first.status_code, first.headers["location"]) == (303, "/login")
        assert browser.post("/login", data={"token": "wrong"}).status_code == 401
        opened = browser.post("/login", data={"token": TOKEN})
        assert opened.status_code == 303
        cookie = opened.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert browser.get("/", follow_redirects=True).url.path == "/p/harbour/write"


def test_the_cookie_opens_the_channels_for_the_page(url):
    """The script of the page calls channels with the cookie, and a foreign page cannot."""
    with httpx.Client(base_url=url) as browser:
        browser.post("/login", data={"token": TOKEN})
        assert browser.post("/ipc/workspace:info", json={}, headers={"origin": url}).status_code == 200
        foreign = browser.post("/ipc/workspace:info", json={}, headers={"origin": "http://evil.example"})
        assert foreign.status_code == 403
