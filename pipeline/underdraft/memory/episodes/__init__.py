"""Episodic memory: how past runs went, and which of them help now.

``operations`` says what can happen, ``writer`` spools it and ``apply`` puts it into the store,
``rows`` makes room, ``query`` and ``scoring`` find what fits, ``maintenance`` tends it;
``service`` is the door.
"""
