"""Seed 003: six layers in a fixed order, context_rules that bring what is needed, a prefix that stays."""

from __future__ import annotations

import hashlib
import itertools
import re

import pytest

from underdraft import Chunk, Fetcher, InvalidArgument, Layer, StoreError, hookimpl
from underdraft.prompt.template_set import load_templates
from underdraft.types.layers import LAYERS, STABLE_LAYERS, View

HEADINGS = [load_templates("zh", ()).words.headings[layer.name] for layer in Layer]
CARDS = {
    ".underdraft/rules/a.md": "禁用“突然”。\n",
    ".underdraft/style-guide.md": "# 风格\n\n短句，冷色。\n",
    ".underdraft/characters/lan.md": "# 阿岚\n\n守灯人，左手少一根指头。\n",
    ".underdraft/world/light.md": "# 灯塔\n\n在北角，灯每七秒一转。\n",
    ".underdraft/outline.md": "# 大纲\n\n## 第一章\n\n阿岚点灯。\n",
    ".underdraft/project-settings.md": "叙事：第三人称。\n",
}
SECRETS = ("短句，冷色", "少一根指头", "每七秒一转", "阿岚点灯", "第三人称")
DOCUMENT = "第一段在很前面。\n\n阿岚走到灯塔下，抬头看了一会儿。\n\n她没有说话。灯转过来，又转过去。\n\n最后一段在很后面。\n"
SELECTED = (DOCUMENT.index("她没有说话。"), DOCUMENT.index("灯转过来"))


def skill(rules: str, name: str = "mine") -> dict[str, str]:
    """A project's skill with these ``context_rules``."""
    text = f"---\nname: {name}\ndescription: d\ncontext_rules: {rules}\n---\n改写。\n"
    return {f".underdraft/skills/{name}/SKILL.md": text}


def sections(preview):
    """The bodies of the chunks by layer."""
    return {s.layer: [c.body for c in s.chunks] for s in preview.prompt.sections}


class Watching:
    """A plugin with a fetcher for each layer, which notes that it was called; one may fail."""

    def __init__(self, *, rule=None, fails=None, error=None, required=False):
        self.called = []
        self.rule, self.fails, self.error, self.required = rule, fails, error, required

    @hookimpl
    def underdraft_fetchers(self):
        def fetch(layer):
            def give(_):
                self.called.append(layer)
                if layer is self.fails:
                    raise self.error
                return [Chunk(text=f"层{layer.value}", source=f"watch:{layer.value}")]

            return give

        return [
            Fetcher(
                name=f"watch{layer.value}",
                layer=layer,
                fetch=fetch(layer),
                rule=self.rule,
                stable=True,
                required=self.required and layer is self.fails,
            )
            for layer in reversed(Layer)
        ]


# --- six layers --------------------------------------------------------------------------------


@pytest.mark.seed("003.4.2", "003.4.3")
def test_layers_come_in_their_order(underdraft_workspace):
    """构建一次 SKILL 调用的上下文包: layers 0 to 5 in the fixed order, 0-3 before the skill, the task last."""
    with underdraft_workspace(files=CARDS, plugins=[Watching()]) as ws:
        seen = ws.preview_sync("polish", document=DOCUMENT, selection=SELECTED, instruction="更冷一点")
    system, user = (m.content for m in seen.messages)
    text = system + user
    places = [text.index(f"\n{heading}\n") if text.find(heading) else 0 for heading in HEADINGS]
    assert places == sorted(places)
    assert [f"层{n}" in system for n in range(6)] == [True] * 4 + [False] * 2
    marks = [text.index(f"层{n}") for n in range(6)]
    assert all(place < mark for place, mark in zip(places, marks, strict=True))
    assert all(mark < place for mark, place in zip(marks, places[1:], strict=False))
    assert system == seen.stable_prefix + seen.prompt.skill_block
    assert user.rstrip().endswith("更冷一点\n```")


@pytest.mark.seed("003.4.1")
def test_every_layer_is_defined(underdraft_workspace):
    """构建一次 SKILL 调用的上下文包: source, frequency, serialisation, cap, and what missing, timeout, cancel mean."""
    for layer, definition in LAYERS.items():
        assert definition.cap_tokens > 0
        words = (definition.source, definition.changes, definition.serialisation)
        assert all((*words, definition.on_missing, definition.on_timeout, definition.on_cancel)), layer
    assert [LAYERS[la].cap_tokens for la in Layer] == [1500, 400, 600, 1200, 800, 3000]
    assert [la.view for la in Layer] == [View.RULES, *[View.SETTINGS] * 3, View.RETRIEVED, View.IMMEDIATE]


@pytest.mark.seed("003.4.4")
@pytest.mark.parametrize("layer", list(Layer), ids=lambda layer: layer.name.lower())
def test_a_failing_layer_is_said(layer, underdraft_workspace):
    """构建一次 SKILL 调用的上下文包: a layer that fails is never silent; the others keep their bytes."""
    with underdraft_workspace(files=CARDS, plugins=[Watching()]) as ws:
        whole = ws.preview_sync("polish", document=DOCUMENT)
    with underdraft_workspace(files=CARDS, plugins=[Watching(fails=layer, error=OSError("/etc"))]) as ws:
        answer = ws.invoke_sync("ai:skill:run", {"skillId": "polish", "document": DOCUMENT})
    assert answer["ok"]
    assert any(w.startswith(f"FETCHER_FAILED: watch{layer.value}: ") for w in answer["data"]["warnings"])
    differ = [la for la in Layer if answer["data"]["layerHashes"][la.name] != whole.prompt.layer_hashes[la]]
    assert differ == [layer]


@pytest.mark.seed("003.4.4")
@pytest.mark.parametrize("layer", list(Layer), ids=lambda layer: layer.name.lower())
def test_a_failing_required_layer_stops_the_run(layer, underdraft_workspace):
    """构建一次 SKILL 调用的上下文包: what a run cannot do without ends it with a stable code."""
    stranger = Watching(fails=layer, error=StoreError("no"), required=True)
    with underdraft_workspace(plugins=[stranger]) as ws:
        answer = ws.invoke_sync("ai:skill:run", {"skillId": "polish", "document": DOCUMENT})
    assert answer["error"]["code"] == "CONTEXT_LAYER_FAILED"
    assert answer["error"]["details"]["layer"] == layer.name


@pytest.mark.seed("003.6.1", "003.7.4")
def test_empty_layers_hold_their_placeholder(underdraft_workspace):
    """构建一次 SKILL 调用的上下文包: a layer with nothing in it keeps its heading and a fixed line."""
    with underdraft_workspace(config=None) as ws:
        seen = ws.preview_sync("polish")
    placeholder = load_templates("zh", ()).words.placeholder
    for heading in HEADINGS[1:5]:
        assert re.search(
            rf"^{re.escape(heading)}\n\n{placeholder}$",
            "".join(m.content for m in seen.messages),
            re.MULTILINE,
        )


# --- context_rules -----------------------------------------------------------------------------


@pytest.mark.seed("003.3.1", "003.5.2", "003.5.3", "003.5.4")
def test_only_what_is_asked_for_is_injected(underdraft_workspace):
    """精准注入: with ``surrounding: 500`` alone there is the selection and its surroundings, no world, no people."""
    with underdraft_workspace(files={**CARDS, **skill("{surrounding: 500}")}) as ws:
        seen = ws.preview_sync("mine", document=DOCUMENT, selection=SELECTED)
    text = "".join(m.content for m in seen.messages)
    assert not [secret for secret in SECRETS if secret in text]
    assert [i.source for i in seen.injected if i.layer is Layer.PROJECT] == []
    kinds = [i.source for i in seen.injected if i.layer is Layer.CURRENT]
    assert kinds == [
        "run:capabilities",
        "document:before",
        "document:selection",
        "document:after",
        "run:task",
    ]
    assert "禁用“突然”" in text  # the writer's rules are not a matter of the skill


@pytest.mark.seed("003.5.2", "003.10.1")
@pytest.mark.parametrize(
    ("rule", "secret"),
    list(zip(("style_guide", "characters", "world", "outline", "project_settings"), SECRETS, strict=True)),
)
def test_each_rule_brings_its_own(rule, secret, underdraft_workspace):
    """精准注入: one rule, one source."""
    with underdraft_workspace(files={**CARDS, **skill(f"{{{rule}: true}}")}) as ws:
        seen = ws.preview_sync("mine", document=DOCUMENT, selection=SELECTED)
    text = "".join(m.content for m in seen.messages)
    assert [s for s in SECRETS if s in text] == [secret]


@pytest.mark.seed("003.3.1", "003.5.2")
def test_what_is_not_asked_for_is_not_even_fetched(underdraft_workspace):
    """精准注入: a fetcher behind a rule is called when the rule is on, and only then."""
    stranger = Watching(rule="world")
    files = {**skill("{world: false}", "without"), **skill("{world: true}", "with")}
    with underdraft_workspace(files=files, plugins=[stranger]) as ws:
        ws.preview_sync("without")
        assert stranger.called == []
        ws.preview_sync("with")
    assert sorted(stranger.called) == list(Layer)


@pytest.mark.seed("003.5.3")
def test_surroundings_are_within_the_budget(underdraft_workspace):
    """精准注入: the surroundings are cut to the layer's cap, and the cut is evidence; the selection stays."""
    document = "雾。" * 400 + "\n\n她没有说话。\n\n" + "灯。" * 400
    start = document.index("她没有说话")
    files = skill("{surrounding: 5000}\ncaps: {current: 300}")
    with underdraft_workspace(files=files) as ws:
        seen = ws.preview_sync("mine", document=document, selection=(start, start + 6))
    assert {t.source for t in seen.trims} <= {"document:before", "document:after"}
    assert seen.trims
    assert all(t.tokens_after < t.tokens_before and t.reason == "layer_cap" for t in seen.trims)
    assert seen.layer_tokens[Layer.CURRENT] <= 300
    assert "她没有说话。" in sections(seen)[Layer.CURRENT]


@pytest.mark.seed("003.5.5", "003.5.6")
@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ("[surrounding]", "context_rules"),
        ("surrounding", "context_rules"),
        ("7", "context_rules"),
        ("{surrounding: abcSECRETabc}", "context_rules.surrounding"),
        ("{surrounding: -5}", "context_rules.surrounding"),
        ("{surrounding: 1.5}", "context_rules.surrounding"),
        ("{surrounding: true}", "context_rules.surrounding"),
        ("{user_preferences: 1}", "context_rules.user_preferences"),
        ("{characters: [abcSECRETabc]}", "context_rules.characters"),
        ("{surrounding: {", "SKILL.md"),
    ],
)
def test_illegal_rules_are_refused_before_anything_is_fetched(rules, field, underdraft_workspace):
    """注入规则不可解析/非法: ``INVALID_ARGUMENT`` that says which field and what is expected, never the value."""
    stranger = Watching()
    with underdraft_workspace(files=skill(rules), plugins=[stranger]) as ws:
        for channel in ("ai:skill:run", "ai:skill:preview", "skill:get"):
            answer = ws.invoke_sync(channel, {"skillId": "mine"})
            assert answer["ok"] is False
            assert answer["error"]["code"] == "INVALID_ARGUMENT"
            assert answer["error"]["message"].startswith(f"{field}: ")
            assert "mine" in answer["error"]["message"]
            assert "SECRET" not in str(answer)
    assert stranger.called == []


@pytest.mark.seed("003.5.9")
@pytest.mark.parametrize("key", ["character", "surroundings", "Surrounding", "weather", "project_setting"])
def test_unknown_rules_are_refused(key, underdraft_workspace):
    """`context_rules` 未知字段被拒绝: the key is named, and a similar one that exists is proposed."""
    with underdraft_workspace(files=skill(f"{{{key}: true}}")) as ws:
        error = ws.invoke_sync("ai:skill:run", {"skillId": "mine"})["error"]
        markdown = skill(f"{{{key}: true}}")[".underdraft/skills/mine/SKILL.md"]
        same = ws.invoke_sync("skill:validate", {"markdown": markdown})["error"]
    assert error["code"] == same["code"] == "INVALID_ARGUMENT"
    assert error["message"].startswith(f"context_rules.{key}: unknown key")
    assert same["message"] == error["message"]


@pytest.mark.seed("003.5.1")
@pytest.mark.parametrize(
    "name", ["context_rules", "context-rules", "context-requirements", "context_requirements"]
)
def test_both_names_of_the_rules_work(name, underdraft_workspace):
    """`context_rules`/`context-requirements`: hyphens and underscores are the same, also in keys."""
    text = f"---\nname: mine\ndescription: d\n{name}:\n  style-guide: true\n---\n改。\n"
    with underdraft_workspace(files={**CARDS, ".underdraft/skills/mine/SKILL.md": text}) as ws:
        assert SECRETS[0] in ws.preview_sync("mine").stable_prefix


@pytest.mark.seed("003.5.7")
@pytest.mark.parametrize("letter", ["雾", "é", "\U00020000", "a"], ids=["bmp", "latin", "astral", "ascii"])
def test_surrounding_counts_code_points(letter, underdraft_workspace):
    """`surrounding` 的单位: N code points a side, whatever they take in bytes or in UTF-16."""
    document = "\n\n".join(letter * 9 + "。" for _ in range(40))
    place = document.index("\n\n", len(document) // 2) + 2
    with underdraft_workspace(files=skill("{surrounding: 100}")) as ws:
        seen = ws.preview_sync("mine", document=document, selection=(place, place))
    _, before, after, _ = sections(seen)[Layer.CURRENT]
    # Eight paragraphs of ten code points with seven blank lines between them are 94.
    assert (len(before), len(after)) == (94, 94)


@pytest.mark.seed("003.5.8")
def test_surrounding_is_cut_at_paragraphs_then_sentences_then_marked(underdraft_workspace):
    """`surrounding` 的裁剪规则: whole paragraphs; else whole sentences; a cut inside one is marked and recorded."""
    paragraphs = "第一段，很远。\n\n第二段，稍近。\n\n选。\n\n第三段，最近。\n\n第四段，很远。"
    sentences = "很远的一句。稍近的一句。最近的一句。\n\n选。\n\n第一句在此。第二句在此。第三句在此。"
    one = "一句没有尽头的话一直说一直说说到很远很远的地方去了还在说\n\n选。\n\n又一句没有尽头的话一直说一直说还在说还在说还在说"

    def around(document, limit):
        with underdraft_workspace(files=skill(f"{{surrounding: {limit}}}")) as ws:
            start = document.index("选。")
            seen = ws.preview_sync("mine", document=document, selection=(start, start + 2))
        reasons = [i.reason for i in seen.injected if i.source in {"document:before", "document:after"}]
        chunks = sections(seen)[Layer.CURRENT]
        return [chunks[1].strip(), chunks[3].strip()], reasons

    assert around(paragraphs, 10) == (
        ["第二段，稍近。", "第三段，最近。"],
        ["surrounding (whole paragraphs)"] * 2,
    )
    assert around(sentences, 14) == (
        ["稍近的一句。最近的一句。", "第一句在此。第二句在此。"],
        ["surrounding (whole sentences)"] * 2,
    )
    (before, after), reasons = around(one, 8)
    assert reasons == ["surrounding (hard_cut)"] * 2
    assert before.startswith("…")
    assert after.endswith("…")
    assert len(before) <= 8 >= len(after)


# --- stable prefix -----------------------------------------------------------------------------


@pytest.mark.seed("003.3.2", "003.6.2")
def test_the_prefix_is_reused_byte_for_byte(underdraft_workspace):
    """同一 SKILL 类型在相同静态条件下复用前缀: other text, task, document and session, the same prefix bytes."""
    times = iter(f"2026-01-02T03:04:{second:02}.000Z" for second in range(60))
    with underdraft_workspace(files=CARDS, clock=lambda: next(times), model="offline") as ws:
        runs = [
            ws.run_sync("polish", document=DOCUMENT, selection=SELECTED),
            ws.run_sync("polish", document=DOCUMENT, selection=SELECTED, instruction="更短"),
            ws.run_sync("polish", document=DOCUMENT + "\n又一段。", document_id="d2", session_id="s1"),
            ws.run_sync("polish", document=DOCUMENT, selection=SELECTED, candidates=2, timeout_ms=9_000),
        ]
    first = runs[0].preview
    assert {r.preview.stable_prefix for r in runs} == {first.stable_prefix}
    assert {r.preview.prompt.skill_block for r in runs} == {first.prompt.skill_block}
    assert [r.stable_prefix_unchanged for r in runs] == [None, True, True, True]
    assert all(r.preview.messages[0] == first.messages[0] for r in runs)
    assert len({r.prompt_hash for r in runs}) == 3


@pytest.mark.seed("003.2.4", "003.6.3")
def test_what_is_new_is_appended(underdraft_workspace):
    """同一 SKILL 类型在相同静态条件下复用前缀: an earlier turn is sent as it was, what is new comes behind it."""
    with underdraft_workspace(files=skill("{conversation: true}")) as ws:
        session = ws.invoke_sync("session:start", {"projectId": "test-project"})["data"]["sessionId"]
        sent = []
        for text in ("第一句", "第二句", "第三句"):
            run = ws.run_sync("mine", instruction=text, session_id=session)
            sent.append([(m.role, m.content) for m in run.preview.messages])
    for earlier, later in itertools.pairwise(sent):
        assert later[: len(earlier) - 1] == earlier[:-1]
        assert len(later) == len(earlier) + 2


@pytest.mark.seed("003.6.4", "003.6.5")
def test_stable_prefix_hash_covers_layers_0_to_3_alone(underdraft_workspace):
    """口径 of stablePrefixHash: SHA-256 of the prefix's bytes; ids, times and layers 4-5 do not matter."""
    answers = []
    for number in range(2):
        options = {
            "clock": lambda n=number: f"20{30 + n}-01-01T00:00:00.000Z",
            "new_id": iter(f"{number}-{i}" for i in range(99)).__next__,
        }
        with underdraft_workspace(files=CARDS, **options) as ws:
            payload = {"skillId": "polish", "document": DOCUMENT, "instruction": f"第{number}次"}
            answers.append(ws.invoke_sync("ai:skill:preview", payload)["data"])
    for answer in answers:
        assert answer["stablePrefixHash"] == hashlib.sha256(answer["stablePrefix"].encode()).hexdigest()
        assert re.fullmatch(r"[0-9a-f]{64}", answer["stablePrefixHash"])
        assert not re.search(r"20\d\d-\d\d-\d\dT", answer["stablePrefix"])
    assert answers[0]["stablePrefixHash"] == answers[1]["stablePrefixHash"]
    assert answers[0]["promptHash"] != answers[1]["promptHash"]
    assert answers[0]["runId"] != answers[1]["runId"]
    stable = [answers[0]["layerHashes"][la.name] == answers[1]["layerHashes"][la.name] for la in Layer]
    assert stable == [la is not Layer.CURRENT for la in Layer]


@pytest.mark.seed("003.6.4")
def test_run_returns_the_hash(underdraft_workspace):
    """口径 of stablePrefixHash: the diagnostics of a run hold the hash of the very prefix that a preview shows."""
    payload = {"skillId": "polish", "document": DOCUMENT}
    with underdraft_workspace(files=CARDS) as ws:
        preview = ws.invoke_sync("ai:skill:preview", payload)["data"]
        run = ws.invoke_sync("ai:skill:run", payload)["data"]
        record = ws.invoke_sync("ai:run:get", {"runId": run["runId"]})["data"]
    hashes = [(d["stablePrefixHash"], d["promptHash"], d["layerHashes"]) for d in (preview, run, record)]
    assert hashes[0] == hashes[1] == hashes[2]


@pytest.mark.seed("003.6.5")
def test_volatile_text_in_the_prefix_is_warned_of(underdraft_workspace):
    """口径 of stablePrefixHash: a time in a stable layer is found and named, with chunk, layer and plugin."""
    files = {**CARDS, ".underdraft/rules/b.md": "现在是 2026-01-02 03:04。\n"}
    with underdraft_workspace(files=files) as ws:
        warnings = ws.preview_sync("polish").warnings
    assert all(w.startswith("PREFIX_VOLATILE: ") for w in warnings)
    assert (
        "PREFIX_VOLATILE: an ISO timestamp in file:.underdraft/rules/b.md (layer SYSTEM, plugin rules)"
        in warnings
    )


WANTING = {
    "nothing": {"project_id": None},
    "project": {},
    "document": {"document": DOCUMENT},
    "selection": {"document": DOCUMENT, "selection": SELECTED},
    "session": {"document": DOCUMENT, "selection": SELECTED, "session_id": "s1"},
}


@pytest.mark.seed("003.6.1", "003.6.6")
def test_what_is_missing_is_masked_not_removed(underdraft_workspace):
    """行为控制使用 masking 而非删除: fixed lines say what there is; sections and skill stay as they are."""
    shown, prompts, prefixes = {}, [], set()
    with underdraft_workspace(files={**CARDS, **skill("{style_guide: true}")}) as ws:
        for name, options in WANTING.items():
            if name != "nothing":
                prefixes.add(ws.preview_sync("mine", **options).stable_prefix)
            seen = ws.preview_sync("polish", **options)
            prompts.append(seen.prompt)
            text = "".join(m.content for m in seen.messages)
            assert [text.count(f"{heading}\n") for heading in HEADINGS] == [1] * 6
            capabilities = sections(seen)[Layer.CURRENT][0]
            shown[name] = [line.partition(": ")[2] for line in capabilities.splitlines()]
            assert [line.partition(": ")[0] for line in capabilities.splitlines()] == [
                "project",
                "document",
                "selection",
                "session",
            ]
    assert shown == {
        "nothing": ["no", "no", "no", "no"],
        "project": ["yes", "no", "no", "no"],
        "document": ["yes", "yes", "no", "no"],
        "selection": ["yes", "yes", "yes", "no"],
        "session": ["yes", "yes", "yes", "yes"],
    }
    assert len({p.skill_block for p in prompts}) == 1
    assert len(prefixes) == 1
    assert {p.layer_hashes[la] for p in prompts[1:] for la in STABLE_LAYERS[:3]} == {
        prompts[1].layer_hashes[la] for la in STABLE_LAYERS[:3]
    }


@pytest.mark.seed("003.4.4")
def test_a_missing_skill_or_document_is_no_silent_failure(underdraft_workspace):
    """构建一次 SKILL 调用的上下文包: the Python side raises what the boundary answers."""
    with underdraft_workspace() as ws:
        with pytest.raises(InvalidArgument, match="selection"):
            ws.run_sync("polish", selection=(0, 1))
        answer = ws.invoke_sync("ai:skill:run", {"skillId": "polish", "selection": {"start": 0, "end": 1}})
    assert answer["error"]["code"] == InvalidArgument.code
