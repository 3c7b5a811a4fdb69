"""``demo``: the main job on the sample novel, with nothing but this package."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from underdraft.cli import output, prompt_view
from underdraft.cli.cache_commands import place_in_words
from underdraft.cli.context import Call, command
from underdraft.cli.language import spoken, translated
from underdraft.cli.sample import PASSAGES, SKILL, copy_sample, passage
from underdraft.cli.starter import trust_own
from underdraft.errors import InvalidArgument
from underdraft.project.discovery import ProjectPlace
from underdraft.project.files import DiskFiles, decoded
from underdraft.text.tokens import counter_for

MODEL = "offline"


@command()
@click.option("--keep", metavar="DIR", help="Keep the sample in this new folder, to go on with it.")
def demo(call: Call, *, keep: str | None) -> None:
    """Preview, run and replay a skill on the sample novel, without a key and without a network.

    Everything happens in a temporary folder with a store of its own; yours is not touched.
    """
    if call.store is not None:
        raise InvalidArgument("--store: the demo keeps to a store of its own")
    with _folder(keep) as folder:
        with output.progress():
            chapter = copy_sample(folder, spoken())
            if keep is not None:
                trust_own(folder)
            data = _work(
                chapter,
                Call(
                    ProjectPlace(str(folder)),
                    store=str(folder / ".underdraft" / "underdraft.db"),
                    as_json=True,
                ),
            )
        call.show(data, lambda answer: _show(answer, keep))


@contextmanager
def _folder(keep: str | None) -> Iterator[Path]:
    if keep is not None:
        yield Path(keep)
        return
    with tempfile.TemporaryDirectory(prefix="underdraft-demo-", ignore_cleanup_errors=True) as made:
        yield Path(made)


def _work(chapter: str, sample: Call) -> dict[str, Any]:
    """One preview, two runs, one replay."""
    text = decoded(chapter, DiskFiles(Path(sample.folder)).read_bytes(chapter) or b"")
    selections = [passage(text, number) for number in PASSAGES]
    payloads = [
        {
            "skillId": SKILL,
            "document": text,
            "documentId": chapter,
            "model": MODEL,
            "selection": {"start": start, "end": end},
        }
        for start, end in selections
    ]
    with sample.open(lasting=False) as workspace:
        preview = sample.ask(workspace, "ai:skill:preview", payloads[0])
        runs = [sample.ask(workspace, "ai:skill:run", payload) for payload in payloads]
        second = sample.ask(workspace, "ai:skill:preview", payloads[1])
        replayed = sample.ask(workspace, "ai:run:replay", {"runId": runs[0]["runId"]})
        ids = {"runId": runs[1]["runId"], "beforeId": runs[0]["runId"], "language": spoken()}
        blamed = sample.ask(workspace, "ai:run:blame", ids)
        name = workspace.config.project.name if workspace.config.project else ""
    count = counter_for(MODEL).count
    prefix = count(preview["stablePrefix"])
    beginning = prefix + count(preview["messages"][0]["content"][len(preview["stablePrefix"]) :])
    return {
        "project": name,
        "chapter": chapter,
        "passages": [text[start:end] for start, end in selections],
        "preview": preview,
        "runs": runs,
        "replay": replayed,
        "blame": blamed,
        "prefixTokens": prefix,
        "beginningTokens": beginning,
        "secondTokens": second["tokens"],
    }


def _show(data: Mapping[str, Any], keep: str | None) -> None:
    first, second = data["runs"]
    preview = data["preview"]
    output.say(
        "The sample novel “{title}”, {chapter}; the skill {skill}; the model {model}.",
        title=data["project"],
        chapter=data["chapter"],
        skill=SKILL,
        model=MODEL,
    )
    output.say("Nothing here needs a key or a network, and your own store is not touched.")

    _step(1, "the prompt, before any model is called")
    output.say("selected: {text}", text=data["passages"][0])
    output.text()
    prompt_view.layer_table(preview)
    output.text()
    output.say(
        "stable prefix (layers 0-3): {tokens} tokens, SHA-256 {sha256}",
        tokens=f"{data['prefixTokens']:,}",
        sha256=preview["stablePrefixHash"],
    )

    _step(2, "the run, with a stand-in for a model")
    output.text(first["text"])

    _step(3, "its receipt: what stood in the prompt, and why")
    prompt_view.entries(first)
    output.heading("warnings")
    for line in first["warnings"] or ["none"]:
        output.say(line)

    _step(4, "another selection: is the prefix still the same?")
    output.say("selected: {text}", text=data["passages"][1])
    output.text()
    for name, run in (("first run", first), ("second run", second)):
        output.say(f"{translated(name)}  {translated('prefix')} {run['stablePrefixHash']}")
    verdict = "unchanged: the same bytes" if second["stablePrefixUnchanged"] else "CHANGED"
    output.say(
        "{verdict}; the first difference is in {place}",
        verdict=translated(verdict),
        place=place_in_words(data["blame"]),
    )

    _step(5, "what that is worth")
    share = 100 * data["beginningTokens"] // data["secondTokens"]
    output.say(
        "Prefix and skill, {same} of the second prompt's {all} tokens ({share} %), are the same bytes as before: "
        "a provider can read them from its cache. Were there one changed byte at the top, it could read none of them.",
        same=f"{data['beginningTokens']:,}",
        all=f"{data['secondTokens']:,}",
        share=share,
    )

    _step(6, "the proof: the first prompt again, from the record")
    replayed = data["replay"]
    verdict = translated("the same, byte for byte" if replayed["same"] else "NOT the same")
    output.say("run {id}: {verdict}", id=first["runId"], verdict=verdict)
    output.say("prompt SHA-256 {sha256}", sha256=replayed["promptHash"])
    _next_steps(keep, data["chapter"])


def _step(number: int, title: str) -> None:
    output.text()
    output.rule(f"{number}. {translated(title)}")


def _next_steps(keep: str | None, chapter: str) -> None:
    output.text()
    output.rule("next")
    if keep is None:
        output.command_line("underdraft demo --keep novel", "the same, and the sample stays in novel/")
        output.command_line("cd novel")
    else:
        shown = translated("the kept folder") if Path(keep).is_absolute() else keep
        output.say("The sample is in {folder}, with its own store. Go there, then try:", folder=shown)
    at = f"--document {chapter} --select-lines 5-7"
    output.command_line(f"underdraft preview {SKILL} {at}")
    output.command_line(f"underdraft run {SKILL} {at} --model ollama_chat/qwen3")
    output.command_line("underdraft blame", "why the last two prompts differ")
    output.command_line("underdraft init my-novel", "your own")
