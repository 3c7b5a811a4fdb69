"""The fixtures; without pytest they are plain functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from underdraft.errors import InvalidArgument
from underdraft.project.files import check_relative
from underdraft.testing.run_inputs import FROZEN_NOW, counted_ids

if TYPE_CHECKING:
    from underdraft.workspace import Workspace

_CONFIG = '[project]\nid = "test-project"\nname = "Test"\n'

PROMPT_FOLDER = "underdraft_prompts"
"""The setting of pytest that says where ``prompt_snapshot`` keeps its files, seen from the root of the tests."""


def pytest_addoption(parser: Any) -> None:
    """Let pytest know the setting."""
    parser.addini(PROMPT_FOLDER, "where prompt_snapshot keeps its files (default: prompts/ beside the test)")


def _fixture(function: Callable[[Path], Any]) -> Any:
    """The function as a fixture where there is pytest; the rest of this module is of use without it."""
    try:
        import pytest
    except ImportError:
        return function
    return pytest.fixture(function)


@_fixture
def underdraft_workspace(tmp_path: Path) -> Iterator[Callable[..., Workspace]]:
    """Makes workspaces on temporary folders: ``underdraft_workspace(files={path: text}, **options)``.

    Without a ``config.toml`` among the files there is a project ``test-project``; ``config=None`` leaves
    it out. Options are those of ``Workspace.open``; the store is in the temporary folder, the clock
    does not move, ids are counted, and folders with one project's id share its memories. All are closed after the test.
    """
    from underdraft.workspace import Workspace

    opened: list[Workspace] = []
    new_id = counted_ids()

    def make(
        files: Mapping[str, str | bytes] | None = None, *, config: str | None = _CONFIG, **options: Any
    ) -> Workspace:
        root = tmp_path / f"workspace-{len(opened) + 1}"
        root.mkdir()
        wanted = {} if config is None else {".underdraft/config.toml": config}
        for path, content in {**wanted, **(files or {})}.items():
            place = root / check_relative(path)
            if not place.resolve().is_relative_to(root.resolve()):
                raise InvalidArgument("files: a path leads out of the folder")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content.encode() if isinstance(content, str) else content)
        settings: dict[str, Any] = {
            "store": tmp_path / "store.db",
            "clock": lambda: FROZEN_NOW,
            "new_id": new_id,
            "trusted": True,  # the test's own words
            "confirm": True,
        }
        opened.append(Workspace.open(root, **{**settings, **options}))
        return opened[-1]

    yield make
    for workspace in opened:
        workspace.close()


@_fixture
def prompt_snapshot(request: Any) -> Any:
    """Compares prompts with kept files: ``assert ws.preview_sync("polish") == prompt_snapshot``.

    One readable text file a prompt, below the folder that ``underdraft_prompts`` names in pytest's settings, else
    in ``prompts/`` beside the test. It is a snapshot of syrupy, which must be installed: ``--snapshot-update``
    accepts what has changed, and a file that is not there yet fails. Several in one test are numbered, or named
    by ``prompt_snapshot(name="...")``.
    """
    from underdraft.testing.prompt_file import kept_in

    folder = request.config.getini(PROMPT_FOLDER)
    snapshot = request.getfixturevalue("snapshot")
    return snapshot.use_extension(kept_in(request.config.rootpath / folder if folder else None))
