"""Every error that Underdraft raises, each with one stable code.

The tree::

    UnderdraftError                INTERNAL
    ├── InvalidArgument            INVALID_ARGUMENT
    ├── NotFound                   NOT_FOUND
    ├── Conflict                   CONFLICT
    ├── Unauthorized               UNAUTHORIZED
    ├── StoreError                 DB_ERROR
    ├── Timeout                    TIMEOUT
    ├── Canceled                   CANCELED
    ├── ModelError                 MODEL_ERROR
    │   └── BudgetSpent            MODEL_BUDGET_SPENT
    ├── ContextOverflow            CONTEXT_OVERFLOW
    ├── LayerFailed                CONTEXT_LAYER_FAILED
    ├── EpisodeWriteFailed         MEMORY_EPISODE_WRITE_FAILED
    └── CapacityExceeded           MEMORY_CAPACITY_EXCEEDED

Messages are written for the user of the software: they locate the fault and never hold a secret, an
absolute path, SQL or a value that was handed in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping


# Codes that begin a warning. A warning is one string: "CODE: what, where" (or the code alone).
CAPACITY_WARNING = "CONTEXT_CAPACITY_WARNING"
CAPACITY_FORCE_TRIM = "CONTEXT_CAPACITY_FORCE_TRIM"
RULES_OVERBUDGET = "CONTEXT_RULES_OVERBUDGET"
FILE_REFUSED = "FILE_REFUSED"
SECRET_REDACTED = "SECRET_REDACTED"  # noqa: S105 - a code
FETCHER_FAILED = "FETCHER_FAILED"
FETCHER_TIMEOUT = "FETCHER_TIMEOUT"
HOOK_FAILED = "HOOK_FAILED"
CONTEXT_CUT = "CONTEXT_CUT"
PREFIX_VOLATILE = "PREFIX_VOLATILE"
PROJECT_ID_SHARED = "PROJECT_ID_SHARED"
PROJECT_MOVED = "PROJECT_MOVED"
PROJECT_UNTRUSTED = "PROJECT_UNTRUSTED"
REPLY_EMPTY = "REPLY_EMPTY"
REPLY_TRUNCATED = "REPLY_TRUNCATED"
RUN_NOT_RECORDED = "RUN_NOT_RECORDED"
TOOL_ROUNDS_EXHAUSTED = "TOOL_ROUNDS_EXHAUSTED"
MEMORY_DEGRADED = "MEMORY_DEGRADED"
MODEL_NOT_ASKED = "MODEL_NOT_ASKED"
MEMORY_UNAVAILABLE = "MEMORY_UNAVAILABLE: 记忆数据未注入"
"""As it is in Chinese projects; what follows the code is in the project's language."""


def page_of(code: str) -> str:
    """Return where the docs explain the code of an error or a warning: a page with its anchor."""
    return f"docs/errors.md#{code.lower()}"


class UnderdraftError(Exception):
    """The base of all errors; alone it means a fault of Underdraft itself (``INTERNAL``).

    Attributes:
        code: The stable code; it never changes between versions.
        message: One sentence for a person.
        details: JSON values that help to locate the fault (a field's name, a limit), or ``None``.
    """

    code: ClassVar[str] = "INTERNAL"

    def __init_subclass__(cls, *, code: str | None = None, **rest: object) -> None:
        super().__init_subclass__(**rest)
        cls.code = code or cls.code

    def __init__(self, message: str, *, details: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.details = dict(details) if details else None


class InvalidArgument(UnderdraftError, code="INVALID_ARGUMENT"):
    """The caller's input is wrong; the message names the field and what is expected."""


class NotFound(UnderdraftError, code="NOT_FOUND"):
    """The named thing does not exist, or does not exist for this project."""


class Conflict(UnderdraftError, code="CONFLICT"):
    """The thing has changed since it was read, or is no longer in a state that allows this."""


class Unauthorized(UnderdraftError, code="UNAUTHORIZED"):
    """The caller has not shown that it may do this."""


class StoreError(UnderdraftError, code="DB_ERROR"):
    """The store could not be read or written; what was asked for has not been changed."""

    @property
    def reason(self) -> str:
        """The stable word for what is wrong, such as ``disk_full``: see docs/errors.md."""
        return str((self.details or {}).get("reason", "unknown"))


class Timeout(UnderdraftError, code="TIMEOUT"):
    """The work took longer than its limit and was stopped."""


class Canceled(UnderdraftError, code="CANCELED"):
    """The caller stopped the work; nothing of it is pending."""


class ModelError(UnderdraftError, code="MODEL_ERROR"):
    """The model or its provider failed."""


class BudgetSpent(ModelError, code="MODEL_BUDGET_SPENT"):
    """The day's budget for questions to a model is spent; tomorrow, or with a larger one, they are asked again."""


class ContextOverflow(UnderdraftError, code="CONTEXT_OVERFLOW"):
    """The prompt does not fit the model's window, whatever may be trimmed."""


class LayerFailed(UnderdraftError, code="CONTEXT_LAYER_FAILED"):
    """A layer that the run cannot do without could not be built."""


class EpisodeWriteFailed(UnderdraftError, code="MEMORY_EPISODE_WRITE_FAILED"):
    """An episode could not be written, also after its retries; it waits in the durable queue."""


class CapacityExceeded(UnderdraftError, code="MEMORY_CAPACITY_EXCEEDED"):
    """A memory budget is full of entries that may not be evicted."""
