"""The fetcher of layer 2's memories, scenario by scenario."""

from __future__ import annotations

import attrs
import pytest

from memory.service_samples import close, open_service
from memory_reader import UNAVAILABLE, Reader, inputs, item
from underdraft import Layer, StoreError
from underdraft.types.memory import Degradation, InjectionPreview
from underdraft_plugins.fetchers.memory_injection import fetch_injection
from underdraft_plugins.fetchers.memory_recall import fetch_recall


@pytest.mark.seed("000.1.2", "000.1.3", "000.2.1")
def test_s1_memories_go_into_the_settings_layer():
    """MI-S1: chunks hold both contents, the first one's source is memory:injection."""
    preview = InjectionPreview(items=(item("动作场景偏好短句"), item("严格第一人称叙述", "manual", "m2")))
    reader = Reader(preview)
    fetched = fetch_injection(inputs(reader, document_id="d"))
    assert len(fetched.chunks) >= 1
    assert "动作场景偏好短句" in fetched.chunks[0].body
    assert "严格第一人称叙述" in fetched.chunks[0].body
    assert fetched.chunks[0].source == "memory:injection"
    assert reader.asked == [("novel", "d", None)]
    assert [(p.id, p.reason) for p in fetched.chunks[0].parts] == [
        ("m1", "deterministic"),
        ("m2", "deterministic"),
    ]


@pytest.mark.seed("000.1.8", "000.2.2")
def test_s2_no_memories_no_chunks():
    """MI-S2: no items, no chunks, no warning."""
    fetched = fetch_injection(inputs(Reader(InjectionPreview(items=()))))
    assert (fetched.chunks, fetched.warnings) == ((), ())


@pytest.mark.seed("000.1.7", "000.2.3")
@pytest.mark.parametrize("fault", [RuntimeError("DB locked"), StoreError("locked"), None, 3, {"ok": False}])
def test_s3_a_failing_service_is_a_warning(fault):
    """MI-S3: an exception, or an answer that is none: no chunks and exactly the warning."""
    fetched = fetch_injection(inputs(Reader(fault)))
    assert (fetched.chunks, fetched.warnings) == ((), UNAVAILABLE)


@pytest.mark.seed("000.1.9", "000.2.4")
def test_s4_a_degradation_is_told():
    """MI-S4: the items are there, and the warning names the reason."""
    degraded = Degradation(
        degraded_from="semantic", reason="embedding service unavailable", code="EMBEDDER_FAILED"
    )
    fetched = fetch_injection(
        inputs(Reader(InjectionPreview(items=(item("偏好简洁风格"),), diagnostics=degraded)))
    )
    assert "偏好简洁风格" in fetched.chunks[0].body
    assert fetched.warnings == ("MEMORY_DEGRADED: embedding service unavailable",)


@pytest.mark.seed("000.1.5", "000.2.5")
@pytest.mark.parametrize(
    ("origin", "label"), [("learned", "自动学习"), ("manual", "手动添加"), ("other", "other")]
)
def test_s5_a_line_names_the_origin(origin, label):
    """MI-S5: content and the origin's Chinese label stand on the line."""
    fetched = fetch_injection(inputs(Reader(InjectionPreview(items=(item("偏好简洁风格", origin),)))))
    assert fetched.chunks[0].parts[0].text == f"- 偏好简洁风格（来源：{label}）"


def test_the_text_is_exactly_the_contracts():
    """The whole chunk, byte for byte."""
    items = (item("动作场景：偏好短句，节奏紧凑"), item("叙事视角：严格第一人称", "manual", "m2"))
    assert fetch_injection(inputs(Reader(InjectionPreview(items=items)))).chunks[0].body == (
        "[用户写作偏好 — 记忆注入]\n"
        "- 动作场景：偏好短句，节奏紧凑（来源：自动学习）\n"
        "- 叙事视角：严格第一人称（来源：手动添加）"
    )


def test_a_prompt_has_labels_in_one_language():
    """In an English project header, origins and the warning are English; another language of ours has its own words."""
    items = (
        item("Short sentences."),
        item("First person {only}.", "manual", "m2"),
        item("Rain", "said", "m3"),
    )
    fetched = fetch_injection(inputs(Reader(InjectionPreview(items=items)), locale="en"))
    assert fetched.chunks[0].body == (
        "[What the writer prefers: from memory]\n"
        "- Short sentences. (source: learned)\n"
        "- First person {only}. (source: added by hand)\n"
        "- Rain (source: said)"
    )
    for fetch in (fetch_injection, fetch_recall):
        warned = fetch(inputs(Reader(StoreError("x"), StoreError("x")), locale="en-GB")).warnings
        assert warned == ("MEMORY_UNAVAILABLE: memories were not added",)


@pytest.mark.parametrize(
    "content", ["一\n二", "一\r\n二", "一\n\n\n二", "一\u2028二", "\n一\n二\n", "一\x0b二", "一\x85二"]
)
def test_a_line_stays_one_line(content):
    """Line breaks of any kind in a memory become one space."""
    text = fetch_injection(inputs(Reader(InjectionPreview(items=(item(content),))))).chunks[0].parts[0].text
    assert text == "- 一 二（来源：自动学习）"


def test_what_the_cap_kept_out_is_on_the_receipt(tmp_path):
    """Excluded memories become excluded lines of the run."""
    service = open_service(tmp_path / "u.db")
    kept = service.items.create(type="note", scope="global", content="长" * 100)
    service.items.create(type="note", scope="global", content="短")
    fetched = fetch_injection(attrs.evolve(inputs(service), caps={Layer.PROFILE: 60}))
    assert [(e.id, e.layer, e.reason) for e in fetched.excluded] == [(kept.id, Layer.PROFILE, "layer_cap")]
    close(service)
