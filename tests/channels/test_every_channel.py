"""What every built-in channel answers in one session, key by key, as readable text under ``snapshots/``.

Regenerate with ``python -m pytest -n0 tests/channels/test_every_channel.py --snapshot-update``.
"""

from __future__ import annotations

import copy
import itertools
import json
import re
from contextlib import ExitStack

import jsonschema
import pytest

from channels.session_script import opened, played, whole_schema
from snapshot_files import PromptFile
from underdraft.testing import FROZEN_NOW

IDS = {"id", "run_id", "session_id", "before_id", "other_id", "ref", "refs", "undo_episode_id"}
"""Fields that name a row; a skill, a project or a document is a name in the caller's own folder."""

SESSIONS = {
    *("ai:skill:preview", "ai:skill:run", "atomic:create", "atomic:list", "conversation:append"),
    *("summary:update", "working:put"),
}
"""Channels to which a session is a name that the caller chooses: another writer's of that name is another one."""

HASH = re.compile(r'"[0-9a-f]{64}"')
EDITION = re.compile(r'("(?:source": "litellm |asOf": "))[^"]*(")')
"""Which table of prices is installed, and since when."""


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """The session."""
    with played(tmp_path_factory.mktemp("session")) as script:
        yield script


def ids_of(writer):
    """Ids that say whose they are."""
    numbers = itertools.count()
    return lambda: f"{writer}-{next(numbers):06}"


def steady(envelope):
    """The envelope as text without what differs from machine to machine: times, versions, hashes, sizes."""
    return HASH.sub('"<hash>"', EDITION.sub(r"\1<edition>\2", timeless(envelope)))


def timeless(envelope):
    """The envelope as text without what differs from time to time: times, versions, sizes.

    Which stages are timed is not for callers to rely on, either.
    """
    data = envelope.get("data")
    if isinstance(data, dict) and "versions" in data:
        data["versions"] = dict.fromkeys(data["versions"], 0)
        data["plugins"]["loaded"] = data["store"]["revision"] = 0
    if isinstance(data, dict) and "timings" in data:
        data["timings"] = {}
    if isinstance(data, dict) and "bytes" in data:
        data["bytes"] = 0
    return json.dumps(envelope, ensure_ascii=False, indent=1)


@pytest.mark.long
def test_answers(script, snapshot):
    """Keys, their order, and what is left out where there is nothing stay as they are."""
    assert {channel for channel, _, _ in script.kept} == set(script.workspace.channels)
    lines = [
        f"===== {channel} {json.dumps(payload, ensure_ascii=False)}\n{steady(copy.deepcopy(envelope))}\n"
        for channel, payload, envelope in script.kept
    ]
    assert "".join(lines) == snapshot.use_extension(PromptFile)


def plain(said):
    """An answer without what says which store it comes from; whether a server's free pages are clean nobody knows."""
    return said.replace("postgresql", "sqlite").replace('"complete": true', '"complete": false')


@pytest.mark.long
def test_both_stores_answer_the_same(tmp_path, server_url):
    """Every channel, byte for byte, with the hashes of prompts and the ids."""
    answers = {}
    for name, store in (("file", tmp_path / "store.db"), ("server", server_url)):
        with played(tmp_path / name, store=store) as script:
            for channel, payload, envelope in script.kept:
                found = timeless(copy.deepcopy(envelope))
                answers.setdefault(name, []).append((channel, payload, plain(found)))
    for ours, theirs in zip(answers["server"], answers["file"], strict=True):
        assert ours[0] == theirs[0]
        assert ours[2].splitlines() == theirs[2].splitlines(), ours[:2]


@pytest.mark.long
@pytest.mark.pooler_too
def test_another_writer_finds_nothing(tmp_path, server_url):
    """Every channel that takes an id, asked by another writer just before its owner asks it, says NOT_FOUND."""
    told = {"store": server_url, "clock": lambda: FROZEN_NOW}
    asked, held = [], {"id": None, "runId": None}

    def before(script, channel, payload):
        for _, _, envelope in script.kept[-1:]:
            held.update({key: was or envelope.get("data", {}).get(key) for key, was in held.items()})
        named = {key: held[key] if value == "none" else value for key, value in payload.items()}
        ours = any(kind in str(named) for kind in ("anna-", "learned-", "rule-"))
        if ours and channel not in SESSIONS | {"memory:import"}:
            asked.append((len(script.kept), named != payload, ben.invoke_sync(channel, named)))

    with ExitStack() as stack:
        ben = stack.enter_context(opened(tmp_path / "ben", writer="ben", new_id=ids_of("ben"), **told))
        anna = played(tmp_path / "anna", before=before, writer="anna", new_id=ids_of("anna"), **told)
        script = stack.enter_context(anna)
        taking = {c.name for c in ben.channels.values() if {f.name for f in c.signature.fields} & IDS}
    refused = set()
    for number, foreign, theirs in asked:
        channel, payload, own = script.kept[number]
        if own["ok"] or foreign:
            code = theirs["error"]["code"] if "error" in theirs else any(theirs["data"].values())
            nothing = (
                channel == "ai:skill:cancel" or "sessionId" in payload
            )  # may also be answered with nothing
            assert code == "NOT_FOUND" or (nothing and code is False), (channel, payload, theirs)
            refused.add(channel)
    assert taking - SESSIONS == refused


def check(script):
    """See that each payload that is taken and each answer is of its schema."""
    schema = whole_schema(script.workspace.channels.values())
    validator = jsonschema.Draft202012Validator(schema)
    for name, payload, envelope in script.kept:
        if envelope["ok"]:
            validator.evolve(schema=schema | {"$ref": f"#/$defs/{name} takes"}).validate(payload)
            validator.evolve(schema=schema | {"$ref": f"#/$defs/{name} answers"}).validate(envelope["data"])


def test_schemas(script):
    """Payloads and answers keep to the schemas that are derived from the handlers; every channel answered."""
    check(script)
    taken = {name for name, _, envelope in script.kept if envelope["ok"]}
    assert taken == set(script.workspace.channels)


@pytest.mark.long
def test_schemas_with_vectors(tmp_path):
    """So they do where recall by meaning works."""
    with played(tmp_path, embedder="letters") as script:
        check(script)
        assert script.kept[-3][2]["data"]["index"]["healthy"]
