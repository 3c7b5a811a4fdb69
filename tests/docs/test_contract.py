"""The pages of the contract and the constants in the code say the same."""

from __future__ import annotations

import inspect
import re

import pytest

from docs.pages import PACKAGE, ROOT, codes, number, prose, read, rows, section
from underdraft import LAYERS, Layer, UnderdraftError, errors, estimate, plugins
from underdraft.boundary.shape import fields_of
from underdraft.cache import provider_rules
from underdraft.knowledge.checks import finding
from underdraft.knowledge.graph import queries
from underdraft.knowledge.scene import chapters, excerpts, story_lines
from underdraft.learning import service as feedback_service
from underdraft.learning.feedback import event, evidence
from underdraft.learning.ledger import scores
from underdraft.memory import sections
from underdraft.memory.areas import words as purge_words
from underdraft.memory.db import jobs
from underdraft.memory.episodes import episode, maintenance, scoring, writer
from underdraft.memory.episodes import service as episode_service
from underdraft.memory.episodes.limits import EpisodeLimits
from underdraft.memory.index import embedding, shared_words
from underdraft.memory.notes import profile, record
from underdraft.memory.notes import service as memory_service
from underdraft.memory.runs import extract
from underdraft.memory.sessions import earlier, echo_guard, learn, summaries, working
from underdraft.memory.settings import SETTINGS
from underdraft.memory.tidy import compare, judging, offers
from underdraft.project import config, files, redaction
from underdraft.run import (
    budget,
    check_request,
    external_reply,
    model_call,
    prepare,
    runner,
    scene_type,
)
from underdraft.skill import parse
from underdraft.skill.context_rules import BUILTIN_RULES
from underdraft.text import clean, sentences
from underdraft.text.strings import strings
from underdraft.types import signals
from underdraft.types.episodes import SEMANTIC_RULE_BUDGET, Episode
from underdraft.types.memory import (
    INJECTION_HEADER,
    INJECTION_SOURCE,
    ORIGIN_LABELS,
    Degradation,
    injection_line,
)
from underdraft.types.model_call import OWN_CALL
from underdraft.types.observation import AXES
from underdraft.types.request import OWN_PROJECT
from underdraft_plugins.fetchers import conversation, examples, store_reading

PAGE = "docs/contract.md"
"""Names each section with its page."""

DEFAULTS = config.Config()
LIMITS = EpisodeLimits()

NUMBERS = [
    (1, f"output reserve ({DEFAULTS.output_reserve_tokens:,} tokens unless"),
    (1, f"else it is {provider_rules.window_of('nobody/knows'):,}."),
    (1, f"From {budget.WARNING_PERCENT} % of the budget on: warning `{errors.CAPACITY_WARNING}`"),
    (1, f"Above {budget.FORCE_TRIM_PERCENT} %: layer 4 is trimmed"),
    (1, f"down to {budget.FORCE_TRIM_PERCENT} %; warning `{errors.CAPACITY_FORCE_TRIM}`"),
    (1, f"above {budget.RULES_PERCENT} % of the budget: warning `{errors.RULES_OVERBUDGET}`"),
    (1, f"at most {check_request.MAX_DOCUMENT:,} code points, `instruction` at most {check_request.MAX_INSTRUCTION:,}"),
    (1, f"`candidates` is 1 to {check_request.MAX_CANDIDATES}, `timeoutMs` 1 to {check_request.MAX_TIMEOUT_MS:,}"),
    (1, f"({DEFAULTS.timeout_ms:,} unless `timeout_ms`"),
    (1, f"1 to {check_request.MAX_ID} characters"),
    (1, f"one of the newest {runner.PREVIEWS_KEPT} of the workspace"),
    (1, f"at most {external_reply.MAX_TEXT:,} code points. A model that nobody has named is `{OWN_CALL}`"),
    (1, f"{prepare.QUERY_LIMIT} code points in all"),
    (2, f"larger than {files.MAX_FILE_BYTES:,} bytes"),
    (2, f"replaced by `{redaction.MARK}`"),
    (2, f"hyphens, at most {parse.NAME_MAX} characters) and `description` (at most {parse.DESCRIPTION_MAX:,})"),
    (2, f"the cut is marked `{sentences.MARK}`"),
    (2, "one of " + ", ".join(f"`{name}`" for name in scene_type.SCENE_TYPES)),
    (2, f"the {scene_type.WINDOW} code points around"),
    (2, f"confidence of {scene_type.SURE} on"),
    (4, f"`content` has 1 to {sections.CONTENT_MAXIMUM:,} code points"),
    (4, "`type` is " + ", ".join(f"`{t}`" for t in record.TYPES) + " or another"),
    (4, f"receipt names the first {store_reading.NAMED} and counts"),
    (1, f"the last {prepare.PASSAGE_LIMIT:,} code points of that passage"),
    (4, f"and {shared_words.WORDS_WEIGHT} x its share of words"),
    (4, f"less than {shared_words.LEAST} is left out"),
    (4, f"best is below {shared_words.BEST_LEAST} or the mean of the five best below {shared_words.MEAN_LEAST}"),
    (4, f"{shared_words.MARGIN_WEIGHT:g} x the smaller of the two margins"),
    (4, f"at most {memory_service.RECALL_WAIT_MS:,} ms for the query's vector, a preview"),
    (4, f"a preview {memory_service.PREVIEW_WAIT_MS:,} ms"),
    (4, f"at most {model_call.MAX_TOOL_ROUNDS} rounds of calls"),
    (4, f"abstract tags (`{clean.TAG.pattern.removesuffix(chr(92) + 'Z')}`)"),
    (4, f"at least {purge_words.LEAST_MATCH} code points letter by letter"),
    (5, f"kept to {evidence.EVIDENCE_MAXIMUM} code points"),
    (5, f"`finalText` has at most {event.FINAL_TEXT_MAXIMUM:,}"),
    (5, f"timeout ({feedback_service.TIMEOUT_MS:,} ms, `timeoutMs` 1 to {feedback_service.TIMEOUT_MAXIMUM_MS:,})"),
    (5, f"accepts - rejects - {scores.PARTIAL} x partials"),
    (5, f"at least {scores.CONSISTENT_SHARE} at the lower 95 % bound"),
    (5, f"its last {scores.WINDOW_THRESHOLDS} x threshold signals"),
    (4, f"at most {examples.PAIR_TOKENS} tokens each and half"),
    (5, f"within {signals.UNDO_WINDOW_MS // 1000} s of the accept, inclusive"),
    (6, f"kept to {episode.TEXT_MAXIMUM:,} code points"),
    (6, f"{episode.IMPORTANCE_BASE} + {episode.IMPORTANCE_BY_WEIGHT} x |weight| + {episode.IMPORTANCE_BY_RECALL}"),
    (7, f"of some {earlier.PIECE_CODE_POINTS} code points"),
    (7, f"at most {conversation.TOKENS_MAXIMUM:,} tokens and half of layer 4's cap"),
    (6, f"x recalls ({episode.RECALLS_COUNTED} at most)"),
    (6, f"tried again {writer.RETRIES} times"),
    (6, "score = " + " + ".join(f"{weight:.2f} x {name}" for name, weight in scoring.WEIGHTS.items())),
    (6, f"(recency halves at {scoring.HALF_LIFE_DAYS:.0f} days)"),
    (6, f"gives {scoring.LIMIT_MINIMUM} to {scoring.LIMIT_MAXIMUM} items ({scoring.LIMIT_DEFAULT} by default"),
    (6, f"waited for {episode_service.QUERY_WAIT_MS} ms ({episode_service.RUN_WAIT_MS:,} ms in a run)"),
    (6, f"{working.BUDGET_TOKENS:,} tokens a session"),
    (6, f"(`focus` {working.FOCUS_DEFAULT} by default)"),
    (6, f"adds up to {working.ARCHIVE_THRESHOLD} become an episode"),
    (6, "of the kind " + " or ".join(f"`{kind}`" for kind in sorted(working.PREFERENCE_KINDS))),
    (6, f"texts that are {LIMITS.compress_after_days} days old"),
    (7, "but at least a quarter of the budget"),
    (7, f"and {prepare.TEMPLATE_TOKENS:,} tokens for the template"),
    (7, f"(title {summaries.TITLE_CODE_POINTS}, snippet {summaries.SNIPPET_CODE_POINTS} code points)"),
    (7, f"tried {jobs.ATTEMPTS} times, {jobs.FIRST_PAUSE_SECONDS:.0f} s apart"),
    (7, f"propose {learn.CANDIDATES_MAXIMUM} candidates a turn"),
    (7, f"less than {echo_guard.SAID_SHARE} of the content"),
    (7, f"at least {echo_guard.ECHO_SHARE} of the candidate's runs of {echo_guard.RUN} tokens"),
    (7, f"at most {profile.MARKDOWN_MAXIMUM:,} code points"),
    (7, f"`{profile.learned_heading('zh')}` (`{profile.learned_heading('en')}` in English)"),
    (8, f"task ({extract.TASK_CODE_POINTS} code points), given text ({extract.GIVEN_CODE_POINTS})"),
    (8, f"result ({extract.RESULT_CODE_POINTS})"),
    (8, f"at most {excerpts.MAX_WHOLE}, then at most {excerpts.MAX_GENERAL} files"),
    (8, f"at most {excerpts.MAX_LINES} lines"),
    (8, f"at most {chapters.MAX_SIDE:,} code points on each side"),
    (8, f"at most {story_lines.MAX_LINES} lines about who is named"),
    (8, f"(`depth` 0 to {queries.MAX_DEPTH})"),
]  # fmt: skip
"""Numbers and strings of the prose, by section, put together from the constants."""


def part(number_):
    """A numbered section: the page that the contract names for it."""
    return read(f"docs/{re.search(r'contract/[a-z]+[.]md', section(PAGE, f'{number_}. '))[0]}")


@pytest.mark.parametrize(("number_", "words"), NUMBERS)
def test_numbers(number_, words):
    """The section's prose has the number that the constant has."""
    assert words in prose(part(number_))


@pytest.mark.parametrize("number_", range(1, 10))
def test_sections_say_where_their_code_is(number_):
    """Each section names its modules, and each of them is there."""
    paths = codes(re.search(r"^Code: (.*?)\n\n", part(number_), re.MULTILINE | re.DOTALL)[1])
    assert paths
    assert [path for path in paths if not (PACKAGE / path).is_file()] == []


# --- 1, 2 -------------------------------------------------------------------------------------


def test_estimate():
    """An estimate is what the page says it is: 1.5 a CJK character, 0.25 a remaining byte, rounded up."""
    assert "1.5 tokens a CJK character and 0.25 a byte of the remaining UTF-8, rounded up" in prose(part(1))
    assert [estimate("灯" * 10), estimate("lamp" * 10), estimate("灯")] == [15, 10, 2]


def test_layers():
    """The table has each layer with its view, its place in the prefix and its cap."""
    found = {
        Layer(int(n)): (
            name,
            view,
            prefix == "yes",
            int(number(cap)),
            "never cut" not in cap,
            int(share.rstrip(" %") or 0),
        )
        for n, name, view, prefix, cap, share, _ in rows(part(1), "#")
    }
    assert found == {
        d.layer: (d.layer.name, d.view, d.layer.stable, d.cap_tokens, d.trimmed, d.cap_percent)
        for d in LAYERS.values()
    }


def test_context_rules():
    """The table has each built-in key with its type, its default and the layer that it fills."""
    found = [
        (codes(key)[0], kind, default, re.findall(r"\((\d)\)", brings))
        for key, kind, default, brings in rows(part(2), "key")
    ]
    assert found == [
        (f.name, f.kind, str(f.default).lower(), re.findall(r"layer (\d)", f.brings)) for f in BUILTIN_RULES
    ]


# --- 3 ----------------------------------------------------------------------------------------


def test_error_codes():
    """The table has the code of every error."""
    classes = [c for c in vars(errors).values() if inspect.isclass(c) and issubclass(c, UnderdraftError)]
    assert sorted(codes(row[0])[0] for row in rows(part(3), "code")) == sorted(c.code for c in classes)


def test_warnings():
    """The table has every warning, each beginning with its code."""
    known = {v.split(":")[0] for k, v in vars(errors).items() if k.isupper() and isinstance(v, str)}
    found = [codes(row[0])[0] for row in rows(part(3), "warning")]
    assert sorted(w.split(":")[0] for w in found) == sorted({*known, plugins.PLUGIN_FAILED})
    assert errors.MEMORY_UNAVAILABLE in found
    assert strings("injection", "zh")["unavailable"] == errors.MEMORY_UNAVAILABLE


def test_degradations():
    """The last table has every code of a degradation, and what the writer can do about it."""
    text = part(3)
    found = {codes(code)[0]: advice for code, advice in rows(text[text.index("A degradation") :], "code")}
    described = {field.name: field.about for field in fields_of(Degradation)}
    assert {code: advice for code, advice in found.items() if advice} == embedding.SUGGESTIONS
    assert set(found) == set(re.findall(r"`([A-Z_]+)`", described["code"]))


# --- 4 ----------------------------------------------------------------------------------------


def test_item_fields():
    """Section 4 names the fields of a memory, section 6 those of an episode."""
    for number_, kind in ((4, record.MemoryItem), (6, Episode)):
        names = next(c for c in codes(prose(part(number_))) if " projectId " in f" {c} ").split()
        assert sorted(names) == sorted(field.key for field in fields_of(kind))


def test_settings():
    """The table has every setting with its default and range, in the order in which they are shown."""
    found = [(codes(key)[0], default, span) for key, default, span in rows(part(4), "key")]
    assert found == [
        (
            s.key,
            f"{s.default:,}" if type(s.default) is int else str(s.default).lower(),
            ""
            if isinstance(s.default, bool)
            else f"{s.least:,} to {s.most:,}" + (f", {s.word}" if s.word else ""),
        )
        for s in SETTINGS.values()
    ]


def test_injection_strings():
    """The block shows the header and the lines as they are injected."""
    block = [
        INJECTION_HEADER,
        injection_line("动作场景：偏好短句，节奏紧凑", "learned"),
        injection_line("叙事视角：严格第一人称", "manual"),
    ]
    assert "```\n" + "\n".join(block) + "\n```" in part(4)
    for origin, label in ORIGIN_LABELS.items():
        assert f"`{origin}` is shown as `{label}`" in prose(part(4)) or f"`{origin}` as `{label}`" in prose(
            part(4)
        )
    assert f"source is `{INJECTION_SOURCE}`" in prose(part(4))


# --- 5 ----------------------------------------------------------------------------------------


def test_ignored_reasons():
    """The table has the reasons in the order in which they are looked for, with the shortest evidence."""
    found = {codes(reason)[0]: when for reason, when in rows(part(5), "`ignoredReason`")}
    e = evidence
    order = (
        e.FAILED,
        e.TRUNCATED,
        e.STAND_IN,
        e.EMPTY,
        e.TOO_SHORT,
        e.LEARNING_DISABLED,
        e.PRIVACY_MODE_REJECT,
    )
    assert tuple(found) == order
    assert f"fewer than {evidence.EVIDENCE_MINIMUM} code points" in found[evidence.TOO_SHORT]


def test_axes():
    """The table has every axis of an edit with its poles."""
    found = [(codes(axis)[0], (first, second)) for axis, first, second in rows(part(5), "axis")]
    assert found == list(AXES.items())


def test_implicit_signals():
    """The table has the signals in the order in which they are looked for, with weights and bounds."""
    table = {codes(signal)[0]: (number(weight), when) for signal, weight, when in rows(part(5), "signal")}
    assert {signal: weight for signal, (weight, _) in table.items()} == signals.WEIGHTS
    assert list(table) == list(signals.Signal)
    assert f"below {signals.LIGHT_EDIT_BELOW:.2f}" in table["LIGHT_EDIT"][1]
    assert f"above {signals.HEAVY_REWRITE_ABOVE:.2f}" in table["HEAVY_REWRITE"][1]
    assert f"at most +{signals.REPEAT_MAXIMUM:.2f}" in table["REPEATED_SCENE_SKILL"][1]


def test_tidying():
    """The cosines of tidying are the page's."""
    said = prose(part(4))
    assert f"at least {compare.SAME}, unless they differ in one thing" in part(4)
    assert f"from a calibrated cosine of {judging.NET} on" in said
    assert f"newest {offers.COMPARED_MAXIMUM:,} are compared, each with the {offers.NEAREST} that" in said


# --- 6, 8, 9 ----------------------------------------------------------------------------------


def test_budgets():
    """The table has the budgets of a project and the times after which episodes expire."""
    found = {what: (most, age) for what, most, age in rows(part(6), "budget of a project")}
    assert found == {
        "active episodes": (f"{LIMITS.active:,}", f"{LIMITS.active_ttl_days} days"),
        "compressed episodes": (f"{LIMITS.compressed:,}", f"{LIMITS.compressed_ttl_days} days"),
        "semantic rules": (f"{SEMANTIC_RULE_BUDGET:,}", ""),
    }


def test_triggers():
    """The table has the triggers with what each counts."""
    found = {codes(name)[0]: tuple(codes(counts)) for name, _, counts in rows(part(6), "trigger")}
    assert found == {name: counts for name, (_, counts) in maintenance.TRIGGERS.items()}


def test_findings():
    """The table has every kind of contradiction, in order and in the same words."""
    assert {codes(code)[0]: means for code, means in rows(part(8), "code")} == finding.CODES


def test_lists(open_novel):
    """Each list has the table's default, takes the largest limit and refuses a larger one."""
    table = {
        codes(name)[0]: (int(number(default)), int(number(most)))
        for name, default, most in rows(part(9), "list")
    }
    ws = open_novel()
    assert set(table) == {name for name, field in fields(ws, "limit") if field.default}
    session = ws.invoke_sync("session:start")["data"]
    more = {"conversation:list": session, "memory:search": {"keyword": "灯"}}
    for name, field in fields(ws, "limit"):
        if name in table:
            default, most = table[name]
            assert field.default == default
            payload = more.get(name, {})
            assert ws.invoke_sync(name, {**payload, "limit": most})["ok"], name
            assert not ws.invoke_sync(name, {**payload, "limit": most + 1})["ok"], name


def test_projects(open_novel):
    """A missing ``projectId`` means the workspace's own project, but for the channels that the page names."""
    text = re.search(r"Only these take none for.*?purges", part(9), re.DOTALL)[0]
    demanding = {name for name in codes(text) if ":" in name} - {"memory:purge"}
    for name, field in fields(open_novel(), "projectId"):
        assert (field.default is OWN_PROJECT) is (name not in demanding), name


def fields(ws, key):
    """The channels whose payload has a field, with the field."""
    for name, channel in ws.channels.items():
        yield from ((name, field) for field in channel.signature.fields if field.key == key)


def test_the_contract_that_is_cited_is_this_one():
    """What the code cites as a section of the contract is a section of the page."""
    numbers = set(re.findall(r"^## (\d)\. ", read(PAGE), re.MULTILINE))
    for path in sorted((ROOT / "pipeline").rglob("*.py")):
        cited = re.findall(r"(\S*contract\S*) section (\d+)", path.read_text(encoding="utf-8"))
        assert {place.lstrip("(") for place, _ in cited} <= {"docs/contract.md,"}, path
        assert {n for _, n in cited} <= numbers, path


@pytest.mark.seed("003.1.1")
def test_the_story_graph_is_described():
    """Section 8 says what the graph holds, how time is written, what can be asked of it, and what is checked."""
    design = part(8)
    for words in (
        "entities",
        "relations",
        "events",
        "claims",
        "Story time",
        "knowledge:query",
        "knowledge:check",
    ):
        assert words in design, words
