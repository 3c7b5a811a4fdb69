"""One session that calls every built-in channel, for the tests that look at all of them."""

from __future__ import annotations

import json
from contextlib import contextmanager

from knowledge.story_samples import STORY
from memory.service_samples import LetterEmbedder
from underdraft import Workspace, hookimpl
from underdraft.boundary.schema import Schemas
from underdraft.testing import FROZEN_NOW, FakeModel, counted_ids

FILES = {
    ".underdraft/config.toml": '[project]\nid = "test-project"\nname = "Test"\n',
    ".underdraft/knowledge/story.yaml": STORY,
    ".underdraft/characters/dora.md": "---\nname: Dora\naliases: [Dolly]\n---\n## Looks\n\nTall.\n",
    ".underdraft/rules/a.md": "No rain.",
    "chapters/01-home.md": "# Chapter 1\n\nAnn walked.\n\n---\n\nDolly came.\n",
    "chapters/02-away.md": "# Chapter 2\n\nBert walked with Cleo. Ann had a long braid.\n",
    "chapters/05-later.md": "# Chapter 5\n\nBert and Ann, with her long braid, walked.\n",
}
TEXT = "雨下了一夜。他站在码头上，一直没有说话。"
REPLY = "雨停了。他慢慢地抬起头，看着远处的灯塔，心里忽然很安静，什么也不想说。"
SKILL = "---\nname: a\ndescription: b\ncontext_rules:\n  surrounding: 5\n---\nDo."
RECORD = {"sceneType": "action", "skillUsed": "polish", "selectedIndex": 0, "candidateCount": 2}


class Script:
    """Calls channels and keeps every question with its answer.

    Attributes:
        kept: ``(channel, payload, envelope)``, in order.
        before: Is told the script, and a channel with its payload before it is called.
    """

    def __init__(self, workspace, before=lambda *_: None):
        self.workspace = workspace
        self.before = before
        self.kept = []

    def __call__(self, channel, **payload):
        """Call a channel; gives its data, or the error."""
        self.before(self, channel, payload)
        envelope = json.loads(json.dumps(self.workspace.invoke_sync(channel, payload)))
        self.kept.append((channel, payload, envelope))
        return envelope.get("data", envelope.get("error"))

    def play(self):
        """The whole session."""
        for part in (
            self.memories,
            self.runs,
            self.feedback,
            self.sessions,
            self.facts,
            self.episodes,
            self.knowledge,
            self.tidying,
            self.semantic,
            self.rest,
        ):
            part()
        return self

    def memories(self):
        """The writer's memories."""
        first = self("memory:create", type="preference", scope="global", content="偏好短句")
        self("memory:create", type="fact", scope="project", content="雾天", projectId="test-project")
        self("memory:create", type="note", scope="global", content="x", documentId="d")
        self("memory:list", limit=1)
        self("memory:list", projectId="test-project", scope="project", type="fact", includeDeleted=True)
        self("memory:update", id=first["id"], patch={"content": "偏好长句", "metadata": {"a": [1, None]}})
        self("memory:update", id=first["id"], patch={"content": "y"}, expectedVersion=1)
        self("memory:delete", id=first["id"])
        self("memory:restore", id=first["id"])
        self("memory:restore", id=first["id"], toVersion=1)
        self("memory:history", id=first["id"])
        self("memory:settings:get")
        self("memory:settings:update", patch={"memory.rag_top_n": 6})
        self("memory:injection:preview")
        self("memory:injection:preview", projectId="test-project", documentId="d", queryText="短句")
        lines = self("memory:export")["lines"]
        self("memory:export", path="out.jsonl", projectId="test-project")
        self("memory:import", lines=[*lines, '{"content": "又一条"}'])
        self("memory:import", path="out.jsonl")
        self("memory:maintenance:run", trigger="rebuildIndex")

    def runs(self):
        """Runs and skills."""
        asked = {"skillId": "polish", "document": TEXT, "selection": {"start": 0, "end": 6}}
        self.first = self("ai:skill:run", **asked)["runId"]
        self.second = self("ai:skill:run", skillId="expand", document=TEXT, candidates=2)["runId"]
        made = self("ai:skill:preview", **asked, instruction="轻一点", model="fake", stream=True)
        used = {"promptTokens": 9, "completionTokens": 1, "cachedTokens": 8, "cacheWriteTokens": 0}
        self("ai:skill:record", runId=made["runId"], texts=["雨停了。"], usage=used, finishReason="stop")
        self("ai:skill:cancel", runId="none")
        self("ai:run:get", runId=self.second)
        self("ai:run:replay", runId=self.first)
        self("ai:run:blame", runId=self.second, beforeId=self.first)
        self("ai:cache:report", asModel="claude-sonnet-4-5", language="en")
        self("ai:prompt:lock")
        self("ai:prompt:lock", check=True)
        self("ai:run:list", limit=1)
        self("ai:run:list", projectId="test-project")
        self("skill:list")
        self("skill:get", skillId="polish")
        self("skill:get", skillId="polsh")
        self("skill:validate", markdown=SKILL)
        self("skill:validate", markdown="nothing")

    def feedback(self):
        """Feedback and what is learned from it."""
        told = {"evidenceRef": "prefer short sentences", "projectId": "test-project"}
        kept = "雨停了。他抬头看灯塔。心里安静。不想说话。"
        self("ai:skill:feedback", runId=self.first, action="partial", finalText=kept, selectedIndex=0)
        self("ai:skill:feedback", runId=self.second, action="accept", evidenceRef="prefer short sentences")
        self("ai:skill:feedback", runId=self.second, action="accept", undo=True)
        self("ai:skill:feedback", runId=self.second, action="never")
        for skill in ("polish", "expand", "polish", "expand"):
            self("memory:preferences:ingest", action="accept", skillId=skill, **told)
        self("memory:preferences:ingest", action="accept", evidenceRef="x")
        self("memory:preferences:ingest", action="reject", evidenceRef="weather: fog", runId=self.first)
        items = self("memory:preferences:list", projectId="test-project")["items"]
        learned = next(i["id"] for i in items if i["state"] == "learned")
        self("memory:preferences:settle", action="confirm", id=learned, projectId="test-project")
        self("memory:preferences:settle", action="confirm", id=learned, content="短句为主")
        self("memory:update", id=learned, patch={"scope": "global"})
        self("memory:preferences:list")
        for candidate in [i["id"] for i in items if i["state"] == "candidate"][:1]:
            self("memory:preferences:settle", action="refuse", id=candidate)
        self("memory:preferences:clear", projectId="test-project")

    def sessions(self):
        """Sessions, transcripts, summaries, working memory."""
        session = self("session:start")["sessionId"]
        self("session:start", projectId=None)
        self("session:list")
        self("session:list", projectId="test-project", limit=1)
        said = self("conversation:append", sessionId=session, role="user", content="我叫林溪。")
        self("conversation:append", sessionId=session, role="assistant", content="好的。")
        self("conversation:list", sessionId=session, limit=1)
        self("conversation:collect", id=said["id"], collected=True)
        self("conversation:list", sessionId=session, collected=True)
        self("conversation:window", sessionId=session)
        self("memory:maintenance:run", trigger="pendingWork")
        self("memory:pending")
        self("summary:update", sessionId=session, title="名字", snippet="林溪说了名字。")
        self("summary:update", sessionId=session, title="姓名")
        self("summary:list", limit=5)
        self("memory:show", ref=f"session:{session}")
        self("summary:update", delete=True, sessionId=session)
        self("conversation:delete", sessionId=session, id=said["id"])
        self("conversation:delete", sessionId=session)
        at_hand = {"sessionId": session, "projectId": "test-project", "importance": 0.9}
        self("working:put", **at_hand, kind="preference", content="短句", focus=0.2, tokenCount=3)
        self("working:list", sessionId=session)
        self("session:end", sessionId=session)

    def facts(self):
        """The profile, atomic memories, search, references, compacts."""
        self("profile:get")
        self("profile:update", markdown="# 我\n\n写悬疑。\n")
        self("profile:update", markdown="", expectedVersion=1)
        self("profile:history")
        self("file:put", projectId="isle", path="notes.md", text="雾")
        self("file:list", projectId="isle", path="notes.md")
        fact = self("atomic:create", content="灯塔在北角", tags=["place"], projectId="test-project")
        self("memory:show", ref=f"atomic:{fact['id']}")
        self("atomic:list", projectId="test-project", tag="place", includeDeleted=True)
        self("atomic:update", id=fact["id"], patch={"content": "灯塔在南角", "tags": ["light"]})
        self("memory:search", keyword="灯塔", timeRange={"from": "2020-01-01", "to": "2030-01-01"})
        self("memory:search", keyword="灯塔", timeRange=[])
        self("atomic:delete", id=fact["id"], expectedVersion=2)
        self("memory:restore", id=fact["id"])
        for ref in (f"atomic:{fact['id']}", f"run:{self.second}", "memory:id-1", "x"):
            self("memory:show", ref=ref)
        self("memory:maintenance:run", trigger="compactRuns")
        self("compact:list", limit=2)

    def episodes(self):
        """Past runs."""
        own = {"projectId": "test-project"}
        text = {"inputContext": "码头上的雨夜", "finalText": "雨停了。"}
        made = self("memory:episode:record", **own, **RECORD, **text, editDistance=0.1, wait=True)
        self("memory:episode:record", projectId=None, **RECORD, editDistance=1, importance=1, wait=True)
        self("memory:episode:record", **own, **RECORD, editDistance=float(0), undoEpisodeId=made["episodeId"])
        self("memory:episode:list", limit=1)
        self("memory:episode:list", projectId=None)
        self("memory:episode:query", **own, sceneType="action", queryText="雨夜", limit=4)
        self("memory:episode:query", projectId="other")
        self("memory:episode:settle", action="keep", id=made["episodeId"])
        self("memory:episode:settle", action="forget", id=made["episodeId"])
        for trigger in ("realtimeEviction", "dailyDecayRecompute", "weeklyCompress", "monthlyPurge"):
            self("memory:maintenance:run", trigger=f"{trigger}Trigger")

    def knowledge(self):
        """The story graph."""
        self("knowledge:query")
        self("knowledge:query", entity="Annie", chapter=4, depth=1)
        self("knowledge:query", between=["Ann", "Cleo"], chapter=2)
        self("knowledge:query", between=["Ann", "ring"], chapter=2)
        self("knowledge:query", entity="Nobody")
        self("knowledge:query", entity="Ann", chapter=3)
        self("knowledge:check")
        self("knowledge:check", chapter=5)
        fact = {"name": "Eve", "kind": "person", "aliases": ["E"]}
        added = self("knowledge:add", kind="entity", fact=fact)
        there = {
            "id": "p1",
            "at": "1",
            "what": "Ann is there",
            "who": ["Ann"],
            "ref": "chapters/01-home.md#L3",
        }
        proposed = self("knowledge:add", kind="event", fact=there, proposed=True)
        other = self("knowledge:add", kind="event", fact={**there, "id": "p2", "at": "2"}, proposed=True)
        self("knowledge:propose")
        self("knowledge:list", status="proposed")
        self("knowledge:ledger", chapter=1)
        self("knowledge:settle", action="confirm", id=proposed["id"])
        self("knowledge:settle", action="reject", id=other["id"])
        self("knowledge:settle", action="delete", id=added["id"])
        self("knowledge:draw", path="graph.svg", entity="Ann")

    def tidying(self):
        """What says the same, and the answers to that."""
        self("memory:create", type="preference", scope="global", content="偏好短句。")
        [offer, *_] = self("memory:offers:list", limit=2)["offers"]
        self("memory:offers:list", limit=2, model=True)
        self("ai:model:estimate", work="tidy")
        one, other = offer["refs"]
        self("memory:preferences:settle", id=offer["id"], action="confirm", keep="memory:none")
        self("memory:preferences:settle", id=offer["id"], action="confirm", keep=other)
        self("memory:restore", id=one.partition(":")[2])
        [offer, *_] = self("memory:offers:list", limit=1)["offers"]
        self("memory:preferences:settle", id=offer["id"], action="refuse")
        self("memory:preferences:settle", id=offer["id"], action="refuse")
        self("memory:offers:list", limit=1)

    def semantic(self):
        """Rules for kinds of scene."""
        told = {"evidenceRef": "a pause before each answer", "action": "reject"}
        for scene, action in (("dialogue", "accept"), ("action", "reject")):
            for _ in range(3):
                run = self("ai:skill:run", skillId="polish", document=TEXT, sceneType=scene)["runId"]
                self("ai:skill:feedback", **told | {"runId": run, "action": action})
        self("memory:maintenance:run", trigger="distilRules")
        learned = self("memory:preferences:list")["items"]
        first, second = [one for one in learned if one["axis"] == "distilled"]
        self("memory:preferences:settle", action="confirm", id=first["id"], content="a pause")
        self("memory:preferences:settle", action="refuse", id=second["id"])

    def rest(self):
        """How the workspace is; and everything removed."""
        self("workspace:info")
        self("memory:purge", id="none", confirm=True)
        self("memory:purge", all=True, confirm=True)


class Letters:
    """Answers to the embedder "letters", which costs nothing."""

    @hookimpl
    def underdraft_embedder(self, name):
        return LetterEmbedder() if name == "letters" else None


@contextmanager
def opened(folder, embedder="none", **options):
    """A workspace on a small project in ``folder`` that nothing random reaches."""
    for path, text in FILES.items():
        place = folder / "novel" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    fixed = {"clock": lambda: FROZEN_NOW, "new_id": counted_ids(), "store": folder / "store.db", **options}
    plugins = [FakeModel(REPLY, (REPLY, "雨还在下。")), Letters()]
    with Workspace.open(
        folder / "novel", model="fake", embedder=embedder, plugins=plugins, **fixed
    ) as workspace:
        yield workspace


@contextmanager
def played(folder, before=lambda *_: None, **options):
    """The session played in a workspace as :func:`opened` makes it."""
    with opened(folder, **options) as workspace:
        yield Script(workspace, before).play()


def whole_schema(channels):
    """One schema with all named objects, and with what each channel ``takes`` and ``answers``."""
    made = Schemas()
    found = {}
    for channel in channels:
        found[f"{channel.name} takes"] = made.payload(channel.signature.fields)
        found[f"{channel.name} answers"] = made.answer(channel.signature.answer)
    return {"$defs": {**made.definitions, **found}}
