from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from underdraft.errors import InvalidArgument, NotFound
from underdraft.project.files import DiskFiles
from underdraft.project.shipped import builtin
from underdraft.skill import parse as parsing
from underdraft.skill import registry as registry_module
from underdraft.skill.context_rules import rule_table
from underdraft.skill.registry import ParsedSkills, SkillRegistry

TABLE = rule_table([])


def put(folder: Path, name: str, *, description: str = "d", header: str = "", body: str = "Do it.") -> Path:
    """Write a skill into a folder of registry."""
    file = folder / name / "SKILL.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        f"---\nname: {name}\ndescription: {description}\n{header}\n---\n{body}\n", encoding="utf-8"
    )
    return file


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The project's folder of skills; not made yet."""
    return tmp_path / "novel" / ".underdraft" / "skills"


@pytest.fixture
def registry(tmp_path: Path, project: Path) -> SkillRegistry:
    """A registry over a project, a plugin and the shipped skills, all empty."""
    return SkillRegistry(
        [
            ("project", DiskFiles(tmp_path / "novel").folder(".underdraft/skills")),
            ("sky", tmp_path / "sky"),
            ("underdraft", tmp_path / "shipped"),
        ],
        parsed=ParsedSkills(TABLE),
    )


def test_a_key_of_a_plugin_that_could_not_be_loaded(project):
    """An unknown key may be one of its: it is named beside the fault."""
    put(project, "a", header="context_rules: {weather: true}")
    parsed = ParsedSkills(TABLE, ("weather",))
    with pytest.raises(
        InvalidArgument, match=r"unknown key; .*; these plugins could not be loaded: weather$"
    ):
        SkillRegistry([("project", project)], parsed=parsed).get("a")


def test_first_folder_wins(registry, tmp_path, project):
    """A project's skill overrides a plugin's, which overrides the shipped one; the list says whence."""
    for name in ("a", "b", "c"):
        put(tmp_path / "shipped", name)
    for name in ("a", "b"):
        put(tmp_path / "sky", name)
    put(project, "a", description="mine")
    assert [(i.id, i.name, i.origin, i.error) for i in registry.list()] == [
        ("a", "a", "project", None),
        ("b", "b", "sky", None),
        ("c", "c", "underdraft", None),
    ]
    assert [registry.get(name).origin for name in ("a", "b", "c")] == ["project", "sky", "underdraft"]
    assert registry.list()[0].description == registry.get("a").description == "mine"


def test_missing_folders_are_empty(registry):
    """A workspace without any skill folder lists nothing."""
    assert registry.list() == ()
    with pytest.raises(NotFound, match="known: none"):
        registry.get("polish")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_shipped_skills_are_listed_without_errors(language):
    """All skills in the package can be listed and got."""
    registry = SkillRegistry([("underdraft", builtin("skills") / language)], parsed=ParsedSkills(TABLE))
    items = registry.list()
    assert items
    assert [item.error for item in items] == [None] * len(items)
    assert [registry.get(item.id).description for item in items] == [item.description for item in items]


def test_unknown_skill_names_near_ones_and_all(registry, project):
    """A missing skill is NOT_FOUND with near matches; what was asked for is not repeated."""
    for name in ("polish", "condense"):
        put(project, name)
    with pytest.raises(NotFound) as caught:
        registry.get("Polsih")
    assert caught.value.details == {"near": ["polish"], "known": ["condense", "polish"]}
    assert caught.value.message == "skillId: no skill has this name; similar: polish"
    with pytest.raises(NotFound) as caught:
        registry.get("q")
    assert caught.value.message == "skillId: no skill has this name; known: condense, polish"


@pytest.mark.parametrize(
    "skill_id", ["../polish", "polish/", "/etc", "", ".", "..", "a\0b", "x" * 5000, "润"]
)
def test_id_is_never_a_path(registry, project, skill_id):
    """An id that is not a skill's name reaches no file."""
    put(project, "polish")
    put(project.parent, "polish")
    with pytest.raises(NotFound):
        registry.get(skill_id)


def test_changed_skill_is_seen_at_once(registry, project):
    """A change is seen even when size and time of the file stay the same."""
    file = put(project, "polish", body="One.")
    assert registry.get("polish").instruction == "One."
    before = file.stat()
    put(project, "polish", body="Two.")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_size == before.st_size
    assert registry.get("polish").instruction == "Two."
    file.unlink()
    with pytest.raises(NotFound):
        registry.get("polish")


def test_new_project_skill_takes_over_and_gives_back(registry, tmp_path, project):
    """A skill that appears in the project wins from then on, until it is removed."""
    put(tmp_path / "shipped", "polish")
    assert registry.get("polish").origin == "underdraft"
    file = put(project, "polish")
    assert registry.get("polish").origin == "project"
    file.unlink()
    assert registry.get("polish").origin == "underdraft"


def test_unchanged_skill_is_parsed_once(registry, project, monkeypatch):
    """The same bytes are parsed once, for get and list together."""
    put(project, "polish")
    put(project, "broken", header="nope: 1")
    calls = []
    parse = parsing.parse_skill
    monkeypatch.setattr(registry_module, "parse_skill", lambda *a, **k: calls.append(1) or parse(*a, **k))
    assert registry.get("polish") is registry.get("polish")
    registry.list()
    assert registry.list() == registry.list()
    assert len(calls) == 2


def test_broken_skill_is_listed_with_its_error(registry, tmp_path, project):
    """One broken skill disturbs no other; getting it names skill and line; it still overrides."""
    put(project, "good")
    put(project, "broken", header="context_rules: {surrounding: 'secret'}")
    put(tmp_path / "shipped", "broken")
    broken, good = registry.list()
    said = "context_rules.surrounding: expected an integer from 0 to 100000 (skill broken, line 4)"
    assert (broken.id, broken.origin, broken.description, broken.error) == ("broken", "project", "", said)
    assert (good.id, good.error) == ("good", None)
    for _ in range(2):
        with pytest.raises(InvalidArgument) as caught:
            registry.get("broken")
        assert caught.value.message == said
        assert caught.value.details["line"] == 4


def test_repaired_skill_works(registry, project):
    """A broken skill works as soon as the file is repaired."""
    put(project, "polish", header="nope: 1")
    assert registry.list()[0].error
    put(project, "polish")
    assert registry.list()[0].error is None
    assert registry.get("polish").id == "polish"


def test_file_that_is_not_utf8_is_an_error_with_its_line(registry, project):
    """A file in another encoding is refused, with the line of the first such byte."""
    put(project, "polish").write_bytes("---\nname: polish\ndescription: 润色\n---\nx".encode("gb18030"))
    with pytest.raises(InvalidArgument) as caught:
        registry.get("polish")
    assert caught.value.message == "SKILL.md: expected UTF-8 (skill polish, line 3)"


def test_file_that_is_too_large_is_an_error(registry, project):
    """A file over the limit is refused, also where the limit falls inside a character."""
    put(project, "polish", body="字" * 400_000)
    with pytest.raises(InvalidArgument) as caught:
        registry.get("polish")
    assert caught.value.message == "SKILL.md: expected at most 1000000 bytes (skill polish)"


def test_folder_with_an_impossible_name_is_a_broken_skill(registry, project):
    """A folder whose name no skill can have is listed as broken, and not offered as known."""
    put(project, "My Skill")
    put(project, "polish")
    items = registry.list()
    assert [item.id for item in items] == ["My Skill", "polish"]
    assert items[0].error
    assert items[0].error.startswith("name: expected a-z")
    with pytest.raises(InvalidArgument):
        registry.get("My Skill")
    with pytest.raises(NotFound) as caught:
        registry.get("zzz")
    assert caught.value.details == {"near": [], "known": ["polish"]}


def test_other_files_are_no_skills(registry, project):
    """Loose files, folders without SKILL.md and a folder of that name are passed over."""
    put(project, "polish")
    (project / "README.md").write_text("x")
    (project / "empty").mkdir()
    (project / "odd" / "SKILL.md").mkdir(parents=True)
    assert [item.id for item in registry.list()] == ["polish"]
    with pytest.raises(NotFound):
        registry.get("odd")


@pytest.mark.parametrize("linked", ["folder", "file"])
def test_link_out_of_the_project_is_refused(registry, tmp_path, project, linked):
    """A project skill that leads out of the project through a link is refused, without the path."""
    outside = put(tmp_path / "outside", "polish", body="secret")
    project.mkdir(parents=True)
    if linked == "folder":
        (project / "polish").symlink_to(outside.parent)
    else:
        (project / "polish").mkdir()
        (project / "polish" / "SKILL.md").symlink_to(outside)
    said = "SKILL.md: the link leads out of the project (skill polish)"
    assert registry.list()[0].error == said
    with pytest.raises(InvalidArgument) as caught:
        registry.get("polish")
    assert caught.value.message == said


def test_link_inside_the_project_is_followed(registry, tmp_path, project):
    """A link that stays inside the project is fine, and so is a link in a plugin's folder."""
    inside = put(tmp_path / "novel" / "shared", "polish")
    project.mkdir(parents=True)
    (project / "polish").symlink_to(inside.parent)
    assert registry.get("polish").origin == "project"
    (tmp_path / "sky").mkdir()
    (tmp_path / "sky" / "condense").symlink_to(put(tmp_path / "cache", "condense").parent)
    assert registry.get("condense").origin == "sky"


def test_loop_of_links_disturbs_nothing(registry, project):
    """A link to itself is one broken skill."""
    put(project, "polish")
    (project / "loop").symlink_to(project / "loop")
    said = "SKILL.md: the file cannot be read (skill loop)"
    assert [(item.id, item.error) for item in registry.list()] == [("loop", said), ("polish", None)]
    with pytest.raises(InvalidArgument):
        registry.get("loop")


@pytest.mark.parametrize("method", ["is_file", "open"])
def test_unreadable_skill_disturbs_no_other(registry, tmp_path, monkeypatch, method):
    """A file that the system refuses to open is one broken skill in the list."""
    put(tmp_path / "sky", "locked")
    put(tmp_path / "sky", "polish")
    original = getattr(Path, method)

    def refuse(self, *args, **kwargs):
        if self.parent.name == "locked":
            raise PermissionError(13, "denied", str(self))
        return original(self, *args, **kwargs)

    monkeypatch.setattr(Path, method, refuse)
    assert [(item.id, item.error) for item in registry.list()] == [
        ("locked", "SKILL.md: the file cannot be read (skill locked)"),
        ("polish", None),
    ]


def test_unreadable_folder_is_an_error_without_its_path(registry, monkeypatch):
    """A skills folder that cannot be listed is named by its origin."""

    def refuse(self):
        raise PermissionError(13, "denied", str(self))

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.raises(InvalidArgument) as caught:
        registry.list()
    assert caught.value.message == "skills: the folder of sky cannot be read"


def test_skills_inside_an_archive_are_read(tmp_path):
    """A folder need not lie on the disk: a package in a zip archive ships skills too."""
    put(tmp_path, "polish")
    archive = tmp_path / "package.zip"
    with zipfile.ZipFile(archive, "w") as out:
        out.write(tmp_path / "polish" / "SKILL.md", "skills/polish/SKILL.md")
    registry = SkillRegistry([("zipped", zipfile.Path(archive, "skills/"))], parsed=ParsedSkills(TABLE))
    assert [item.id for item in registry.list()] == ["polish"]
    assert registry.get("polish").instruction == "Do it."
    with pytest.raises(NotFound):
        registry.get("condense")
