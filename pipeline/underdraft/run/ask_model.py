"""Makes the calls of questions that are asked behind a run: through the gate, seen by no hook, kept by no record of a run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, MutableMapping
from contextlib import aclosing
from typing import TYPE_CHECKING

from underdraft.cache.prices import usd_of
from underdraft.cache.provider_rules import window_for
from underdraft.errors import ModelError, Timeout
from underdraft.reading.client import QuestionClient
from underdraft.reading.shapes import Shape
from underdraft.run.gate import Gate
from underdraft.run.middleware import events_of
from underdraft.run.preparation import prepared
from underdraft.types.model_call import OWN_CALL, STAND_IN, ModelCall, Reply
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.memory.runs.questions import QuestionLog
    from underdraft.project.config import Config

TAKEN: MutableMapping[str, Shape] = {}
"""The shape of answers that each model took, for the process."""


@frozen(kw_only=True)
class ModelAskers:
    """Gives the askers of a workspace's models; they block, so call them off the event loop."""

    gate: Gate
    new_id: Callable[[], str]
    log: QuestionLog | None = None

    def for_model(self, model: str = "") -> QuestionClient | None:
        """The asker for what a run left: of ``reader_model``, else of the run's model; ``None`` if it cannot answer.

        Of a call that the application made itself the name says nothing, nor does one that may be a stranger's: the
        workspace's own is asked.
        """
        named = model not in {"", OWN_CALL} and self.gate.lets(model)
        name = reader_of(self.gate.config, model if named else "")
        return None if name is None else self.by_name(name)

    def by_name(self, name: str) -> QuestionClient:
        """The asker of just this model."""
        config = self.gate.config
        return QuestionClient(
            model=name,
            send=self.send,
            new_id=self.new_id,
            window_tokens=window_for(name, config),
            options=config.model_options,
            log=self.log,
            price=usd_of,
            taken=TAKEN,
        )

    def send(self, call: ModelCall) -> Reply:
        """Make one call and wait for it.

        Raises:
            ModelError: There is no such model, or it fails.
            Timeout: It took longer than the call allows.
        """
        if call.model == STAND_IN:
            raise ModelError(f"no model is configured that could be asked{self.gate.because()}")
        try:
            return asyncio.run(ask(self.gate, call))
        except TimeoutError:
            text = "the model did not answer in time"
            raise Timeout(text, details={"timeoutMs": call.timeout_ms}) from None


def reader_of(config: Config, model: str = "") -> str | None:
    """The model that is asked behind runs of this one; ``None``: what they left is read without a model."""
    name = config.reader_model or model or config.model
    return None if name == STAND_IN else name


async def ask(gate: Gate, call: ModelCall) -> Reply:
    """The model's whole reply to a call."""
    model = await prepared(gate.model(call.model))
    try:
        async with asyncio.timeout(call.timeout_ms / 1000), aclosing(events_of(model, call)) as events:
            (reply,) = [event async for event in events if isinstance(event, Reply)]
    except ModelError as error:
        raise gate.explained(error) from error
    return reply
