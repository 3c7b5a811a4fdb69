"""The fetchers of past runs and of working memory: what stands in the prompt, and why."""

from __future__ import annotations

import attrs
import pytest

from memory.episodes.episode_samples import an_episode
from underdraft import Layer, testing
from underdraft.types.episodes import EpisodeRecall, RecalledEpisode, ScorePart, SemanticRule, SemanticRules
from underdraft.types.memory import Degradation
from underdraft.types.run_inputs import SceneType
from underdraft_plugins.fetchers import episodes, working_memory


class Reader:
    """Answers what it was given, and remembers what it was asked."""

    def __init__(self, answer=None, rules=()):
        self.answer = answer or EpisodeRecall()
        self.rules = rules
        self.asked = []

    def recall(self, project_id, **options):
        self.asked.append((project_id, options))
        return self.answer

    def semantic_rules(self, project_id):
        return SemanticRules(rules=self.rules)


def inputs(**more):
    """What a fetcher is told."""
    scene = SceneType(type="dialogue", confidence=0.9)
    told = testing.inputs(rules={"episodes": 4}, project=None)
    return attrs.evolve(told, **({"query": "码头", "scene": scene} | more))


def an_item(**more):
    """An episode that was found."""
    values = {"id": "e1", "run_id": "r1", "implicit_signal": "LIGHT_EDIT"}
    values |= {"input_context": "码头上\n的对话", "final_text": "“走吧。”" + "他说。" * 60}
    parts = {"semantic": ScorePart(value=1, weight=0.6, points=0.6)}
    return RecalledEpisode(episode=an_episode(**(values | more)), score=0.7, parts=parts)


def test_an_episode_is_one_line_with_its_reasons():
    """Scene, skill and outcome in words, short texts; the receipt holds score, parts and the run's ref."""
    fetched = episodes.fetch_episodes(
        inputs(episodes=Reader(EpisodeRecall(items=(an_item(),), mode="semantic")))
    )
    (chunk,) = fetched.chunks
    (part,) = chunk.parts
    assert (chunk.source, chunk.kind, chunk.reason, chunk.score) == (
        "memory:episodes",
        "episodes",
        "semantic",
        0.7,
    )
    assert part.text.startswith("- [对白 · continue] 作者小改后采用。要求：码头上 的对话；定稿：“走吧。”")
    assert "\n" not in part.text
    assert len(part.text) < 180
    assert part.reason == "score 0.700 = semantic 0.600; ref:run:r1"
    assert (part.id, part.score, fetched.warnings) == ("e1", 0.7, ())


def test_a_compressed_episode_speaks_through_its_summary():
    """The texts are gone, their beginnings are not; without a run the episode itself is the ref."""
    item = an_item(input_context=None, final_text=None, run_id=None, summary={"asked": "问", "kept": "答"})
    (part,) = episodes.fetch_episodes(inputs(episodes=Reader(EpisodeRecall(items=(item,))))).chunks[0].parts
    assert part.text == "- [对白 · continue] 作者小改后采用。要求：问；定稿：答"
    assert part.reason.endswith("ref:episode:e1")


def test_english_words_for_an_english_workspace():
    """The line follows the locale; a scene of the application's own stays as it is."""
    item = an_item(scene_type="dream", final_text=None)
    (part,) = (
        episodes.fetch_episodes(inputs(locale="en-GB", episodes=Reader(EpisodeRecall(items=(item,)))))
        .chunks[0]
        .parts
    )
    assert part.text == "- [dream · continue] the writer took it with light edits. asked: 码头上 的对话"


@pytest.mark.parametrize(
    ("scene", "asked"),
    [
        (SceneType(type="梦", confidence=1.0, given=True), "梦"),
        (SceneType(type="action", confidence=0.5), "action"),
        (SceneType(type="action", confidence=0.49), None),
        (None, None),
    ],
)
def test_only_a_sure_scene_narrows_the_search(scene, asked):
    """A scene that was named always counts, a guessed one from a confidence of 0.5 on."""
    reader = Reader()
    episodes.fetch_episodes(inputs(scene=scene, episodes=reader))
    assert reader.asked == [(None, {"scene_type": asked, "query": "码头", "limit": 4})]


def test_degraded_memory_gives_rules_and_a_warning():
    """The built-in rules stand in, marked in the receipt."""
    degraded = EpisodeRecall(
        memory_degraded=True,
        fallback_rules=("规则一", "规则二"),
        diagnostics=Degradation(degraded_from="episodes", reason="the store is closed", code="closed"),
    )
    fetched = episodes.fetch_episodes(inputs(episodes=Reader(degraded)))
    assert fetched.warnings == ("MEMORY_DEGRADED: the store is closed",)
    assert [p.text for p in fetched.chunks[0].parts] == ["- 规则一", "- 规则二"]
    assert {p.reason for p in fetched.chunks[0].parts} == {"built-in rule: memory cannot be read"}


def test_nothing_found_is_no_chunk():
    """An empty answer, or no store at all, leaves the section's placeholder."""
    assert episodes.fetch_episodes(inputs(episodes=Reader())).chunks == ()
    assert episodes.fetch_episodes(inputs()).chunks == ()
    assert episodes.fetch_semantic(inputs()) == ()
    assert episodes.fetch_semantic(inputs(episodes=Reader())) == ()


def test_semantic_rules_stand_in_layer_2():
    """They come as preferences, in the store's order, the same each time, with their evidence as the reason."""
    rules = (
        SemanticRule(id="s1", text="对白\n要短"),
        SemanticRule(id="s2", text="少形容词"),
    )
    (chunk,) = episodes.fetch_semantic(inputs(episodes=Reader(rules=rules)))
    assert chunk.body == "- 对白 要短\n- 少形容词"
    assert episodes.fetch_semantic(inputs(episodes=Reader(rules=rules))) == (chunk,)


def test_the_fetchers_stand_where_they_belong():
    """Layers, rules and the place before the manuscript."""
    found = {f.name: f for f in [*episodes.underdraft_fetchers(), *working_memory.underdraft_fetchers()]}
    assert {n: (f.layer, f.rule) for n, f in found.items()} == {
        "episodes": (Layer.RECENT, "episodes"),
        "semantic_rules": (Layer.PROFILE, "user_preferences"),
        "working_memory": (Layer.CURRENT, "working_memory"),
    }
    assert found["semantic_rules"].stable
    assert found["working_memory"].priority < 30
