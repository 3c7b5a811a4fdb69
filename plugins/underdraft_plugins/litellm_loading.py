"""Imports litellm: once, late, and as quietly and quickly as it can be had."""

from __future__ import annotations

import gc
import os
import threading
import warnings
from typing import Any

_lock = threading.Lock()


def load_litellm() -> Any:
    """The library, set up; takes seconds the first time, and nothing after that. Blocks."""
    with _lock:
        os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
        # A quarter of the import would be spent on looking for garbage among classes that stay.
        collecting = gc.isenabled()
        gc.disable()
        try:
            import litellm
        finally:
            if collecting:
                gc.enable()
        # pydantic says this of litellm's own types at the first call, on the user's terminal.
        warnings.filterwarnings("ignore", message="Items? .* on TypedDict class", category=UserWarning)
        litellm.suppress_debug_info = True
        litellm.telemetry = False  # pyright: ignore[reportAttributeAccessIssue]  # gone in newer versions
        return litellm
