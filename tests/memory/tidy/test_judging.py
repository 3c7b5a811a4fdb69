"""A model judges near pairs: what it is asked, what of its answer is believed, and what that costs."""

from __future__ import annotations

import pytest

from memory.service_samples import LetterEmbedder, close, open_service
from memory.tidy.tidy_samples import ScriptedJudge, live, remember, remembered, verdict
from underdraft.errors import ModelError, Timeout
from underdraft.memory.index.embedder_scale import references
from underdraft.memory.tidy.judging import PAIRS_MAXIMUM, VERDICTS_MAXIMUM, verdicts_of
from underdraft.memory.tidy.service import judge_pairs, list_offers

SMOKES, NEVER = "林晚抽烟抽得很凶，一天两包", "林晚从来不碰香烟"
SHORT, TERSE = "句子要写得短", "文字务求凝练"


class Related(LetterEmbedder):
    """Any two texts have a cosine of 0.4: near enough to ask about, too far to be offered."""

    def vector(self, text):
        row = [0.0] * self.dimensions
        related = 0.0 if text in references() else 0.4
        row[0], row[1 + self.texts.index(text)] = related**0.5, (1 - related) ** 0.5
        return row


@pytest.fixture
def memory(tmp_path):
    """Memories with vectors in which all statements are related."""
    memory = open_service(tmp_path / "v.db", Related())
    yield memory
    close(memory)


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        (verdict("s1", "s2", ("写得短", "凝练")), "duplicate"),
        (verdict("s2", "s1", ("凝练", "写得短")), "duplicate"),
        (verdict("s1", "s2", ("写得短", "凝练"), "contradiction", "s2"), "contradiction"),
        (verdict("s1", "s9", ("写得短", "凝练")), "unsaid"),
        (verdict("s1", "s3", ("写得短", "两包")), "unsaid"),
        (verdict("s1", "s2", ("写得长", "凝练")), "unsaid"),
        (verdict("s1", "s2", ("写得短", "短")), "unsaid"),
        (verdict("s1", "s2", ("写得短", "")), "unsaid"),
        (verdict("s1", "s2", ("写得短", "凝练"), "contradiction", "s9"), "unsaid"),
        (verdict("s1", "s2", ("写得短", "凝练"), "same"), "unsaid"),
        (verdict(["s1"], {}, (1, None), holds=[]), "unsaid"),
        ("s1 s2", "unsaid"),
    ],
)
def test_only_what_is_there_is_believed(entry, kind):
    """Made-up ids, pairs that nobody asked about and quotes that are not in their statement count for nothing."""
    one, two, three = remembered(SHORT, TERSE, SMOKES)
    given = {"s1": one, "s2": two, "s3": three}
    [(found, pair)] = verdicts_of({"verdicts": [entry], "different": 3}, [(one, two)], given)
    assert (found, pair) == (kind, (two, one) if kind == "contradiction" else (one, two))


def test_what_a_model_says_is_offered_and_asked_once(memory):
    """A paraphrase and a contradiction that are not near enough are offered; nothing is taken."""
    old, new, smokes, never = remember(memory, SHORT, TERSE, SMOKES, NEVER)
    assert memory.indexer.wait(20)
    assert list_offers(memory, "p").total == 0
    model = ScriptedJudge(
        lambda ids: (
            [
                verdict(ids[SHORT], ids[TERSE], ("写得短", "凝练")),
                verdict(
                    ids[SMOKES], ids[NEVER], ("抽烟抽得很凶", "从来不碰香烟"), "contradiction", ids[SMOKES]
                ),
            ],
            [f"{ids[SHORT]} {ids[SMOKES]}"],
        )
    )
    judged = judge_pairs(memory, "p", model)
    assert (judged.duplicates, judged.contradictions, judged.different) == (1, 1, 1)
    assert judged.questions == 1
    assert judged.tokens > 100
    offers = {frozenset(offer.refs): offer for offer in list_offers(memory, "p").offers}
    same, against = offers[frozenset({old, new})], offers[frozenset({smokes, never})]
    assert (same.kind, same.why) == ("duplicates", "model_says")
    assert (against.kind, against.refs[0]) == ("contradiction", smokes)
    assert len(live(memory)) == 4
    assert judge_pairs(memory, "p", model).questions == 0
    remember(memory, "林晚十二岁那年学会了抽烟")
    assert memory.indexer.wait(20)
    judge_pairs(memory, "p", model)
    assert model.pairs == [6, 4]


def test_what_a_model_calls_different_is_not_offered(tmp_path):
    """Its word counts before that they are near, but for the same words, about which nobody is asked."""
    memory = open_service(tmp_path / "v.db", LetterEmbedder(dimensions=2))
    remember(memory, "喜欢长句", "喜欢很长的句子", "喜欢长句。")
    assert memory.indexer.wait(5)
    assert {offer.why for offer in list_offers(memory, "p").offers} == {"same_meaning"}
    model = ScriptedJudge(lambda ids: ([], [f"{ids['喜欢很长的句子']} {id_}" for id_ in ids.values()]))
    assert judge_pairs(memory, "p", model).different == 2
    assert [offer.why for offer in list_offers(memory, "p").offers] == ["same_words"]
    close(memory)


def test_a_question_is_bounded_and_a_silent_answer_changes_nothing(memory):
    """At most sixteen pairs a question, the nearest first; what is not said leaves the offers as they are."""
    remember(
        memory,
        *(f"第{n}条：{word}" for n, word in enumerate("山水风云日月星辰花鸟")),
        "喜欢长句",
        "喜欢长句。",
    )
    assert memory.indexer.wait(20)
    before = list_offers(memory, "p").offers
    model = ScriptedJudge(lambda _: ([], []))
    first = judge_pairs(memory, "p", model)
    assert (first.unsaid, model.pairs) == (PAIRS_MAXIMUM, [PAIRS_MAXIMUM])
    assert first.left > 0
    assert judge_pairs(memory, "p", model).left < first.left
    assert list_offers(memory, "p").offers == before
    assert VERDICTS_MAXIMUM < PAIRS_MAXIMUM


@pytest.mark.parametrize("error", [ModelError("no"), Timeout("late")])
def test_a_failing_model_is_a_warning(memory, error):
    """Nothing is kept, and the same pairs are asked about the next time; nobody to ask is an error."""
    remember(memory, "林晚抽烟", "林晚不抽烟了")
    assert memory.indexer.wait(20)

    def fails(**_):
        raise error

    failed = judge_pairs(memory, "p", fails)
    assert failed.warnings == (f"MODEL_NOT_ASKED: 1 pairs ({error.code})",)
    assert (failed.questions, failed.left) == (1, 1)
    assert judge_pairs(memory, "p", ScriptedJudge(lambda _: ([], []))).unsaid == 1
    assert judge_pairs(memory, "p", None).questions == 0
    remember(memory, "林晚抽雪茄")
    assert memory.indexer.wait(20)
    with pytest.raises(ModelError):
        judge_pairs(memory, "p", None)
