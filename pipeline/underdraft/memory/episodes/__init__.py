"""Episodic memory: how past runs went, and which of them help now.

``operations`` says what can happen, ``journal`` keeps it, ``writer`` and ``apply`` put it into the
store, ``eviction`` decides what makes room, ``query`` and ``scoring`` find what fits, ``maintenance``
tends it; ``service`` is the door.
"""
