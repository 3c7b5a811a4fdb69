"""Estimates by family and script: held against what vocabularies count, on texts that no rate was set on."""

from __future__ import annotations

import base64
import datetime as dt
import json
import random
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from underdraft.text import token_rates, tokens
from underdraft.text.token_rates import rates_for
from underdraft.text.tokens import ESTIMATE, counter_for, estimate

ROOT = Path(__file__).parents[2]
TABLE = tomllib.loads((files("underdraft.text") / "token_rates.toml").read_text("utf-8"))
FAMILIES = {
    "openai/gpt-oss-20b": "o200k",
    "ollama_chat/gpt-oss:20b": "o200k",
    "gpt-4": "cl100k",
    "deepseek/deepseek-chat": "deepseek",
    "openrouter/deepseek/deepseek-v3.2": "deepseek",
    "ollama_chat/deepseek-r1:8b": None,
    "groq/deepseek-r1-distill-llama-70b": None,
    "hosted_vllm/Qwen/Qwen3-8B": "qwen",
    "ollama_chat/qwen3": "qwen",
    "gemini/gemini-2.5-pro": "gemma",
    "ollama/gemma3": "gemma",
    "bedrock/anthropic.claude-sonnet-4-5": "claude",
    "mistral/mistral-large-latest": None,
    "hosted_vllm/llama-3": None,
}
MEASURED = {"deepseek": 0.70, "qwen": 0.75, "gemma": 0.80, "o200k": 0.89}
"""Tokens a character of Chinese novels, as they were measured with each family's own tokenizer."""


def _random(seed, make):
    return make(random.Random(seed))  # noqa: S311


SCRIPTS = {
    "chinese": (ROOT / "examples/novel/chapters/03-the-funeral.md").read_text("utf-8"),
    "chinese notes": (ROOT / "README.zh-CN.md").read_text("utf-8"),
    "traditional": "臺灣的夜市總是熱鬧，攤販們大聲吆喝，空氣裡瀰漫著臭豆腐與烤魷魚的香味。她挽著母親的手臂，慢慢穿過擁擠的人潮，"
    "想起二十年前離開這座城市的那個雨夜。廣東話裡有句俗語：「食得鹹魚抵得渴」，意思是要承擔後果。",
    "capitals": "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG! DO NOT ENTER THE ENGINE ROOM WITHOUT PERMISSION.",
    "a table": "| 名称 | 数量 | 备注 |\n|---|---:|---|\n"
    + "".join(f"| item-{n} | {n * 37} | **重要** `code_{n}` |\n" for n in range(40)),
    "english": (ROOT / "examples/novel/chapters/en-01-a-chronometer-by-post.md").read_text("utf-8"),
    "japanese": "波止場に着いたとき、灯台の光はもう消えていた。彼女は濡れた手紙を懐にしまい、誰もいない桟橋をゆっくり歩き出した。"
    "「また霧が出るよ」と老いた船頭がつぶやく。時計の針は九時十二分で止まったまま、二度と動かなかった。",
    "korean": "부두에 도착했을 때 등대의 불은 이미 꺼져 있었다. 그녀는 젖은 편지를 품에 넣고 아무도 없는 잔교를 천천히 걷기 시작했다. "
    "늙은 뱃사공이 또 안개가 낄 거라고 중얼거렸다. 시곗바늘은 아홉 시 십이 분에 멈춘 채 다시는 움직이지 않았다.",
    "russian": "Когда она добралась до причала, огонь маяка уже погас. Она спрятала мокрое письмо за пазуху и медленно пошла по "
    "пустому пирсу. Старый лодочник пробормотал, что опять будет туман. Стрелки часов остановились на девяти двенадцати.",
    "german": "Als sie am Kai ankam, war das Licht des Leuchtturms längst erloschen. Sie steckte den nassen Brief unter den Mantel "
    "und ging langsam über die leere Mole. Der alte Fährmann murmelte, es werde wieder Nebel geben. Die Zeiger standen still.",
    "french": "Quand elle arriva sur le quai, la lumière du phare était déjà éteinte. Elle glissa la lettre trempée sous son manteau "
    "et se mit à marcher lentement sur la jetée déserte. Le vieux passeur murmura que la brume reviendrait avant l'été.",
    "markdown": (ROOT / "docs/architecture.md").read_text("utf-8"),
    "code": (ROOT / "pipeline/underdraft/workspace.py").read_text("utf-8"),
    "emoji": _random(1, lambda r: "".join(r.choice("🙂😂🎉🚢🌊🔥🐟🧭📜🕯🌫⚓✨🤝🏮") for _ in range(300))),
    "digits": _random(2, lambda r: " ".join(str(r.randrange(10 ** r.randint(1, 12))) for _ in range(300))),
    "one number": _random(3, lambda r: str(r.randrange(10**900))),
    "base64": base64.b64encode(_random(4, lambda r: r.randbytes(1_200))).decode(),
    "hashes": _random(5, lambda r: "\n".join(r.randbytes(32).hex() for _ in range(30))),
}


FRESH = [
    json.loads(line) for line in (ROOT / "benchmarks/data/token_texts.jsonl").read_text("utf-8").splitlines()
]
"""Texts written after the rates were set, with what Qwen's and Claude 2's vocabularies count."""


def exact(model, text):
    """Tokens by a vocabulary at hand."""
    return counter_for({"o200k_base": "gpt-4o", "cl100k_base": "gpt-4"}[model]).count(text)


@pytest.mark.parametrize(("model", "family"), FAMILIES.items())
def test_family_of_a_name(model, family):
    """A name, whoever serves the model, leads to its family's rates; small models of another make have none."""
    rates = rates_for(f" {model.upper()} ")
    assert (rates and rates.family) == family


@pytest.mark.parametrize(("model", "count"), [("qwen3", "qwen"), ("claude-sonnet", "claude2")])
def test_never_under_the_truth(model, count):
    """Of no text, in whatever language or notation, is an estimate more than 2 % under what was counted, and of Chinese not half over."""
    shares = {text["name"]: counter_for(model).measure(text["text"]) / text[count] for text in FRESH}
    assert {name: share for name, share in shares.items() if share < 0.98} == {}
    assert max(share for name, share in shares.items() if name.startswith("chinese")) < 1.5
    assert sorted(shares.values())[len(shares) // 2] < (1.1 if model == "qwen3" else 1.45)


@pytest.mark.parametrize(
    ("model", "encoding"), [("ollama_chat/gpt-oss:20b", "o200k_base"), ("ollama/gpt-4-x", "cl100k_base")]
)
def test_a_public_vocabulary_counts_for_whoever_serves_its_model(model, encoding):
    """Where a family's vocabulary is at hand its estimate is the count: of formulas, pinyin, phonetics and verse too."""
    assert counter_for(model).name == ESTIMATE
    for text in FRESH:
        assert counter_for(model).measure(text["text"]) == exact(encoding, text["text"])


@pytest.mark.parametrize("family", ["deepseek-chat", "qwen3", "gemma3", "claude"])
@pytest.mark.parametrize(
    "script", [s for s in SCRIPTS if "chinese" not in s and s not in {"japanese", "traditional"}]
)
def test_what_was_not_measured_is_on_the_safe_side(family, script):
    """Families without a vocabulary at hand are not rated under today's largest one."""
    assert counter_for(family).measure(SCRIPTS[script]) >= 0.98 * exact("o200k_base", SCRIPTS[script])


@pytest.mark.parametrize(("family", "measured"), MEASURED.items())
def test_chinese_is_as_it_was_measured(family, measured):
    """A Chinese page costs what was measured, and at most a sixth more: not half as much again, as by the plain rule."""
    text = SCRIPTS["chinese"].replace("\n", "")
    counter = counter_for("ollama/gpt-oss" if family == "o200k" else family)
    assert 0.98 <= counter.measure(text) / len(text) / measured <= 1.17
    assert estimate(text) / len(text) / measured > 1.5


def test_digits_one_by_one():
    """Families that take digits one by one are counted so."""
    digits = "1234567890" * 10
    assert counter_for("qwen3").measure(digits) >= 100 > counter_for("ollama/gpt-oss").measure(digits)


def test_the_table_is_dated_and_sound():
    """Every family says where its numbers are from, and has a rate for every script."""
    assert isinstance(TABLE["as_of"], dt.date)
    scripts = set(token_rates._SCRIPTS) | {"kana", "rest", "digits", "each", "mark", "rare"}
    for entry in TABLE["family"]:
        rates = {key: rate for key, rate in entry.items() if isinstance(rate, int | float)}
        assert entry["source"]
        assert entry["vocabulary"] in {"o200k_base", "cl100k_base"}
        assert set(rates) <= scripts
        assert not rates or {"rest", "digits", "han", "each", "mark", "rare"} <= set(rates)
        assert all(rate >= 0 for rate in rates.values())


def test_counters_use_the_rates(monkeypatch):
    """A model without a tokenizer is counted by its family's rates, and it is called an estimate; without a vocabulary, plainly."""
    counter, text = counter_for("ollama_chat/qwen3"), "灯笼在风里晃了晃，灭了。"
    assert counter.name == ESTIMATE
    assert counter.count(text) < estimate(text)
    assert counter is counter_for("hosted_vllm/Qwen3-8B")
    assert counter_for("mistral/x").count("灯笼") == estimate("灯笼")
    monkeypatch.setattr(tokens, "_counters", {})
    monkeypatch.setattr(tokens, "load_measure", lambda _: None)
    assert counter_for("qwen3").count(text) == estimate(text)


@pytest.mark.parametrize(
    "text", ["", " ", "\ud800", "a" * 200_000, "=" * 100_000, "1 " * 50_000, " \n" * 50_000]
)
def test_odd_texts(text):
    """Nothing is too odd or too long, and nothing counts as less than nothing."""
    assert 0 <= counter_for("claude").measure(text) <= 6 * len(text)
    assert 0 <= counter_for("qwen3").measure(text) <= 6 * len(text)
