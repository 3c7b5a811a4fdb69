"""Settings: defaults, patches, strict types."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.service_samples import settings_of
from underdraft.errors import InvalidArgument, StoreError
from underdraft.memory.settings import SETTINGS, check_patch, update_settings

CONTRACT = {
    "injectionEnabled": True,
    "preferenceLearningEnabled": True,
    "privacyModeEnabled": False,
    "preferenceLearningThreshold": 3,
    "memory.rag_top_n": 5,
    "memory.enable_agentic_search": False,
    "memory.enable_user_profile": True,
    "memory.atomic_content_max_length": 500,
    "memory.session_summary_limit": 5,
    "context_limit": 20,
    "questions.cents_per_day": 0,
}


DEFAULTS = {key: setting.default for key, setting in SETTINGS.items()}


def test_a_fresh_store_has_the_defaults(service):
    """MS1-2: every key of the contract with its default; other areas may add theirs."""
    assert settings_of(service.database) == DEFAULTS
    assert CONTRACT.items() <= DEFAULTS.items()
    assert all(type(DEFAULTS[key]) is type(value) for key, value in CONTRACT.items())


def test_a_patch_changes_what_it_names_and_gives_all(service):
    """MS1-2: an update is partial and answers with all settings."""
    answer = update_settings(service.database, {"injectionEnabled": False, "memory.rag_top_n": 9})
    assert answer == DEFAULTS | {"injectionEnabled": False, "memory.rag_top_n": 9}
    assert settings_of(service.database) == answer
    assert update_settings(service.database, {}) == answer


@pytest.mark.parametrize(
    "patch",
    [
        {"injectionEnabled": 1},
        {"preferenceLearningThreshold": True},
        {"preferenceLearningThreshold": 0},
        {"unknown.key": 1},
        {"memory.enable_reranking": True},
        {1: True},
        [],
    ],
)
def test_a_wrong_patch_writes_nothing(service, patch):
    """One wrong entry refuses the whole patch, good entries included, and is not echoed."""
    whole = patch | {"memory.enable_user_profile": False} if isinstance(patch, dict) else patch
    with pytest.raises(InvalidArgument) as raised:
        update_settings(service.database, whole)
    assert "unknown.key" not in raised.value.message
    assert settings_of(service.database) == DEFAULTS


@given(
    st.dictionaries(
        st.sampled_from(list(SETTINGS)), st.booleans() | st.integers() | st.floats() | st.text() | st.none()
    )
)
def test_a_patch_is_taken_exactly_when_every_type_is_right(patch):
    """A bool is no integer and an integer no bool, whatever the values are."""
    right = all(
        (type(value) is bool and isinstance(SETTINGS[key].default, bool))
        or (type(value) is int and SETTINGS[key].most and SETTINGS[key].least <= value <= SETTINGS[key].most)
        or (isinstance(value, str) and value == SETTINGS[key].word)
        for key, value in patch.items()
    )
    if right:
        check_patch(patch)
    else:
        with pytest.raises(InvalidArgument):
            check_patch(patch)


@pytest.mark.file_only("its trigger is SQLite's")
def test_a_failed_write_changes_nothing(service):
    """MS1-2: DB_ERROR while writing leaves every setting as it was."""
    with service.database.write() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER broken BEFORE INSERT ON setting WHEN NEW.key = 'context_limit'"
            " BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
    with pytest.raises(StoreError) as raised:
        update_settings(service.database, {"injectionEnabled": False, "context_limit": 30})
    assert raised.value.code == "DB_ERROR"
    assert settings_of(service.database) == DEFAULTS


def test_a_change_is_audited(service):
    """Who changed which key from what to what is kept."""
    update_settings(service.database, {"injectionEnabled": False})
    update_settings(service.database, {"injectionEnabled": False})
    with service.database.read() as connection:
        rows = connection.exec_driver_sql("SELECT actor, action, details FROM audit").all()
    assert [(r[0], r[1], json.loads(r[2])) for r in rows] == [
        ("user", "settings", {"injectionEnabled": {"before": True, "after": False}})
    ]


def test_what_another_version_left_is_passed_over(service):
    """Unknown keys, those of removed settings too, and wrong values in the table do not stop reading."""
    with service.database.write() as connection:
        for key, value in (
            ("future.key", "1"),
            ("memory.enable_reranking", "true"),
            ("context_limit", '"many"'),
            ("memory.rag_top_n", "{"),
        ):
            connection.exec_driver_sql(f"INSERT INTO setting VALUES ('{key}', '{value}', 'now')")
    assert settings_of(service.database) == DEFAULTS
