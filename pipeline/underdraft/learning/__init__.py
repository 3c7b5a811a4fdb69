"""Feedback becomes an event, an event signals, signals preferences.

::

    Feedback            what the writer did with a run's result     types/feedback.py
       │                one task, a time limit, cancel              learning/service.py
       ▼
    FeedbackEvent       implicit signal, what the edit shows        learning/feedback/event.py, learning/edits/
       │                said before: nothing happens; an undo that is too late: CONFLICT
       ▼
    PreferenceSignal    plugins get it and hand in signals        learning/listeners.py
       │
       │                one transaction, ended by a gate            learning/commit_gate.py
       ▼
    topics, scores      signals count for or against a topic        learning/ledger/, learning/rules/store_event.py
       ▼
    records             measured, distilled: one life               learning/rules/lifecycle.py

``FeedbackService.process`` in ``learning/service.py`` is this flow as code: read it first. Beside it scenes are compared (``learning/rules/distil.py``). What the writer sees of it all and
decides is in ``learning/rules/listing.py`` and ``learning/rules/decisions.py``: the ledger, confirm, edit, refuse, clear.
"""
