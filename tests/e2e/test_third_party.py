"""A stranger's package, installed into a fresh environment, takes part in runs."""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from environments import Environment

pytestmark = pytest.mark.long

EXAMPLE = Path(__file__).parents[2] / "examples" / "underdraft-weather"
EARLIER = "4016e55589e7a69035f160fb201c9ef4f61959ba"
"""The commit whose plugin is installed unmodified, too."""

LOG = "# 天气\n\n- 初一：晴\n- 初二：大雾，午后散\n- 初三：东北风，浪高\n"
SKILL = "---\nname: sky\ndescription: d\ncontext_rules:\n  characters: true\n  world: true\n  weather: {days}\n---\n写天色。\n"
CONFIG = '[project]\nid = "harbour"\nname = "灯港"\n'


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """An environment without the stranger's package."""
    environment = Environment(tmp_path_factory.mktemp("bare"))
    yield environment
    environment.close()


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """An environment into which the package was installed as anybody would, but for the network."""
    source = shutil.copytree(EXAMPLE, tmp_path_factory.mktemp("source") / "weather")
    environment = Environment(tmp_path_factory.mktemp("installed"))
    environment.install(source)
    assert (environment.site / "underdraft_weather" / "__init__.py").is_file()
    yield environment
    environment.close()


@pytest.fixture
def harbour(tmp_path):
    """A project whose skill asks for the weather."""

    def make(days: object = 2) -> Path:
        root = tmp_path / "harbour"
        files = {
            "config.toml": CONFIG,
            "weather.md": LOG,
            "characters/lan.md": "# 阿岚\n\n守灯人。\n",
            "world/light.md": "# 灯塔\n\n在北角。\n",
            "skills/sky/SKILL.md": SKILL.format(days=days),
        }
        for name, text in files.items():
            place = root / ".underdraft" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, "utf-8")
        return root

    return make


def preview_of(environment, root: Path, *, code: int = 0):
    """What ``underdraft preview sky --json`` prints."""
    (root / "now.md").write_text("阿岚守着灯塔，雾还没散。", "utf-8")
    arguments = ["preview", "sky", "-C", str(root), "-d", "now.md", "--store", str(root / "u.db")]
    return environment.cli(*arguments, code=code)


def test_it_is_discovered(installed):
    """``underdraft plugins`` shows package, layer and rule field."""
    seen = installed.cli("plugins")
    (weather,) = [p for p in seen["plugins"] if p["name"] == "weather"]
    assert weather == {
        "name": "weather",
        "package": "underdraft-weather 0.1.0",
        "hooks": ["underdraft_context_rules", "underdraft_fetchers"],
        "layers": ["PROJECT"],
        "rules": ["weather"],
        "error": None,
    }
    assert all(p["error"] is None for p in seen["plugins"])


def test_its_rule_works_in_a_skill(installed, harbour):
    """The fetcher runs when the skill asks for it, its chunk between the built-in ones; a wrong value is refused."""
    seen = preview_of(installed, harbour(2))
    places = [
        seen["stablePrefix"].index(text) for text in ("守灯人", "- 初二：大雾", "- 初三：东北风", "在北角")
    ]
    assert places == sorted(places)
    assert "初一" not in seen["stablePrefix"]
    entries = [(i["layer"], i["source"], i["reason"]) for i in seen["injected"] if i["plugin"] == "weather"]
    assert entries == 2 * [("PROJECT", "file:.underdraft/weather.md", "weather log")]
    assert seen["warnings"] == []
    assert "初三" not in preview_of(installed, harbour(0))["stablePrefix"]
    error = preview_of(installed, harbour("true"), code=2)["error"]
    assert error["message"] == "context_rules.weather: expected an integer from 0 to 30 (skill sky, line 7)"


def test_without_the_package_the_key_is_unknown(bare, harbour):
    """Unknown keys stay errors."""
    error = preview_of(bare, harbour(2), code=2)["error"]
    assert error["code"] == "INVALID_ARGUMENT"
    assert error["message"].startswith("context_rules.weather: unknown key")
    assert "weather" not in [p["name"] for p in bare.cli("plugins")["plugins"]]


def test_its_own_tests_pass_where_it_is_installed(installed, tmp_path):
    """The package's test suite, with ``underdraft.testing`` as the pytest plugin that comes along."""
    tests = shutil.copytree(EXAMPLE / "tests", tmp_path / "tests")
    said = installed(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(tests), str(tests)
    )
    assert "6 passed" in said


def test_the_package_of_an_earlier_commit_runs_unmodified(tmp_path, harbour):
    """Built from the history and installed, it is found and brings what it brought then."""
    root = EXAMPLE.parents[1]
    order = ["git", "-C", str(root), "archive", EARLIER, "examples/underdraft-weather"]
    try:
        packed = subprocess.run(order, capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("the earlier package is taken from the history, and git is not installed")
    if packed.returncode != 0:
        pytest.skip(f"a copy without the history (a shallow clone, an archive) lacks {EARLIER[:8]}")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(tmp_path / "history", filter="data")
    environment = Environment(tmp_path / "environment")
    source = tmp_path / "history" / "examples" / "underdraft-weather"
    environment.install(source)
    seen = preview_of(environment, harbour(2))
    environment.close()
    assert "- 初二：大雾" in seen["stablePrefix"]
    assert [i["reason"] for i in seen["injected"] if i["plugin"] == "weather"] == 2 * ["weather log"]
    assert seen["warnings"] == []
