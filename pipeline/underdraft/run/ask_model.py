"""Asks the workspace's own model behind a run: one question, one JSON object, or nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING

import attrs

from underdraft.boundary.strangers import guarded, name_of
from underdraft.errors import ModelError, Timeout, UnderdraftError
from underdraft.project.config import Config
from underdraft.run.middleware import checked
from underdraft.run.provider_rules import window_for
from underdraft.run.thinking import split_thinking
from underdraft.types.model_call import OWN_CALL, STAND_IN, Model, ModelCall, Preparable, Reply
from underdraft.types.prompt import Message

if TYPE_CHECKING:
    from underdraft.plugins import Plugins


TIMEOUT_MS = 60_000
MAX_OUTPUT_TOKENS = 1_024


@attrs.frozen(kw_only=True)
class ModelAsker:
    """Asks questions; see :class:`underdraft.AskModel`. Blocks: call it off the event loop.

    ``model`` is asked, or without one the workspace's own.
    """

    config: Config
    plugins: Plugins
    new_id: Callable[[], str]
    model: str = ""

    def of(self, model: str) -> ModelAsker | None:
        """The asker of the model that a run had; ``None`` for one that cannot answer.

        Of a call that the application made itself the name says nothing: the workspace's own is asked.
        """
        name = self.config.model if model in {"", OWN_CALL} else model
        return None if name == STAND_IN else attrs.evolve(self, model=name)

    def __call__(self, *, system: str, text: str, schema: Mapping[str, object]) -> Mapping[str, object]:
        """The model's answer, a JSON object; whether it keeps to the schema is the caller's to check.

        Raises:
            ModelError: There is no model, it fails, or its answer is not a JSON object.
            Timeout: It took too long.
        """
        return asyncio.run(self._ask(system, text, schema))

    async def _ask(self, system: str, text: str, schema: Mapping[str, object]) -> Mapping[str, object]:
        model = self.model or self.config.model
        if model == STAND_IN:
            raise ModelError("no model is configured that could be asked")
        call = ModelCall(
            run_id=f"behind-{self.new_id()}",
            model=model,
            messages=(Message(role="system", content=system), Message(role="user", content=text)),
            timeout_ms=TIMEOUT_MS,
            max_output_tokens=MAX_OUTPUT_TOKENS,
            window_tokens=window_for(model, self.config),
            options=self.config.model_options,
            reply_schema=schema,
        )
        try:
            return json_object(await ask(self.plugins, call))
        except TimeoutError:
            raise Timeout("the model did not answer in time", details={"timeoutMs": TIMEOUT_MS}) from None


async def ask(plugins: Plugins, call: ModelCall) -> str:
    """The model's whole reply, without its thinking, to a call that no hook sees and no record keeps."""
    model = find_model(plugins, call.model)
    if isinstance(model, Preparable):
        await asyncio.to_thread(guarded, model.prepare)
    answered = checked(partial(model.answer, call), "the model")
    async with asyncio.timeout(call.timeout_ms / 1000), aclosing(answered) as events:
        replies = [event async for event in events if isinstance(event, Reply)]
    return split_thinking(replies[-1].texts[0])[1] if replies else ""


def find_model(plugins: Plugins, name: str) -> Model:
    """Who answers to a model's name; that nobody does is a ``ModelError``."""
    try:
        found: Model | None = guarded(partial(plugins.manager.hook.underdraft_model, name=name))
    except UnderdraftError:
        raise
    except Exception as error:
        raise ModelError(f"a plugin failed while it looked for the model ({name_of(error)})") from error
    if found is None:
        raise ModelError("no plugin answers to this model's name")
    if not callable(getattr(found, "answer", None)):
        raise ModelError(
            f"the plugin that answers to this model's name gave no model: {type(found).__name__} has no answer()"
        )
    return found


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
