"""Topics: what counts together, and ids that follow from content."""

from __future__ import annotations

import pytest
from sqlalchemy import event

from learning.feedback_samples import Desk
from underdraft.learning.ledger.scores import POLES, tally
from underdraft.learning.ledger.topics import BY_ID, load_signals, load_states, load_supporting
from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL, PREFERENCE_TOPIC


def add_signals(desk, stances):
    """More signals for the topic of the first one."""
    known = desk.rows("preference_signal")
    first = {name: known[0][name] for name in ("event_seq", "run_id", "before", "after", "at")}
    rows = [
        {**first, "topic_id": known[0]["kind_id"], "source": f"copy:{number}", "stance": stance}
        for number, stance in enumerate(stances, len(known))
    ]
    with desk.ws.store.database.write() as connection:
        connection.execute(PREFERENCE_SIGNAL.insert(), rows)


def test_a_learned_item_has_the_same_id_everywhere(tmp_path):
    """The id follows from project and evidence alone."""
    ids = set()
    for name in ("one", "two"):
        desk = Desk(tmp_path / name)
        ids.add(desk.feeds("accept", "accept", "accept")["learned"]["id"])
        desk.close()
    assert len(ids) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("偏好短句", "偏好短句。"),
        ("偏好短句", " 偏好短句！ "),
        ("偏好短句", "偏好短句……"),
        ("Short  Sentences", "ｓｈｏｒｔ sentences."),
    ],
)
def test_spellings_of_one_evidence_count_together(desk, one, other):
    """NFKC, case, white space and punctuation at the end make no difference."""
    desk.feeds("accept", "accept", evidence=one)
    answer = desk.feed("accept", other)
    assert answer["score"] == 3
    assert answer["learned"]["content"] == " ".join(one.split())


def test_projects_do_not_share_signals(tmp_path):
    """Signals of one topic have the same project, also in one store."""
    desks = [Desk(tmp_path / name, project=name, store=tmp_path / "one.db") for name in ("a", "b")]
    for _ in range(2):
        for desk in desks:
            answer = desk.feed("accept", "偏好短句")
    assert answer["score"] == 2
    assert desks[0].learned("a") == desks[1].learned("b") == []
    for desk in desks:
        desk.close()


@pytest.mark.both_stores
def test_counts_and_the_last_signals_decide_as_all_of_them_do(desk):
    """A topic is judged without reading all its signals, and none that is spent counts."""
    stances = ["accept", "accept", "reject", "kept", "partial", "accept", "reject"] * 9
    desk.feed("accept", "偏好短句")
    add_signals(desk, stances)
    rows = sorted(desk.rows("preference_signal"), key=lambda row: row["seq"])
    with desk.ws.store.database.read() as connection:
        [signals] = load_signals(connection, PREFERENCE_TOPIC.c.id == rows[0]["kind_id"]).values()
    assert [signal.stance for signal in signals] == ["accept", *stances]
    for spent in (0, 20, 57, 61):
        with desk.ws.store.database.write() as connection:
            connection.execute(
                PREFERENCE_TOPIC.update().values(counted_after=rows[spent - 1]["seq"] if spent else 0)
            )
            counted = [row["stance"] for row in rows[spent:]]
            for threshold in (1, 3, 40):
                ids = [rows[0]["kind_id"]]
                (state,) = load_states(connection, BY_ID, threshold=threshold, ids=ids).values()
                assert state.tallies() == {
                    pole: tally(counted, pole=pole, threshold=threshold) for pole in POLES
                }
            supporting = load_supporting(connection, state.topic, "accept", 5)
            assert [s.stance for s in supporting] == [s for s in counted if s == "accept"][-5:]


@pytest.mark.file_only("its row factory is SQLite's")
def test_a_feedback_reads_no_more_after_hundreds_of_others(desk):
    """What is fetched for a feedback does not grow with the signals of its topic."""
    fetched = []

    def note(_cursor, row):
        fetched.append(row)
        return row

    def rows_of_a_feedback():
        run = desk.run()
        fetched.clear()
        desk.feed("accept", "偏好短句", run)
        return len(fetched)

    @event.listens_for(desk.ws.store.database.prepare(), "checkout")
    def watch(link, *_):
        link.row_factory = note

    desk.feed("accept", "偏好短句")
    add_signals(desk, ["accept"] * 60)
    before = rows_of_a_feedback()
    add_signals(desk, ["accept"] * 500)
    assert rows_of_a_feedback() <= before + 5
