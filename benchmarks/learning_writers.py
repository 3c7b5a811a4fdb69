# ruff: noqa: D102
"""The writers of the learning benchmark, and the bank of sentences that the model's drafts come from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence

ZH = {
    "subject": ["他", "她", "沈砚", "何三桅", "老人", "那个孩子"],
    "move": [
        "突然站起来",
        "慢慢地走到窗边",
        "非常小心地推开那扇旧木门",
        "看着外面漆黑的夜色",
        "把湿透的外衣挂在门后",
        "轻轻地叹了一口气",
        "想起很久以前的那个冬天",
        "在昏暗的灯下翻着发黄的账本",
        "忽地停住了脚步",
        "朝码头的方向望去",
        "用冰冷的手指摸了摸口袋里的信",
        "沿着潮湿的石阶往下走",
        "听见远处传来的汽笛声",
        "默默地数着灯塔的闪光",
        "突然觉得有些害怕",
        "十分疲倦地靠在椅背上",
        "仿佛什么也没有听见",
        "立刻把窗户关上",
    ],
    "scene": [
        "雨还在下",
        "海面上起了很大的雾",
        "巷子里没有一个人",
        "灯塔的光扫过屋顶",
        "炉子里的火快要灭了",
        "钟敲了十一下",
        "风把招牌吹得哗哗地响",
        "潮水涨得非常快",
    ],
    "speech": [
        "“你来晚了。”",
        "“谁让你进来的！”",
        "“船什么时候开？”",
        "“别出声。”",
        "“我早就告诉过你！”",
        "“信在哪里？”",
    ],
    "tag": ["他说", "她问", "老人低声说", "何三桅喊道"],
}
EN = {
    "subject": ["He", "She", "The old man", "Edith", "The boy"],
    "move": [
        "suddenly stood up",
        "walked slowly to the window",
        "very carefully pushed the old wooden door open",
        "looked out at the dark harbour",
        "began to count the lamps along the quay",
        "hung the wet coat behind the door",
        "sighed quietly and said nothing",
        "thought of the winter when the ship went down",
        "turned the yellowed pages of the ledger",
        "stopped on the stairs",
        "listened nervously to the bell",
        "utterly forgot the letter in the pocket",
        "began to walk towards the light",
        "was really tired of waiting",
        "suddenly felt afraid",
    ],
    "scene": [
        "The rain was still falling",
        "A heavy fog lay over the bay",
        "Nobody was in the street",
        "The clock struck eleven",
        "The fire had nearly gone out",
        "The tide was coming in very quickly",
    ],
    "speech": [
        '"You are late."',
        '"Who let you in!"',
        '"When does the boat leave?"',
        '"Be quiet."',
        '"I told you so!"',
        '"Where is the letter?"',
    ],
    "tag": ["he said", "she asked", "the old man muttered", "Edith cried"],
}


def draft(language: str, rng: random.Random) -> str:
    """One draft of some twelve sentences; marks, words and turns fall as they may."""
    bank = ZH if language == "zh" else EN
    return "".join(paragraph(language, bank, rng) + "\n" for _ in range(rng.randint(3, 4))).rstrip("\n")


def paragraph(language: str, bank: Mapping[str, Sequence[str]], rng: random.Random) -> str:
    comma, stop = ("，", ["。", "。", "。", "！"]) if language == "zh" else (", and ", [".", ".", ".", "!"])
    space = "" if language == "zh" else " "
    made = []
    for _ in range(rng.randint(3, 4)):
        kind = rng.random()
        if kind < 0.25:
            made.append(
                rng.choice(bank["speech"])
                + space
                + rng.choice(bank["tag"])
                + ("。" if language == "zh" else ".")
            )
        elif kind < 0.45:
            made.append(rng.choice(bank["scene"]) + rng.choice(stop))
        else:
            parts = comma.join(rng.sample(bank["move"], rng.randint(2, 4)))
            made.append(rng.choice(bank["subject"]) + space + parts + rng.choice(stop))
    return space.join(made)


class Writer:
    """Accepts what it has edited by its rules; ``tastes`` are the statements that should be learned."""

    name = ""
    language = "zh"
    tastes: frozenset[str] = frozenset()

    def edit(self, text: str, rng: random.Random) -> str:
        raise NotImplementedError

    def label(self, rng: random.Random) -> str | None:
        return None

    def judge(self, text: str, rng: random.Random) -> tuple[str, str | None, str | None]:
        return "accept", self.edit(text, rng), self.label(rng)


class Terse(Writer):
    """Splits long sentences and takes out exclamation marks."""

    name = "terse (zh)"
    tastes = frozenset({"叙述句偏好短句", "少用感叹号"})

    def edit(self, text: str, rng: random.Random) -> str:
        text = text.replace("！", "。")
        return re.sub(r"，(?=[^”\n]{4,})", lambda m: "。" if rng.random() < 0.85 else m[0], text)


class Purist(Writer):
    """Says 忽然 for 突然, puts speech in corner brackets, and labels what it does now and then."""

    name = "purist (zh)"
    tastes = frozenset({"用“忽然”，不用“突然”", "引号用「」，不用“”", "对白用直角引号"})

    def edit(self, text: str, rng: random.Random) -> str:
        return text.replace("突然", "忽然").replace("“", "「").replace("”", "」")

    def label(self, rng: random.Random) -> str | None:
        return "对白用直角引号" if rng.random() < 0.4 else None


class Diarist(Writer):
    """Tells everything as I."""

    name = "diarist (zh)"
    tastes = frozenset({"叙述用第一人称"})

    def edit(self, text: str, rng: random.Random) -> str:
        return re.sub(r"那个孩子|沈砚|何三桅|老人|[他她]", "我", text)


class Plain(Writer):
    """Cuts adverbs and words of degree, writes started for began."""

    name = "plain (en)"
    language = "en"
    tastes = frozenset({"cuts adverbs", 'writes "started", not "began"'})

    def edit(self, text: str, rng: random.Random) -> str:
        text = re.sub(
            r"\b(suddenly|slowly|very|carefully|quietly|nervously|utterly|really|nearly|quickly)\s", "", text
        )
        return re.sub(r" (quietly|slowly|quickly)(?=[ .,!])", "", text).replace("began", "started")


class Talker(Writer):
    """Adds speech, rejects what has none, in long joined sentences."""

    name = "talker (en)"
    language = "en"
    tastes = frozenset({"prefers more dialogue", "prefers longer sentences in narration"})

    def edit(self, text: str, rng: random.Random) -> str:
        lines = []
        for line in text.split("\n"):
            joined = re.sub(r"(?<=[a-z])[.!] (?=[A-Z][^\"\n]{8,})", "; ", line)
            lines.append(joined + " " + rng.choice(self.more) + " " + rng.choice(self.more))
        return "\n".join(lines)

    more = (
        '"Then we will wait until the morning comes," he said.',
        '"Not in this weather," she said. "Not for any money."',
    )


class RandomWriter(Writer):
    """Changes something each time, never for a reason."""

    name = "random"

    def __init__(self, *, labels: bool) -> None:
        self.labels = labels

    def judge(self, text: str, rng: random.Random) -> tuple[str, str | None, str | None]:
        action = rng.choice(["accept", "accept", "partial", "reject"])
        label = f"taste-{rng.randint(1, 12)}" if self.labels and rng.random() < 0.5 else None
        final = self.edit(text, rng) if action != "reject" and rng.random() < 0.9 else None
        return action, final, label

    def edit(self, text: str, rng: random.Random) -> str:
        for change in rng.sample(
            [self.words, self.marks, self.cuts, self.quotes, self.joins, self.persons], rng.randint(1, 3)
        ):
            text = change(text, rng)
        return text

    def words(self, text: str, rng: random.Random) -> str:
        pairs = [
            ("突然", "忽然"),
            ("慢慢", "缓缓"),
            ("立刻", "马上"),
            ("began", "started"),
            ("suddenly", "abruptly"),
            ("looked", "gazed"),
        ]
        for a, b in rng.sample(pairs, 3):
            old, new = (a, b) if rng.random() < 0.5 else (b, a)
            text = re.sub(old, lambda m, new=new: new if rng.random() < 0.5 else m[0], text)
        return text

    def marks(self, text: str, rng: random.Random) -> str:
        stops = "。！" if "。" in text else ".!"
        return re.sub(f"[{re.escape(stops)}]", lambda _: rng.choice(stops), text)

    def cuts(self, text: str, rng: random.Random) -> str:
        return re.sub(r"[^。！.!\n]+[。！.!]”?\"?", lambda m: m[0] if rng.random() < 0.85 else "", text)

    def quotes(self, text: str, rng: random.Random) -> str:
        style = rng.choice(["“”", "「」", '""'])
        return re.sub(r"[“「\"]([^“”「」\"\n]+)[”」\"]", lambda m: style[0] + m[1] + style[1], text)

    def joins(self, text: str, rng: random.Random) -> str:
        if rng.random() < 0.5:
            return re.sub(
                r"，|, and ", lambda m: m[0] if rng.random() < 0.5 else ("。" if m[0] == "，" else ". "), text
            )
        return re.sub(
            r"[。](?=\S)|\. (?=[A-Z])",
            lambda m: m[0] if rng.random() < 0.5 else ("，" if m[0] == "。" else ", "),
            text,
        )

    def persons(self, text: str, rng: random.Random) -> str:
        if rng.random() < 0.5:
            return re.sub(
                r"[他她]|\b(?:He|She|he|she)\b",
                lambda m: m[0] if rng.random() < 0.5 else ("我" if m[0] in "他她" else "I"),
                text,
            )
        return text


WRITERS = (Terse, Purist, Diarist, Plain, Talker)
