"""The check without a model, on the sample novel: planted contradictions and false alarms."""

from __future__ import annotations

import attrs
import pytest

from knowledge.novel_copies import CASES, copy_of_the_novel, findings_in, plant
from knowledge.story_samples import STORY, story
from underdraft import Workspace
from underdraft.knowledge.checks.check_project import Looked, check, not_looked
from underdraft.knowledge.scene.chapters import ChapterFile
from underdraft.testing import MemoryFiles

LIKELY = 2
"""How many of the other attributes that are planted are found as doubts, at least."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the novel, open all the time: what a case does not change is read once."""
    base = tmp_path_factory.mktemp("planted")
    with Workspace.open(copy_of_the_novel(base / "novel"), store=base / "store.db") as workspace:
        yield workspace


def hits(case, copy):
    """The findings that report a case, and the certain ones that do not."""
    before = {edit["file"]: (copy.root / edit["file"]).read_bytes() for edit in case["edits"]}
    plant(copy.root, case["edits"])
    found = findings_in(copy)
    for ref in (ref for finding in found for ref in finding.refs):
        assert not ref.path.startswith("/")
        lines = (copy.root / ref.path).read_text(encoding="utf-8").count("\n") + 1
        assert 0 <= ref.first_line <= ref.last_line <= lines
    for name, content in before.items():
        (copy.root / name).write_bytes(content)
    right = [f for f in found if f.code == case["code"] and case["name"] in f.names]
    return right, [f for f in found if f not in right and not f.doubt]


def test_the_clean_novel_has_no_false_alarm(copy):
    """Nothing is found in a novel without contradictions."""
    assert findings_in(copy) == ()


@pytest.mark.long
def test_plain_contradictions_are_found_and_implied_ones_are_left_alone(copy):
    """Each is planted alone; what is found has its evidence in the project, and what else it moves is a doubt."""
    found, likely = {}, 0
    for case in CASES:
        right, others = hits(case, copy)
        assert all(finding.refs for finding in right)
        assert others == []
        if case["code"] == "ATTRIBUTE_CHANGED" and all(finding.doubt for finding in right):
            likely += bool(right)
        else:
            found[case["id"]] = bool(right)
    assert found == {case["id"]: case.get("found", True) for case in CASES if case["id"] in found}
    assert likely >= LIKELY


def test_what_was_looked_at_is_counted():
    """Facts by kind, and the told sentences that were read; of one chapter where only that is asked for."""
    files = MemoryFiles({"1.md": "# 1\n\nAnn sat.\n\nBert rose. Cleo sang.", "2.md": "# 2\n\nAnn sat."})
    card = "entities: [{name: Cleo, attributes: {age: '30', job: nurse}}]"
    chapters = [ChapterFile(path=f"{n}.md", number=n, heading="", digest="") for n in (1, 2)]
    made = check(story(STORY, card), chapters, files, locale="en")
    assert made.looked == Looked(attributes=5, compared=2, deaths=1, events=4, sentences=4)
    made = check(story(STORY, card), chapters, files, locale="en", compare=lambda pairs: [0.0] * len(pairs))
    assert made.looked.compared == 5
    assert check(story(STORY), chapters, files, only=2).looked.sentences == 1


def test_what_was_not_looked_at_is_said():
    """Less is left with a model, but only if it was asked to the end."""
    looked = Looked(attributes=2, compared=1, deaths=0, events=0, sentences=0)
    without = not_looked(looked, asked=False)
    assert set(without) == {
        *("speech", "implied", "unnamed", "relations", "belongings", "otherAttributes", "textAgainstText")
    }
    assert "otherAttributes" not in not_looked(attrs.evolve(looked, compared=2), asked=False)
    assert not_looked(looked, asked=True) == ("unnamed",)
