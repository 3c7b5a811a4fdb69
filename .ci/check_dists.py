"""Checks a wheel and an sdist before an upload: ``python .ci/check_dists.py dist/*``.

Both must have metadata that a package index takes (as ``twine check --strict`` asks: parsed, with a description that says how
to read it), the version of the code, the licence, and the same description. The wheel must offer the command.
"""

from __future__ import annotations

import re
import sys
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path

from packaging.metadata import Metadata

ROOT = Path(__file__).parents[1]
COMMAND = "underdraft = underdraft.cli:main"


def faults(paths: list[Path]) -> list[str]:
    """Each thing that is wrong with the files, with the file's name."""
    kinds = {path.suffix: path for path in paths}
    if sorted(kinds) != [".gz", ".whl"] or len(paths) != len(kinds):
        return ["expected one wheel (.whl) and one sdist (.tar.gz)"]
    wheel, sdist = _wheel(kinds[".whl"]), _sdist(kinds[".gz"])
    found = [
        *(f"{kinds['.whl'].name}: {fault}" for fault in _of_one(wheel, "dist-info/METADATA")),
        *(f"{kinds['.gz'].name}: {fault}" for fault in _of_one(sdist, "PKG-INFO")),
    ]
    if not any(
        name.endswith("entry_points.txt") and COMMAND in text.decode() for name, text in wheel.items()
    ):
        found.append(f"{kinds['.whl'].name}: it does not offer the command underdraft")
    if _description(wheel, "METADATA") != _description(sdist, "PKG-INFO"):
        found.append("wheel and sdist have different descriptions")
    return found


def _wheel(path: Path) -> dict[str, bytes]:
    """The files about the package in a wheel."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if ".dist-info/" in name}


def _sdist(path: Path) -> dict[str, bytes]:
    """The files at the root of an sdist."""
    with tarfile.open(path) as archive:
        members = [one for one in archive.getmembers() if one.isfile() and one.name.count("/") == 1]
        return {one.name: archive.extractfile(one).read() for one in members}


def _of_one(files: dict[str, bytes], metadata: str) -> list[str]:
    """What is wrong with one of the two."""
    raw = next((text for name, text in files.items() if name.endswith(metadata)), None)
    if raw is None:
        return ["it has no metadata"]
    try:
        read = Metadata.from_email(raw, validate=True)
    except Exception as error:  # noqa: BLE001 - a group of errors, or one
        return [f"its metadata is not valid: {[str(e) for e in getattr(error, 'exceptions', [error])]}"]
    found = []
    if str(read.version) != version():
        found.append(f"its version is {read.version}, the code's is {version()}")
    if read.description_content_type != "text/markdown" or not (read.description or "").strip():
        found.append("it has no description in text/markdown")
    if not any(name.rsplit("/", 1)[-1] == "LICENSE" for name in files):
        found.append("it has no LICENSE")
    return found


def _description(files: dict[str, bytes], metadata: str) -> object:
    raw = next((text for name, text in files.items() if name.endswith(metadata)), b"")
    return message_from_bytes(raw).get_payload()


def version() -> str:
    """The version that ``pyproject.toml`` names."""
    found = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    return found[1] if found else ""


def main(arguments: list[str]) -> None:
    """Print what is wrong, and end with status 1 if anything is."""
    found = faults([Path(argument) for argument in arguments])
    print("\n".join(found) or f"in order: {', '.join(Path(one).name for one in arguments)}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main(sys.argv[1:])
