from __future__ import annotations

import itertools
import math

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.errors import InvalidArgument
from underdraft.skill.context_rules import BUILTIN_RULES, LARGEST_INTEGER, rule_table, validate_rules
from underdraft.types.skill import RuleField

TABLE = rule_table([])
INTEGERS = ("surrounding", "recent_summary", "episodes", "examples")
BOOLEANS = tuple(sorted(set(TABLE) - set(INTEGERS)))


def check(raw: object, **options):
    """Validate for the skill polish with the built-in table, unless told otherwise."""
    return validate_rules(raw, **{"skill": "polish", "table": TABLE, **options})


def message(raw: object, **options) -> str:
    """What is said about rules that are refused."""
    with pytest.raises(InvalidArgument) as caught:
        check(raw, **options)
    return caught.value.message


# --- the table -------------------------------------------------------------------------------


def test_builtin_rules_are_those_of_the_contract():
    """The built-in keys, kinds and defaults are exactly the contract's table."""
    expected = {
        "surrounding": ("integer", 0),
        "user_preferences": ("boolean", True),
        "style_guide": ("boolean", False),
        "characters": ("boolean", False),
        "outline": ("boolean", False),
        "project_settings": ("boolean", False),
        "world": ("boolean", False),
        "knowledge_graph": ("boolean", False),
        "recent_summary": ("integer", 0),
        "episodes": ("integer", 0),
        "examples": ("integer", 0),
        "memories": ("boolean", False),
        "session_summaries": ("boolean", False),
        "conversation": ("boolean", False),
        "working_memory": ("boolean", False),
    }
    assert {f.name: (f.kind, f.default) for f in BUILTIN_RULES} == expected
    assert all(type(f.default) is (bool if f.kind == "boolean" else int) for f in BUILTIN_RULES)
    assert all(f.brings for f in BUILTIN_RULES)


def field(**changes) -> RuleField:
    """A plugin's field."""
    return attrs.evolve(RuleField(name="weather", kind="boolean", default=False, brings="x"), **changes)


def test_rule_table_is_sorted_whatever_the_order_of_plugins():
    """The table's order does not depend on the order in which plugins were loaded."""
    extra = [("p", field(name=name)) for name in ("zeta", "alpha", "mid")]
    tables = {tuple(rule_table(order)) for order in itertools.permutations(extra)}
    assert len(tables) == 1
    assert list(next(iter(tables))) == sorted([*TABLE, "zeta", "alpha", "mid"])


def test_rule_table_cannot_be_changed():
    """Nobody can add a key behind the engine's back."""
    with pytest.raises(TypeError):
        TABLE["weather"] = field()


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (field(name="characters"), "taken by plugin underdraft"),
        (field(name="Weather"), "a-z"),
        (field(name="the-weather"), "a-z"),
        (field(name="1weather"), "a-z"),
        (field(name="weather\n"), "a-z"),
        (field(name=""), "a-z"),
        (field(name=None), "a-z"),
        (field(name="w" * 41), "a-z"),
        (field(kind="text"), "kind"),
        (field(default=0), "true or false"),
        (field(kind="integer", default=False), "integer >= 0"),
        (field(kind="integer", default=-1), "integer >= 0"),
        (field(kind="integer", default=6, maximum=5), "from 0 to 5"),
        (field(kind="integer", default=0, maximum=True), "maximum"),
        (field(kind="integer", default=0, maximum=-1), "maximum"),
        (field(maximum=1), "maximum"),
        (field(kind="integer", default=2, minimum=3, maximum=5), "0, or an integer from 3 to 5"),
        (field(kind="integer", default=0, minimum=3), "minimum"),
        (field(kind="integer", default=0, minimum=0), "minimum"),
        ("weather", "RuleField"),
        (None, "RuleField"),
    ],
)
def test_rule_table_refuses_bad_fields_naming_the_plugin(bad, said):
    """A field that is taken, misnamed or contradicts itself is an error with plugin and field."""
    with pytest.raises(InvalidArgument) as caught:
        rule_table([("sky-plugin", bad)])
    assert said in caught.value.message
    assert "(plugin sky-plugin)" in caught.value.message
    name = getattr(bad, "name", None)
    shown = name if isinstance(name, str) and name.isidentifier() and len(name) <= 40 else "at position 1"
    assert shown in caught.value.message or name == "the-weather"


def test_rule_table_names_both_plugins_of_a_duplicate():
    """Two plugins with one field: the error names the field, the second and the first."""
    with pytest.raises(InvalidArgument) as caught:
        rule_table([("first", field()), ("second", field())])
    assert caught.value.message == "rule field weather: the name is taken by plugin first (plugin second)"


# --- what is accepted ------------------------------------------------------------------------


def test_empty_rules_are_the_defaults_in_sorted_order():
    """Rules that say nothing have every key, sorted, at its default."""
    rules = check({})
    assert dict(rules) == {f.name: f.default for f in BUILTIN_RULES}
    assert list(rules) == sorted(rules)
    assert rules.asks_for("user_preferences")
    assert not rules.asks_for("surrounding")


def test_hyphens_and_underscores_are_the_same():
    """``style-guide`` is ``style_guide``."""
    assert check({"style-guide": True, "recent_summary": 2}) == check(
        {"style_guide": True, "recent-summary": 2}
    )


def test_third_party_field_is_validated_like_a_built_in():
    """A plugin's key is accepted with its kind and maximum, and defaulted when absent."""
    table = rule_table([("sky", field(name="weather_days", kind="integer", default=1, maximum=7))])
    assert check({}, table=table)["weather_days"] == 1
    assert check({"weather-days": 7}, table=table)["weather_days"] == 7
    said = "context_rules.weather_days: expected an integer from 0 to 7 (skill polish)"
    assert message({"weather-days": 8}, table=table) == said
    assert message({"weather-days": 7}).startswith("context_rules.weather-days: unknown key")


def test_rules_are_sorted_whatever_the_table():
    """The order of the rules does not depend on the order of the table."""
    backwards = dict(reversed(TABLE.items()))
    assert list(check({"world": True}, table=backwards)) == sorted(TABLE)


def numbers(field) -> st.SearchStrategy[int]:
    """All that an integer field takes."""
    most = LARGEST_INTEGER if field.maximum is None else field.maximum
    return st.just(0) | st.integers(field.minimum, most)


def test_rules_cannot_be_changed():
    """Validated rules, which are shared between runs, are read-only."""
    with pytest.raises(TypeError):
        check({}).values_by_name["surrounding"] = 1


@given(
    st.fixed_dictionaries({}, optional={name: numbers(TABLE[name]) for name in INTEGERS}),
    st.dictionaries(st.sampled_from(BOOLEANS), st.booleans()),
    st.randoms(),
)
def test_valid_rules_keep_their_values_in_any_order(integers, booleans, random):
    """Whatever the order and spelling of the keys, the rules are the same."""
    pairs = [*integers.items(), *booleans.items()]
    random.shuffle(pairs)
    spelled = {key.replace("_", random.choice("_-")): value for key, value in pairs}
    rules = check(spelled)
    assert list(rules.items()) == sorted({**check({}), **integers, **booleans}.items())
    assert all(type(rules[key]) is type(value) for key, value in pairs)


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize("raw", [None, [], ["surrounding"], "surrounding: 5", 5, True, object()])
def test_rules_that_are_no_mapping_are_refused(raw):
    """MS3: rules that cannot be read are INVALID_ARGUMENT and say what is expected."""
    assert message(raw) == "context_rules: expected a mapping of rule names to values (skill polish)"


@pytest.mark.parametrize("key", INTEGERS)
@pytest.mark.parametrize(
    "value",
    [True, False, 1.0, 0.0, -1, math.nan, math.inf, "500", "", None, [], {}, (1,), LARGEST_INTEGER + 1],
)
def test_integer_fields_take_only_integers_from_zero(key, value):
    """A boolean, float, NaN, negative, digits in quotes ... is no integer, and the message names the range."""
    assert message({key: value}) == f"context_rules.{key}: expected {TABLE[key].takes} (skill polish)"


@pytest.mark.parametrize("key", BOOLEANS)
@pytest.mark.parametrize("value", [0, 1, 1.0, "true", "yes", "", None, [], {}, math.nan])
def test_boolean_fields_take_only_booleans(key, value):
    """0, 1, words in quotes ... are no booleans."""
    assert message({key: value}) == f"context_rules.{key}: expected true or false (skill polish)"


def test_two_spellings_of_one_key_are_refused():
    """Two spellings of a key are an error, also when they agree."""
    said = message({"style-guide": True, "style_guide": True})
    assert said == "context_rules.style_guide: given twice, in two spellings; keep one (skill polish)"


def test_unknown_key_is_refused_with_the_nearest_known_one():
    """MS3: an undefined field is refused; a typo is told the key that was meant."""
    said = message({"suround": 500})
    assert said == "context_rules.suround: unknown key; did you mean surrounding? (skill polish)"
    assert "did you mean style_guide?" in message({"Style-Guide": True})


def test_unknown_key_without_a_near_one_is_told_all_keys():
    """Where nothing is similar, the message lists the keys that exist."""
    said = message({"qqq": 1})
    assert said.startswith("context_rules.qqq: unknown key; known keys: characters, conversation, ")
    assert all(key in said for key in TABLE)


@pytest.mark.parametrize(
    "key", ["my secret text", "sk-" + "a" * 60, "a\nb", "", "上下文", 5, None, True, ("a",), 1.5, "a\x1b[31m"]
)
def test_unknown_key_that_does_not_look_like_one_is_not_repeated(key):
    """A key that may be pasted text is named by its position."""
    said = message({"surrounding": 1, key: 2})
    assert said.startswith("context_rules: unknown key at position 2; known keys: ")
    if isinstance(key, str) and key:
        assert key not in said


def test_message_has_the_line_where_it_is_known():
    """With the lines of the file, message and details say which one."""
    with pytest.raises(InvalidArgument) as caught:
        check({"style-guide": 1}, lines={"": 3, "style-guide": 4})
    assert caught.value.message == (
        "context_rules.style_guide: expected true or false (skill polish, line 4)"
    )
    assert caught.value.details == {"field": "context_rules.style_guide", "skill": "polish", "line": 4}


MARK = "\u2603"  # in every generated string, and in none of our messages
TEXTS = st.text(max_size=20).map(lambda text: MARK + text)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from([*TABLE, "style-guide", "surround", "STYLE_GUIDE"]) | TEXTS


@given(st.dictionaries(KEYS, JSON, max_size=4) | JSON)
def test_any_value_is_valid_or_a_located_error_without_it(raw):
    """Whatever is given: complete rules, or INVALID_ARGUMENT that locates and repeats no text."""
    rules, error = None, None
    try:
        rules = check(raw)
    except InvalidArgument as refused:
        error = refused
    if rules is None:
        assert error.message.startswith("context_rules")
        assert error.message.endswith("(skill polish)")
        assert MARK not in error.message + repr(error.details)
    else:
        assert list(rules) == sorted(TABLE)
        given_values = {key.replace("-", "_"): value for key, value in raw.items()}
        assert all(rules[key] is value for key, value in given_values.items())
