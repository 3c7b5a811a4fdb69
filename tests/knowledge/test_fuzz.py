"""Whatever lies in a project's folders: a clear error or a warning, never a hang, never a path outside."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from underdraft import Workspace

CONFIG = '[project]\nid = "p"\n'
SKILL = "---\nname: probe\ndescription: Probe.\ncontext_rules: {characters: true, world: true, outline: true, style_guide: true, knowledge_graph: true}\n---\nDo it.\n"
posix = pytest.mark.skipif(os.name == "nt", reason="POSIX names, links and pipes")

names = st.text(
    st.characters(exclude_characters="/\x00", exclude_categories=["Cs"]), min_size=1, max_size=20
).filter(lambda n: n not in {".", ".."} and len(n.encode()) < 200)


def project(folder):
    """A project with one skill that asks for everything."""
    base = folder / ".underdraft"
    for name in ("characters", "world", "knowledge", "skills/probe"):
        (base / name).mkdir(parents=True)
    (base / "config.toml").write_text(CONFIG, encoding="utf-8")
    (base / "skills/probe/SKILL.md").write_text(SKILL, encoding="utf-8")
    return folder


def preview(folder, **options):
    """The prompt that such a project gives, within a second or two of processor time."""
    begin = time.process_time()
    with Workspace.open(folder, store=folder / "s.db") as ws:
        made = ws.preview_sync("probe", document="Ann。", **options)
    assert time.process_time() - begin < 10
    return made


def told(made) -> str:
    """Everything that came out."""
    return "\n".join([*(m.content for m in made.messages), *made.warnings])


@posix
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(files=st.lists(names, max_size=5), folder=st.sampled_from(["characters", "world", "knowledge"]))
def test_any_names(tmp_path_factory, files, folder):
    """Every name that a file system takes gives a prompt, with warnings at most."""
    root = project(tmp_path_factory.mktemp("fuzz"))
    for name in files:
        for suffix in (".md", ".yaml"):
            (root / ".underdraft" / folder / f"{name}{suffix}").write_bytes(b"---\nname: A\n---\n")
    made = preview(root)
    assert str(root) not in told(made)
    assert {w.split(":")[0] for w in made.warnings} <= {"FILE_REFUSED", "SECRET_REDACTED", "PREFIX_VOLATILE"}


@posix
def test_names_that_are_no_text(tmp_path):
    """A name that is not UTF-8, or holds a line break, is passed over with a warning."""
    root = project(tmp_path)
    folder = os.fsencode(root / ".underdraft" / "characters")
    for name in (b"\xff\xfe.md", b"a\nb.md", b"a\\b.md"):
        Path(os.fsdecode(folder + b"/" + name)).write_bytes(b"---\nname: Ann\n---\nx\n")
    made = preview(root)
    assert [w for w in made.warnings if "cannot be shown" in w]


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{','.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(8)),
        "entities: " + "[" * 50_000,
        "x" * 400_000,
        "entities:\n" + "".join(f"  - {{name: A{n}}}\n" for n in range(5_001)),
        "- " * 100_000,
        "!!python/object/apply:os.system ['true']",
        "entities: [{name: '" + "長" * 100_000 + "'}]",
        "a: b\n---\nc: d\n...\n",
    ],
)
def test_yaml_bombs(tmp_path, text):
    """Each is refused in a moment, with its file's name and nothing of what it holds."""
    root = project(tmp_path)
    (root / ".underdraft" / "knowledge" / "bomb.yaml").write_text(text, encoding="utf-8")
    (root / ".underdraft" / "knowledge" / "good.yaml").write_text(
        "events: [{id: a, at: 1, what: Ann walks, who: [Ann]}]\nentities: [{name: Ann}]\n", encoding="utf-8"
    )
    made = preview(root)
    assert [w.split(":")[:2] for w in made.warnings] == [["FILE_REFUSED", " .underdraft/knowledge/bomb.yaml"]]
    assert "Ann walks" in made.stable_prefix
