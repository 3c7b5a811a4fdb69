"""HTML from templates, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache, partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup
from starlette.responses import HTMLResponse, RedirectResponse

from underdraft.errors import page_of
from underdraft.service.projects import projects_of
from underdraft.text.strings import ENGLISH, known_language, languages, own_words, words
from underdraft.text.wording import word_of
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request


PACKAGE = "underdraft.service.pages"
LANGUAGE_COOKIE = "underdraft_language"
VIEWS = ("write", "prompt", "memory", "story", "cache", "settings")
"""The views, in the order of the menu."""

FEEDBACK = "ai:skill:feedback"
ACTIONS: Mapping[str, str] = {
    FEEDBACK: "Your verdict is noted.",
    "knowledge:propose": "Done.",
    "knowledge:settle": "Done.",
    "memory:create": "Remembered.",
    "memory:delete": "Deleted. It can be restored: choose its state in the list.",
    "memory:maintenance:run": "Done.",
    "memory:preferences:settle": "Done.",
    "memory:purge": "Gone for good.",
    "memory:restore": "Restored.",
    "memory:settings:update": "Saved.",
    "memory:update": "Saved.",
    "profile:update": "Saved.",
    "summary:update": "Gone for good.",
}
"""The channels that a form may name, and what is said when it was done."""

DONE: Mapping[str, str] = {
    "confirm": "Confirmed. Nothing that is learned will take its place.",
    "not_asked": "The model did not answer as it should. Nothing was changed.",
    "rebuildIndex": "The index was made anew.",
    "refuse": "Refused. It will not be learned again.",
    "reject": "Refused. It will not be learned again.",
    "toVersion": "The last change was taken back.",
}
"""What is said where a channel does one of several things."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of every page: nothing from elsewhere, no script and no style in the markup."""

QUOTATION_MARKS = frozenset('“”「」『』"')
"""A quote that has such marks gets no others around it."""

LEAST_USD = 0.0001
"""The smallest amount that is written out."""


@cache
def environment() -> jinja2.Environment:
    """The templates; everything that goes into them is escaped."""
    made = jinja2.Environment(
        loader=jinja2.PackageLoader(PACKAGE),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["when"] = when
    made.filters["name"] = lambda folder: PurePath(folder).name
    made.filters["short"] = lambda text: str(text)[:8]
    made.filters["usd"] = lambda amount: f"${amount:.4f}" if amount >= LEAST_USD else f"< ${LEAST_USD}"
    made.filters["quoted"] = lambda text: text if QUOTATION_MARKS & set(text) else f"“{text}”"
    made.filters["code"] = _with_code
    made.filters["page_of"] = lambda warning: page_of(str(warning).partition(":")[0])
    return made


def when(moment: str | None) -> str:
    """A stored time as the server's clock shows it, to the minute; the script of the page sets the reader's zone."""
    return f"{datetime.fromisoformat(moment).astimezone():%Y-%m-%d %H:%M}" if moment else ""


def _with_code(text: str) -> Markup:
    """A sentence whose words between backticks are code."""
    parts = text.split("`")
    return Markup().join(Markup("<code>{}</code>").format(p) if n % 2 else p for n, p in enumerate(parts))


def language_of(request: Request, workspace: Workspace | None = None) -> str:
    """The language to answer in: the one chosen, else the browser's first that is spoken here, else the project's."""
    wanted = [request.query_params.get("lang", ""), request.cookies.get(LANGUAGE_COOKIE, "")]
    wanted += request.headers.get("accept-language", "").replace(" ", "").split(",")
    wanted += [workspace.config.locale] if workspace else []
    return next(filter(None, map(known_language, wanted)), ENGLISH)


def render(
    request: Request, template: str, workspace: Workspace | None = None, *, status: int = 200, **values: Any
) -> HTMLResponse:
    """A page: the template's name without ``.html``, the project that it shows, and what it needs besides."""
    language = language_of(request, workspace)
    said = words(language, "page")
    html = (
        environment()
        .get_template(f"{template}.html")
        .render(
            t=partial(_sentence, said.get("sentences", {})),
            said=partial(word_of, language),
            language=language,
            languages=_names(),
            views=VIEWS,
            view=template,
            project=workspace.config.project if workspace else None,
            claim=workspace.identity.claim if workspace else None,
            base=base_of(workspace),
            projects=projects_of(request).list() if workspace else (),
            here=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
            done={**ACTIONS, **DONE}.get(request.query_params.get("done", "")),
            **values,
        )
    )
    response = HTMLResponse(html, status, headers={"content-security-policy": POLICY})
    if known_language(request.query_params.get("lang", "")):
        response.set_cookie(LANGUAGE_COOKIE, language, samesite="strict", max_age=365 * 24 * 3600)
    return response


@cache
def _names() -> Mapping[str, tuple[str, str]]:
    """Each language with its tag in HTML and its own name."""
    own = {language: own_words(language, "page") for language in languages()}
    return {
        code: (said.get("language.tag", code), said.get("language.name", code)) for code, said in own.items()
    }


def base_of(workspace: Workspace | None) -> str:
    """Return the beginning of the addresses of a project's views."""
    project = workspace.config.project_id if workspace else None
    return f"/p/{project or '-'}"


def go_to(path: str) -> RedirectResponse:
    """Send the reader to another page of this server, after a form."""
    return RedirectResponse(path, 303)


def _sentence(own: Mapping[str, str], english: str, **values: object) -> str:
    """Return a sentence of the templates in the reader's language, with its values."""
    return own.get(english, english).format(**values)
