"""Tastes that no measure names: the model words them from edits, the writer takes them, later runs judge them.

::

    feedback with an edit     three new ones of a kind of scene are a batch   propose.py
       │  in the background
       ▼
    the model words tastes    each with quotes that are found in the edits    question.py
       │
       ▼
    the ledger, "proposed"    the writer confirms, edits or refuses           preferences/decisions.py
       │
       ▼
    a line of layer 2         on trial: kept only while more of the text      preferences/keep_or_drop.py
                              is kept with it than without
"""
