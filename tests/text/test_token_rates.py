"""Estimates by family and script: held against the vocabularies that are at hand, on texts that nobody tuned them on."""

from __future__ import annotations

import base64
import datetime as dt
import random
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from underdraft.text.token_rates import rates_for
from underdraft.text.tokens import ESTIMATE, _load, counter_for, estimate

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


def truth(encoding, text):
    """Tokens by a vocabulary."""
    return len(_load(encoding).encode_ordinary(text))


@pytest.mark.parametrize(("model", "family"), FAMILIES.items())
def test_family_of_a_name(model, family):
    """A name, whoever serves the model, leads to its family's rates; small models of another make have none."""
    rates = rates_for(f" {model.upper()} ")
    assert (rates and rates.family) == family


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize(("model", "encoding"), [("gpt-oss", "o200k_base"), ("gpt-4", "cl100k_base")])
def test_never_under_the_truth(model, encoding, script):
    """Of no script is a text more than 2 % under what the vocabulary counts, nor twice as much as it."""
    share = rates_for(model).estimate(SCRIPTS[script]) / truth(encoding, SCRIPTS[script])
    assert 0.98 <= share <= (1.25 if script in {"chinese", "english", "markdown", "code"} else 1.8)


@pytest.mark.parametrize("family", ["deepseek-chat", "qwen3", "gemma3", "claude"])
@pytest.mark.parametrize(
    "script", [s for s in SCRIPTS if "chinese" not in s and s not in {"japanese", "traditional"}]
)
def test_what_was_not_measured_is_on_the_safe_side(family, script):
    """Families without a vocabulary at hand are not rated under today's largest one."""
    assert rates_for(family).estimate(SCRIPTS[script]) >= 0.98 * truth("o200k_base", SCRIPTS[script])


@pytest.mark.parametrize(("family", "measured"), MEASURED.items())
def test_chinese_is_as_it_was_measured(family, measured):
    """A Chinese page costs what was measured, and at most a sixth more: not half as much again, as by the plain rule."""
    text = SCRIPTS["chinese"].replace("\n", "")
    share = rates_for("gpt-oss" if family == "o200k" else family).estimate(text) / len(text) / measured
    assert 0.98 <= share <= 1.17
    assert estimate(text) / len(text) / measured > 1.5


def test_digits_one_by_one():
    """Families that take digits one by one are counted so."""
    assert (
        rates_for("qwen3").estimate("1234567890" * 10)
        >= 100
        > rates_for("gpt-oss").estimate("1234567890" * 10)
    )


def test_the_table_is_dated_and_sound():
    """Every family says where its numbers are from, and has a rate for every script."""
    assert isinstance(TABLE["as_of"], dt.date)
    keys = {frozenset(entry) for entry in TABLE["family"]}
    assert len(keys) == 1
    for entry in TABLE["family"]:
        assert entry["source"]
        assert all(rate > 0 for rate in entry.values() if isinstance(rate, int | float))


def test_counters_use_the_rates():
    """A model without a tokenizer at hand is counted by its family's rates, and it is called an estimate."""
    counter = counter_for("ollama_chat/qwen3")
    assert counter.name == ESTIMATE
    assert counter.count("灯笼在风里晃了晃，灭了。") == rates_for("qwen3").estimate(
        "灯笼在风里晃了晃，灭了。"
    )
    assert counter is counter_for("hosted_vllm/Qwen3-8B")
    assert counter_for("mistral/x").count("灯笼") == estimate("灯笼")


@pytest.mark.parametrize(
    "text", ["", " ", "\ud800", "a" * 200_000, "=" * 100_000, "1 " * 50_000, " \n" * 50_000]
)
def test_odd_texts(text):
    """Nothing is too odd or too long, and nothing counts as less than nothing."""
    assert 0 <= rates_for("claude").estimate(text) <= 4 * len(text)
