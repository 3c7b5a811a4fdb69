"""Token counts: exact where the tokenizer is at hand offline, an honest estimate elsewhere."""

from __future__ import annotations

import math
import subprocess
import sys
import threading
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.text import tokens
from underdraft.text.tokens import (
    ESTIMATE,
    OFFLINE_MODEL,
    TokenCounter,
    counter_for,
    estimate,
    warm,
)

if TYPE_CHECKING:
    import tiktoken

EXACT = "tiktoken:o200k_base"

CJK_RANGES = (
    (0x1100, 0x11FF),
    (0x2E80, 0x9FFF),
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE4F),
    (0xFF00, 0xFFEF),
    (0x1AFF0, 0x1B16F),
    (0x20000, 0x3FFFF),
)

texts = st.text(st.characters() | st.sampled_from("他，。“a \n\ud800🇨"), max_size=200)


@pytest.fixture
def unloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """No counter was asked for yet."""
    monkeypatch.setattr(tokens, "_counters", {})


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("offline", EXACT),
        ("gpt-4o", EXACT),
        ("GPT-4o-mini", EXACT),
        ("openai/gpt-4.1", EXACT),
        ("azure/gpt-4o", EXACT),
        ("azure/eu/gpt-4o-2024-08-06", EXACT),
        ("openrouter/openai/gpt-4o", EXACT),
        ("gpt-5.1-mini", EXACT),
        ("o3", EXACT),
        ("ft:gpt-4.1-mini-2025-04-14:acme::abc", EXACT),
        ("gpt-3.5-turbo", "tiktoken:cl100k_base"),
        ("gpt-4", "tiktoken:cl100k_base"),
        ("claude-sonnet-4-5", ESTIMATE),
        ("anthropic/claude-3-haiku", ESTIMATE),
        ("gemini/gemini-2.5-pro", ESTIMATE),
        ("ollama/llama3", ESTIMATE),
        ("ollama/gpt-4-alpaca", ESTIMATE),
        ("openai/qwen2.5-7b", ESTIMATE),
        ("azure/our-deployment", ESTIMATE),
        ("gpt2", ESTIMATE),
        ("davinci", ESTIMATE),
        ("", ESTIMATE),
    ],
)
def test_counter_says_how_it_counts(model: str, name: str) -> None:
    """A model is counted by its own encoding where that is known offline, else estimated, and the name says so."""
    assert counter_for(model).name == name


def test_counts_are_the_tokenizers() -> None:
    """The offline model is counted as the o200k encoding counts."""
    counter = counter_for(OFFLINE_MODEL)
    assert counter.count("") == 0
    assert counter.count("hello world") == 2
    assert counter.count("灯笼在风里晃。") == len(_encoding().encode_ordinary("灯笼在风里晃。"))


def test_counters_are_shared() -> None:
    """Two models of one encoding share a counter and thereby its cache."""
    assert counter_for("gpt-4o") is counter_for("openai/gpt-4.1") is counter_for(OFFLINE_MODEL)


@given(texts, st.sampled_from(["gpt-4o", "gpt-4"]))
def test_the_cache_answers_alike(text: str, model: str) -> None:
    """The first and the remembered count of a text are those of tiktoken, whatever it holds."""
    counter = counter_for(model)
    expected = len(_encoding(counter.name.removeprefix("tiktoken:")).encode_ordinary(text))
    assert counter.count(text) == counter.count(text) == expected


def test_the_table_is_tiktokens() -> None:
    """Every model that tiktoken knows has the same encoding here; models of before 2022 are estimated."""
    from tiktoken.model import MODEL_PREFIX_TO_ENCODING, MODEL_TO_ENCODING

    known = {"o200k_base", "o200k_harmony", "cl100k_base"}
    for name, encoding in [*MODEL_TO_ENCODING.items(), *MODEL_PREFIX_TO_ENCODING.items()]:
        model = name + "x" if name.endswith("-") else name
        assert counter_for(model).name == (f"tiktoken:{encoding}" if encoding in known else ESTIMATE), model


def test_a_text_is_measured_once() -> None:
    """A text that was counted before is not measured again, be it short or long."""
    measured: list[str] = []
    counter = TokenCounter(name="test", measure=lambda text: measured.append(text) or len(text))  # type: ignore[func-returns-value]
    for text in ("短", "长" * 5000, "短", "长" * 5000):
        assert counter.count(text) == len(text)
    assert measured == ["短", "长" * 5000]


def test_the_cache_is_bounded_and_holds_no_long_text() -> None:
    """Old counts make room for new ones, and long texts are remembered by digest only."""
    counter = TokenCounter(name="test", measure=len)
    for n in range(5000):
        counter.count(str(n) * 60)
    assert len(counter._counts) == 4096
    assert max(len(key) for key in counter._counts) <= 128


def test_special_tokens_are_ordinary_text() -> None:
    """A manuscript may speak of special tokens; they are counted letter by letter."""
    assert counter_for(OFFLINE_MODEL).count("<|endoftext|>") > 1


def test_lone_surrogates_are_counted() -> None:
    """Text that is not valid Unicode is counted and not refused."""
    assert counter_for(OFFLINE_MODEL).count("a\ud800b" * 100) > 0
    assert estimate("\ud800") == 1
    assert counter_for("mistral").count("a\ud800b" * 100) == 125


@pytest.mark.parametrize("unit", ["a", " ", "\n", "\u3000", "字", "!", "\u0301", "Aa", "“a. B "])
def test_a_million_code_points(unit: str) -> None:
    """A very long run of anything is counted without a fault."""
    assert 1_000 < counter_for(OFFLINE_MODEL).count(unit * (1_000_000 // len(unit))) <= 2_000_000


@given(texts, texts)
def test_the_estimate_is_exact(text: str, other: str) -> None:
    """The estimate is the rounded-up sum of 1.5 a CJK character and 0.25 a remaining byte."""
    cjk = [char for char in text if _is_cjk(char)]
    remaining = "".join(char for char in text if not _is_cjk(char))
    exact = 1.5 * len(cjk) + 0.25 * len(remaining.encode("utf-8", "surrogatepass"))
    assert estimate(text) == math.ceil(exact)
    assert max(estimate(text), estimate(other)) <= estimate(text + other) <= estimate(text) + estimate(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("字", 2),
        ("字字", 3),
        ("abcd", 1),
        ("abcde", 2),
        ("字a", 2),
        ("，。", 3),
        ("“”", 2),
        ("あア한𠀀Ａ", 8),
        ("é", 1),
    ],
)
def test_estimates(text: str, expected: int) -> None:
    """Ideographs, kana, hangul, CJK punctuation and full-width forms count 1.5; shared quotes by their bytes."""
    assert estimate(text) == expected


@pytest.mark.usefixtures("unloaded")
def test_without_the_tokenizer_it_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A platform without the library's wheel estimates."""
    monkeypatch.setitem(sys.modules, "toktok", None)
    assert counter_for("gpt-4o").name == ESTIMATE


def test_import_is_light() -> None:
    """Importing the module imports no tokenizer; counting never imports litellm."""
    code = (
        "import sys, underdraft.text.tokens as tokens\n"
        "assert not {'toktok', 'litellm'} & set(sys.modules)\n"
        "tokens.counter_for('claude').count('x'); tokens.counter_for('gpt-4o').count('x')\n"
        "assert 'litellm' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.usefixtures("unloaded")
def test_warming_loads_in_the_background() -> None:
    """Warming returns at once with a daemon thread, after which the counters are there."""
    thread = warm()
    assert thread.daemon
    thread.join(30)
    assert {"o200k_base", "cl100k_base"} <= set(tokens._counters)
    warm("claude").join(30)


@pytest.mark.usefixtures("unloaded")
def test_threads_agree() -> None:
    """Counting from many threads at once loads one counter and gives one answer."""
    counts: list[tuple[TokenCounter, int]] = []
    text = "他没有回答，雨还在下。" * 50

    def count() -> None:
        counter = counter_for("gpt-4o")
        counts.extend((counter, counter.count(text + str(n % 7))) for n in range(50))

    threads = [threading.Thread(target=count) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(counts) == 400
    assert len({id(counter) for counter, _ in counts}) == 1
    assert len({tokens for _, tokens in counts}) == 1


@cache
def _encoding(name: str = "o200k_base") -> tiktoken.Encoding:
    """The encoding by tiktoken, with the vocabularies in litellm's distribution."""
    import tiktoken

    spec = find_spec("litellm")
    assert spec is not None
    assert spec.submodule_search_locations
    folder = f"{spec.submodule_search_locations[0]}/litellm_core_utils/tokenizers"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIKTOKEN_CACHE_DIR", folder)
        return tiktoken.get_encoding(name)


def _is_cjk(char: str) -> bool:
    return any(low <= ord(char) <= high for low, high in CJK_RANGES)
