"""Encodings: tiktoken says which model has which, and what counts in its place counts as it does."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import attrs
import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from e2e.lean_prefixes import prompts
from text.test_token_rates import FRESH, SCRIPTS
from underdraft.text import encodings, tokens
from underdraft.text.encodings import ADDITIVE, cut_for_counting, encoding_of, load_measure
from underdraft.text.tokens import counter_for

ROOT = Path(__file__).parents[2]
ENCODINGS = ("o200k_base", "cl100k_base", "o200k_harmony")
ODD = ["a", " ", "\n", "\u3000", "字", "!", "\u0301", "Aa", "“a. B ", "🏮", "\ud800", "a\udc00"]
"""Units of which long runs are made."""

texts = st.text(st.characters() | st.sampled_from("他，。“a \n\ud800🇨🏮"), max_size=200)


@pytest.fixture
def unloaded(monkeypatch):
    """No encoding was asked for yet, and the counters that are made stay in the test."""
    monkeypatch.setattr(tokens, "_counters", {})
    monkeypatch.setattr(tokens, "_estimators", {})


@cache
def reference(encoding):
    """The encoding as tiktoken loads it, from the vocabularies in litellm's distribution."""
    folder = Path(find_spec("litellm").origin).parent / "litellm_core_utils/tokenizers"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIKTOKEN_CACHE_DIR", str(folder))
        return tiktoken.get_encoding(encoding)


@cache
def engine(encoding):
    """The function that counts with an encoding."""
    return load_measure(encoding)


CORPORA = {
    "zh": "benchmarks/data/zh-*/*.jsonl",
    "en": "benchmarks/data/en-*/*.jsonl",
    "prompts": "snapshots/**/*.txt",
    "documents": "docs/**/*.md",
    "novel": "examples/**/*.md",
    "code": "pipeline/**/*.py",
    "tests": "tests/**/*.py",
}


@pytest.mark.parametrize("files", [6, pytest.param(10_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("corpus", CORPORA)
def test_the_engine_counts_a_corpus_as_tiktoken_does(encoding, corpus, files):
    """Whole files in Chinese and English, prompts, Markdown, code: some, other ones by each encoding, or all of them."""
    paths = sorted(ROOT.glob(CORPORA[corpus]))
    step = max(1, len(paths) // files)
    for path in paths[ENCODINGS.index(encoding) % step :: step]:
        text = path.read_text("utf-8")
        expected = len(reference(encoding).encode_ordinary(text))
        assert engine(encoding)(text) == expected, path


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_engine_counts_odd_texts_as_tiktoken_does(encoding):
    """25 languages, notations, emoji, lone surrogates and long runs of one letter."""
    for text in [*(fresh["text"] for fresh in FRESH), *SCRIPTS.values(), *(unit * 3_001 for unit in ODD), ""]:
        expected = len(reference(encoding).encode_ordinary(text))
        assert engine(encoding)(text) == expected, text[:60]


@given(texts, st.sampled_from(ENCODINGS))
def test_the_engine_counts_any_text_as_tiktoken_does(text, encoding):
    """Whatever characters a text has."""
    expected = len(reference(encoding).encode_ordinary(text))
    assert engine(encoding)(text) == expected


def pieces_count(encoding, text):
    """The counts of a text's pieces, which are the whole text, and their sum by the engine in use."""
    pieces = cut_for_counting(text)
    assert "".join(pieces) == text
    return sum(map(engine(encoding), pieces))


@pytest.mark.parametrize("encoding", sorted(ADDITIVE))
@pytest.mark.parametrize("corpus", CORPORA)
def test_the_pieces_of_a_corpus_add_up(encoding, corpus, monkeypatch):
    """Cut at line ends and before the last signs of every line, files have the tokens that tiktoken counts."""
    monkeypatch.setattr(encodings, "_LONG_LINE", 0)
    paths = sorted(ROOT.glob(CORPORA[corpus]))
    for path in paths[sorted(ADDITIVE).index(encoding) :: max(1, len(paths) // 6)]:
        text = path.read_text("utf-8")
        assert pieces_count(encoding, text) == len(reference(encoding).encode_ordinary(text)), path


@given(
    st.text(
        st.sampled_from("他，。”a's/ \n\r\t\u3000\u2028\x1c7!\ud800🏮\u0301`") | st.characters(), max_size=120
    ),
    st.sampled_from(sorted(ADDITIVE)),
)
def test_the_pieces_of_any_text_add_up(text, encoding):
    """Whatever stands at the cuts: white space, slashes, quotes, marks, half a surrogate pair."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encodings, "_LONG_LINE", 0)
        assert pieces_count(encoding, text) == len(reference(encoding).encode_ordinary(text))


def test_a_text_within_another_is_measured_once():
    """A long passage that ends with a stop is a piece of the prompt that holds it in a fence, and so is an old paragraph."""
    counter = counter_for("gpt-4o")
    measured = []
    own = attrs.evolve(counter, measure=lambda text: measured.append(text) or counter.measure(text))
    passage = "他听见水声里还有另一种声音，很轻" * 20 + "。"
    old = "雾从江面上来，先没过石阶，再没过船舷" * 10
    own.count(f"{old}。\n\n{passage}")
    assert own.count(f"# 选中\n\n```\n{passage}\n```") == counter.measure(f"# 选中\n\n```\n{passage}\n```")
    assert [len(text) for text in measured if len(text) > 128] == [len(old), len(passage) - 1]


@pytest.mark.long
@pytest.mark.parametrize("unit", ODD)
def test_a_million_code_points(unit):
    """A very long run of anything is counted, where tiktoken's own call would end the process."""
    text = unit * (1_000_000 // len(unit))
    assert 1_000 < engine("o200k_base")(text) <= 2_000_000


@pytest.mark.parametrize(
    ("model", "encoding"),
    [
        ("offline", "o200k_base"),
        ("GPT-4o-mini", "o200k_base"),
        ("openai/gpt-4.1", "o200k_base"),
        ("azure/eu/gpt-4o-2024-08-06", "o200k_base"),
        ("openrouter/openai/gpt-4o", "o200k_base"),
        ("gpt-5.1-mini", "o200k_base"),
        ("o3", "o200k_base"),
        ("ft:gpt-4.1-mini-2025-04-14:acme::abc", "o200k_base"),
        ("gpt-oss-20b", "o200k_harmony"),
        ("gpt-3.5-turbo", "cl100k_base"),
        ("azure/gpt-35-turbo", "cl100k_base"),
        ("gpt-4", "cl100k_base"),
        ("text-davinci-003", "p50k_base"),
        ("gpt2", "gpt2"),
        ("claude-sonnet-4-5", None),
        ("ollama/gpt-4-alpaca", None),
        ("openai/qwen2.5-7b", None),
        ("azure/our-deployment", None),
        ("", None),
    ],
)
def test_the_encoding_of_a_model(model, encoding):
    """Tiktoken's table decides, whatever leads to OpenAI's model; a like name elsewhere has no public encoding."""
    assert encoding_of(model) == encoding


@pytest.mark.long
@pytest.mark.usefixtures("unloaded")
def test_prompts_are_the_same_whatever_counts(monkeypatch, tmp_path):
    """Without `toktok-rs` the prompts and counts are the same; without tiktoken too, but most models are estimated."""
    first, second, third = (tmp_path / name for name in "abc")
    by_toktok = prompts(first)
    monkeypatch.setitem(sys.modules, "toktok", None)
    tokens._counters.clear()
    tokens._estimators.clear()
    assert prompts(second) == by_toktok
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "tiktoken.model", None)
    estimated = prompts(third)
    assert {seen[2] for model, seen in estimated.items() if model != "offline"} == {tokens.ESTIMATE}
    assert [seen[:2] for seen in estimated.values()] == [seen[:2] for seen in by_toktok.values()]


def test_vocabularies_come_from_the_disk_alone(monkeypatch, tmp_path):
    """A file that is not the vocabulary is passed over, never replaced by a download."""
    assert encodings._pack("cl100k_base") is not None
    found = find_spec("litellm")
    folder = tmp_path / "litellm_core_utils/tokenizers"
    folder.mkdir(parents=True)
    for path in (Path(found.origin).parent / "litellm_core_utils/tokenizers").iterdir():
        (folder / path.name).write_bytes(b"IQ== 0\n")
    monkeypatch.setattr(found, "submodule_search_locations", [str(tmp_path)])
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: found if name == "litellm" else find_spec(name)
    )
    assert encodings._pack("cl100k_base") is None
    assert encodings._pack("gpt2") is None
    assert {path.read_bytes() for path in folder.iterdir()} == {b"IQ== 0\n"}


def test_counts_do_not_depend_on_a_folder_that_can_be_written(monkeypatch):
    """Neither the cache folder nor toktok is needed for tiktoken's counts."""
    monkeypatch.setitem(sys.modules, "toktok", None)
    monkeypatch.setattr(encodings, "user_cached", lambda *_: None)
    measure = load_measure("o200k_base")
    assert measure is not None
    text = "他说：“灯塔有九层。” She counts them again, one by one."
    assert measure(text) == len(reference("o200k_base").encode(text, disallowed_special=()))
