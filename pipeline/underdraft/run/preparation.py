"""Loads what models need before their first call, in the background and charged to no run."""

from __future__ import annotations

from functools import partial

from underdraft.boundary.plugin_calls import call_apart, guarded, name_of
from underdraft.boundary.private_logging import logger_of
from underdraft.boundary.threads import in_worker
from underdraft.types.model_call import Model, Preparable

log = logger_of("underdraft")


def begin_to_prepare(model: Model) -> None:
    """Let a model load in a daemon thread what it has to load."""
    if isinstance(model, Preparable):
        in_worker(partial(_prepare, model))


async def prepared(model: Model) -> Model:
    """The model, once it has loaded what it has to; one that cannot is left to say so when it is asked."""
    if isinstance(model, Preparable):
        await call_apart(_prepare, model, known_by=type(model))
    return model


def _prepare(model: Preparable) -> None:
    try:
        guarded(model.prepare)
    except Exception as error:  # noqa: BLE001 - a stranger's code; the call itself will fail and tell
        log.warning("a model could not be prepared (%s)", name_of(error))
