"""The one record of all that is remembered.

A record (:class:`.record.MemoryItem`, a row of ``memory_item``) is what the writer typed, said or imported, and what
the engine concluded. Its ``section`` says where in a prompt it stands, and in what else it differs
(:mod:`underdraft.memory.sections`):

- ``memories``: in the list of layer 2, and recalled in layer 4; the channels ``memory:*``.
- ``facts``: recalled in layer 4 alone; the channels ``atomic:*`` and the view ``atomic_memory``.
- ``rules``: on lines of their own in layer 2, each for one kind of scene; the channels ``memory:preferences:list`` and
  ``memory:preferences:settle``.
- ``profile``: lines that extraction noted, shown beneath the writer's own document; see :mod:`.profile`.

Its ``source`` says where it comes from: ``typed``, ``said`` and ``imported`` are the writer's, ``measured``, ``worded`` and
``distilled`` were learned (:mod:`underdraft.learning.rules.lifecycle`), ``plugin`` is a plugin's. Its ``state`` follows its
life::

    proposed ─► active ─► outdated      a newer statement replaces it (replaced_by); free again when that goes
                  │ ▲
                  ▼ │ restore, undo, settle
       retired, refused, deleted        with deleted_at: signals or figures speak against it; the writer said no to
                                        what was learned, for good; any other deletion

Proposed records wait for the writer: they are in no prompt, no search and no index. What was learned never replaces what the
writer said, and the writer's newest statement replaces what was learned against it (:data:`.replacing.Opposed`).

All writes go through :func:`.rows.write`: the row, a revision with what it was before, and the index of words change
in one transaction, or none does. ``CONFLICT``: another version is stored than the caller has seen, or the record is
deleted. ``NOT_FOUND``: there is none of this id, or it belongs to another project. A process that is killed leaves the
record as it was before or after the write, never between.

Modules: ``record`` (the value and its checks), ``rows`` (read and write), ``replacing`` (duplicates and
corrections), ``profile``, ``crud`` (what callers do), ``injection`` (layer 2), ``recall`` and
``search`` (layer 4), ``import_export``, ``service`` (all of it for one store).
"""
