"""Token counts: exact where the tokenizer is at hand offline, an honest estimate elsewhere."""

from __future__ import annotations

import math
import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.text import tokens
from underdraft.text.encodings import OFFLINE_MODEL
from underdraft.text.tokens import (
    ESTIMATE,
    TokenCounter,
    counter_for,
    estimate,
)

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
        ("azure/gpt-4o", EXACT),
        ("gpt-4", "tiktoken:cl100k_base"),
        ("text-davinci-003", ESTIMATE),
        ("claude-sonnet-4-5", ESTIMATE),
        ("ollama/gpt-4-alpaca", ESTIMATE),
        ("gpt2", ESTIMATE),
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
    assert counter.count("灯笼在风里晃。") == counter.count("灯笼在风里晃。") == 9


def test_counters_are_shared() -> None:
    """Two models of one encoding share a counter and thereby its cache."""
    assert counter_for("gpt-4o") is counter_for("openai/gpt-4.1") is counter_for(OFFLINE_MODEL)


def test_a_text_is_measured_once() -> None:
    """A text that was counted before is not measured again, be it short or long."""
    measured: list[str] = []
    counter = TokenCounter(name="test", measure=lambda text: measured.append(text) or len(text))  # type: ignore[func-returns-value]
    for text in ("短", "长" * 5000, "短", "长" * 5000):
        assert counter.count(text) == len(text)
    assert measured == ["短", "长" * 5000]


def test_the_cache_is_bounded_and_holds_no_long_text() -> None:
    """Old counts make room for new ones, and texts are remembered by hash and length only."""
    counter = TokenCounter(name="test", measure=len)
    for n in range(9000):
        counter.count(str(n) * 60)
    assert len(counter._counts) == 8192
    assert {type(part) for key in counter._counts for part in key} == {int}


def test_special_tokens_are_ordinary_text() -> None:
    """A manuscript may speak of special tokens; they are counted letter by letter."""
    assert counter_for(OFFLINE_MODEL).count("<|endoftext|>") > 1


def test_lone_surrogates_are_counted() -> None:
    """Text that is not valid Unicode is counted and not refused."""
    assert counter_for(OFFLINE_MODEL).count("a\ud800b" * 100) > 0
    assert estimate("\ud800") == 1
    assert counter_for("mistral").count("a\ud800b" * 100) == 125


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


def test_import_is_light() -> None:
    """Importing the module imports no tokenizer; counting never imports litellm."""
    code = (
        "import sys, underdraft.text.tokens as tokens\n"
        "assert not {'tiktoken', 'toktok', 'litellm'} & set(sys.modules)\n"
        "tokens.counter_for('claude').count('x'); tokens.counter_for('gpt-4o').count('x')\n"
        "assert 'litellm' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


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


def _is_cjk(char: str) -> bool:
    return any(low <= ord(char) <= high for low, high in CJK_RANGES)
