"""What is checked before a release is uploaded, and what README says about installing it."""

from __future__ import annotations

import io
import re
import runpy
import tarfile
import zipfile

import pytest

import underdraft
from docs.pages import ROOT, read, rows

faults = runpy.run_path(str(ROOT / ".ci" / "check_dists.py"))["faults"]
METADATA = """\
Metadata-Version: 2.4
Name: underdraft
Version: {version}
Description-Content-Type: text/markdown

# Underdraft
"""


def made(tmp_path, *, version=underdraft.__version__, wheel_metadata=METADATA, command="underdraft.cli:main"):
    """A wheel and an sdist with these parts."""
    info = f"underdraft-{version}.dist-info"
    wheel = tmp_path / f"underdraft-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(f"{info}/METADATA", wheel_metadata.format(version=version))
        archive.writestr(f"{info}/licenses/LICENSE", "Apache")
        archive.writestr(f"{info}/entry_points.txt", f"[console_scripts]\nunderdraft = {command}\n")
    sdist = tmp_path / f"underdraft-{version}.tar.gz"
    with tarfile.open(sdist, "w:gz") as archive:
        for name, text in (("PKG-INFO", METADATA.format(version=version)), ("LICENSE", "Apache")):
            one = tarfile.TarInfo(f"underdraft-{version}/{name}")
            one.size = len(text.encode())
            archive.addfile(one, io.BytesIO(text.encode()))
    return [wheel, sdist]


def test_a_good_release_has_no_fault(tmp_path):
    """A wheel and an sdist of the code's version with metadata, licence and command are in order."""
    assert faults(made(tmp_path)) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": "9.9"}, "its version is 9.9"),
        ({"wheel_metadata": "Metadata-Version: 2.4\nName: underdraft\n\n"}, "metadata is not valid"),
        (
            {"wheel_metadata": METADATA.replace("text/markdown", "text/plain")},
            "no description in text/markdown",
        ),
        ({"wheel_metadata": METADATA + "more\n"}, "different descriptions"),
        ({"command": "underdraft:main"}, "does not offer the command"),
    ],
)
def test_a_fault_of_a_release_is_named(tmp_path, change, said):
    """Another version, metadata that no index takes and a missing command are found."""
    assert any(said in fault for fault in faults(made(tmp_path, **change)))


def test_one_file_is_no_release(tmp_path):
    """A wheel without its sdist is refused."""
    assert faults(made(tmp_path)[:1]) == ["expected one wheel (.whl) and one sdist (.tar.gz)"]


@pytest.mark.parametrize("page", ["README.md", "README.zh-CN.md", "docs/index.md", "docs/index.zh-CN.md"])
def test_the_wheel_that_pages_name_is_the_next_one(page):
    """File names of wheels on the pages have the version of the code."""
    named = re.findall(r"underdraft-([\d.]+)-py3-none-any\.whl", read(page))
    assert set(named) == {underdraft.__version__}


@pytest.mark.parametrize("page", ["README.md", "README.zh-CN.md"])
def test_figures_are_those_of_the_benchmarks(page):
    """README's tables of money and time have the figures of benchmarks/README.md."""
    money = [line for line in read(page).splitlines() if "| $" in line]
    assert len(money) == 4
    assert set(money) <= set(read("benchmarks/README.md").splitlines())
    names, times = (
        [cell.strip() for cell in line.strip("|").split("|")][1:]
        for line in read(page).splitlines()
        if line.startswith(("| | plain Python", "| | 手写")) or " ms |" in line
    )
    measured = rows(read("benchmarks/README.md").replace("| | another request: p50", "| peer | p50"), "peer")
    assert times == [
        next(row[1] for row in measured if row[0].startswith(name.replace("手写", "plain"))) for name in names
    ]
