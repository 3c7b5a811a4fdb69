"""The addresses of the page."""

from __future__ import annotations

from pathlib import Path

from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from underdraft.service.pages import (
    actions,
    cache,
    chapters,
    login,
    memory,
    prompt,
    replies,
    settings,
    story,
    write,
)

STATIC = Path(__file__).with_name("static")

ROUTES = [
    Route("/", login.start),
    Route("/login", login.log_in, methods=["GET", "POST"]),
    Route("/p/{project}/write", write.write),
    Route("/p/{project}/runs", replies.begin, methods=["POST"]),
    Route("/p/{project}/runs/{id}", replies.follow),
    Route("/p/{project}/chapters", chapters.chapter, methods=["GET", "POST"]),
    Route("/p/{project}/diff", write.difference, methods=["POST"]),
    Route("/p/{project}/prompt", prompt.prompt),
    Route("/p/{project}/preview", prompt.preview, methods=["POST"]),
    Route("/p/{project}/memory", memory.memory),
    Route("/p/{project}/memory/{id}", memory.history),
    Route("/p/{project}/story", story.story),
    Route("/p/{project}/story/graph.svg", story.drawing),
    Route("/p/{project}/cache", cache.cache),
    Route("/p/{project}/settings", settings.settings),
    Route("/p/{project}/do/{channel}", actions.act, methods=["POST"]),
    Mount("/static", StaticFiles(directory=STATIC)),
]
