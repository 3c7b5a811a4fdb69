"""From candidates to memories."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.sessions.fact_samples import items
from memory.sessions.session_samples import data, opened, project, say, settings, settle
from underdraft import CandidateMemory, Turn, Workspace, hookimpl
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.sessions import keep
from underdraft.memory.sessions.keep import cut_to_sentence, known_statements

texts = st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=60)


def test_a_fact_is_cut_to_the_limit_at_a_sentence(ws):
    """What is extracted never exceeds memory.atomic_content_max_length."""
    settings(ws, memory__atomic_content_max_length=12)
    say(ws, "记住：灯塔一共有九层，每一层都放着煤油和灯芯")
    settle(ws)
    [content] = items(ws)
    assert len(content) <= 12
    assert content.endswith("…")


@given(texts, st.integers(1, 40))
def test_a_cut_fits_and_begins_like_the_text(text, limit):
    """A fact is never longer than the limit."""
    cut = cut_to_sentence(text, limit)
    assert len(cut) <= limit
    assert text.startswith(cut.removesuffix("…"))


@pytest.mark.both_stores
def test_what_is_said_takes_the_place_of_what_was_typed(tmp_path):
    """The typed memory is outdated and names the newer one, which stands in layer 2 instead; one step undoes it."""
    with opened(project(tmp_path), model="offline") as ws:
        where = {"type": "fact", "scope": "project", "projectId": "harbour"}
        typed = data(ws, "memory:create", {**where, "content": "故事发生在青溪镇。"})
        run = say(ws, "更正一下：故事不是发生在青溪镇，是白石渡。")
        settle(ws)
        [heard] = data(ws, "ai:run:get", {"runId": run.id})["heard"]
        assert (heard["outcome"], heard["replaced"]) == ("taken", ["故事发生在青溪镇。"])
        old, new = (
            next(i for i in data(ws, "memory:list")["items"] if (i["id"] == typed["id"]) is mine)
            for mine in (True, False)
        )
        assert (old["state"], old["replacedBy"]) == ("outdated", new["id"])
        assert (new["state"], new["source"], new["type"]) == ("active", "said", "fact")
        assert [i["id"] for i in data(ws, "memory:injection:preview")["items"]] == [new["id"]]
        data(ws, "memory:restore", {"id": typed["id"]})
        assert [i["id"] for i in data(ws, "memory:injection:preview")["items"]] == [typed["id"]]
        data(ws, "memory:restore", {"id": new["id"]})
        data(ws, "memory:delete", {"id": new["id"]})
        assert [i["id"] for i in data(ws, "memory:injection:preview")["items"]] == [typed["id"]]


def test_what_was_typed_is_not_learned_again(tmp_path):
    """The same words, said in a talk, are a duplicate of the typed memory."""
    with opened(project(tmp_path), model="offline") as ws:
        where = {"type": "fact", "scope": "project", "projectId": "harbour"}
        data(ws, "memory:create", {**where, "content": "灯塔一共有九层"})
        turn = Turn(session_id="s1", project_id="harbour", user="记住：灯塔一共有九层。", assistant="")
        heard = ws.store.conversation.reading.learner().learn({"": turn})
        assert [(one.outcome, one.reason) for one in heard] == [("refused", "duplicate")]


def test_an_instruction_for_good_is_in_the_next_prompt(tmp_path):
    """It is a line of the profile at once; a wish for the text at hand is not."""
    with opened(project(tmp_path), model="offline") as ws:
        say(ws, "以后回答简短一点。")
        say(ws, "这次写长一点。")
        settle(ws)
        markdown = data(ws, "profile:get")["markdown"]
        assert "- 以后回答简短一点" in markdown
        assert "写长" not in markdown


def test_a_correction_of_the_profile_takes_the_place_of_its_line(tmp_path):
    """What is about the writer goes to the profile; a newer line that replaces a learned one stands alone."""

    class Told:
        """Proposes what is said as the writer's preference, in place of all that is known."""

        @hookimpl
        def underdraft_extract_memories(self, turn, known):
            replaces = known[-1] if known else ""
            yield CandidateMemory(content=turn.user, kind="preference", subject="writer", replaces=replaces)

    with opened(project(tmp_path), plugins=[Told()], model="offline") as ws:
        for said in ("回复要详细", "回复要短"):
            say(ws, said)
            settle(ws)
        markdown = data(ws, "profile:get")["markdown"]
        assert "- 回复要短" in markdown
        assert "详细" not in markdown
        assert "详细" in ws.profile.history().revisions[0].markdown


@pytest.mark.parametrize(
    ("user", "first", "second", "kept"),
    [
        ("Call me Anna, and I write in the first person.", "Call me Anna", "I write in the first person", 2),
        ("阿福是猫，阿旺是狗，都住在灯塔。", "阿福是猫", "阿旺是狗", 2),
        ("Call me Anna, and I write in the first person.", "Call me Anna", "The writer is called Anna", 1),
        ("阿福是猫，阿旺是狗，都住在灯塔。", "阿福是猫", "有只猫叫阿福", 1),
    ],
)
def test_one_quote_may_say_two_things(ws, user, first, second, kept):
    """Two candidates with the same quote are both kept unless they take up the same of its words."""

    class Two:
        """Proposes both, each by the whole sentence."""

        @hookimpl
        def underdraft_extract_memories(self, turn):
            yield CandidateMemory(content=first, evidence=turn.user)
            yield CandidateMemory(content=second, evidence=turn.user)

    with opened(ws.root, plugins=[Two()], entry_points=False, model="offline") as told:
        turn = Turn(session_id="s1", project_id="harbour", user=user, assistant="")
        outcomes = [one.outcome for one in told.store.conversation.reading.learner().learn({"": turn})]
    assert outcomes == ["taken"] * kept + ["refused"] * (2 - kept)


class Offers:
    """Finds what is said as a fact, or as a taste, without being sure; outright where the writer says "记住"."""

    @hookimpl
    def underdraft_extract_memories(self, turn, known):
        text = turn.user.removeprefix("记住：")
        taste = {"kind": "preference", "subject": "writer"} if "短句" in text else {"kind": "fact"}
        replaces = next((one for one in known if one[:2] == text[:2] and one != text), "")
        yield CandidateMemory(content=text, sure=text != turn.user, replaces=replaces, **taste)


@pytest.fixture
def offering(tmp_path):
    """A workspace in which all that is said is offered."""
    with opened(project(tmp_path), plugins=[Offers()], model="offline") as ws:
        yield ws


def hear(ws, *said):
    """Say it; gives what is offered, the newest first."""
    for text in said:
        say(ws, text)
        settle(ws)
    return data(ws, "memory:list", {"state": "proposed", "source": "said"})["items"]


@pytest.mark.both_stores
def test_an_offer_waits_for_the_writer(offering):
    """It is in no prompt and is not recalled; said again it is the same offer."""
    [one] = hear(offering, "灯塔一共有九层", "灯塔一共有九层")
    assert one["content"] == "灯塔一共有九层"
    assert data(offering, "memory:list", {"source": "said"})["items"] == []
    assert "灯塔" not in str(data(offering, "memory:injection:preview", {"queryText": "灯塔有几层"}))


@pytest.mark.both_stores
@pytest.mark.parametrize(
    ("channel", "payload"),
    [
        ("memory:preferences:settle", {"action": "confirm"}),
        ("memory:update", {"patch": {"userConfirmed": True}}),
    ],
)
def test_an_offer_that_is_taken_holds_and_what_it_replaces_gives_way(offering, channel, payload):
    """By either door; the older fact is outdated then, and only then."""
    data(offering, "atomic:create", {"content": "灯塔有七层", "projectId": "harbour"})
    [offer] = hear(offering, "灯塔一共有九层")
    facts = {i["content"]: i for i in data(offering, "atomic:list", {"projectId": "harbour"})["items"]}
    assert facts["灯塔有七层"]["contradictedBy"] is None
    data(offering, channel, {"id": offer["id"], **payload})
    facts = {i["content"]: i for i in data(offering, "atomic:list", {"projectId": "harbour"})["items"]}
    assert facts["灯塔有七层"]["contradictedBy"] == offer["id"]
    assert facts["灯塔一共有九层"]["contradictedBy"] is None
    assert hear(offering) == []


def test_an_offered_taste_is_a_line_of_the_profile_once_it_is_taken(offering):
    """In other words if the writer gives some."""
    [offer] = hear(offering, "短句读着顺")
    assert "短句" not in data(offering, "profile:get")["markdown"]
    data(
        offering,
        "memory:preferences:settle",
        {"id": offer["id"], "action": "confirm", "content": "打斗用短句"},
    )
    assert "- 打斗用短句" in data(offering, "profile:get")["markdown"]


@pytest.mark.both_stores
@pytest.mark.parametrize("said", ["灯塔一共有九层", "短句读着顺"])
def test_what_was_turned_down_is_not_offered_again_but_may_be_said(offering, said):
    """A plain statement is heard all the same where it is a taste; of a fact the deletion holds, as ever."""
    [offer] = hear(offering, said)
    data(offering, "memory:preferences:settle", {"id": offer["id"], "action": "refuse"})
    assert hear(offering, said) == []
    assert hear(offering, f"记住：{said}") == []
    assert ("短句" in data(offering, "profile:get")["markdown"]) is ("短句" in said)


@pytest.mark.parametrize("said", ["灯塔一共有九层", "短句读着顺"])
def test_what_is_offered_and_then_said_outright_holds(offering, said):
    """The writer has answered by saying it."""
    assert len(hear(offering, said)) == 1
    assert hear(offering, f"记住：{said}") == []
    shown = data(offering, "profile:get")["markdown"] + str(
        data(offering, "atomic:list", {"projectId": "harbour"})
    )
    assert said in shown


def test_an_offer_that_nobody_answers_is_made_no_more(offering):
    """After thirty days; it may be found again then."""
    hear(offering, "灯塔一共有九层")
    with offering.store.database.write() as connection:
        connection.execute(MEMORY_ITEM.update().values(created_at="2025-11-30T00:00:00.000Z"))
    assert [one["content"] for one in hear(offering, "他的猫叫阿福")] == ["他的猫叫阿福"]
    assert len(hear(offering, "灯塔一共有九层")) == 2


@pytest.mark.parametrize("cues", [(), ("someone looks for proof",)])
def test_a_cue_brings_a_memory_back_and_stands_in_no_prompt(tmp_path, cues):
    """Recall finds a memory by a situation that it does not name; an export holds the cue, and a purge removes it."""
    said = "Ned burns the letter in chapter six."

    class Reader:
        @hookimpl
        def underdraft_extract_memories(self, turns):
            return [CandidateMemory(content=said, evidence=said, subject="work", cues=cues)]

    files = {".underdraft/config.toml": '[project]\nid = "harbour"\n'}
    with Workspace.open(files=files, store=tmp_path / "s.db", plugins=[Reader()], embedder="local") as ws:
        for other in ("The lighthouse has nine floors.", "Mrs Gaunt carries eight keys."):
            ws.facts.create(content=other)
        turn = Turn(session_id="s", project_id="harbour", user=said, assistant="")
        heard = ws.store.conversation.reading.learner().learn({"": turn})
        [fact] = [one for one in heard if one.outcome == "taken"]
        ws.upkeep.run(trigger="rebuildIndex")
        asked = "What proof could the inspector find against her?"
        sent = str(ws.preview_sync("chat", instruction=asked).prompt)
        assert (said in sent) == bool(cues)
        assert "looks for proof" not in sent
        exported = json.dumps(ws.invoke_sync("memory:export"), ensure_ascii=False)
        assert ("when:someone looks for proof" in exported) == bool(cues)
        ws.memory.purge(id=fact.memory_id, confirm=True)
        assert "looks for proof" not in json.dumps(ws.invoke_sync("memory:export"))


def test_what_was_typed_is_known_too(tmp_path):
    """One view of all that holds: typed memories beside facts; nothing of a document's own, nor what is deleted."""
    with opened(project(tmp_path), model="offline") as ws:
        data(ws, "atomic:create", {"content": "灯塔有九层", "projectId": "harbour"})
        for content, more in (("主角是守灯人", {}), ("只给一章", {"documentId": "d"}), ("删掉的", {})):
            memory = {"type": "fact", "scope": "project", "projectId": "harbour", "content": content, **more}
            made = data(ws, "memory:create", memory)
        data(ws, "memory:delete", {"id": made["id"]})
        with ws.store.database.read() as connection:
            assert known_statements(connection, "harbour", []) == ("灯塔有九层", "主角是守灯人")


def test_the_newest_and_the_likest_are_known(tmp_path, monkeypatch):
    """Facts of the project and of all, those that share words with what was said first, and the profile's lines."""
    monkeypatch.setattr(keep, "NEWEST", 1)
    with opened(project(tmp_path), model="offline") as ws:
        for content in ("灯塔有九层", "老薛爱喝黄酒", "船叫海燕"):
            data(ws, "atomic:create", {"content": content, "projectId": "harbour"})
        data(ws, "atomic:create", {"content": "别的书", "projectId": "other"})
        say(ws, "我喜欢短句")
        settle(ws)
        with ws.store.database.read() as connection:
            found = known_statements(connection, "harbour", ["灯塔其实有七层"])
        assert found == ("灯塔有九层", "船叫海燕", "我喜欢短句")
