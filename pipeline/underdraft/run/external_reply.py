"""The record of a run whose model the application asked by itself: its prompt was a preview."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from underdraft.errors import InvalidArgument
from underdraft.run.check_request import MAX_CANDIDATES
from underdraft.run.pipeline import record
from underdraft.types.checks import check_length, check_name, check_storable, check_whole, refuse
from underdraft.types.model_call import OWN_CALL, STAND_IN, Reply, Usage
from underdraft.types.request import MAX_ID
from underdraft.types.run import Assembly, Preview, RunRecord

MAX_TEXT = 1_000_000
"""Longest candidate in code points: more than any model writes at once."""


def assembly_of(preview: Preview) -> Assembly:
    """Return the sources of a preview."""
    if preview.assembly is None:
        raise InvalidArgument("preview: expected what preview() gave, not the preview of a run")
    return preview.assembly


def record_of_call(
    preview: Preview,
    texts: str | Sequence[str],
    *,
    usage: Usage | None = None,
    model: str | None = None,
    finish_reason: str | None = None,
    model_ms: float = 0.0,
) -> RunRecord:
    """The record of a preview that was answered elsewhere; see :meth:`underdraft.Workspace.record`."""
    assembly = assembly_of(preview)
    candidates = (texts,) if isinstance(texts, str) else tuple(texts)
    if not 1 <= len(candidates) <= MAX_CANDIDATES:
        refuse("texts", f"1 to {MAX_CANDIDATES} texts")
    for text in candidates:
        check_storable("texts", text)
        check_length("texts", text, MAX_TEXT, unit="code points")
    usage = usage or Usage()
    for name, tokens in attrs.asdict(usage).items():
        check_whole(f"usage.{name}", tokens, 0)
    for name, word in (("model", model), ("finishReason", finish_reason)):
        if word is not None:
            check_name(name, word, MAX_ID)
    if model is None:
        # What the application gives was not written by the stand-in, whatever is configured.
        model = OWN_CALL if preview.model == STAND_IN else preview.model
    made = record(
        attrs.evolve(preview, model=model, assembly=None),
        Reply(texts=candidates, usage=usage, finish_reason=finish_reason or ""),
        assembly.inputs,
        model_ms=model_ms,
    )
    return made if finish_reason else attrs.evolve(made, finish_reason=None)
