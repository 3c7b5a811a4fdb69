"""A model that writes drafts and, asked for tastes, words what it is told; and edits that show one."""

from __future__ import annotations

import json

from job_waits import all_done
from learning.feedback_samples import Desk, ToldModel
from underdraft import Reply, Usage

THANKED = "“谢谢你。”他说。雨还在下，{n}盏灯亮着，谁也没有动。"
SILENT = "他把伞递过去。雨还在下，{n}盏灯亮着，谁也没有动。"
WORDING = "谁也不说谢"
STATEMENT = "对白：谁也不说谢"


class WordingModel(ToldModel):
    """Answers runs with its texts, and questions with ``tastes``."""

    def __init__(self):
        super().__init__()
        self.asked, self.tastes = [], [taste()]

    async def answer(self, call):
        if call.reply_schema is None:
            async for event in super().answer(call):
                yield event
            return
        self.asked.append(call.messages[-1].content)
        reply = self.tastes if isinstance(self.tastes, str) else json.dumps({"tastes": self.tastes})
        yield Reply(texts=(reply,), usage=Usage(), model="told")


def taste(wording=WORDING, edits=(1, 2), before="“谢谢你。”", after="把伞递过去"):
    """One taste of an answer."""
    return {"wording": wording, "evidence": [{"edit": n, "before": before, "after": after} for n in edits]}


class TasteDesk(Desk):
    """A workspace in which dialogue is edited."""

    def __init__(self, folder, **more):
        super().__init__(folder, model=WordingModel(), **more)

    def edit(self, n=0, *, kept=None, scene="dialogue"):
        """A run in a scene whose reply is thankful, and what the writer made of it."""
        run = self.run(THANKED.format(n=n), scene_type=scene)
        return self.feed(run=run, finalText=kept or SILENT.format(n=n))

    def edits(self, count, **more):
        """Several, and what is done behind them."""
        answers = [self.edit(n, **more) for n in range(count)]
        assert all_done(self.ws.store.conversation.worker, 20)
        return answers

    def worded(self):
        """The worded tastes of the ledger."""
        return [e for e in self.ledger()["items"] if e["axis"] == "worded"]
