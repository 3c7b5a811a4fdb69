"""Shows the demo: three screens for a writer, and with ``--details`` the receipt, the hashes and the proof."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from underdraft.cli import output, prompt_view
from underdraft.cli.cache_commands import place_in_words
from underdraft.cli.feedback_commands import habit_in_words
from underdraft.cli.language import in_words, spoken, translated
from underdraft.cli.runs_commands import show_replay
from underdraft.cli.sample import SKILL
from underdraft.cli.table import cell_len
from underdraft.run.prompt_lines import FRAMEWORK
from underdraft.text.strings import words
from underdraft.types.layers import Layer

LATER = frozenset(layer.name for layer in Layer if not layer.stable)

NAMES_COLUMNS = 30
"""Columns that the names of one row may take."""

_Row = tuple[str, str, str, str]


def show_demo(data: Mapping[str, Any], *, keep: str | None, details: bool) -> None:
    """Show all screens, and what to do next."""
    output.say(
        "Underdraft on a sample novel, “{title}”. No model is called: its replies are part of the sample. "
        "Everything else is computed now, without a key and without a network.",
        title=data["project"],
    )
    _show_prompt(data)
    _show_learning(data)
    _show_costs(data)
    if details:
        _show_details(data)
    _next_steps(keep, data["chapter"], details=details)


def _show_prompt(data: Mapping[str, Any]) -> None:
    preview = data["previews"][0]
    _screen(1, "what is sent to the model")
    selected = output.sentence("In {chapter} you select this passage:", chapter=data["chapter"])
    output.entry(selected, data["edits"][0]["selected"])
    output.say(
        "and choose “{skill}”. The model gets {tokens} tokens; it is paid by the token, and a word is one or two.",
        skill=SKILL,
        tokens=_count(preview["tokens"]),
    )
    output.text()
    rows: list[_Row] = []
    beginning = _uses(data)[1]["predictedTokens"]
    for begins, total, label, why in (
        (True, beginning, "the beginning", "the same next time"),
        (False, preview["tokens"] - beginning, "the end", "different each time"),
    ):
        rows += _rows([one for one in preview["lines"] if (one["layer"] not in LATER) == begins], total)
        rows.append((f"= {translated(label)}", _count(total), "", translated(why)))
    output.table(("layer", "tokens", "what", "why"), rows, right=(1,))


def _rows(lines: Sequence[Mapping[str, Any]], total: int) -> Iterator[_Row]:
    """One row for each reason for which something is in a layer, the first one with its title; then what frames all of it."""
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for line in sorted(lines, key=lambda one: one["source"] == FRAMEWORK):
        found.setdefault(_place(line), []).append(line)
    before = ""
    for (title, why), same in found.items():
        tokens = sum(line["tokens"] for line in same) if title else total
        yield ("" if title == before else title), _count(tokens), _names(same), why
        before, total = title, total - tokens


def _place(line: Mapping[str, Any]) -> tuple[str, str]:
    """Return the title under which a line of the prompt is shown, and why it is there."""
    if line["source"] == FRAMEWORK:
        return "", translated("always sent")
    if line["layer"] is None:
        heading: str = words(spoken(), "template")["skill_heading"]
        return heading.removeprefix("# "), translated("you chose it")
    return _title(Layer[line["layer"]]), in_words("reason", line["reason"].partition(" (")[0])


def _names(lines: Sequence[Mapping[str, Any]]) -> str:
    names = list(dict.fromkeys(map(_name, lines)))
    listed = translated(", ").join(names)
    if cell_len(listed) <= NAMES_COLUMNS:
        return listed
    return output.sentence("{name} and {count} more", name=names[0], count=len(names) - 1)


def _name(line: Mapping[str, Any]) -> str:
    """Return the file that a line of the prompt is from, or the label under which it stands there."""
    origin, _, place = line["source"].partition(":")
    if origin == "file":
        return str(place).removeprefix(".underdraft/")
    label: str | None = words(spoken(), "template")["labels"].get(line["kind"])
    return label or in_words("line", origin)


def _show_learning(data: Mapping[str, Any]) -> None:
    _screen(2, "the reply, and what is learned from your changes")
    edit, judged = data["edits"][0], data["feedback"]
    learned = [one["text"] for one in judged[-1]["noticed"] if one["score"] >= one["needed"]]
    rows = [
        ("the reply", edit["reply"]),
        ("you keep", edit["kept"]),
        *_labelled("noticed", [habit_in_words(one) for one in judged[0]["noticed"]]),
        ("", ""),
        ("later", output.sentence("you change {count} more replies in the same way", count=len(judged) - 1)),
        *_labelled("learned", learned),
        ("in a chat", output.sentence("you say: “{words}”", words=data["said"])),
        *_labelled("remembered", [one["content"] for one in data["heard"] if one["outcome"] == "taken"]),
    ]
    output.pairs(rows)
    output.text()
    following = data["previews"][len(judged)]
    output.say("So the next prompt says, in {layer}:", layer=_title(Layer.RECENT))
    for line in _added(following):
        output.say("{line}", line=f"  {line}")
    examples = sum(entry["source"] == "memory:examples" for entry in following["injected"])
    output.say(
        "and shows the model {count} of your edits. You can see, change and remove each of these: underdraft memory "
        "learned, underdraft profile.",
        count=examples,
    )


def _added(preview: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines that stand behind the prefix because they were added while its cache is warm."""
    later = (one for one in preview["lines"] if one["layer"] == Layer.RECENT.name)
    for one in later:
        if one["source"] in {"memory:injection", "memory:profile"}:
            yield from (line for line in one["text"].split("\n") if line.startswith("- "))


def _labelled(label: str, texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Rows of which the first has the label."""
    return zip([label, *[""] * len(texts)], texts, strict=False)


def _show_costs(data: Mapping[str, Any]) -> None:
    _screen(3, "what the next request costs")
    uses = _uses(data)
    learned = len(data["feedback"])
    named = {
        "the first": uses[0],
        "the second, for another passage": uses[1],
        "the first after the learning": uses[learned],
        "the second after it": uses[learned + 1],
    }
    whole = uses[0]["predictedUsd"]
    rows = [
        (
            translated(name),
            _count(use["promptTokens"]),
            _count(use["predictedTokens"]),
            f"${use['predictedUsd']:.4f}",
            f"{use['predictedUsd'] / whole:.0%}",
        )
        for name, use in named.items()
    ]
    output.table(("request", "tokens", "from the cache", "price", ""), rows, right=(1, 2, 3, 4))
    output.text()
    prices = data["costs"]["prices"][0]
    output.say(
        "The prompts alone, at the list prices of {model} of {day}. The beginning was the same, byte for byte, so the "
        "provider takes it from its cache, at {share} of the price. What was learned stands behind it while the cache can be warm, and moves into {layer} "
        "when it has expired. underdraft blame names what made a prompt of your own expensive.",
        model=data["model"],
        day=prices["asOf"],
        share=f"{prices['readUsd'] / prices['inputUsd']:.0%}",
        layer=_title(Layer.PROFILE),
    )


def _show_details(data: Mapping[str, Any]) -> None:
    output.text()
    output.rule(translated("details: the receipt of the first request"))
    prompt_view.entries(data["previews"][0])
    prompt_view.warnings(data["previews"][0])
    output.heading("in all")
    prompt_view.layer_table(data["previews"][0])
    prompt_view.summary(data["previews"][0])
    output.text()
    output.rule(translated("details: the prompt before and after the learning"))
    rows = [("first byte", _count(data["blame"]["first"]["byte"])), ("where", place_in_words(data["blame"]))]
    output.pairs([*rows, *prompt_view.additions(data["blame"])])
    output.text()
    output.rule(translated("details: the first prompt again, from the record"))
    show_replay(data["replay"])


def _next_steps(keep: str | None, chapter: str, *, details: bool) -> None:
    output.text()
    output.rule(translated("next"))
    if keep is None:
        if not details:
            output.command_line("underdraft demo --details", "the receipt, the hashes and the proof, too")
        output.command_line("underdraft demo --keep novel", "the same, and the sample stays in novel/")
        output.command_line("cd novel")
    else:
        shown = translated("the kept folder") if Path(keep).is_absolute() else keep
        output.say("The sample is in {folder}, with its own store. Go there, then try:", folder=shown)
    at = f"-d {chapter} --select-lines 5-7"
    output.command_line(f"underdraft run {SKILL} {at} --model ollama_chat/qwen3")
    output.command_line("underdraft memory learned", "what was learned, and from which edits")
    output.command_line("underdraft blame", "why the last two prompts differ")
    output.command_line("underdraft init my-novel", "your own")


def _uses(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the costs of the polished passages, in order."""
    return [use for use in data["costs"]["runs"] if use["skillId"] == SKILL]


def _screen(number: int, title: str) -> None:
    output.text()
    output.rule(f"{number}. {translated(title)}")


def _title(layer: Layer) -> str:
    title: str = words(spoken(), "template")["headings"][layer.name]
    return title.removeprefix("# ")


def _count(tokens: int) -> str:
    return f"{tokens:,}"
