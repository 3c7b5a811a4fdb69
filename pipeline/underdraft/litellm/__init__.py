"""For the LiteLLM proxy: layers, recall and learning for its clients by one line in the config.

``litellm_settings: {callbacks: underdraft.litellm.callback}``; see docs/litellm-proxy.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from underdraft.litellm.hooks import callback as callback

__all__ = ["callback"]


def __getattr__(name: str) -> object:
    """The callback, made when the proxy asks for it: litellm takes seconds to import."""
    if name != "callback":
        raise AttributeError(f"module 'underdraft.litellm' has no attribute {name!r}")
    from underdraft.litellm.hooks import callback

    return callback
