"""A newly learned preference in the model's words: optional, switched off by default, never needed.

Learning has ended before this begins: whatever goes wrong here, the preference keeps the words of its
evidence or of its named observation.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import attrs

from underdraft.types.model_call import ModelCall, Reply
from underdraft.types.prompt import Message

if TYPE_CHECKING:
    from underdraft.host import Host
    from underdraft.types.feedback import Booked
    from underdraft.types.model_call import Model


log = logging.getLogger("underdraft")

WORDING_TIMEOUT_MS = 10_000
"""How long the model may take; the writer is not kept waiting for a nicer sentence."""

STATEMENT_MAXIMUM = 80
"""Most code points of a statement: one line of layer 2."""

_TASKS = {
    "zh": "把下面这条写作偏好改写成一句给写作助手的短要求：不超过 40 个字，只写这一句，不解释，不加引号。",
    "en": "Rewrite this writing preference as one short instruction to a writing assistant: at most 20 words,"
    " that one sentence only, no explanation, no quotation marks.",
}


async def worded(workspace: Host, booked: Booked) -> Booked:
    """Let the model word what a feedback has just created; anything else stays as it is."""
    item = booked.learned
    if not workspace.config.model_statements or item is None or item.version != 1:
        return booked
    try:
        if await asyncio.to_thread(workspace.stores.privacy):
            return booked
        async with asyncio.timeout(WORDING_TIMEOUT_MS / 1000):
            statement = one_statement(await answered(workspace, call_for(workspace, item.content)))
        if statement is None:
            return booked
        better = await asyncio.to_thread(
            workspace.stores.memory.items.update,
            item.id,
            {"content": statement},
            expected_version=item.version,
            actor="learning",
        )
    except Exception as error:  # noqa: BLE001 - a nicety must not cost the feedback
        log.warning("a learned preference keeps its plain words (%s)", type(error).__name__)
        return booked
    return attrs.evolve(booked, learned=better)


def call_for(workspace: Host, content: str) -> ModelCall:
    """The request: the plain statement and nothing of the manuscript."""
    language = "zh" if workspace.config.locale.startswith("zh") else "en"
    return ModelCall(
        run_id=workspace.new_id(),
        model=workspace.config.model,
        messages=(Message(role="system", content=_TASKS[language]), Message(role="user", content=content)),
        timeout_ms=WORDING_TIMEOUT_MS,
        max_output_tokens=200,
        options=workspace.config.model_options,
    )


async def answered(workspace: Host, call: ModelCall) -> str:
    """The model's whole reply, or an empty one when nobody answers to its name."""
    found: Model | None = await asyncio.to_thread(
        lambda: workspace.plugins.manager.hook.underdraft_model(name=call.model)
    )
    text = ""
    if found is not None:
        async for event in found.answer(call):
            if isinstance(event, Reply):
                text = event.texts[0]
    return text


def one_statement(reply: str) -> str | None:
    """The reply, if it is one short line; quotation marks around it are taken off."""
    lines = [line.strip() for line in reply.strip().splitlines() if line.strip()]
    if len(lines) != 1:
        return None
    statement = lines[0].strip("\"'“”「」‘’ ")
    return statement if 0 < len(statement) <= STATEMENT_MAXIMUM else None
