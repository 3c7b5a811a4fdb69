"""Every other model, through litellm: the last resort of ``underdraft_model``.

A model is named as litellm names it: ``gpt-4.1``, ``anthropic/claude-sonnet-4-5``, ``ollama_chat/qwen3``,
``hosted_vllm/...``. Keys and addresses come from the environment variables that litellm reads
(``OPENAI_API_KEY``, ``ANTHROPIC_API_KEY``, ``OLLAMA_API_BASE`` ...); ``ModelCall.options`` may set the
keys in :data:`underdraft_plugins.models.litellm_request.OPTIONS` and never a key or password, since it comes from a file that is shared.

litellm takes seconds to import, so it is imported when a workspace with such a model is opened, or at the
first call, in a thread. It is kept from fetching its price list from the network (unless
``LITELLM_LOCAL_MODEL_COST_MAP`` is set already) and not to print advice to standard output. Nothing is
retried here: a plugin may wrap the call to do so.
"""

from __future__ import annotations

from underdraft import Model, hookimpl
from underdraft.types.model_call import STAND_IN


@hookimpl(trylast=True)
def underdraft_model(name: str) -> Model | None:
    """Answer to every name but ``offline``."""
    if name == STAND_IN:
        return None
    from underdraft_plugins.models.litellm_calls import LitellmModel  # late: many commands ask no model

    return LitellmModel()
