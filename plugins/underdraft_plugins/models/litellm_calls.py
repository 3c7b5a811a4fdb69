"""Calls of every model that litellm knows; see :mod:`.litellm_model`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any

from underdraft import ModelCall, ModelError, Reply, TextDelta, UnderdraftError
from underdraft_plugins.models.litellm_errors import Target, clean_error
from underdraft_plugins.models.litellm_gate import complete, pieces
from underdraft_plugins.models.litellm_loading import load_litellm
from underdraft_plugins.models.litellm_names import likely_names
from underdraft_plugins.models.litellm_reply import Received, whole_reply
from underdraft_plugins.models.litellm_request import read_options, request_of

TAKES_N = frozenset({"azure", "hosted_vllm", "openai"})
"""litellm's names of providers whose API gives several candidates for one prompt."""


class LitellmModel:
    """Streams replies from whatever provider the model's name leads to."""

    def prepare(self) -> None:
        """Import litellm; see :class:`underdraft.types.model_call.Preparable`."""
        load_litellm()

    def refused(self, model: str, settings: Sequence[str]) -> Sequence[str]:
        """Return the settings that the model does not take by litellm's table; none for an unknown provider."""
        litellm = load_litellm()
        try:
            name, provider, _, _ = litellm.get_llm_provider(model)
        except Exception:  # noqa: BLE001  # whatever it is, the call itself says it
            return ()
        taken = {*(litellm.get_supported_openai_params(model=name, custom_llm_provider=provider) or settings)}
        taken = taken - {"image_url"} | ({"image_url"} if litellm.supports_vision(model) else set())
        return [setting for setting in settings if setting not in taken]

    async def answer(self, call: ModelCall) -> AsyncIterator[TextDelta | Reply]:
        """Answer one call; several candidates come at once where the provider can do that, else one.

        Raises:
            ModelError: The provider failed, or could not be asked: see
                :func:`underdraft_plugins.models.litellm_errors.clean_error`.
            Timeout: It was silent for longer than ``call.timeout_ms``.
            InvalidArgument: An option is not known, or not of its type.
        """
        options = read_options(call.options)
        litellm = await asyncio.to_thread(load_litellm)
        target = _target(litellm, call, options)
        target.check_address()
        request = request_of(call, target.provider, options)
        try:
            if call.candidates > 1 and target.provider in TAKES_N:
                # litellm's stream reads one choice an event and ends with the first that ends.
                reply = whole_reply(await complete(**request, n=call.candidates), call.candidates)
            else:
                stream = await complete(**request, stream=True, stream_options={"include_usage": True})
                received = Received()
                async with aclosing(stream):
                    async for chunk in pieces(stream):
                        yield TextDelta(text=received.take(chunk))  # empty while it thinks: it is not silent
                    reply = received.reply(stream)
            yield reply
        except UnderdraftError:
            raise
        except Exception as error:  # noqa: BLE001  # litellm raises its own, httpx's, openai's and plain ones
            raise clean_error(litellm, error, target) from None


def _target(litellm: Any, call: ModelCall, options: Mapping[str, object]) -> Target:
    try:
        _, provider, _, base = litellm.get_llm_provider(call.model, api_base=options.get("api_base"))
    except Exception:  # noqa: BLE001  # whatever it is, the name leads nowhere
        near = "".join(
            f"; similar: {', '.join(names)}" for names in [likely_names(litellm, call.model)] if names
        )
        raise ModelError(
            f"model: no provider is known for this name{near}; write it as provider/model, or use offline"
        ) from None
    return Target(model=call.model, provider=str(provider), base=base, options=options)
