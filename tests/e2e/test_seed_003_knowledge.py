"""The scenarios of the context specification about settings in files, source refs and the knowledge graph."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import PurePosixPath

import pytest

from underdraft import Layer
from underdraft.testing import FakeModel

REF = re.compile(r"ref:(\S+?)(?:#L(\d+)-L(\d+))?(?=[\s）)]|$)")
SKILL = "---\nname: probe\ndescription: Probe.\ncontext_rules: {rules}\n---\nDo it.\n"
CARD = "---\nname: 沈砚\naliases: [阿砚]\n---\n" + "\n".join(
    f"## 节{n}\n\n{'字' * 200}。\n" for n in range(12)
)


def chapters_of(novel):
    """Number and text of the first chapters."""
    return [
        (n, path.read_text(encoding="utf-8"))
        for n, path in enumerate(sorted((novel / "chapters").glob("0*.md")), 1)
    ]


def layer_3(preview) -> str:
    """What layer 3 put into the prompt."""
    return preview.stable_prefix.split("# [3] ")[1]


@pytest.mark.seed("003.2.3", "003.10.1", "003.10.2", "003.10.3", "003.10.4")
@pytest.mark.parametrize("key", ["project-settings", "characters"])
def test_settings_are_loaded_on_demand_and_cut_to_the_budget(underdraft_workspace, key):
    """R9-S1, settings on demand: a skill that asks gets them, cut to the cap, with a stable ref; another gets nothing."""
    files = {
        ".underdraft/config.toml": '[project]\nid = "novel"\n[caps]\nproject = 1200\n',
        ".underdraft/characters/shen.md": CARD,
        ".underdraft/project-settings.md": CARD.split("---\n")[-1],
        ".underdraft/skills/probe/SKILL.md": SKILL.format(rules=f"{{{key}: true}}"),
        ".underdraft/skills/none/SKILL.md": SKILL.format(rules="{}").replace("probe", "none"),
    }
    ws = underdraft_workspace(files=files)
    asked = ws.preview_sync("probe", document="阿砚走来。")
    path = ".underdraft/characters/shen.md" if key == "characters" else ".underdraft/project-settings.md"
    ref = next(i.ref for i in asked.injected if i.source == f"file:{path}")
    first, last = (int(n) for n in re.fullmatch(rf"ref:{re.escape(path)}#L(\d+)-L(\d+)", ref).groups())
    lines = files[path].split("\n")
    assert "\n".join(lines[first - 1 : last]) in asked.stable_prefix
    assert lines[last].strip() == ""
    assert asked.layer_tokens[Layer.PROJECT] <= 1200
    assert any(t.source == f"file:{path}" and t.tokens_after < t.tokens_before for t in asked.trims)
    assert ref == next(
        i.ref for i in ws.preview_sync("probe", document="阿砚！").injected if i.source == f"file:{path}"
    )
    assert "字字" not in ws.preview_sync("none", document="阿砚走来。").stable_prefix


@pytest.mark.seed("003.10.2")
def test_missing_settings_are_told_from_present_ones(underdraft_workspace):
    """R9-S1, settings on demand: where there are none the section keeps its placeholder, and nothing fails."""
    ws = underdraft_workspace(
        files={
            ".underdraft/skills/probe/SKILL.md": SKILL.format(
                rules="{characters: true, project-settings: true}"
            )
        }
    )
    preview = ws.preview_sync("probe", document="x")
    assert "（本节暂无内容）" in layer_3(preview)
    assert preview.warnings == ()
    lines = [(line.source, line.reason, line.count) for line in preview.excluded]
    assert lines == [
        ("rule:characters", "asked for, none found: characters", 0),
        ("rule:project_settings", "asked for, none found: project_settings", 0),
    ]
    folder = ws.root / ".underdraft/settings"
    folder.mkdir()
    (folder / "10-tense.md").write_text("过去时。\n", encoding="utf-8")
    (folder / "20-voice.md").write_bytes(b"\xff")
    there = ws.preview_sync("probe", document="x")
    assert "过去时。" in layer_3(there)
    assert "ref:.underdraft/settings/10-tense.md" in layer_3(there)
    assert [line.reason for line in there.excluded] == ["asked for, none found: characters"]
    assert [w.split(":")[0] for w in there.warnings] == ["FILE_REFUSED"]


@pytest.mark.seed("003.10.3", "003.10.5", "003.10.6")
def test_refs_are_relative_to_the_project(open_novel, novel):
    """R9-S2, refs are clean and portable: every ref is a relative path that exists; nothing shows where the project lies."""
    ws = open_novel()
    checked = 0
    for number, text in chapters_of(novel)[:6]:
        preview = ws.preview_sync("consistency-check", document=text, document_id=f"doc-{number}")
        shown = "\n".join(
            [*(m.content for m in preview.messages), *preview.warnings, *map(str, preview.injected)]
        )
        assert str(novel) not in shown
        assert str(novel.parent) not in shown
        for path, first, last in REF.findall(layer_3(preview).split("# [技能]")[0]):
            pure = PurePosixPath(path)
            assert not pure.is_absolute()
            assert ".." not in pure.parts
            lines = (novel / path).read_text(encoding="utf-8").count("\n") + 1
            assert not first or int(first) <= int(last) <= lines
            checked += 1
    assert checked > 30


@pytest.mark.seed("003.11.1", "003.11.2", "003.11.3")
def test_the_graph_answers_on_people_events_and_times(open_novel):
    """R10-S1, the graph is asked for consistency: relations and changes of state at a time, each with evidence."""
    ws = open_novel()
    found = ws.invoke_sync("knowledge:query", {"entity": "何叔", "chapter": 6})["data"]
    assert {"from": "段九", "kind": "枪杀", "to": "何三桅"}.items() <= found["relations"][-1].items()
    assert [(s["kind"], s["since"]) for s in found["standing"]] == [("dies", "6.2.3")]
    assert all(
        e["ref"].startswith("ref:") for e in [*found["events"], *found["relations"], *found["standing"]]
    )
    before = ws.invoke_sync("knowledge:query", {"entity": "何叔", "chapter": 5})["data"]
    assert before["standing"] == []
    assert "枪杀" not in {r["kind"] for r in before["relations"]}
    way = ws.invoke_sync("knowledge:query", {"between": ["季棠", "顾怀瑾"]})["data"]["path"]
    assert [(s["from"], s["to"]) for s in way] == [("季棠", "顾怀瑾")]


@pytest.mark.seed("003.11.2", "003.11.3")
def test_the_consistency_check_gets_states_and_evidence(open_novel, novel):
    """R10-S1, the graph is asked for consistency: the skill's prompt holds what has happened, with refs to cite."""
    model = FakeModel("未发现矛盾。")
    ws = open_novel(plugins=[model], model=model.name)
    text = chapters_of(novel)[6][1]
    at = text.index("她下楼，问七婆要剪子。")
    run = ws.run_sync("consistency-check", document=text, selection=(at, at + 5))
    sent = model.calls[0].messages[0].content
    assert run.text == "未发现矛盾。"
    assert "（截至第 7 章）" in sent
    story = sent.split("故事图谱")[1].split("# [技能]")[0]
    cited = {int(number) for number in re.findall(r"ref:chapters/(\d\d)-[a-z-]+\.md#L\d+-L\d+", story)}
    assert cited
    assert max(cited) <= 7
    assert any(i.source == "knowledge:story" and i.plugin == "knowledge_graph" for i in run.injected)


def test_a_graph_that_cannot_be_read_is_told_from_an_empty_one(underdraft_workspace, tmp_path):
    """R10-S1, the graph is asked for consistency: a broken knowledge file is a warning with its path and line."""
    skill = {".underdraft/skills/probe/SKILL.md": SKILL.format(rules="{knowledge-graph: true}")}
    empty = underdraft_workspace(files=skill).preview_sync("probe", document="x")
    assert empty.warnings == ()
    files = {**skill, ".underdraft/knowledge/k.yaml": "events:\n  - {id: a}\n"}
    broken = underdraft_workspace(files=files, store=tmp_path / "other.db")
    assert broken.preview_sync("probe", document="x").warnings == (
        "FILE_REFUSED: .underdraft/knowledge/k.yaml: events.at: missing (line 2)",
    )


def walk(ws, skill, chapters, **options):
    """The hashes of the prefix while the selection goes through chapters paragraph by paragraph."""
    hashes = []
    for _, text in chapters:
        offset = 0
        for line in text.split("\n"):
            if line.strip():
                selection = (offset, offset + len(line))
                hashes.append(
                    ws.preview_sync(skill, document=text, selection=selection, **options).stable_prefix_hash
                )
            offset += len(line) + 1
    return hashes


@pytest.mark.both_stores
@pytest.mark.long
@pytest.mark.parametrize("skill", ["continue", "consistency-check"])
def test_the_prefix_stays_while_the_writer_stays_in_a_scene(open_novel, novel, tmp_path, skill):
    """A walk through three chapters, a paragraph at a time: the prefix changes where scenes change, nowhere else.

    A break or heading is taken for the beginning of its scene.
    """
    import shutil

    from underdraft import Workspace

    chapters = chapters_of(novel)[3:6]
    hashes = walk(open_novel(embedder="none"), skill, chapters)
    changes = sum(one != other for one, other in pairwise(hashes))
    breaks = sum(text.count("\n---\n") for _, text in chapters)
    assert len(hashes) > 90
    assert 0 < changes <= breaks + len(chapters) - 1

    folder = shutil.copytree(novel, tmp_path / "by-chapter")
    config = folder / ".underdraft" / "config.toml"
    config.write_text(
        config.read_text(encoding="utf-8") + '\n[knowledge]\nscope = "chapter"\n', encoding="utf-8"
    )
    with Workspace.open(folder, store=tmp_path / "c.db", embedder="none") as by_chapter:
        assert len(set(walk(by_chapter, skill, chapters))) <= len(chapters)
