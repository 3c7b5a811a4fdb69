"""Asks the workspace's own model behind a run: one question, one JSON object, or nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import aclosing
from functools import partial

import attrs

from underdraft.boundary.plugin_calls import guarded
from underdraft.cache.provider_rules import window_for
from underdraft.errors import ModelError, Timeout
from underdraft.run.gate import Gate
from underdraft.run.middleware import checked
from underdraft.run.thinking import split_thinking
from underdraft.types.model_call import OWN_CALL, STAND_IN, ModelCall, Preparable, Reply
from underdraft.types.prompt import Message

TIMEOUT_MS = 60_000
MAX_OUTPUT_TOKENS = 1_024


@attrs.frozen(kw_only=True)
class ModelAsker:
    """Asks questions; see :class:`underdraft.AskModel`. Blocks: call it off the event loop.

    ``model`` is asked, or without one the workspace's own.
    """

    gate: Gate
    new_id: Callable[[], str]
    model: str = ""

    def for_model(self, model: str) -> ModelAsker | None:
        """The asker for what a run left: of ``reader_model``, else of its model; ``None`` if it cannot answer.

        Of a call that the application made itself the name says nothing, nor does one that may be a stranger's: the
        workspace's own is asked.
        """
        config = self.gate.config
        named = model not in {"", OWN_CALL} and self.gate.lets(model)
        name = config.reader_model or (model if named else config.model)
        return None if name == STAND_IN else attrs.evolve(self, model=name)

    def __call__(self, *, system: str, text: str, schema: Mapping[str, object]) -> Mapping[str, object]:
        """The model's answer, a JSON object; whether it keeps to the schema is the caller's to check.

        Raises:
            ModelError: There is no model, it fails, or its answer is not a JSON object.
            Timeout: It took too long.
        """
        return asyncio.run(self._ask(system, text, schema))

    async def _ask(self, system: str, text: str, schema: Mapping[str, object]) -> Mapping[str, object]:
        config = self.gate.config
        model = self.model or config.reader_model or config.model
        if model == STAND_IN:
            raise ModelError(f"no model is configured that could be asked{self.gate.because()}")
        call = ModelCall(
            run_id=f"behind-{self.new_id()}",
            model=model,
            messages=(Message(role="system", content=system), Message(role="user", content=text)),
            timeout_ms=TIMEOUT_MS,
            max_output_tokens=MAX_OUTPUT_TOKENS,
            window_tokens=window_for(model, config),
            options=config.model_options,
            reply_schema=schema,
        )
        try:
            return json_object(await ask(self.gate, call))
        except TimeoutError:
            raise Timeout("the model did not answer in time", details={"timeoutMs": TIMEOUT_MS}) from None


async def ask(gate: Gate, call: ModelCall) -> str:
    """The model's whole reply, without its thinking, to a call that no hook sees and no record keeps."""
    model = gate.model(call.model)
    if isinstance(model, Preparable):
        await asyncio.to_thread(guarded, model.prepare)
    answered = checked(partial(model.answer, call), "the model")
    try:
        async with asyncio.timeout(call.timeout_ms / 1000), aclosing(answered) as events:
            replies = [event async for event in events if isinstance(event, Reply)]
    except ModelError as error:
        raise gate.explained(error) from error
    return split_thinking(replies[-1].texts[0])[1] if replies else ""


def json_object(text: str) -> Mapping[str, object]:
    """The first JSON object in an answer, which may stand in a code fence or between words."""
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
