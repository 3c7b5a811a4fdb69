"""The proxy's hooks: before a chat completion, after it, and for the answer's headers.

Imports litellm, which takes seconds, for the class that the proxy knows its callbacks by; the proxy has it in memory by then.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Any, Generic, TypeVar

import attrs
from litellm._logging import verbose_proxy_logger
from litellm.integrations.custom_logger import CustomLogger

from underdraft import Reply, UnderdraftError
from underdraft_litellm_proxy.replies import reply_in, reply_of
from underdraft_litellm_proxy.talks import ProxyTalk, TalkOpener

CHATS = frozenset({"acompletion", "completion"})
"""The proxy's names of a chat completion; its other endpoints are let through as they are."""

REQUESTS_MAXIMUM = 10_000
"""Requests under way that are remembered; of an older one nothing is recorded."""

Value = TypeVar("Value")


@attrs.define
class UnderWay(Generic[Value]):
    """Values of requests under way, by the proxy's id of each; of too many the oldest go."""

    _by_id: OrderedDict[str, Value] = attrs.field(factory=OrderedDict, init=False)

    def put(self, data: Mapping[str, Any], value: Value) -> None:
        """Keep it until it is taken."""
        self._by_id[str(data.get("litellm_call_id"))] = value
        while len(self._by_id) > REQUESTS_MAXIMUM:
            self._by_id.popitem(last=False)

    def take(self, data: Mapping[str, Any]) -> Value | None:
        """Return a request's value and forget it."""
        return self._by_id.pop(str(data.get("litellm_call_id")), None)


class ProxyHooks(CustomLogger):  # type: ignore[misc]
    """Assembles the prompt of each chat completion that passes the proxy, and records what came back.

    The call stays the proxy's. What fails here is a warning in the log, and the request goes through as it
    came.
    """

    def __init__(self) -> None:
        super().__init__()
        self._opener = TalkOpener()
        self._talks = UnderWay[ProxyTalk]()
        self._headers = UnderWay[dict[str, str]]()

    def close(self) -> None:
        """Close the projects; in the proxy they stay open as long as it runs."""
        self._opener.close()

    async def async_pre_call_hook(
        self, user_api_key_dict: Any, cache: Any, data: dict[str, Any], call_type: str
    ) -> dict[str, Any] | None:
        """Put the assembled prompt in the place of the client's messages."""
        if call_type not in CHATS:
            return None
        try:
            talk = await self._opener.open(data, user_api_key_dict)
        except Exception as error:  # noqa: BLE001 - the client's request is worth more
            warn("a request goes through as it came", error)
            return None
        if talk is None:
            return None
        self._talks.put(data, talk)
        self._headers.put(data, talk.headers)
        return {**data, **talk.request}

    async def async_post_call_success_hook(
        self, data: Mapping[str, Any], user_api_key_dict: Any, response: Any
    ) -> Any:
        """Record a whole answer, and say in it under which id."""
        talk = self._talks.take(data)
        if talk is None:
            return None
        if await _record(talk, lambda: reply_of(response)):
            response.underdraft = talk.said
        return response

    async def async_post_call_streaming_iterator_hook(
        self, user_api_key_dict: Any, response: Any, request_data: Mapping[str, Any]
    ) -> AsyncGenerator[Any, None]:
        """Pass a stream on as it comes, and record what was in it before it ends."""
        talk = self._talks.take(request_data)
        chunks: list[Any] = []
        whole = False
        try:
            async for chunk in response:
                if talk is not None:
                    chunks.append(chunk)
                yield chunk
            whole = True
        finally:
            if talk is not None and not whole:
                talk.drop()
        if talk is not None:
            await _record(talk, lambda: reply_in(chunks))

    async def async_post_call_response_headers_hook(
        self,
        data: Mapping[str, Any],
        user_api_key_dict: Any,
        response: Any,
        request_headers: Any = None,
        litellm_call_info: Any = None,
    ) -> dict[str, str] | None:
        """The ids of the run and its session, also where the answer is a stream."""
        return self._headers.take(data)

    async def async_post_call_failure_hook(self, request_data: Mapping[str, Any], *_: Any, **__: Any) -> None:
        """Let a talk whose call has failed go on from where it was."""
        self._headers.take(request_data)
        if talk := self._talks.take(request_data):
            talk.drop()


def warn(what: str, error: Exception) -> None:
    """Say into the proxy's log what went wrong, without words of the writer."""
    why = str(error) if isinstance(error, UnderdraftError) else type(error).__name__
    verbose_proxy_logger.warning("underdraft: %s: %s", what, why)


async def _record(talk: ProxyTalk, reply: Callable[[], Reply]) -> bool:
    """Record what came back, and say whether it is; what fails costs the record, never the answer."""
    whole: Reply | None = None
    try:
        whole = reply()
        await talk.end(whole)
    except Exception as error:  # noqa: BLE001 - plugins hang on a record, too
        warn("a reply was not recorded", error)
        if whole is None:
            talk.drop()
        return False
    return True


callback = ProxyHooks()
"""The name in the proxy's config."""
