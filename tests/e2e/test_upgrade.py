"""From 0.1 to 0.2: what was public then works now, or names what took its place."""

from __future__ import annotations

import re
import subprocess
import warnings
from importlib import import_module
from io import BytesIO
from pathlib import Path
from tarfile import open as open_tar

import pytest

from environments import Environment
from underdraft.channels import underdraft_channels
from underdraft.types.removed import CHANNELS, NAMES

TOP = Path(__file__).parents[2]
THEN = "4016e55"
"""The commit that 0.1 ended with."""

LINES = Path(__file__).with_name("public_names_0_1.txt").read_text("utf-8").splitlines()
PUBLIC = {module: names.split() for module, names in (line.split(": ") for line in LINES)}
"""The public names of that commit by module, and its channels."""

NOW = {channel.name for channel in underdraft_channels()}

TRY = """
import underdraft
with underdraft.Workspace.open(argv[0], store=argv[1]) as ws:
    seen = ws.preview_sync("rain", document="The sky")
    answer = ["初五：晴" in seen.stable_prefix, list(seen.warnings)]
"""


@pytest.mark.parametrize("module", [module for module in PUBLIC if module != "channels"])
def test_public_names_are_there_or_name_their_successor(module):
    """Each name can be imported from where it was; one that has moved warns, and says where it is."""
    found = import_module(module)
    for name in PUBLIC[module]:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            getattr(found, name)
        assert [w.category for w in said] == [DeprecationWarning] * (f"{module}.{name}" in NAMES), name


def test_channels_are_there_or_name_their_successor():
    """No channel of then is unknown now, and none is listed as removed that is there."""
    then = set(PUBLIC["channels"])
    assert then - NOW == set(CHANNELS)


def test_the_page_names_every_removed_channel():
    """The page for those who upgrade has each one with what to use instead, in both languages."""
    for page in ("upgrade.md", "upgrade.zh-CN.md"):
        text = (TOP / "docs" / page).read_text("utf-8")
        for name, instead in CHANNELS.items():
            row = next((line for line in text.splitlines() if line.startswith(f"| `{name}`")), "")
            assert f"`{instead.partition(' ')[0]}`" in row, name


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    """The examples of then, out of the history."""
    command = ["git", "archive", THEN, "examples"]
    packed = subprocess.run(command, cwd=TOP, capture_output=True, check=False)
    assert packed.returncode == 0, f"the history is cut off before {THEN}: git fetch --unshallow"
    folder = tmp_path_factory.mktemp("then")
    with open_tar(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "examples"


@pytest.mark.long
def test_a_plugin_of_then_runs_unmodified(examples, tmp_path):
    """Its wheel is built and installed, its own tests pass, and its text is in a prompt."""
    environment = Environment(tmp_path / "installed")
    environment.install(examples / "underdraft-weather")
    environment(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", str(examples / "underdraft-weather" / "tests")
    )
    skill = "---\nname: rain\ndescription: d\ncontext_rules:\n  weather: 2\n---\nDescribe the sky.\n"
    files = {
        "config.toml": '[project]\nid = "p"\n',
        "weather.md": "- 初五：晴\n",
        "skills/rain/SKILL.md": skill,
    }
    for name, text in files.items():
        place = tmp_path / "book" / ".underdraft" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    answer = environment.ask(str(tmp_path / "book"), str(tmp_path / "store.db"), code=TRY)
    environment.close()
    assert answer == [True, []]


@pytest.mark.long
def test_the_clients_of_then_call_what_is_there(examples):
    """Every channel that the examples name is there, or its error names what to use."""
    sources = [*examples.rglob("*.ts"), *examples.rglob("*.py"), *examples.rglob("*.md")]
    text = "\n".join(path.read_text("utf-8") for path in sources)
    named = {name for name in re.findall(r"[a-z]+(?::[a-z]+)+", text) if name in PUBLIC["channels"]}
    assert "ai:skill:run" in named
    assert named <= NOW | CHANNELS.keys()
