"""What a model once worded from edits, as it stands in a store of an earlier version."""

from __future__ import annotations

from underdraft.learning.ledger.topics import add_topics, new_topic, preference_id_of
from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL
from underdraft.memory.notes.record import PROPOSED, MemoryItem
from underdraft.memory.notes.rows import write

STATEMENT = "对白：谁也不说谢"
AT = "2026-01-01T00:00:00.000Z"


def store_taste(desk):
    """Write down a proposed record of source ``worded`` with two quotes, beside the topic of the scene that counted edits; its id."""
    topic = new_topic("novel", "worded", "dialogue\n谁也不说谢", AT, accept=STATEMENT)
    for text in ("“谢谢你。”他说。", "“谢谢你。”她说。"):
        desk.feed(run=desk.run(text), finalText=text)
    events = [(event["seq"], event["run_id"]) for event in desk.rows("feedback_event")]
    item = MemoryItem(
        id=preference_id_of(topic.id, "accept"),
        type="preference",
        scope="project",
        project_id="novel",
        content=STATEMENT,
        origin="learned",
        source="worded",
        state=PROPOSED,
        scene="dialogue",
        topic_id=topic.id,
        pole="accept",
        created_at=AT,
        updated_at=AT,
    )
    quote = {
        "topic_id": topic.id,
        "stance": "accept",
        "before": "“谢谢你。”",
        "after": "把伞递过去",
        "at": AT,
    }
    signals = [{"source": f"run:{run}", "event_seq": seq, "run_id": run} | quote for seq, run in events]
    with desk.ws.store.database.write() as connection:
        add_topics(connection, [topic, new_topic("novel", "worded", "dialogue", AT)])
        connection.execute(PREFERENCE_SIGNAL.insert(), signals)
        write(connection, None, item, action="create", actor="learning", at=AT)
    return item.id
