"""The description of the interface says what the channels do."""

from __future__ import annotations

import httpx
import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core import NotSet

from service.served import TOKEN
from underdraft.service.chat_request import OPTIONS, REFUSED
from underdraft.service.openapi import describe, operation_id
from underdraft.service.projects import HEADER


def test_every_channel_is_described(workspace):
    """Each channel is one operation with an id of its own, and every reference leads somewhere."""
    document = describe(workspace.channels.values())
    chat = {"/v1/chat/completions", "/v1/models", "/v1/models/{id}"}
    assert set(document["paths"]) == {f"/ipc/{name}" for name in workspace.channels} | chat
    about = {
        name: document["paths"][f"/ipc/{name}"]["post"].get("description", "") for name in workspace.channels
    }
    assert about == {name: channel.signature.about or "" for name, channel in workspace.channels.items()}
    ids = [one["operationId"] for path in document["paths"].values() for one in path.values()]
    assert len(set(ids)) == len(ids)
    known = set(document["components"]["schemas"])
    assert references(document) <= known | {"Failure", "ChatFailure", "project"}


def test_every_setting_of_a_chat_is_described(workspace):
    """What is passed on is a property of the request, and what is refused is named."""
    request = describe(workspace.channels.values())["components"]["schemas"]["ChatRequest"]
    assert set(OPTIONS) <= set(request["properties"])
    assert all(name in request["description"] for name in REFUSED)


def references(value):
    """The names at the ends of all references."""
    if isinstance(value, dict):
        found = {value["$ref"].rpartition("/")[2]} if "$ref" in value else set()
        return found.union(*map(references, value.values()))
    return set().union(*map(references, value)) if isinstance(value, list) else set()


def test_names_of_operations():
    """A channel's name becomes a function's."""
    assert operation_id("ai:skill:run") == "aiSkillRun"
    assert operation_id("memory:injection:preview") == "memoryInjectionPreview"


@pytest.mark.parametrize(
    ("channel", "payload"),
    [
        ("workspace:info", {}),
        ("ai:skill:run", {"skillId": "continue", "document": "夜里很冷。"}),
        ("memory:create", {"type": "preference", "scope": "global", "content": "短句"}),
        ("ai:skill:run", {"skillId": "no"}),
    ],
)
def test_answers_keep_to_the_description(caller, channel, payload):
    """What comes over HTTP is what the description promises, fields and types."""
    document = caller.http.get("/openapi.json").json()
    got = caller.ask(channel, payload)
    responses = document["paths"][f"/ipc/{channel}"]["post"]["responses"]
    promised = responses[str(got.status_code)]
    if "$ref" in promised:
        promised = document["components"]["responses"]["Failure"]
    schema = promised["content"]["application/json"]["schema"]
    jsonschema.validate(got.json(), {**schema, "components": document["components"]})


@pytest.mark.long
def test_no_request_brings_the_server_down(workspace, url):
    """Requests made up from the description, wrong ones among them, never meet a fault of the server."""
    description = schemathesis.openapi.from_dict(describe(workspace.channels.values()))
    operations = [found.ok() for found in description.get_all_operations()]
    assert len(operations) == len(workspace.channels) + 3
    with httpx.Client(base_url=url, headers={"authorization": f"Bearer {TOKEN}"}, timeout=20) as http:
        for operation in operations:
            call_often(operation, http)


def call_often(operation, http):
    """Made-up requests of one operation."""

    @given(case=operation.as_strategy())
    @settings(
        settings.default,
        max_examples=max(4, settings.default.max_examples // 5),
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    def check(case):
        body = {} if isinstance(case.body, NotSet) else case.body
        if case.formatted_path.startswith("/v1/"):
            own = {"model": "underdraft", "metadata": {}}  # no provider is asked
            body = {**body, **own} if isinstance(body, dict) else body
            got = http.request(case.method, case.formatted_path, json=body)
            assert got.status_code < 500, (case.formatted_path, body, got.text)
            return
        headers = {name: value for name, value in case.headers.items() if name.lower() == HEADER}
        got = http.post(case.formatted_path, json=body, headers=headers)
        assert got.status_code < 500, (case.formatted_path, body, got.text)
        assert set(got.json()) in ({"ok", "data"}, {"ok", "error"})

    check()
