"""The one record of all that is remembered.

A record (:class:`.record.MemoryItem`, a row of ``memory_item``) is what the writer typed, said or imported, and what
the engine concluded. Its ``section`` says where in a prompt it stands:

- ``memories``: in the list of layer 2, and recalled in layer 4; the channels ``memory:*``.
- ``facts``: recalled in layer 4 alone; the channels ``atomic:*`` and the view ``atomic_memory``.
- ``rules``: on lines of their own in layer 2, each for one kind of scene; distilled, and active once the writer has
  confirmed them; the channels ``memory:offers:list`` and
  ``memory:preferences:settle``.

Its ``state`` follows its life::

    proposed ─► active ─► outdated      a newer record replaces it (replaced_by)
                  │ ▲
                  ▼ │ restore, undo
               deleted                  with deleted_at; also ``retired`` and ``refused``

All writes go through :func:`.rows.write`: the row, a revision with what it was before, and the index of words change
in one transaction, or none does. ``CONFLICT``: another version is stored than the caller has seen, or the record is
deleted. ``NOT_FOUND``: there is none of this id, or it is another project's. A process that is killed leaves the
record as it was before or after the write, never between.

Modules: ``record`` (the value and its checks), ``rows`` (read and write), ``replacing`` (duplicates and
corrections), ``crud`` (what callers do), ``ordering``, ``shelf`` and ``injection`` (layer 2), ``recall`` and
``search`` (layer 4), ``fading``, ``import_export``, ``service`` (all of it for one store).
"""
