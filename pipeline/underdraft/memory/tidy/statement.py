"""What is compared: a memory or a fact as it stands in the store."""

from __future__ import annotations

from typing import Annotated

import attrs


@attrs.frozen(kw_only=True)
class Remembered:
    """A memory or a fact that is in use."""

    ref: Annotated[str, "`memory:<id>` or `atomic:<id>`."]
    content: Annotated[str, "What is remembered."]
    content_hash: Annotated[str, "SHA-256 of `content`."]
    project_id: Annotated[str | None, "Its project, or null for all."]
    document_id: Annotated[str | None, "Its document, or null for all."] = None
    origin: Annotated[str, "`manual`, `learned` or `extracted`."]
    user_confirmed: Annotated[bool, "The writer wrote or confirmed it."]
    updated_at: Annotated[str, "When its content was last changed."]
    version: Annotated[int, "Its version."]


Pair = tuple[Remembered, Remembered]
