from __future__ import annotations

import pytest

from service.served import caller_of


@pytest.fixture
def get(url):
    """Gets a page of the project, in English."""
    with caller_of(url) as caller:
        caller.http.headers["accept-language"] = "en"
        caller.http.headers["accept"] = "text/html"
        yield lambda path, **options: caller.http.get(f"/p/harbour/{path}", **options)


@pytest.fixture
def post(url):
    """Sends a form of the project's pages."""
    with caller_of(url) as caller:
        caller.http.headers["accept-language"] = "en"
        yield lambda path, /, **form: caller.http.post(f"/p/harbour/{path}", data=form)
