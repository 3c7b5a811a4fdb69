"""Two short stories, a language each, for tests of what is read out of chapters."""

from __future__ import annotations

from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.proposing.names import propose_names

ENGLISH = (
    """# Chapter 1

On Monday Miss Clara Vane came down to Harrow Quay. "Oh, good morning," said Tobias Reed. Clara nodded.

Tobias was Clara's cousin. He had the brass compass in his pocket. Perhaps he would sell the compass to her.

"Well, Miss Vane," said Tobias, "your ferry is late." Clara looked at the brass compass and laughed.
""",
    """# Chapter 2

Captain Hollis waited at Harrow Quay with the compass. Clara Vane said nothing. Then Captain Hollis died.

Tobias wept. "Poor Hollis," said Clara. Nobody at Harrow Quay spoke, and in May Clara went to Saltmere.

Saltmere was small. Clara had never lived in Saltmere before. Every Tuesday Tobias wrote to Saltmere.

Captain Hollis was buried on a Sunday. Nobody remembered what Captain Hollis said of Clara Vane or Tobias Reed.
""",
)

CHINESE = (
    """# 第一章

沈知秋走进望江楼，把伞放在门边。“掌柜的在吗？”沈知秋问。

“在。”老顾从柜台后面站起来，“知秋，你可算回来了。”

知秋没有说话。她看见弟弟沈知夏坐在窗边，手里攥着那块怀表。知夏也看见了她。

老顾笑了笑，说：“顾某不会讲话。望江楼还是望江楼。”
""",
    """# 第二章

下午的时候，沈知夏把怀表放在桌上。“这是爹的怀表。”知夏说。

老顾叹了口气。当天夜里，老顾死了。

知秋站在望江楼门口，没有哭。沈知秋把怀表收进怀里，知夏跟着她走出望江楼。马上就要下雨了，高兴的只有孩子。

“爹说过，”沈知秋说，“要守着望江楼。”老顾的酒还在桌上。知秋看着它，沈知夏把灯端起来，沈知夏没有再说。
""",
)


def chapters(texts) -> list[Chapter]:
    """Texts as chapters, numbered from 1."""
    return [Chapter(path=f"chapters/{n}.md", number=n, text=text) for n, text in enumerate(texts, start=1)]


def named(texts, known=None):
    """The names that are read out of texts, each with its kind and its other names."""
    found = propose_names(chapters(texts), known or StoryGraph())
    return {fact["name"]: (fact["kind"], set(fact.get("aliases", ()))) for _, fact in found}
