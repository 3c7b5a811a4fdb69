"""A newly learned preference in the model's words: optional, switched off by default, never needed.

Learning has ended before this begins: whatever goes wrong here, the preference keeps the words of its
evidence or of its named observation.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

from underdraft.boundary.private_logging import logger_of
from underdraft.cache.provider_rules import window_for
from underdraft.run.ask_model import ask
from underdraft.run.gate import Gate
from underdraft.text.strings import strings
from underdraft.types.feedback import FeedbackResult
from underdraft.types.model_call import ModelCall
from underdraft.types.prompt import Message

if TYPE_CHECKING:
    from underdraft.memory.store import Store


log = logger_of("underdraft")

WORDING_TIMEOUT_MS = 10_000
"""How long the model may take; the writer is not kept waiting for a nicer sentence."""

STATEMENT_MAXIMUM = 80
"""Most code points of a statement: one line of layer 2."""


async def reword(
    result: FeedbackResult, *, gate: Gate, new_id: Callable[[], str], store: Store
) -> FeedbackResult:
    """Ask the model to word what a feedback has just created; anything else stays as it is."""
    item, config = result.learned, gate.config
    model = config.reader_model or config.model
    if not config.model_statements or item is None or item.version != 1:
        return result
    try:
        if await asyncio.to_thread(store.privacy):
            return result
        call = ModelCall(  # the plain statement and nothing of the manuscript
            run_id=new_id(),
            model=model,
            messages=(
                Message(role="system", content=strings("reword", config.locale)["task"]),
                Message(role="user", content=item.content),
            ),
            timeout_ms=WORDING_TIMEOUT_MS,
            max_output_tokens=200,
            window_tokens=window_for(model, config),
            options=config.model_options,
        )
        statement = one_statement((await ask(gate, call)).texts[0])
        if statement is None or await asyncio.to_thread(
            store.privacy
        ):  # switched on while the model was asked
            return result
        better = await asyncio.to_thread(
            store.memory.items.update,
            item.id,
            {"content": statement},
            expected_version=item.version,
            actor="learning",
        )
    except Exception as error:  # noqa: BLE001 - a nicety must not cost the feedback
        log.warning("a learned preference keeps its plain words (%s)", type(error).__name__)
        return result
    return attrs.evolve(result, learned=better)


def one_statement(reply: str) -> str | None:
    """The reply, if it is one short line; quotation marks around it are taken off."""
    lines = [line.strip() for line in reply.strip().splitlines() if line.strip()]
    if len(lines) != 1:
        return None
    statement = lines[0].strip("\"'“”「」‘’ ")
    return statement if 0 < len(statement) <= STATEMENT_MAXIMUM else None
