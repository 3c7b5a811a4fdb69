from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.errors import InvalidArgument
from underdraft.project.parse_errors import fault
from underdraft.project.shipped import builtin
from underdraft.skill.context_rules import rule_table, validate_rules
from underdraft.skill.parse import is_skill_name, parse_skill
from underdraft.types.layers import Layer, caps_for

TABLE = rule_table([])
DEFAULTS = validate_rules({}, skill="x", table=TABLE)
LANGUAGES = ("en", "zh")
SHIPPED = sorted(folder.name for folder in (builtin("skills") / "zh").iterdir())
CJK = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")


def skill(header: str = "", *, body: str = "Polish it.", name: str = "polish", **options):
    """Parse a skill that is complete but for what the test adds."""
    markdown = f"---\nname: {name}\ndescription: Polishes.\n{header}\n---\n{body}\n"
    return parse_skill(markdown, **{"origin": "project", "table": TABLE, "folder_name": name, **options})


def message(header: str = "", **options) -> str:
    """What is said about a skill that is refused for the lines added to its frontmatter."""
    with pytest.raises(InvalidArgument) as caught:
        skill(header, **options)
    return caught.value.message


def raw_message(markdown: str, folder_name: str | None = None) -> str:
    """What is said about a whole file that is refused."""
    with pytest.raises(InvalidArgument) as caught:
        parse_skill(markdown, origin="project", table=TABLE, folder_name=folder_name)
    return caught.value.message


def shipped(language, name):
    """A shipped skill in one of its languages."""
    text = (builtin("skills") / language / name / "SKILL.md").read_bytes().decode()
    return parse_skill(text, origin="underdraft", table=TABLE, folder_name=name)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_skill_is_valid_in_both_languages(name):
    """Each shipped skill asks for the same in Chinese and in English, and says it in that language alone."""
    chinese, english = shipped("zh", name), shipped("en", name)
    assert chinese.id == english.id == name
    assert (chinese.rules, chinese.caps, chinese.version) == (english.rules, english.caps, english.version)
    for skill_, is_chinese in ((chinese, True), (english, False)):
        for text in (skill_.instruction, skill_.description, skill_.output_format):
            assert bool(CJK.search(text)) is is_chinese
    assert chinese.instruction.count("\n## ") == english.instruction.count("\n## ")


def test_both_languages_have_the_same_skills():
    """None is there in one language only."""
    for language in LANGUAGES:
        assert sorted(folder.name for folder in (builtin("skills") / language).iterdir()) == SHIPPED


def test_all_fields_are_read():
    """Every key of the contract arrives in the skill."""
    got = skill(
        "context_rules: {surrounding: 500, style-guide: true}\nversion: 1.10\nmodel: ollama/qwen\n"
        "output_format: |\n  Only the text.\nprompt: 润色选中的文字\ncaps: {project: 2000, 5: 10}"
    )
    assert (got.id, got.description, got.instruction, got.origin) == (
        "polish",
        "Polishes.",
        "Polish it.",
        "project",
    )
    assert got.rules["surrounding"] == 500
    assert got.rules["style_guide"] is True
    assert (got.version, got.model) == ("1.10", "ollama/qwen")
    assert (got.output_format, got.prompt) == ("Only the text.", "润色选中的文字")
    assert got.caps == {Layer.PROJECT: 2000, Layer.CURRENT: 10}


def test_public_agent_skill_is_valid():
    """A plain SKILL.md of the public format gets the default rules; its other keys are ignored."""
    got = skill(
        "license: Apache-2.0\ncompatibility: needs git\nmetadata:\n  author: a\n  version: '2'\n"
        "allowed-tools: Read Bash(git:*)\nx-mine: [1]\nx_mine: 2"
    )
    assert got.rules == DEFAULTS
    assert (got.version, got.model, got.output_format, got.prompt, dict(got.caps)) == (
        None,
        None,
        None,
        None,
        {},
    )


@pytest.mark.parametrize(
    "key", ["context_rules", "context-rules", "context_requirements", "context-requirements"]
)
def test_alias_of_context_rules(key):
    """MS3: context-requirements means context_rules, in either spelling; faults name context_rules."""
    assert skill(f"{key}:\n  surrounding: 500").rules["surrounding"] == 500
    assert message(f"{key}:\n  surrounding: '500'") == (
        "context_rules.surrounding: expected an integer from 0 to 100000 (skill polish, line 5)"
    )


@pytest.mark.parametrize(
    ("one", "other", "field"),
    [
        ("context_rules: {}", "context-requirements: {}", "context_rules"),
        ("context_rules: {}", "context-rules: {}", "context_rules"),
        ("output_format: a", "output-format: a", "output_format"),
        ("allowed-tools: a", "allowed_tools: a", "allowed_tools"),
    ],
)
def test_two_spellings_of_one_key_are_refused(one, other, field):
    """The same key in two spellings, or together with its alias, is an error."""
    assert message(f"{one}\n{other}") == (
        f"{field}: given twice, in two spellings; keep one (skill polish, line 5)"
    )


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("context_rules:", "context_rules: expected a mapping of rule names to values"),
        ("context_rules: [surrounding]", "context_rules: expected a mapping of rule names to values"),
        (
            "context_rules: {surrounding: -1}",
            "context_rules.surrounding: expected an integer from 0 to 100000",
        ),
        (
            "context_rules: {surrounding: 017}",
            "context_rules.surrounding: expected an integer from 0 to 100000",
        ),
        (
            "context_rules: {surrounding: .nan}",
            "context_rules.surrounding: expected an integer from 0 to 100000",
        ),
        (
            "context_rules: {surrounding: yes}",
            "context_rules.surrounding: expected an integer from 0 to 100000",
        ),
        (
            "context_rules: {surrounding: 999999}",
            "context_rules.surrounding: expected an integer from 0 to 100000",
        ),
        ("context_rules: {episodes: 2}", "context_rules.episodes: expected 0, or an integer from 3 to 5"),
        ("context_rules: {episodes: 6}", "context_rules.episodes: expected 0, or an integer from 3 to 5"),
        ("context_rules: {outline: 1}", "context_rules.outline: expected true or false"),
        ("context_rules: {outline: 'yes'}", "context_rules.outline: expected true or false"),
        ("context_rules: {outlin: true}", "context_rules.outlin: unknown key; did you mean outline?"),
        ("context_rule: {}", "context_rule: unknown key; did you mean context_rules?"),
        ("zzz: 1", "zzz: unknown key; known keys: allowed_tools, caps, compatibility, context_requirements"),
        ("some words: 1", "SKILL.md: unknown key at position 3; known keys:"),
        ("version: [1]", "version: expected text"),
        ("version: true", "version: expected text"),
        ("version:", "version: expected text"),
        ("model: 5", "model: expected text"),
        ("model: ' '", "model: expected text"),
        ("output_format: {a: b}", "output_format: expected text"),
        ("prompt: [a]", "prompt: expected text"),
        ("caps: 5", "caps: expected a mapping of layers to tokens"),
        ("caps: {project: '5'}", "caps.project: expected an integer >= 0"),
        ("caps: {project: true}", "caps.project: expected an integer >= 0"),
        ("caps: {project: 0%}", "caps.project: expected an integer >= 0, or 1% to 100%"),
        ("caps: {project: 101%}", "caps.project: expected an integer >= 0, or 1% to 100%"),
        ("caps: {Project: -1}", "caps.project: expected an integer >= 0"),
        ("caps: {3: 1.5}", "caps.project: expected an integer >= 0"),
        ("caps: {3: 1, project: 1}", "caps.project: given twice, in two spellings; keep one"),
        ("caps: {projekt: 1}", "caps.projekt: unknown key; did you mean project?"),
        ("caps: {6: 1}", "caps: unknown key at position 1; known keys: 0, 1, 2"),
    ],
)
def test_faults_name_field_skill_and_line(header, said):
    """Each wrong key or value is one located sentence."""
    text = message(header)
    assert text.startswith(said)
    assert text.endswith("(skill polish, line 4)")


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        ("---\ndescription: d\n---\nx", "name: expected a-z, 0-9"),
        ("---\nname:\ndescription: d\n---\nx", "name: expected a-z, 0-9"),
        ("---\nname: My Skill\ndescription: d\n---\nx", "name: expected a-z, 0-9"),
        ("---\nname: yes\ndescription: d\n---\nx", "name: expected a-z, 0-9"),
        ("---\nname: [a]\ndescription: d\n---\nx", "name: expected a-z, 0-9"),
        ("---\nname: polish\n---\nx", "description: expected text (skill polish)"),
        ("---\nname: polish\ndescription: ''\n---\nx", "description: expected text (skill polish, line 3)"),
        ("---\nname: polish\ndescription: 5\n---\nx", "description: expected text (skill polish, line 3)"),
        (
            f"---\nname: polish\ndescription: {'长' * 1025}\n---\nx",
            "description: expected at most 1024 characters (skill polish, line 3)",
        ),
        (
            "---\nname: polish\ndescription: d\n---\n \n\t\n",
            "instruction: expected text after the frontmatter (skill polish, line 4)",
        ),
    ],
)
def test_name_description_and_instruction_are_required(markdown, said):
    """A skill without a proper name, a description or an instruction is refused."""
    assert raw_message(markdown).startswith(said)


def test_name_must_be_that_of_the_folder():
    """A skill in a folder carries the folder's name; the message repeats neither."""
    text = raw_message("---\nname: other\ndescription: d\n---\nx", "polish")
    assert text == "name: expected the name of the skill's folder (skill polish, line 2)"


def test_folder_that_is_no_name_is_not_repeated():
    """A folder name that does not look like one stays out of the message."""
    text = raw_message("---\nname: a\ndescription: d\n---\nx", "my secret novel")
    assert text == "name: expected the name of the skill's folder (line 2)"


@pytest.mark.parametrize(
    ("name", "valid"),
    [
        ("a", True),
        ("consistency-check", True),
        ("2nd-draft", True),
        ("a" * 64, True),
        ("a" * 65, False),
        ("", False),
        ("-a", False),
        ("a-", False),
        ("a--b", False),
        ("a_b", False),
        ("A", False),
        ("润色", False),
        ("a\n", False),
        ("..", False),
        ("a/b", False),
    ],
)
def test_names_of_skills(name, valid):
    """Names follow the public format: a-z, 0-9, single inner hyphens, 1 to 64 characters."""
    assert is_skill_name(name) is valid


def test_number_as_name_is_taken_as_written():
    """A skill may be called 1984."""
    assert skill(name="1984").id == "1984"


def test_description_is_one_line():
    """A folded description becomes one line."""
    text = "---\nname: a\ndescription: >-\n  one\n\n  two\n---\nx"
    assert parse_skill(text, origin="project", table=TABLE).description == "one two"


def test_newlines_and_mark_do_not_change_the_skill():
    """A skill saved with CRLF and a byte order mark gives the same bytes to the model."""
    text = "---\nname: a\ndescription: d\nprompt: |\n  x\n  y\n---\n\none\ntwo\n"
    other = "\ufeff" + text.replace("\n", "\r\n")
    assert parse_skill(text, origin="p", table=TABLE) == parse_skill(other, origin="p", table=TABLE)


@pytest.mark.parametrize("budget", [4_096, 28_672, 123_904, 995_904])
@pytest.mark.parametrize("name", SHIPPED)
def test_caps_of_a_shipped_skill_grow_with_the_window(name, budget):
    """On no model has a shipped skill less room than any other; a check of the story has more, as long as there is more."""
    caps, own = caps_for(budget, shipped("zh", name).caps), caps_for(budget)
    assert all(caps[layer] >= own[layer] for layer in Layer)
    if name == "consistency-check":
        assert caps[Layer.PROJECT] == {4_096: 1_200, 28_672: 3_700}.get(budget, 12_000)


def test_a_share_in_place_of_tokens():
    """A skill may give a layer another share of the budget; a number stays what it is, however large the window."""
    caps = skill("caps: {project: 20%, recent: 900}").caps
    assert caps_for(28_672, caps)[Layer.PROJECT] == 5_700
    assert [caps_for(budget, caps)[Layer.RECENT] for budget in (4_096, 995_904)] == [900, 900]


def test_caps_cannot_be_changed():
    """Caps are shared between runs and read-only; they are ordered by layer."""
    caps = skill("caps: {recent: 1, SYSTEM: 0}").caps
    assert list(caps) == [Layer.SYSTEM, Layer.RECENT]
    with pytest.raises(TypeError):
        caps[Layer.SYSTEM] = 1


def test_fault_without_a_place_is_just_the_sentence():
    """Where neither skill nor line is known, nothing is made up."""
    error = fault("name", "expected text", skill=None)
    assert (error.message, error.details) == ("name: expected text", {"field": "name"})


def test_yaml_is_not_imported_before_it_is_needed():
    """Importing the modules does not import yaml."""
    code = (
        "import underdraft.skill.registry, underdraft.skill.context_rules, sys; print('yaml' in sys.modules)"
    )
    env_path = str(Path(builtin.__code__.co_filename).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {env_path!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"


MARK = "☃"
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10).map(MARK.__add__),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=5,
)
KEYS = ["name", "description", "context_rules", "version", "model", "output_format", "prompt", "caps", "x-a"]


@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=5), st.booleans())
def test_any_frontmatter_is_a_skill_or_a_located_error(header, complete):
    """Any values in the frontmatter: a skill, or INVALID_ARGUMENT that repeats no text of it."""
    import yaml

    if complete:
        header = {**header, "name": "polish", "description": "d"}
    text = f"---\n{yaml.safe_dump(header, allow_unicode=True)}---\nbody"
    got, error = None, None
    try:
        got = parse_skill(text, origin="project", table=TABLE)
    except InvalidArgument as refused:
        error = refused
    if got is None:
        assert MARK not in error.message + repr(error.details)
        assert not complete or error.details["skill"] == "polish"
    else:
        assert got.id == "polish"
        assert list(got.rules) == sorted(TABLE)
