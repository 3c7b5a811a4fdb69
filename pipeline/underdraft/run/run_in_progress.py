"""A run while it is under way: what is known of it when it ends too early."""

from __future__ import annotations

import time
from asyncio import CancelledError

import attrs

from underdraft.errors import Canceled, Timeout, UnderdraftError
from underdraft.run.pipeline import record
from underdraft.run.prepare import RunSettings
from underdraft.types.model_call import ModelInput, Reply, TextDelta
from underdraft.types.run import Preview, RunFailure, RunRecord, Status
from underdraft.types.run_inputs import RunInputs


@attrs.define(kw_only=True)
class Attempt:
    """One run that is not finished yet; ``preview`` is its prompt, once that is assembled."""

    inputs: RunInputs
    settings: RunSettings
    given: ModelInput = attrs.field(factory=ModelInput)
    preview: Preview | None = None
    warnings: list[str] = attrs.field(factory=list)
    _written: dict[int, list[str]] = attrs.field(factory=dict, init=False)
    _asked: float = attrs.field(default=0.0, init=False)

    def ask(self) -> None:
        """The model is asked from now on."""
        self._asked = time.perf_counter()

    def add_text(self, delta: TextDelta) -> None:
        """Remember a piece of the reply."""
        self._written.setdefault(delta.index, []).append(delta.text)

    def broken_off(self, error: BaseException) -> RunRecord | None:
        """The record of an attempt that failed, with what was written until then; ``None`` without a prompt."""
        if self.preview is None:
            return None
        most = max(self._written, default=0)
        texts = tuple("".join(self._written.get(index, ())) for index in range(most + 1))
        return self.recorded(Reply(texts=texts), error=failure_of(error), status=status_of(error))

    def recorded(
        self, reply: Reply, *, error: RunFailure | None = None, status: Status = "done"
    ) -> RunRecord:
        """The record of an attempt that was answered, or failed."""
        if self.preview is None:
            raise RuntimeError("the attempt has no prompt")
        model_ms = (time.perf_counter() - self._asked) * 1000 if self._asked else 0.0
        return record(
            self.preview,
            reply,
            self.inputs,
            model_ms=model_ms,
            warnings=self.warnings,
            status=status,
            error=error,
        )


def status_of(error: BaseException) -> Status:
    """Return how a run ended that this error stopped."""
    if isinstance(error, CancelledError | Canceled):
        return "canceled"
    return "timed_out" if isinstance(error, Timeout) else "failed"


def failure_of(error: BaseException) -> RunFailure:
    """The error as it may be kept: an unexpected one without its text."""
    if isinstance(error, CancelledError):
        error = Canceled("the run was canceled")
    if isinstance(error, UnderdraftError):
        return RunFailure(code=error.code, message=error.message)
    return RunFailure(code=UnderdraftError.code, message=f"an unexpected fault ({type(error).__name__})")
