"""Asks the workspace's own model behind a run: one question, one JSON object, or nothing."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import attrs

from underdraft.errors import ModelError, Timeout
from underdraft.types.model_call import ModelCall, Reply
from underdraft.types.prompt import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from underdraft.host import Host
    from underdraft.types.model_call import Model


NO_MODEL = "offline"
"""The stand-in, which cannot answer a question."""

TIMEOUT_MS = 60_000
MAX_OUTPUT_TOKENS = 1_024


@attrs.frozen
class Asker:
    """Asks questions; see :class:`underdraft.types.model_call.AskModel`. Blocks: call it off the event loop."""

    host: Host

    @property
    def ready(self) -> bool:
        """Whether a model is configured that can answer."""
        return self.host.config.model != NO_MODEL

    def __call__(self, *, system: str, text: str, schema: Mapping[str, object]) -> Mapping[str, object]:
        """The model's answer, a JSON object; whether it keeps to the schema is the caller's to check.

        Raises:
            ModelError: There is no model, it fails, or its answer is not a JSON object.
            Timeout: It took too long.
        """
        return asyncio.run(self._asked(system, text, schema))

    async def _asked(self, system: str, text: str, schema: Mapping[str, object]) -> Mapping[str, object]:
        name = self.host.config.model
        model: Model | None = self.host.plugins.manager.hook.underdraft_model(name=name)
        if model is None or not self.ready:
            raise ModelError("no model is configured that could be asked")
        call = ModelCall(
            run_id=f"behind-{self.host.new_id()}",
            model=name,
            messages=(Message(role="system", content=system), Message(role="user", content=text)),
            timeout_ms=TIMEOUT_MS,
            max_output_tokens=MAX_OUTPUT_TOKENS,
            options=self.host.config.model_options,
            reply_schema=schema,
        )
        try:
            async with asyncio.timeout(TIMEOUT_MS / 1000):
                reply = [event async for event in model.answer(call) if isinstance(event, Reply)]
        except TimeoutError:
            raise Timeout("the model did not answer in time", details={"timeoutMs": TIMEOUT_MS}) from None
        return json_object(reply[-1].texts[0] if reply else "")


def json_object(text: str) -> Mapping[str, object]:
    """The first JSON object in an answer, which may stand in a code fence or between words.

    Raises:
        ModelError: There is none.
    """
    start = text.find("{")
    while start >= 0:
        try:
            value, _ = json.JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError):
            start = text.find("{", start + 1)
            continue
        if isinstance(value, dict):
            return value
        break
    raise ModelError("the model's answer is not a JSON object")
