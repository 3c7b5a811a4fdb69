"""For the LiteLLM proxy: layers, recall and learning for its clients by one line in the config.

``litellm_settings: {callbacks: underdraft_litellm_proxy.callback}``; see docs/litellm-proxy.md.
"""

from underdraft_litellm_proxy.hooks import callback

__all__ = ["callback"]
