"""Payloads that several channels of the memory share."""

from __future__ import annotations

from typing import Any

import attrs


@attrs.frozen(kw_only=True)
class UpdatePayload:
    """A patch for one thing, and the version that the caller has seen."""

    id: str
    patch: Any
    expected_version: int | None = None


@attrs.frozen(kw_only=True)
class IdPayload:
    """Names one thing, and the version that the caller has seen."""

    id: str
    expected_version: int | None = None
