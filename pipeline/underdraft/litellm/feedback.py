"""``POST /underdraft/feedback`` on the proxy: what became of a run's result, with the proxy's own keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.routing import Route

from underdraft.errors import UnderdraftError
from underdraft.service.status import envelope_response, read_json, refusal

if TYPE_CHECKING:
    from starlette.responses import Response

    from underdraft.litellm.talks import TalkOpener

PATH = "/underdraft/feedback"
CHANNEL = "ai:skill:feedback"

KNOWN_PATH = "/v1/models"
"""Where every key of a client may go; the proxy lets those of no administrator into no path that it does not know."""

KEYS = {
    "api_key": "authorization",
    "azure_api_key_header": "api-key",
    "anthropic_api_key_header": "x-api-key",
    "google_ai_studio_api_key_header": "x-goog-api-key",
    "azure_apim_header": "ocp-apim-subscription-key",
    "custom_litellm_key_header": "x-litellm-api-key",
}
"""The proxy's names of the headers that it takes a key from."""


def add_route(app: Any, opener: TalkOpener) -> None:
    """Let the proxy answer to :data:`PATH`; the body is the payload of ``ai:skill:feedback``."""

    async def give_feedback(request: Request) -> Response:
        """Take in what became of a reply."""
        await _check_key(request)
        try:
            payload = read_json(await request.body(), request.headers.get("content-type", ""))
            workspace = (await opener.projects()).meant(request, payload)
        except UnderdraftError as error:
            return refusal(error)
        return envelope_response(await workspace.invoke(CHANNEL, payload))

    # The first, since the proxy has routes that take any path.
    app.router.routes.insert(0, Route(PATH, give_feedback, methods=["POST"]))


async def _check_key(request: Request) -> None:
    """Raise the proxy's own refusal for a key that may not ask it anything."""
    from litellm.proxy.auth.user_api_key_auth import user_api_key_auth

    async def nothing() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    keys: dict[str, Any] = {key: request.headers.get(header) for key, header in KEYS.items()}
    await user_api_key_auth(
        Request({**request.scope, "method": "GET", "path": KNOWN_PATH}, nothing),
        **{**keys, "api_key": keys["api_key"] or ""},
    )
