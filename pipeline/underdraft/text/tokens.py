"""Counts tokens with the target model's own tokenizer where it is to be had offline, else estimates.

The vocabularies come from a folder on disk and never from the network: the one that the user named for
tiktoken, or the one inside litellm's distribution, which is found without importing litellm. A counter's
name says how it counts, so that an estimate is never passed off as a count.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs

from underdraft.text.token_rates import TokenRates, rates_for

if TYPE_CHECKING:
    import tiktoken


ESTIMATE = "estimate"
"""The name of the counter that estimates."""

OFFLINE_MODEL = "offline"
"""The model that answers without a network; it is counted as today's OpenAI models are."""

_OFFLINE_ENCODING = "o200k_base"

# Ways that lead to OpenAI's models, as litellm writes them before the model: "azure/gpt-4o",
# "openrouter/openai/gpt-4.1". Elsewhere ("ollama/gpt-4-alpaca") a like name may be another tokenizer.
_MAKERS = frozenset(
    {"openai", "text-completion-openai", "azure", "azure_ai", "azure_text", "github", "github_copilot"}
)

# SHA-256 of each vocabulary file, as tiktoken's own source expects it. tiktoken deletes a file with another
# hash and asks the network for a new one, so it is called only when the file is known to be good.
_VOCABULARIES = {
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "p50k_base": "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
    "r50k_base": "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
}
_SHARED_VOCABULARIES = {"o200k_harmony": "o200k_base", "p50k_edit": "p50k_base"}
_VOCABULARY_URL = "https://openaipublic.blob.core.windows.net/encodings/{}.tiktoken"
_CACHE_DIR = "TIKTOKEN_CACHE_DIR"
_CACHE_DIRS = (_CACHE_DIR, "DATA_GYM_CACHE_DIR")  # tiktoken's order

_REMEMBERED = 4096
_LONG = 128
"""Code points above which a text is remembered by its digest, so that the cache does not hold manuscripts."""

_PIECE = 16_384
"""Code points given to tiktoken at once: it overflows its stack on a million spaces and is
super-linear in the length of an unbroken run."""

# tiktoken's patterns never join a letter with a space, a newline or a comma after it: a text that is cut
# there has the same tokens as the whole.
_SEAM = re.compile(r"[A-Za-z\u4e00-\u9fff](?=[ \r\n，。、；：？！])")

_CJK_RANGES = (
    (0x1100, 0x11FF), (0xA960, 0xA97F), (0xAC00, 0xD7FF),  # Hangul: jamo, extended jamo, syllables
    (0x2E80, 0x2FFF),  # radicals, description characters
    (0x3000, 0x4DBF),  # punctuation, kana, bopomofo, compatibility, extension A, hexagrams
    (0x4E00, 0x9FFF), (0xF900, 0xFAFF),  # unified and compatibility ideographs
    (0xFE30, 0xFE4F), (0xFF00, 0xFFEF),  # vertical, full-width and half-width forms
    (0x1AFF0, 0x1B16F),  # kana extensions
    (0x20000, 0x3FFFF),  # ideographs: extensions B and later
)  # fmt: skip
_CJK = re.compile("[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in _CJK_RANGES) + "]+")

_loading = threading.Lock()

if hasattr(os, "register_at_fork"):  # its holder is not in the child
    os.register_at_fork(after_in_child=_loading._at_fork_reinit)  # type: ignore[attr-defined]  # noqa: SLF001


@attrs.define(kw_only=True, eq=False)
class TokenCounter:
    """Counts the tokens of texts and remembers the counts of the last 4,096; safe to share between threads."""

    name: Annotated[str, '`"tiktoken:<encoding>"`, or `ESTIMATE`.'] = attrs.field(
        on_setattr=attrs.setters.frozen
    )
    measure: Annotated[Callable[[str], int], "Counts anew each time."] = attrs.field(
        repr=False, on_setattr=attrs.setters.frozen
    )
    _counts: OrderedDict[str | bytes, int] = attrs.field(factory=OrderedDict, init=False, repr=False)

    def count(self, text: str) -> int:
        """How many tokens ``text`` is; text that looks like a special token counts as ordinary text."""
        key = text if len(text) <= _LONG else hashlib.blake2b(_encoded(text), digest_size=16).digest()
        tokens = self._counts.pop(key, None)
        if tokens is None:
            tokens = self.measure(text)
        self._counts[key] = tokens  # as the newest; each of these calls is whole under the interpreter's lock
        while len(self._counts) > _REMEMBERED:
            self._counts.popitem(last=False)
        return tokens


def estimate(text: str) -> int:
    """1.5 tokens a CJK character and 0.25 a byte of the remaining UTF-8, rounded up.

    CJK are ideographs with all extensions and the compatibility forms, radicals, kana, bopomofo, hangul,
    CJK punctuation and full-width and half-width forms. Quotes and dashes that Chinese shares with other
    scripts (``“”‘’……——``) are not: they count by their three bytes. A lone surrogate counts as three bytes.
    """
    remaining = _CJK.sub("", text)
    quarters = 6 * (len(text) - len(remaining)) + len(_encoded(remaining))
    return -(-quarters // 4)


def counter_for(model: str) -> TokenCounter:
    """The counter for a model, named as litellm names it (``"gpt-4o"``, ``"azure/gpt-4o"``).

    The first call for an encoding reads its vocabulary (about 0.3 s; see ``warm``), later ones share the
    counter. A model whose tokenizer is not known, or whose vocabulary cannot be read, is estimated, by the rates
    of its family where there are some; a vocabulary is looked for again at each call.
    """
    encoding = _encoding_name(model)
    return (_shared_counter(encoding) if encoding else None) or _estimator(model)


def warm(*models: str) -> threading.Thread:
    """Load vocabularies in a daemon thread, which is returned started; by default OpenAI's latest two."""
    wanted = models or (OFFLINE_MODEL, "gpt-4")
    thread = threading.Thread(
        target=lambda: [counter_for(model) for model in wanted],
        name="underdraft-warm-tokens",
        daemon=True,
    )
    thread.start()
    return thread


def _estimator(model: str) -> TokenCounter:
    rates = rates_for(model)
    measure = _measure_by(rates) if rates else None
    family = rates.family if rates and measure else None
    with _loading:
        if family not in _estimators:
            _estimators[family] = TokenCounter(name=ESTIMATE, measure=measure or estimate)
        return _estimators[family]


def _measure_by(rates: TokenRates) -> Callable[[str], int] | None:
    """Estimates by a family's rates, or ``None`` while its vocabulary cannot be read; that for Chinese is read when needed."""
    nearest = _shared_counter(rates.vocabulary)
    if nearest is None:
        return None

    @functools.cache
    def for_chinese() -> TokenCounter:
        return _shared_counter(rates.chinese_vocabulary) or nearest

    return functools.partial(
        rates.estimate, count=nearest.measure, count_chinese=lambda text: for_chinese().measure(text)
    )


_estimators: dict[str | None, TokenCounter] = {}
_counters: dict[str, TokenCounter] = {}


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _encoding_name(model: str) -> str | None:
    """The name of a model's encoding, by tiktoken's own table."""
    if model == OFFLINE_MODEL:
        return _OFFLINE_ENCODING
    *route, name = model.lower().split("/")
    if route and _MAKERS.isdisjoint(route):
        return None
    name = name.removeprefix("ft:").split(":")[0]  # a fine-tuned model: "ft:<base>:<owner>::<id>"
    try:
        from tiktoken.model import encoding_name_for_model

        return encoding_name_for_model(name)
    except (ImportError, KeyError):
        return None


def _shared_counter(encoding: str) -> TokenCounter | None:
    """The shared counter of an encoding, or ``None`` while its vocabulary cannot be read."""
    if encoding in _counters:
        return _counters[encoding]
    with _loading:
        if encoding not in _counters:
            loaded = _load(encoding)
            if loaded is None:
                return None
            measure = functools.partial(_tokens, loaded)
            _counters[encoding] = TokenCounter(name=f"tiktoken:{encoding}", measure=measure)
        return _counters[encoding]


def _load(encoding: str) -> tiktoken.Encoding | None:
    vocabulary = _SHARED_VOCABULARIES.get(encoding, encoding)
    chosen = next((name for name in _CACHE_DIRS if name in os.environ), None)
    folder = os.environ[chosen] if chosen else _bundled()
    if not folder or not _good(Path(folder), vocabulary):
        return None
    if not chosen:
        os.environ[_CACHE_DIR] = folder
    try:
        import tiktoken

        return tiktoken.get_encoding(encoding)
    except (ImportError, OSError, ValueError):
        return None
    finally:
        # litellm sets the variable to the same folder for itself: take back only what is ours alone
        if not chosen and "litellm" not in sys.modules:
            os.environ.pop(_CACHE_DIR, None)


def _bundled() -> str | None:
    """The folder of vocabularies inside litellm's distribution; finding it does not import litellm."""
    try:
        spec = find_spec("litellm")
    except ValueError:  # a stand-in without a spec was put into sys.modules
        return None
    folders = spec.submodule_search_locations if spec else None
    return str(Path(folders[0], "litellm_core_utils", "tokenizers")) if folders else None


def _good(folder: Path, vocabulary: str) -> bool:
    """Whether the folder holds the vocabulary, whole, under the name that tiktoken gives it."""
    digest = _VOCABULARIES.get(vocabulary)
    if digest is None:
        return False
    name = hashlib.sha1(_VOCABULARY_URL.format(vocabulary).encode(), usedforsecurity=False).hexdigest()
    try:
        return hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    except OSError:
        return False


def _tokens(encoding: tiktoken.Encoding, text: str) -> int:
    return sum(len(encoding.encode_ordinary(piece)) for piece in _pieces(text))


def _pieces(text: str) -> Iterator[str]:
    """Cut a long text at seams; where there is none, anywhere: that adds a token or two a piece."""
    start = 0
    while len(text) - start > _PIECE:
        seam = _SEAM.search(text, start + _PIECE // 2, start + _PIECE)
        stop = seam.end() if seam else start + _PIECE
        yield text[start:stop]
        start = stop
    yield text[start:]
