"""Encodings of OpenAI's models: which model has which, by tiktoken's table, and functions that count with them.

``toktok`` counts: the same counts as tiktoken's, three times as fast on Chinese, with its vocabularies inside. The first texts,
and all where it is missing, are counted by :mod:`underdraft.text.small_counts`. Nothing is read from the network.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import importlib.util
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from underdraft.text.small_counts import PackedEncoding, few_first, pack
from underdraft.text.user_cache import user_cached

OFFLINE_MODEL = "offline"
"""The model that answers without a network; it is counted as today's OpenAI models are."""

_OFFLINE_ENCODING = "o200k_base"

# Ways that lead to OpenAI's models, as litellm writes them before the model: "azure/gpt-4o",
# "openrouter/openai/gpt-4.1". Elsewhere ("ollama/gpt-4-alpaca") a like name may be another tokenizer.
_MAKERS = frozenset(
    {"openai", "text-completion-openai", "azure", "azure_ai", "azure_text", "github", "github_copilot"}
)

ADDITIVE = frozenset({"cl100k_base", "o200k_base", "o200k_harmony"})
"""Encodings in which the counts of :func:`cut_for_counting`'s pieces add up to the text's."""

_LINE_END = re.compile(r"\n(?=[^\s/])")
_LONG_LINE = 128
_STOPS = "。！？…，；：、”」』）\n"


def cut_for_counting(text: str) -> Sequence[str]:
    """Cut a text in lines, and the last signs off long ones, so that what stands in several texts is a piece of each.

    At these places the patterns of :data:`ADDITIVE` encodings always begin another word: a line end is the end of a word
    if neither white space nor a slash follows, and no word has an ideograph and, behind it, a stop or a line end.
    """
    pieces: list[str] = []
    begin = 0
    for end in (*(found.end() for found in _LINE_END.finditer(text)), len(text)):
        line = text[begin:end]
        head = line.rstrip(_STOPS) if len(line) > _LONG_LINE else line
        if len(head) < len(line) and "\u4e00" <= head[-1:] <= "\u9fff":
            pieces += (head, line[len(head) :])
        else:
            pieces.append(line)
        begin = end
    return pieces


def encoding_of(model: str) -> str | None:
    """Return the name of a model's encoding, or ``None`` where the tokenizer is not public."""
    *route, name = model.lower().split("/")
    if route and _MAKERS.isdisjoint(route):
        return None
    if name == OFFLINE_MODEL:
        return _OFFLINE_ENCODING
    name = name.removeprefix("ft:").split(":")[0]  # a fine-tuned model: "ft:<base>:<owner>::<id>"
    try:
        from tiktoken.model import encoding_name_for_model

        return encoding_name_for_model(name)
    except (ImportError, KeyError):
        return None


def load_measure(encoding: str) -> Callable[[str], int] | None:
    """Return a function that counts with an encoding; ``None`` where no vocabulary is at hand.

    The first texts are counted by the few entries that they need, where these are in the user's cache folder or can be
    put there; unpacking the whole vocabulary takes about 0.4 s.
    """
    packed: PackedEncoding | None = user_cached(encoding, _pack) if encoding in ADDITIVE else None
    whole: Callable[[str], int] | None = None
    try:
        import toktok

        whole = functools.partial(_count_by_toktok, toktok.truncate, encoding)
        if not packed:
            whole("")
    except (ImportError, KeyError):  # no wheel for the platform, or an encoding of models that are gone
        whole = None
    if not (packed or whole) and encoding in ADDITIVE:
        packed = _pack(encoding)  # counts do not depend on whether a folder can be written
    return few_first(packed, whole) if packed else whole


def _count_by_toktok(truncate: Callable[[str, int, str], tuple[str, int]], encoding: str, text: str) -> int:
    try:
        return truncate(text, sys.maxsize, encoding)[1]  # counting a batch takes 18 us a call, this 0.5
    except UnicodeEncodeError:  # a lone surrogate is counted as U+FFFD, as tiktoken does
        whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return truncate(whole, sys.maxsize, encoding)[1]


def _pack(encoding: str) -> PackedEncoding | None:
    """Read an encoding by tiktoken's definition; ``None`` without its vocabulary."""
    spec = importlib.util.find_spec("tiktoken_ext.openai_public")
    if spec is None or spec.loader is None:
        return None
    public: Any = importlib.util.module_from_spec(spec)  # a copy, whose loaders never ask the network
    spec.loader.exec_module(public)
    public.load_tiktoken_bpe = public.data_gym_to_mergeable_bpe_ranks = _read_ranks
    try:
        definition = public.ENCODING_CONSTRUCTORS[encoding]()
    except (KeyError, FileNotFoundError):
        return None
    return pack(definition["pat_str"], definition["mergeable_ranks"])


def _read_ranks(address: str = "", expected_hash: str = "", **_: str) -> dict[bytes, int]:
    """Read a vocabulary of litellm's distribution; a file has tiktoken's own name for the address, and a hash that it knows."""
    name = hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest()
    spec = importlib.util.find_spec("litellm")
    for package in (spec and spec.submodule_search_locations) or ():
        path = Path(package) / "litellm_core_utils/tokenizers" / name
        if path.is_file() and hashlib.sha256(text := path.read_bytes()).hexdigest() == expected_hash:
            pairs = (line.split() for line in text.splitlines())
            return {base64.b64decode(token): int(rank) for token, rank in pairs}
    raise FileNotFoundError(address)
