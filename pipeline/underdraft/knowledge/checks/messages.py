"""The sentences of the check, in the workspace's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Mapping


MESSAGES: dict[str, dict[str, str]] = {
    "zh": {
        "acts_when_dead": "{name}在 {since} 已死，{at} 却参与“{what}”",
        "thing_gone": "{name}在 {since} 已毁失，{at} 却用在“{what}”",
        "text_dead_acts": "{name}在 {since} 已死，此处却在说话或行动：{quote}",
        "dies_twice": "{name}在 {since} 已死，{at} 又死一次",
        "two_places": "{name}在 {at} 同时身处{place}与{other}",
        "no_way": "{name}第 {day} 日 {clock} 在{place}，{other_clock} 已在{other}，路上至少要 {minutes} 分钟",
        "attribute_changed": "{name}的{attribute}：{at} 是“{value}”，此前却是“{known}”，其间没有事件改变它",
        "attribute_twice": "{name}的{attribute}有两种说法：“{value}”与“{known}”",
        "text_attribute": "{name}的{attribute}应是“{known}”，此处却写：{quote}",
        "not_held": "{at} {name}手里有{thing}，而它在 {since} 已归{holder}",
        "lost": "{at} {name}手里有{thing}，而它在 {since} 已失去",
        "text_lost": "{name}在 {since} 已失去{thing}，此处却写：{quote}",
        "knows_too_early": "{at} {name}已知道“{fact}”，而他要到 {since} 才得知",
        "too_early": "{name}第 {first} 章才登场，{at} 却已参与“{what}”",
        "text_too_early": "{name}第 {first} 章才登场，此处却在说话或行动：{quote}",
        "out_of_order": "“{what}”（{at}）应在“{other}”（{since}）之后",
        "clock_back": "“{what}”（{at}）的日子或钟点早于它前面的“{other}”（{since}）",
        "unknown_name": "{where}提到的“{name}”不在名册里{hint}",
        "hint": "，是不是{near}？",
        "unknown_event": "“{what}”要求在事件 {id} 之后，而没有这个事件",
        "same_event_id": "事件编号 {id} 用了两次",
        "ambiguous": "“{name}”既是{one}又是{other}",
        "misspelt": "“{word}”像是“{name}”的误写：{quote}",
        "ends_first": "{source}与{target}的关系“{kind}”在 {until} 结束，却到 {since} 才开始",
        "exclusive": "{target}的“{kind}”在 {since} 同时属于{source}和{other}",
        "no_file": "“{what}”的出处不存在",
        "no_lines": "“{what}”的出处超出文件的行数，或那几行是空的",
        "wrong_chapter": "“{what}”发生在 {at}，出处却在第 {chapter} 章",
        "wrong_scene": "“{what}”发生在 {at}，出处却在第 {scene} 场",
        "relation": "关系“{kind}”",
        "event": "事件“{what}”",
        "state": "{at} 的状态",
        "entity": "{name}的名册",
    },
    "en": {
        "acts_when_dead": "{name} is dead since {since} and takes part in “{what}” at {at}",
        "thing_gone": "{name} is gone since {since} and is used in “{what}” at {at}",
        "text_dead_acts": "{name} is dead since {since} and speaks or acts here: {quote}",
        "dies_twice": "{name} is dead since {since} and dies again at {at}",
        "two_places": "{name} is at {place} and at {other} at the same time, {at}",
        "no_way": "{name} is at {place} on day {day} at {clock} and at {other} at {other_clock}; the way takes {minutes} minutes",
        "attribute_changed": "{name}, {attribute}: “{value}” at {at}, but “{known}” before, and no event has changed it",
        "attribute_twice": "{name}, {attribute}: two files say “{value}” and “{known}”",
        "text_attribute": "{name}, {attribute}: it should be “{known}”, and here stands: {quote}",
        "not_held": "{name} has {thing} at {at}; since {since} it belongs to {holder}",
        "lost": "{name} has {thing} at {at}; it is lost since {since}",
        "text_lost": "{name} has lost {thing} at {since}, and here stands: {quote}",
        "knows_too_early": "{name} knows “{fact}” at {at} and learns it only at {since}",
        "too_early": "{name} first appears in chapter {first} and takes part in “{what}” at {at}",
        "text_too_early": "{name} first appears in chapter {first} and speaks or acts here: {quote}",
        "out_of_order": "“{what}” ({at}) must come after “{other}” ({since})",
        "clock_back": "“{what}” ({at}) has an earlier day or hour than “{other}” before it ({since})",
        "unknown_name": "{where} names “{name}”, who is not in the graph{hint}",
        "hint": "; is it {near}?",
        "unknown_event": "“{what}” must come after event {id}, and there is no such event",
        "same_event_id": "two events have the id {id}",
        "ambiguous": "“{name}” is {one} and also {other}",
        "misspelt": "“{word}” looks like “{name}” with a mistake: {quote}",
        "ends_first": "{source} – {kind} – {target} ends at {until} and begins at {since}",
        "exclusive": "{target}: “{kind}” belongs to {source} and to {other} at {since}",
        "no_file": "the evidence of “{what}” does not exist",
        "no_lines": "the evidence of “{what}” lies beyond the file's end, or its lines are empty",
        "wrong_chapter": "“{what}” happens at {at}, and its evidence stands in chapter {chapter}",
        "wrong_scene": "“{what}” happens at {at}, and its evidence stands in scene {scene}",
        "relation": "the relation “{kind}”",
        "event": "the event “{what}”",
        "state": "the state at {at}",
        "entity": "the entry of {name}",
    },
}
"""Templates by locale; both have the same keys."""


@attrs.frozen
class Wording:
    """Puts a finding into words."""

    templates: Mapping[str, str]

    @classmethod
    def of(cls, locale: str) -> Wording:
        """The words of a locale; English for one that has none."""
        return cls(MESSAGES["zh" if locale.startswith("zh") else "en"])

    def __call__(self, key: str, **values: object) -> str:
        """The sentence."""
        return self.templates[key].format(**values)
